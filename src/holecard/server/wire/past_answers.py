"""What is told of choices and rounds gone by: hints, mistakes, replays, shoes. Money in cents."""

from __future__ import annotations

from holecard.server.wire.answers import Said
from holecard.server.wire.table_answers import RoundSeen


class ChoiceWorth(Said):
    choice: str
    says: str
    value: float  # per initial wager, in units of it
    cost: int  # cents, expected, against the best choice


class HintSeen(Said):
    round: int
    step: int
    seat: int
    best: str
    best_says: str
    worth: list[ChoiceWorth]  # best first
    method: str
    rules_line: str


class MistakeSeen(Said):
    step: int
    seat: int
    hand: int
    made: str
    made_says: str
    best: str
    best_says: str
    cost: int  # cents, expected
    cards: str  # of the hand, as it lay there,
    hand_says: str
    dealer: str  # and what was seen of the dealer's


class RoundMistakes(Said):
    round: int
    decisions: int
    mistakes: list[MistakeSeen]


class HandListed(Said):
    seat: int
    cards: str
    says: str


class RoundListed(Said):
    number: int
    shoe: int
    at: int
    line: str
    net: dict[str, int]  # by seat
    called_off: bool
    dealer: str
    dealer_says: str
    hands: list[HandListed]  # in the order of the seats


class RoundList(Said):
    rounds: list[RoundListed]


class PurseMove(Said):
    player: str
    before: int
    after: int


class RoundReplay(Said):
    number: int
    shoe: int
    at: int
    line: str
    definition: str  # hash of rules, wagers and pay tables
    view: RoundSeen
    views: list[RoundSeen]  # as it stood before each choice, then at the end
    purses: list[PurseMove]


class RoundShared(Said):
    """A round for whoever has its link: nobody's name and nobody's purse."""

    table: str
    number: int
    game: str
    game_name: str
    rules_line: str
    at: int
    line: str
    title: str
    says: str  # what became of it, in the dealer's words
    views: list[RoundSeen]  # as it stood before each choice, then at the end


class ShoeListed(Said):
    number: int
    commitment: str
    committed_at: int
    opened_at: int | None
    revealed_at: int | None
    void: bool  # never dealt from, or not to its end


class ShoeList(Said):
    shoes: list[ShoeListed]
