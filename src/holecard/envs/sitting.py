"""The table an environment deals at: its game, what may be bet, its shoe, and the round so far.

Randomness comes from outside, and bets are those of a round line: `main 10 bad-beat:P2 5`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

import numpy as np

from holecard.cards import read_cards
from holecard.dealing.felt import SEATS
from holecard.envs.seen import (
    ACTIONS_KNOWN,
    COUNTED,
    WORTH,
    Row,
    between_rounds,
    may_bits,
    seen_row,
    usual_choice,
)
from holecard.errors import NotAllowed, Unreadable
from holecard.games.from_file import named_game
from holecard.play.view import View, silent_view
from holecard.shoe import check_cards, full_shoe
from holecard.text.line import read_bets
from holecard.wagers.bets import SeatBets, check_table
from holecard.wagers.dealt import Choice, Dealt, deal_round, seat_row
from holecard.wagers.game import Game
from holecard.wagers.payout import seat_net
from holecard.wagers.wager import FEE, MAIN, RIDING

FRESH = "fresh"
STAKE = 10  # dollars on the main wager, where nothing else is said
Rules = Mapping[str, object] | str | None
Seats = tuple[SeatBets, ...]


def ruled(game: Game | str, rules: Rules) -> Game:
    """The game under these rules: options by name, or a rules line."""
    found = named_game(game) if isinstance(game, str) else game
    if isinstance(rules, str):
        return found.read(rules)
    return found.but(**rules) if rules else found


def read_lines(game: Game, bets: str | Sequence[str], seats: int) -> tuple[Seats, ...]:
    """What can be bet, each seat the same: one line, or several to choose from."""
    if not 1 <= seats <= SEATS:
        raise Unreadable(f"a table has 1 to {SEATS} seats, not {seats}")
    lines = [bets] if isinstance(bets, str) else list(bets)
    if not lines:
        raise Unreadable("no bets to choose from: name some, such as ['main 10', 'main 50']")
    return tuple(read_line(game, line or f"{game.mains[0].id} {STAKE}", seats) for line in lines)


def read_line(game: Game, line: str, seats: int) -> Seats:
    found = read_bets(game, "; ".join(f"{seat} {line}" for seat in range(1, seats + 1)))
    table = tuple(SeatBets(seat, tuple(bets)) for seat, bets in found.items())
    for bet in table[0].bets:
        if game.wager(bet.wager).kind == RIDING:
            raise NotAllowed(
                f"{bet.wager} rides over several rounds, and an episode is one: bet without it"
            )
    check_table(game, table)
    return table


def read_depth(shoe: str | float) -> float:
    """The share of the shoe that is dealt before it is shuffled; 0 for a fresh one each round."""
    if shoe == FRESH:
        return 0.0
    if isinstance(shoe, str) or not 0 < shoe < 1:
        raise Unreadable(f"cannot deal from {shoe!r}: 'fresh', or a share such as 0.75")
    return float(shoe)


def counted(cards: Sequence[int]) -> list[int]:
    """How many of each value."""
    found = [0] * COUNTED
    for card in cards:
        found[WORTH[card] - 1] += 1
    return found


class Sitting:
    """Rounds one after another at one table."""

    def __init__(
        self,
        game: Game,
        bets: str | Sequence[str] = "",
        seats: int | None = None,
        shoe: str | float = FRESH,
    ) -> None:
        """`seats`: as many as one player has, if none are given."""
        self.game = game
        self.two = game.seats_a_player > 1
        self.lines = read_lines(game, bets, game.seats_a_player if seats is None else seats)
        self.given = [[seat_row(game, seat) for seat in seats] for seats in self.lines]
        self.chooses = not isinstance(bets, str)  # the player picks a line before each deal
        self.depth = read_depth(shoe)
        self.unit = self.lines[0][0].main(game).stake
        self.deck = np.array(full_shoe(game.rules.decks, game.answers.deck), dtype=np.int64)
        self.cut = ceil(self.depth * self.deck.size)
        self.shoe: tuple[int, ...] = ()
        self.out = self.deck.size  # cards of the shoe dealt in earlier rounds; none is there yet
        self.past = counted(())  # the cards of earlier rounds of this shoe, by value
        self.line = 0
        self.dealt: Dealt | None = None

    @property
    def actions(self) -> int:
        """How many actions there are: the felt's, and a line of bets each where they are chosen."""
        return ACTIONS_KNOWN + (len(self.lines) if self.chooses else 0)

    def stack(self, cards: Sequence[int] | str) -> None:
        """Deal from these cards, in this order, until they are used up or the cut card comes."""
        order = read_cards(cards) if isinstance(cards, str) else tuple(int(card) for card in cards)
        check_cards(order, self.game.rules.decks, self.game.answers.deck)
        self.shoe, self.out, self.dealt = order, 0, None

    def new_shoe(self, draw: np.random.Generator) -> None:
        self.shoe = tuple(draw.permutation(self.deck).tolist())
        self.out, self.dealt = 0, None

    def sit(self, draw: np.random.Generator, stacked: bool = False) -> None:
        """Get ready for a round: the last one's cards are out, and the shoe is shuffled if it is
        time, or if a round was left with cards face down. Bets that nobody chooses are made."""
        self.out += len(self.dealt.drawn) if self.over and self.dealt else 0
        self.out = self.deck.size if self.dealt and not self.over else self.out
        self.dealt = None
        if not stacked and self.out >= self.cut:
            self.new_shoe(draw)
        self.past = counted(self.shoe[: self.out])
        if not self.chooses:
            self.bet(0)

    def bet(self, line: int) -> None:
        self.line = line
        self.deal(())

    def deal(self, choices: tuple[Choice, ...]) -> None:
        seats, given = self.lines[self.line], self.given[self.line]
        self.dealt = deal_round(self.game, seats, self.shoe[self.out :], choices, given)

    @property
    def legal(self) -> int:
        """The legal actions, a bit each: lines of bets before the deal, `stand` after the round."""
        if self.dealt is None:
            return sum(1 << ACTIONS_KNOWN + line for line in range(len(self.lines)))
        return may_bits(self.dealt.ask.legal.mask if self.dealt.ask else 0)

    def can(self, action: int) -> bool:
        return 0 <= action < self.actions and self.legal >> action & 1 == 1

    def choose(self, action: int) -> None:
        """Make a legal bet or choice; after a round there is nothing left to choose."""
        if self.dealt is None:
            self.bet(action - ACTIONS_KNOWN)
        elif self.dealt.ask:
            self.deal((*self.dealt.choices, Choice(action)))

    @property
    def usual(self) -> int:
        """What is done for somebody who names nothing legal."""
        return ACTIONS_KNOWN if self.dealt is None else usual_choice(self.legal)

    @property
    def over(self) -> bool:
        return self.dealt is not None and self.dealt.ask is None

    @property
    def view(self) -> View | None:
        return silent_view(self.dealt) if self.dealt else None

    @property
    def row(self) -> Row:
        """What the asked seat sees, as numbers."""
        return self.row_at(-1)

    def row_at(self, place: int) -> Row:
        """What the seat at a place of the table sees, as numbers."""
        if self.dealt is None:
            return between_rounds(self.past, self.two)
        return seen_row(self.dealt, self.past, place)

    def net(self, seat: int = 0) -> Fraction:
        """What the round brought one seat, or all of them, per main wager of the first line."""
        if self.dealt is None:
            return Fraction(0)
        seats = enumerate(self.dealt.seats)
        net = sum(seat_net(self.dealt, at) for at, one in seats if seat in (0, one.seat))
        return Fraction(net, self.unit)

    def side_bets(self) -> list[str]:
        """What is bet beside the main wager and a payment, on any line."""
        bets = {bet.wager: None for line in self.lines for bet in line[0].bets}
        return [name for name in bets if self.game.wager(name).kind not in (MAIN, FEE)]
