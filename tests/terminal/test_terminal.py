"""The terminal table, played by keys only."""

from __future__ import annotations

import html
import random
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from holecard.cards import read_card
from holecard.dealing.actions import DOUBLE, INSURE, KEYS
from holecard.errors import RefusedWager
from holecard.games import BAD_BEAT, BREAKOUT, BURNOUT, CATALOGUE, CLASSIC, FACE_UP, LUCKY_BREAK
from holecard.money import money_text
from holecard.play.table import PURSE, Table
from holecard.play.view import BACK, view
from holecard.terminal import HolecardApp
from holecard.terminal.help import HelpScreen
from holecard.terminal.history import HistoryScreen
from holecard.terminal.lobby import LobbyScreen
from holecard.terminal.placing import CHIPS, Placing
from holecard.terminal.reveal import staged
from holecard.terminal.table_screen import TableScreen
from holecard.terminal.words import pays_words
from holecard.text.line import read_line, replay
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.riding import Carried
from holecard.wagers.wager import FEE, RIDING

SIZE = (120, 40)


class Player:
    """Presses keys and reads the screen."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot

    @property
    def screen(self) -> TableScreen:
        assert isinstance(self.pilot.app.screen, TableScreen)
        return self.pilot.app.screen

    @property
    def table(self) -> Table:
        return self.screen.table

    @property
    def placing(self) -> Placing:
        return self.screen.placing

    @property
    def refusal(self) -> str:
        return self.screen.sitting.refusal

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def put(self, wager: str, chip: int = 500) -> None:
        """Pick the chip and the spot, and put one on the other."""
        names = [spot.id for spot in self.placing.spots]
        steps = names.index(wager) - self.placing.spot
        moves = ["right" if steps > 0 else "left"] * abs(steps)
        pick = [str(CHIPS.index(chip) + 1)] if chip != self.placing.chip else []
        await self.press(*pick, *moves, "enter")

    async def play_out(self, draw: random.Random) -> None:
        """Choose at random until the round is over; an amount prompt takes the whole amount."""
        while self.table.in_round:
            legal = [key for key, action in KEYS.items() if action in self.table.legal]
            await self.press(draw.choice(legal))
            if isinstance(self.pilot.app.focused, Input):
                await self.press("enter")

    def part(self, name: str) -> str:
        return str(self.screen.query_one(f"#{name}", Static).content)

    def text(self) -> str:
        """Everything on the screen, line by line."""
        svg = self.pilot.app.export_screenshot()
        found = re.findall(r'<text[^>]* y="([\d.]+)"[^>]*>([^<]*)</text>', svg)
        lines: dict[str, str] = {}
        for y, words in found:
            lines[y] = lines.get(y, "") + html.unescape(words).replace("\xa0", " ")
        return "\n".join(lines[y] for y in sorted(lines, key=float))


@asynccontextmanager
async def seated(
    game: Game | None,
    seed: int = 1,
    purse: int = PURSE,
    pace: float = 0,
    size: tuple[int, int] = SIZE,
) -> AsyncIterator[Player]:
    app = HolecardApp(game, random.Random(seed), purse, pace)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Player(pilot)


def seeds(game: Game, action: int, stake: int = 1_000) -> Iterator[int]:
    """Seeds whose first deal to seat 1 asks for this action."""
    for seed in range(2_000):
        table = Table(game, random.Random(seed))
        table.deal({1: [Bet(game.mains[0].id, stake)]})
        if action in table.legal:
            yield seed


@pytest.mark.parametrize(
    ("game", "main"),
    [(game, main.id) for game in CATALOGUE.values() for main in game.mains],
    ids=lambda value: value if isinstance(value, str) else value.id,
)
async def test_a_full_round_with_every_wager_that_may_be_placed(game: Game, main: str) -> None:
    async with seated(game, seed=11) as player:
        await player.put(main)
        allowed = {main}
        for wager in game.placeable:
            if wager.id != main:
                await player.put(wager.id)
                placed = wager.id in player.placing.at(1)
                assert placed is not bool(player.refusal)
                allowed |= {wager.id} if placed else set()
        assert allowed == {
            wager.id
            for wager in game.placeable
            if wager.id == main
            or (wager not in game.mains and (not wager.with_main or main in wager.with_main))
        }
        staked = player.placing.total
        assert player.screen.sitting.purse == PURSE - staked

        await player.press("space")
        await player.play_out(random.Random(1))

        done = player.table.history[-1]
        paid = payouts(replay(read_line(done.line)))
        assert {one.wager for one in paid} >= allowed
        net = sum(-one.stake if one.rides else one.to_player for one in paid)
        assert player.table.purse == PURSE + net == done.after
        assert f"purse {money_text(done.after)}" in player.part("head")
        assert player.screen.sitting.seen is not None
        shown = player.text()
        for name in ("Dealer", "Seat 1", game.facts[0], "New bets", game.name):
            assert name in shown
        assert game.line.split()[0] in player.part("head")


async def test_refused_bets_are_told_in_words_and_change_nothing() -> None:
    async with seated(BREAKOUT, purse=2_000, size=(80, 24)) as player:
        await player.put("super-tie")
        assert "needs a wager on your hand or dealer's hand" in player.part("bar")
        await player.put("player-hand", 100)
        assert "takes $5 to $500" in player.part("bar")
        assert player.placing.total == 0

        await player.put("player-hand", 1_000)
        assert not player.refusal
        for wager, chip, why in (
            ("dealer-hand", 500, "a seat backs one of them"),
            ("breakout-bonus", 500, "seat 1 backs its own hand"),
            ("player-hand", 2_500, "the purse holds $20"),
        ):
            await player.put(wager, chip)
            assert why in player.text()
            assert player.placing.at(1) == {"player-hand": 1_000}
        assert player.table.purse == 2_000

        await player.press("a")
        assert "no last bets" in player.part("bar")
        await player.press("right")
        assert not player.refusal


async def test_an_action_that_is_not_legal_is_refused() -> None:
    async with seated(CLASSIC, next(seeds(CLASSIC, DOUBLE))) as player:
        await player.press("h")
        assert player.refusal == "cannot hit: no round is being dealt"
        await player.put("main", 1_000)
        await player.press("space")
        before = player.table.dealt
        await player.press("b")
        assert player.refusal.startswith("cannot burn seat 1's")
        await player.press("3")
        assert "bets are closed" in player.refusal
        assert player.table.dealt is before
        assert player.table.purse == PURSE - 1_000
        await player.press("right_square_bracket")
        bracketed = set(re.findall(r"\[(\w)\]", player.part("bar")))
        assert bracketed == {key for key in KEYS if KEYS[key] in player.table.legal}
        assert "i insurance" in player.part("bar")


async def test_help_and_history_open_and_close() -> None:
    async with seated(BAD_BEAT, 5) as player:
        await player.press("question_mark")
        assert isinstance(player.pilot.app.screen, HelpScreen)
        assert BAD_BEAT.facts[0] in player.text()
        await player.press("escape", "y")
        assert isinstance(player.pilot.app.screen, HistoryScreen)
        assert "No round has been dealt" in player.text()
        await player.press("escape")
        await player.put("main")
        await player.press("space")
        await player.play_out(random.Random(2))
        await player.press("y")
        line = player.pilot.app.screen.query_one("#rounds", Static).content
        await player.press("y")
        assert player.table.history[-1].line in str(line)


async def test_the_lobby_pitches_and_seats_and_the_purse_comes_along() -> None:
    async with seated(None, size=(80, 24)) as player:
        assert isinstance(player.pilot.app.screen, LobbyScreen)
        assert CLASSIC.pitch[:40] in player.text()
        await player.press("down", "down")
        assert LUCKY_BREAK.line in player.text()
        await player.press("enter")
        assert player.table.game is LUCKY_BREAK
        first = player.table
        await player.put("main")
        await player.press("space")
        await player.play_out(random.Random(3))
        await player.press("q")
        assert isinstance(player.pilot.app.screen, LobbyScreen)
        await player.press("1")
        assert player.table.game is CLASSIC
        assert player.table.purse == first.purse
        await player.press("q", "3")
        assert player.table is first


async def test_same_again_repeats_the_last_bets_but_not_those_that_ride() -> None:
    async with seated(BURNOUT, 5) as player:
        for wager in BURNOUT.placeable:
            await player.put(wager.id)
        first = dict(player.placing.at(1))
        assert first["burnout"] == 100
        await player.press("space")
        while player.table.in_round:
            await player.press("k" if "keep" in player.table.legal else "s")
        await player.press("a")
        carried = player.table.carried[1]
        riding = {bet.wager for bet in carried.bets}
        expected = {wager: stake for wager, stake in first.items() if wager not in riding}
        if carried.button:
            kinds = {wager.id: wager.kind for wager in BURNOUT.wagers}
            expected = {name: at for name, at in expected.items() if kinds[name] != RIDING}
        assert player.placing.at(1) == expected
        assert f"button {carried.button}" in player.part("title")
        await player.press("space")
        assert player.table.dealt is not None
        assert set(player.table.dealt.seats[0].riding) == riding


def put(placing: Placing, wager: str, chip: int = 500) -> None:
    placing.pick([spot.id for spot in placing.spots].index(wager))
    placing.chip = chip
    placing.put()


def test_burnout_payment_is_a_toggle_that_follows_the_wager() -> None:
    placing = Placing(Table(BURNOUT, random.Random(1)))
    fee = next(wager.id for wager in BURNOUT.placeable if wager.kind == FEE)
    with pytest.raises(RefusedWager, match="needs a wager on your hand"):
        put(placing, fee)
    put(placing, "main", 1_000)
    put(placing, fee)
    assert placing.at(1)[fee] == 200
    put(placing, "main", 2_500)
    assert placing.at(1)[fee] == 700
    put(placing, fee)
    assert fee not in placing.at(1)
    put(placing, fee)
    put(placing, "main", 2_500)
    placing.clear()
    assert placing.at(1) == {}


async def test_two_seats_are_played_one_after_the_other() -> None:
    async with seated(CLASSIC, 8, size=(80, 24)) as player:
        await player.put("main")
        await player.press("plus")
        await player.put("main", 1_000)
        assert [player.placing.at(seat) for seat in (1, 2)] == [{"main": 500}, {"main": 1_000}]
        await player.press("plus", "minus", "left_square_bracket")
        assert (player.placing.seats, player.placing.seat) == ([1, 2], 1)
        await player.press("space")
        asked = []
        while player.table.in_round:
            seen = player.screen.sitting.seen
            assert seen is not None and seen.asked_seat == player.placing.seat
            asked.append(seen.asked_seat)
            assert "▶" in player.part("hands")
            await player.press("s" if "stand" in player.table.legal else "n")
        assert asked == sorted(asked) and set(asked) == {1, 2}
        assert len({one.seat for one in player.table.history[-1].paid}) == 2
        await player.press("a")
        assert player.placing.total == 1_500


def test_seven_seats_at_most_and_one_at_least() -> None:
    placing = Placing(Table(CLASSIC, random.Random(1)))
    with pytest.raises(RefusedWager, match="the last seat stays"):
        placing.leave_seat()
    for _ in range(6):
        placing.add_seat()
    assert placing.seats == [1, 2, 3, 4, 5, 6, 7]
    with pytest.raises(RefusedWager, match="all 7 seats are yours"):
        placing.add_seat()


def test_a_seat_with_a_riding_bet_stays() -> None:
    table = Table(BURNOUT, random.Random(1))
    table.carried[2] = Carried(1, (Bet("bonus-2", 500),))
    placing = Placing(table)
    placing.seat = 2
    with pytest.raises(RefusedWager, match=r"seat 2 has \$5 riding"):
        placing.leave_seat()
    assert placing.seats == [1, 2]


async def test_pay_tables_are_turned_by_a_key_and_shown_on_the_spot() -> None:
    async with seated(BAD_BEAT, size=(80, 24)) as player:
        await player.press("t")
        assert "your hand has one pay table only" in player.refusal
        await player.put("main")
        await player.put("bad-beat")
        await player.press("t", "t")
        assert pays_words(BAD_BEAT, BAD_BEAT.wager("bad-beat"), "P3") in player.text()
        await player.press("space")
        assert player.table.dealt is not None
        assert Bet("bad-beat", 500, "P3") in player.table.dealt.seats[0].bets


async def test_insurance_for_less_asks_for_the_amount() -> None:
    async with seated(CLASSIC, next(seeds(CLASSIC, INSURE))) as player:
        await player.put("main", 1_000)
        await player.press("space", "i", "9", "enter")
        refusal = player.pilot.app.screen.query_one("#amount-refusal", Static).content
        assert "insurance takes up to $5" in str(refusal)
        await player.press("escape")
        assert player.table.purse == PURSE - 1_000
        await player.press("i", "3", "enter")
        assert player.table.dealt is not None
        assert player.table.dealt.choices == (Choice(INSURE, 300),)
        assert player.screen.query_one("#spot-insurance").display


async def test_doubling_for_less_is_asked_only_where_the_rules_allow_it() -> None:
    async with seated(FACE_UP, next(seeds(FACE_UP, DOUBLE))) as player:
        await player.put("main", 1_000)
        await player.press("space", "d", "4", "enter")
        assert player.table.dealt is not None
        assert player.table.dealt.choices[0] == Choice(DOUBLE, 400)
    async with seated(CLASSIC, next(seeds(CLASSIC, DOUBLE))) as player:
        await player.put("main", 1_000)
        await player.press("space", "d")
        assert player.table.dealt is not None
        assert player.table.dealt.choices[0] == Choice(DOUBLE)


async def test_the_dealer_takes_time_and_space_shows_the_rest() -> None:
    async with seated(BREAKOUT, 3, pace=60) as player:
        await player.put("dealer-hand")
        await player.press("space")
        sitting = player.screen.sitting
        assert sitting.revealing and sitting.purse == PURSE - 500
        player.screen.tick()
        assert sitting.shown == 1
        await player.press("space")
        assert not sitting.revealing
        assert sitting.purse == player.table.purse
        assert "The round is over" in player.part("bar")


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=CATALOGUE)
def test_a_card_is_not_shown_before_its_event(game: Game) -> None:
    table = Table(game, random.Random(4))
    table.deal({seat: [Bet(game.mains[-1].id, 1_000)] for seat in (1, 2)})
    while table.in_round:
        table.push(table.default_choice())
    assert table.dealt is not None
    whole = view(table.dealt)
    for shown in range(len(whole.events) + 1):
        part = staged(whole, shown)
        dealt = [event.card for event in part.events if event.card is not None]
        lying = part.dealer.split() + [
            card for seat in part.seats for hand in seat.hands for card in hand.cards.split()
        ]
        open_cards = [read_card(card) for card in lying if card != BACK]
        assert set(open_cards) <= set(dealt)
        turned = any(event.kind == "turn" for event in part.events)
        assert (BACK in lying) is (any(event.hidden for event in part.events) and not turned)
    assert staged(whole, len(whole.events)) == whole


async def test_everything_that_matters_is_visible_at_80_by_24_without_colour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with seated(BREAKOUT, 3, size=(80, 24)) as player:
        await player.put("player-hand")
        shown = player.text()
        for wager in BREAKOUT.placeable:
            assert wager.name in shown
            assert pays_words(BREAKOUT, wager) in shown
        assert BREAKOUT.line in shown
        assert "╔" in shown and "<2 $5>" in shown
        await player.press("space")
        shown = player.text()
        assert "▶" in shown and "[h] hit" in shown and "░░░" in shown
        for wager in BREAKOUT.placeable:
            assert wager.name in shown
