"""At the terminal: advice when asked, leaving in mid-hand and coming back, another window, and what
to do before anything lies on a spot.

Seen to fail: with a hand that is come back to settled against the purse it was dealt from (what was
won elsewhere meanwhile was gone); with the felt drawn for the width it had before the column beside
it grew; with Space answering by the number of seats a round takes.
"""

from __future__ import annotations

import random
import threading

from textual.widgets import Static

from holecard.cli.play import Adviser
from holecard.dealing.actions import DOUBLE, SPLIT
from holecard.games import CLASSIC, FACE_UP
from holecard.play.table import PURSE, Table
from holecard.play.view import view
from holecard.terminal import HolecardApp
from holecard.terminal.felt_view import FeltView
from holecard.terminal.lobby import LobbyScreen
from holecard.wagers.dealt import Dealt
from tests.terminal.test_terminal import SIZE, Player, seated, seeds

STAKE = 1_000


async def test_a_hand_that_is_left_waits_and_the_money_is_right() -> None:
    async with seated(CLASSIC, next(seeds(CLASSIC, DOUBLE))) as player:
        await player.put("main", STAKE)
        await player.press("space")
        first, dealt = player.table, player.table.dealt
        assert first.in_round
        await player.press("q")
        assert isinstance(player.pilot.app.screen, LobbyScreen)
        welcome = str(player.pilot.app.screen.query_one("#lobby-name", Static).content)
        assert f"your hand waits at {CLASSIC.name}" in welcome and "$990" in welcome
        await player.press("6")
        assert player.table.game is FACE_UP and player.table.purse == PURSE - STAKE
        await player.put("main", STAKE)
        await player.press("space")
        await player.play_out(random.Random(2))
        elsewhere = player.table.purse - (PURSE - STAKE)
        await player.press("q", "1")
        assert player.table is first and player.table.dealt is dealt
        assert "has" in player.part("bar") and "Your turn." in player.part("bar")
        await player.play_out(random.Random(1))
        own = first.history[-1]
        assert first.purse == PURSE + elsewhere + sum(one.to_player for one in own.paid)
        assert own.after - own.before == sum(one.to_player for one in own.paid)
        await player.press("a")
        assert player.placing.total == STAKE, "the bets of the hand are there to be repeated"


async def test_nothing_is_dealt_before_a_bet() -> None:
    async with seated(CLASSIC) as player:
        await player.press("space")
        assert player.refusal.startswith("place a bet first")
        assert player.table.dealt is None


async def test_it_is_centred_again_in_another_window() -> None:
    async with seated(CLASSIC, size=(90, 40)) as player:
        await player.put("main", STAKE)
        await player.press("space")
        for size in ((130, 40), (84, 40), SIZE):
            await player.pilot.resize_terminal(*size)
            await player.pilot.pause()
            width = player.screen.query_one(FeltView).scrollable_content_region.width
            lines = [line for line in player.part("dealer").splitlines() if line.strip()]
            left = min(len(line) - len(line.lstrip()) for line in lines)
            right = width - max(len(line) for line in lines)
            assert abs(left - right) <= 1, (size, width, lines)


async def test_advice_comes_when_it_is_ready_and_goes_with_the_hand() -> None:
    ready = threading.Event()

    def advise(dealt: Dealt) -> str:
        assert ready.wait(20)
        return f"Stand, {len(dealt.choices)} choices made."

    app = HolecardApp(CLASSIC, random.Random(next(seeds(CLASSIC, DOUBLE))), pace=0, hint=advise)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        player = Player(pilot)
        await player.put("main", STAKE)
        assert "what now?" not in player.part("bar")
        await player.press("space", "w")
        assert "Asking the solver" in player.part("bar")
        assert "what now?" in player.part("bar"), "the table is awake meanwhile"
        ready.set()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "Stand, 0 choices made." in player.part("bar")
        await player.press("s")
        assert "choices made" not in player.part("bar")


def test_the_adviser_says_what_the_solver_does() -> None:
    """Two tens are left alone, and splitting or hitting them is priced."""
    seed = next(seeds(CLASSIC, SPLIT))
    tens = (one for one in (seed, *range(seed + 1, 3_000)) if is_twenty(Table(CLASSIC, one)))
    table = Table(CLASSIC, next(tens))
    dealt = table.deal("1 main 10")
    words = Adviser()(dealt)
    assert words.startswith("Stand. ") and "hit costs $" in words.lower()
    assert "split costs $" in words.lower() and "Best play from a full shoe" in words


def is_twenty(table: Table) -> bool:
    dealt = table.deal("1 main 10")
    return SPLIT in table.legal and view(dealt).seats[0].hands[0].total == 20
