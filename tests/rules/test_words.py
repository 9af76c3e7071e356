"""One set of words: the dealer's voice, terminal, pages, lab and sheet say the same.

Seen to fail: with the dashes of an id read out by trace, terminal and browser each in its own way
(fifteen outcomes of Lucky Break had three names); with a burned card still in what its event calls
the hand; with insurance up to the whole wager in `Dealt.amounts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console, RenderableType

from holecard.dealing.actions import INSURE, WITH_AMOUNT
from holecard.errors import BadDefinition, IllegalAction
from holecard.games import CATALOGUE
from holecard.odds.result import Chances, priced
from holecard.play.table import Finished
from holecard.play.view import View, view
from holecard.report.blocks import Table
from holecard.report.sections.examples import result_says
from holecard.report.sections.outcome_tables import outcome_blocks
from holecard.server.table.table_json import paid_seen
from holecard.server.wire.games import game_info
from holecard.server.workers.lab_odds import outcome_seen
from holecard.terminal.help import pay_grid
from holecard.terminal.history import round_text
from holecard.terminal.log import pays_grid
from holecard.text import trace
from holecard.text.words import name_words, outcome_words
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice, Dealt, check_choice
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import RIDES, Wager
from tests.rules.rounds import GAMES, prefixes, random_round, random_rounds

every_game = pytest.mark.parametrize("name", GAMES)
STAKE = 500


def side_wagers(name: str) -> Iterator[tuple[Game, Wager, PayTable]]:
    game = CATALOGUE[name]
    return ((game, wager, table) for wager in game.wagers for table in wager.paytables)


def paid_as(wager: Wager, table: PayTable, outcome: str) -> Payout:
    pays = table.pays(outcome)
    return Payout(
        seat=1,
        wager=wager.id,
        paytable=table.name,
        stake=STAKE,
        outcome=outcome,
        pays=pays,
        net=int(pays * STAKE),
        streak=1,
    )


def printed(shown: RenderableType) -> str:
    console = Console(width=200, no_color=True)
    with console.capture() as kept:
        console.print(shown)
    return kept.get()


def cells(text: str) -> list[str]:
    """What stands first in each line: words, two spaces or more, the rest."""
    return [line.strip().split("  ")[0] for line in text.splitlines()]


@every_game
def test_every_outcome_has_one_name_everywhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = random_round(name, 3)
    for game, wager, table in side_wagers(name):
        lines = next(one for one in game_info(game).wagers if one.id == wager.id)
        wire = {one.outcome: one.says for t in lines.paytables for one in t.pays}
        beside, help_page = printed(pays_grid(wager, table.name)), printed(pay_grid(wager))
        rows = {row[0] for row in sheet_rows(game, wager, table)}
        for outcome in table.odds:
            words = outcome_words(wager, outcome)
            assert wire[outcome] == words
            assert words in cells(beside) and words in cells(help_page)
            assert words in rows
            assert lab_says(wager, table, outcome) == words
            paid = paid_as(wager, table, outcome)
            assert paid_seen(game, paid).says == words
            done = Finished("a line", (paid,), 0, 0, 0)
            assert f"{wager.name} $5: {words}  " in round_text(1, game, done).plain
            if outcome != RIDES:
                monkeypatch.setattr(trace, "bet_payout", lambda *_, one=paid: one)
                event = trace.Weave(replace(dealt, game=game)).settle_bet(0, Bet(wager.id, STAKE))
                assert event.says.startswith(f"Seat {dealt.seats[0].seat}: {wager.name}, {words}, ")
            if paid.net and outcome != "win":
                assert f"({words})" in result_says(game, paid)


def sheet_rows(game: Game, wager: Wager, table: PayTable) -> tuple[tuple[str, ...], ...]:
    odds = priced(wager, table, even_chances(wager))
    facts: Any = SimpleNamespace(
        game=game, odds=SimpleNamespace(wagers=[odds]), wager=lambda _: wager
    )
    found, *_ = outcome_blocks(facts, wager.id)
    return cast(Table, found).rows


def lab_says(wager: Wager, table: PayTable, outcome: str) -> str:
    odds = priced(wager, table, even_chances(wager))
    return outcome_seen(wager, odds, next(row for row in odds.outcomes if row.id == outcome)).says


def even_chances(wager: Wager) -> Chances:
    return Chances.counted([1] * len(wager.outcomes), len(wager.outcomes))


def test_the_suited_busts_of_lucky_break() -> None:
    wager = CATALOGUE["lucky-break"].wager("lucky-break")
    suited = [outcome for outcome in wager.outcomes if outcome.endswith("suited")]
    assert len(suited) == 15
    for outcome in suited:
        total, cards, _ = outcome.split("-")
        more = "+" if cards == "5" else ""  # five or more
        assert outcome_words(wager, outcome) == f"{total}, {cards}{more} suited"


def test_names_are_read_out_and_only_a_range_keeps_its_dash() -> None:
    names = {
        "6-7-cards": "6-7 cards",
        "push-17-19": "push 17-19",
        "three-of-a-kind": "three of a kind",
        "20-beaten": "20 beaten",
        "no-insurance": "no insurance",
        "net -1.5": "net -1.5",
    }
    assert {name: name_words(name) for name in names} == names


def test_words_of_an_outcome_that_is_not_there_are_refused() -> None:
    wager = CATALOGUE["bad-beat"].wager("bad-beat")
    with pytest.raises(BadDefinition, match=r"words of bad-beat: no outcome called '20-beat'"):
        replace(wager, words={"20-beat": "20 is beaten"})


def last_words(seen: View) -> dict[tuple[int, int], tuple[str, int | None]]:
    """By seat and hand, what the events so far say it is; of the dealer's under (0, 0)."""
    told = [event for event in seen.events if event.hand_says]
    return {(event.seat, event.hand): (event.hand_says, event.total) for event in told}


@every_game
def test_events_say_what_each_hand_is(name: str) -> None:
    """A page that shows the events one by one arrives at what the view says."""
    for dealt in random_rounds(name, seed=21, rounds=60):
        for so_far in prefixes(dealt):
            seen = view(so_far)
            told = last_words(seen)
            if not seen.called_off:
                assert told[0, 0] == (seen.dealer_does, seen.dealer_total)
            for seat in seen.seats:
                for place, hand in enumerate(seat.hands):
                    if (seat.seat, place) in told:
                        assert told[seat.seat, place] == (hand.hand_says, hand.total)
                    else:
                        assert hand.why == "to come" or len(hand.cards.split()) == 1


@every_game
def test_amounts_are_those_a_choice_takes(name: str) -> None:
    for dealt in random_rounds(name, seed=22, rounds=60):
        for so_far in prefixes(dealt):
            asked = {one for one in WITH_AMOUNT if so_far.ask and one in so_far.ask.legal}
            assert len(view(so_far).amounts) == len(asked)
            for action in asked:
                check_bounds(so_far, action)


def check_bounds(dealt: Dealt, action: int) -> None:
    least, most = dealt.amounts(action)
    assert dealt.ask is not None
    stake = dealt.main_stake(dealt.ask.place)
    assert most == (stake // 2 if action == INSURE else stake)
    for amount in (least, most):
        check_choice(dealt, Choice(action, amount))
    for amount in (least - 1, most + 1):
        with pytest.raises(IllegalAction):
            check_choice(dealt, Choice(action, amount))


@every_game
def test_a_seats_net_is_what_its_wagers_bring_the_purse(name: str) -> None:
    for dealt in random_rounds(name, seed=23, rounds=40):
        seen = view(dealt)
        for seat in seen.seats:
            mine = [one for one in seen.paid if one.seat == seat.seat and not one.rides]
            given = sum(one.stake for one in mine if one.payee == "dealer")
            own = sum(one.net for one in mine if one.payee == "player")
            assert seat.net == own - given
