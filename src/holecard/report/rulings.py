"""The rulings of a game, read from docs/rulings.md: they are written down once. A sheet has those
that its game and the rules in force call for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from holecard.dealing.rules import Rules, plain
from holecard.errors import HolecardError
from holecard.wagers.game import Game

SHIPPED = "rulings.md"
IN_THE_TREE = Path(__file__).parents[3] / "docs" / "rulings.md"
SHARED = re.compile(r"[RG]\d+")  # for every game, and the gaps found while building
Setting = tuple[str, str]  # an option (or `game`) and a value, as text


@dataclass(frozen=True)
class Ruling:
    id: str
    title: str
    open: str
    deal: str
    switch: str
    when: str
    decides: tuple[str, ...] = ()  # cases of a drill that are as they are by this ruling

    @property
    def switches(self) -> tuple[Setting, ...]:
        """The option settings that give the other reading, where the text names them."""
        return settings(self.switch)

    def fits(self, game: Game, rules: Rules) -> bool:
        """Whether the game under these rules calls for the ruling, as it is worded."""
        return any(
            all(has(game, rules, one) for one in settings(part)) for part in self.when.split(" or ")
        )

    def other_way(self, game: Game) -> tuple[Setting, ...]:
        """The settings in force that make it the other reading, if the game's own rules do not."""
        if self.fits(game, game.rules) or not self.fits(game, game.defaults):
            return ()
        return tuple(one for one in self.switches if has(game, game.rules, one))


def settings(text: str) -> tuple[Setting, ...]:
    return tuple(re.findall(r"`(\w+)=([\w:-]+)`", text))


def has(game: Game, rules: Rules, setting: Setting) -> bool:
    key, value = setting
    if key == "game":
        return game.id == value
    try:
        return plain(rules[key]) == value
    except HolecardError:
        return False  # an option of other games


@cache
def all_rulings() -> dict[str, Ruling]:
    shipped = resources.files("holecard.report").joinpath(SHIPPED)
    text = shipped.read_text("utf-8") if shipped.is_file() else IN_THE_TREE.read_text("utf-8")
    found = {}
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        name, _, title = head.partition(" ")
        keys = ("Open", "We deal", "We read", "Switch", "When", "Decides")
        says = {key: point(body, key) for key in keys}
        deal = says["We deal"] or says["We read"]
        decides = tuple(re.findall(r"`([^`]+)`", says["Decides"]))
        told = (says["Open"], deal, says["Switch"], says["When"])
        found[name] = Ruling(name, title.strip(), *told, decides)
    return found


def point(body: str, key: str) -> str:
    """The text of one point of a ruling, on one line, links as plain words."""
    found = re.search(rf"^- {key}: (.*?)(?=^- |^```|^#|\Z)", body, re.MULTILINE | re.DOTALL)
    if not found:
        return ""
    words = " ".join(found[1].split())
    words = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", words)
    return words[:1].upper() + words[1:]


def rulings_of(game: Game) -> list[Ruling]:
    """Those the game and the rules in force call for: the game's own, then those of every game."""
    known = all_rulings()
    own = [known[name] for name in game.rulings if name in known]
    shared = [one for name, one in known.items() if SHARED.fullmatch(name) and one not in own]
    return [one for one in (*own, *shared) if one.fits(game, game.rules) or one.other_way(game)]


def dealt_words(game: Game, ruling: Ruling) -> str:
    """What is dealt where the sheet leaves it open, under the rules in force."""
    other = ruling.other_way(game)
    if not other:
        return ruling.deal.replace("`", "")
    set_to = ", ".join(f"{key}={value}" for key, value in other)
    return f"Set the other way here ({set_to}): see the rules of play."


def switched(game: Game, ruling: Ruling) -> list[tuple[str, Game]]:
    """The game under the other reading of a ruling, where an option gives it."""
    found = []
    for key, value in ruling.switches:
        try:
            other = game.set(key, value)
        except HolecardError:
            continue  # this game does not have the option, or allows one value of it
        if other.rules != game.rules:
            found.append((f"{key}={value}", other))
    return found
