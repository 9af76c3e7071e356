"""A bet on the dealer's card in the terminal: offered once the dealer has looked, asked for how
much, refused in words, and gone once a seat has played."""

from __future__ import annotations

from textual.widgets import Input, Static

from holecard.games.from_file import load_game
from holecard.terminal.amount import LateScreen
from tests.odds.test_examples_bets import EXAMPLES
from tests.terminal.test_terminal import seated

GAME = load_game(str(EXAMPLES / "bust_bonus.py"))


async def test_a_late_bet_is_made_with_l_and_settled() -> None:
    async with seated(GAME, 3) as player:
        await player.put("main")
        assert "bust-bonus" not in [one.id for one in player.placing.spots]
        await player.press("space")
        while "stand" not in player.table.legal:  # an offer first, or a round that asks nothing
            await player.press("n" if player.table.in_round else "space")
        assert "bet Bust Bonus" in player.part("bar")
        purse = player.table.purse
        await player.press("l")
        asks = player.pilot.app.screen
        assert isinstance(asks, LateScreen)
        asks.query_one("#amount", Input).value = "1000"
        await player.press("enter")
        refusal = str(asks.query_one("#amount-refusal", Static).content)
        assert "$1 to $100" in refusal, refusal
        asks.query_one("#amount", Input).value = "5"
        await player.press("enter")
        assert player.table.purse == purse - 500
        assert "bet Bust Bonus" not in player.part("bar")
        while player.table.in_round:
            await player.press("s" if "stand" in player.table.legal else "n")
        assert "bust-bonus 5" in player.table.history[-1].line
