"""A game with a meter that is won every few rounds, with envy, with a card dealt for a bet and with
prizes by size; and tables of it."""

from __future__ import annotations

from pathlib import Path

from holecard.errors import UnknownName
from holecard.games import find_game
from holecard.games.from_file import bring_game
from holecard.wagers.game import Game
from tests.people.desk import Desk

HOT = """
from fractions import Fraction
from holecard import PayTable, Wager
from holecard.wagers.meter import Meter

LOST, PAIR, SOME, WHOLE = range(4)

def hot(first_rank, second_rank):
    if first_rank == second_rank:
        return PAIR
    return {7: WHOLE, 8: SOME}.get(first_rank, LOST)

WAGERS = (Wager(id="hot", name="Hot Seven", says="a seven, an eight, or a pair",
                classify=hot, outcomes=("lose", "pair", "some", "whole"), least=500, most=500,
                paytables=(PayTable("usual", {"pair": 4}), PayTable("more", {"pair": 5})),
                meter=Meter(seed=20_000, share=Fraction(1, 5),
                            pays={"some": Fraction(1, 3), "whole": Fraction(1)})),
          Wager(id="envious", name="Envious", says="a pair here, or elsewhere",
                classify=lambda first_rank, second_rank: int(first_rank == second_rank),
                outcomes=("lose", "pair"), paytables=(PayTable("usual", {"pair": 8}),),
                envy={"pair": 2}),
          Wager(id="red-next", name="Red Next", says="your next card is red",
                classify=lambda next_colour: next_colour, outcomes=("lose", "red"),
                paytables=PayTable.by_size("by-size", {100: {"red": 0}, 500: {"red": 1}})))
"""
BETS = [("main", 1000), ("hot", 500), ("envious", 500), ("red-next", 500)]


def hot_file(folder: Path) -> Path:
    file = folder / "hot.py"
    file.write_text(HOT)
    return file


def hot_game(folder: Path) -> Game:
    """`hot`, brought as an operator brings it."""
    try:
        return find_game("hot")
    except UnknownName:
        return bring_game(hot_file(folder))


class TwoTables(Desk):
    """A desk whose players keep what they added to each table's shoes apart."""

    def mix(self, player: str) -> None:
        kept = vars(self).setdefault("kept", {})
        self.secrets = kept.setdefault(self.table, {})
        super().mix(player)


def play_hot(desk: Desk, seats: dict[str, tuple[int, ...]]) -> None:
    """A round in which every seat bets on the meter."""
    for player in seats:
        desk.mix(player)
    for player, own in ((player, own) for player, own in seats.items() if own):
        assert desk.bet(player, {seat: BETS for seat in own}).status == 200, desk.answer.body
    for player in seats:
        assert desk.confirm(player).status == 200
    while desk.state.playing:
        desk.choose_random()
