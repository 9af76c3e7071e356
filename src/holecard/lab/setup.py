"""A set-up of the lab: a game, its house rules, and pay tables changed by hand; and its text.

An edit prints as `super-tie.standard.push-20.9.push-21.12`: wager, pay table, then outcome and odds
in turn. The page keeps such texts in its address, so that a link is a set-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import PurePath

from holecard.dealing.rules import Rules
from holecard.errors import BadDefinition, UnknownName, Unreadable
from holecard.games import BROUGHT, find_game
from holecard.games.from_file import FILES
from holecard.money import read_ratio
from holecard.wagers.game import Game
from holecard.wagers.offers import EVEN_MONEY_ID, offers_even_money
from holecard.wagers.paytable import LOSES, PUSHES, PayTable
from holecard.wagers.wager import FEE, OFFER, Wager, paid_entry

WORDS = {"loses": LOSES, "push": PUSHES}
EDITED = " edited"
USUAL_STAKE = 500


def read_odds(text: str, outcome: str = "an outcome") -> Fraction:
    """`9`, `3:2`, `push` or `loses`."""
    word = text.strip().lower()
    if word in WORDS:
        return WORDS[word]
    try:
        return read_ratio(word)
    except Unreadable:
        raise Unreadable(
            f"{outcome} cannot pay {text[:40]!r}: a number such as 9 or 3:2, push or loses"
        ) from None


def odds_text(odds: Fraction) -> str:
    """What `read_odds` reads."""
    for word, means in WORDS.items():
        if odds == means:
            return word
    return str(odds).replace("/", ":")


@dataclass(frozen=True)
class Edit:
    """One pay table with some outcomes paid otherwise."""

    wager: str
    table: str
    pays: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        return ".".join((self.wager, self.table, *(word for pair in self.pays for word in pair)))


def read_edit(text: str) -> Edit:
    wager, _, rest = text.partition(".")
    table, _, rest = rest.partition(".")
    words = rest.split(".")
    if not wager or not table or len(words) % 2 or not all(words):
        raise Unreadable(
            f"cannot read the pay table {text[:60]!r}: WAGER.TABLE.OUTCOME.ODDS, such as "
            "super-tie.standard.push-20.9"
        )
    return Edit(wager, table, tuple(zip(words[::2], words[1::2], strict=True)))


def with_pays(game: Game, wager: str, table: str, pays: Mapping[str, str]) -> Game:
    """The game with a pay table changed, in place, and named `standard edited`. A wager that must
    share the table (a token for the dealer) shares the change."""
    asked = game.wager(wager)
    base = asked.table(table)
    for outcome in pays:
        if outcome not in base.odds:
            raise UnknownName(f"outcome paid by {wager} {table}", outcome, base.odds)
    odds = {name: Fraction(base.pays(name)) for name in base.odds}
    odds |= {name: read_odds(text, name) for name, text in pays.items()}
    if all(odds[name] == base.pays(name) for name in odds):
        return game
    changed = PayTable(base.name + EDITED, odds, dict(base.tips), ours=True)
    changed.check(asked.outcomes, wager)

    def placed(one: Wager) -> Wager:
        if wager not in (one.id, one.table_of):
            return one
        tables = tuple(changed if had.name == base.name else had for had in one.paytables)
        return replace(one, paytables=tables)

    def make(rules: Rules) -> tuple[Wager, ...]:
        return tuple(placed(one) for one in game.make_wagers(rules))

    return replace(game, make_wagers=make)


def table_in(game: Game, wager: str, name: str) -> str:
    """The name of a pay table as it is now: changed or not. The first without a name."""
    tables = [table.name for table in game.wager(wager).paytables]
    return name + EDITED if name + EDITED in tables else game.wager(wager).table(name).name


def entry_ids(game: Game) -> tuple[str, ...]:
    """What the lab lists, in the order of the felt: a wager that shares another's pay table is
    priced as that one, a payment as the main wager with it made."""
    return tuple(name for one in game.wagers if not one.table_of for name in entry_names(game, one))


def entry_names(game: Game, wager: Wager) -> tuple[str, ...]:
    """The entries a wager has: even money goes with insurance (R11)."""
    apart = (EVEN_MONEY_ID,) if wager.kind == OFFER and offers_even_money(game) else ()
    return (entry_id(game, wager), *apart)


def entry_id(game: Game, wager: Wager) -> str:
    return paid_entry(game.mains[0], wager) if wager.kind == FEE else wager.id


def usual_stake(wager: Wager) -> int:
    """What a session of the wager is played at unless told."""
    return max(USUAL_STAKE, wager.least)


@dataclass(frozen=True)
class Setup:
    """What a link of the lab names; `made` is the game it means."""

    game: str
    rules: str = ""
    edits: tuple[Edit, ...] = ()

    def made(self) -> Game:
        game = find_game(self.game)
        game = game.read(self.rules) if self.rules.strip() else game
        seen = set()
        for edit in self.edits:
            if (edit.wager, edit.table) in seen:
                raise BadDefinition(f"pay table {edit.table} of {edit.wager} is changed twice")
            seen.add((edit.wager, edit.table))
            game = with_pays(game, edit.wager, edit.table, dict(edit.pays))
        return game

    def python(self, name: str = "game") -> str:
        """Lines of Python that make the same game."""
        found, room = f'find_game("{self.game}")', "holecard.games"
        if (
            self.game in BROUGHT and self.game in FILES
        ):  # by the file's name: where it lies is the house's
            found, room = f'load_game("{PurePath(FILES[self.game]).name}")', "holecard"
        made = f'{name} = {found}.read("{self.made().line}")'
        lines = [f"from {room} import {found.partition('(')[0]}", "", made]
        if self.edits:
            lines.insert(1, "from holecard.lab.setup import with_pays")
        for one in self.edits:
            pays = ", ".join(f'"{outcome}": "{odds}"' for outcome, odds in one.pays)
            lines.append(f'{name} = with_pays({name}, "{one.wager}", "{one.table}", {{{pays}}})')
        return "\n".join(lines)
