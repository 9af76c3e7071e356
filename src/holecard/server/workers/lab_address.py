"""An address of the lab, read kindly: every part that can be is, the others are named."""

from __future__ import annotations

from holecard.errors import HolecardError, UnknownName, Unreadable
from holecard.games import find_game
from holecard.lab.plays import NO_PAYMENT, check_payment
from holecard.lab.setup import (
    EDITED,
    Edit,
    Setup,
    entry_ids,
    entry_names,
    odds_text,
    read_edit,
    usual_stake,
    with_pays,
)
from holecard.server.wire.games import game_info
from holecard.server.wire.lab_answers import LabEntry, LabSetup, PayEdit
from holecard.text.words import EVEN_MONEY_NAME, with_payment
from holecard.wagers.game import Game
from holecard.wagers.offers import EVEN_MONEY_ID
from holecard.wagers.wager import FEE, MAIN, Wager


def setup_seen(
    name: str, rules: str, pay: tuple[str, ...], wager: str, table: str, play: str, beside: str
) -> LabSetup:
    wrong: list[str] = []
    game = find_game(name)
    own = game.line
    try:
        game = Setup(name, rules).made()
    except HolecardError as refused:
        wrong.append(f"rules: {refused}")
    edits, edited = read_edits(game, pay, wrong)
    asked = wager or first_bet(game)
    if asked not in entry_ids(game):
        wrong.append(str(UnknownName(f"{game.id} wager", asked, entry_ids(game))))
        asked, table = first_bet(game), ""
    tables = tables_of(game, asked)
    if table and table not in tables:
        wrong.append(str(UnknownName(f"{asked} pay table", table, tables)))
        table = ""
    if play not in ("", "main", "wager"):
        wrong.append(str(Unreadable(f"cannot read the play {play!r}: main or wager")))
        play = ""
    return LabSetup(
        game=game_info(game),
        rules="" if game.line == own else game.line,
        wager=asked,
        table=table or next(iter(tables), ""),
        play=play,
        beside=read_payment(game, beside, wrong),
        edits=[
            PayEdit(wager=one.wager, table=one.table, outcome=outcome, odds=odds)
            for one in edits
            for outcome, odds in one.pays
        ],
        entries=[
            entry_seen(edited, one, name)
            for one in edited.wagers
            if not one.table_of
            for name in entry_names(edited, one)
        ],
        wrong=wrong,
    )


def read_payment(game: Game, beside: str, wrong: list[str]) -> str:
    """The payment made in every round; empty for none, and for one the game does not have."""
    try:
        check_payment(game, beside)
    except UnknownName as unknown:
        wrong.append(str(unknown))
        return ""
    return "" if beside == NO_PAYMENT else beside


def read_edits(game: Game, pay: tuple[str, ...], wrong: list[str]) -> tuple[list[Edit], Game]:
    """The edits that can be made, in the words the page writes, and the game with them."""
    found = []
    for text in pay:
        try:
            edit = read_edit(text)
            made = with_pays(game, edit.wager, edit.table, dict(edit.pays))
        except HolecardError as refused:
            wrong.append(str(refused))
            continue
        if made is game:
            continue  # as printed on the sheet: nothing is changed
        base = game.wager(edit.wager).table(edit.table)
        after = made.wager(edit.wager).table(edit.table + EDITED)
        pays = tuple(
            (name, odds_text(after.pays(name)))
            for name in base.odds
            if after.pays(name) != base.pays(name)
        )
        found.append(Edit(edit.wager, edit.table, pays))
        game = made
    return found, game


def tables_of(game: Game, entry: str) -> list[str]:
    """The pay tables of an entry by their own names; none for a main wager."""
    for wager in game.wagers:
        if wager.id == entry and wager.kind not in (MAIN, FEE):
            return [table.name.removesuffix(EDITED) for table in wager.paytables]
    return []


def first_bet(game: Game) -> str:
    """What an inventor comes for: the first wager with a pay table, else the main wager."""
    for name in entry_ids(game):
        if tables_of(game, name) and game.wager(name).kind != "offer":
            return name
    return game.mains[0].id


def entry_seen(game: Game, wager: Wager, name: str) -> LabEntry:
    staked = wager if name == wager.id else game.mains[0]
    words, says = wager.name, wager.says
    if wager.kind == FEE:
        words = with_payment(staked, wager)
    elif name == EVEN_MONEY_ID:
        words, says = EVEN_MONEY_NAME, "paid 1 to 1 at once for a blackjack against an ace"
    return LabEntry(
        id=name,
        name=words,
        says=says,
        kind=wager.kind,
        least=staked.least,
        most=staked.most,
        stake=usual_stake(staked),
        paytables=tables_of(game, name),
        editable=bool(tables_of(game, name)),
    )
