"""The rulings of a game, read from docs/rulings.md: they are written down once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from holecard.errors import HolecardError
from holecard.wagers.game import Game

SHIPPED = "rulings.md"
IN_THE_TREE = Path(__file__).parents[3] / "docs" / "rulings.md"
HOUSE = "R"  # the rulings that hold for every game


@dataclass(frozen=True)
class Ruling:
    id: str
    title: str
    open: str
    deal: str
    switch: str

    @property
    def switches(self) -> tuple[tuple[str, str], ...]:
        """The option settings that give the other reading, where the text names them."""
        return tuple(re.findall(r"`(\w+)=([\w:]+)`", self.switch))


@cache
def all_rulings() -> dict[str, Ruling]:
    shipped = resources.files("holecard.report").joinpath(SHIPPED)
    text = shipped.read_text("utf-8") if shipped.is_file() else IN_THE_TREE.read_text("utf-8")
    found = {}
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        name, _, title = head.partition(" ")
        says = {key: sentence(body, key) for key in ("Open", "We deal", "We read", "Switch")}
        deal = says["We deal"] or says["We read"]
        found[name] = Ruling(name, title.strip(), says["Open"], deal, says["Switch"])
    return found


def sentence(body: str, key: str) -> str:
    """The text of one point of a ruling, on one line, links as plain words."""
    found = re.search(rf"^- {key}: (.*?)(?=^- |^```|^#|\Z)", body, re.MULTILINE | re.DOTALL)
    if not found:
        return ""
    words = " ".join(found[1].split())
    words = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", words)
    return words[:1].upper() + words[1:]


def rulings_of(game: Game) -> list[Ruling]:
    """The game's own, then those that hold in every game."""
    known = all_rulings()
    own = [known[name] for name in game.rulings if name in known]
    house = [one for name, one in known.items() if re.fullmatch(HOUSE + r"\d+", name)]
    return [*own, *(one for one in house if one not in own)]


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
