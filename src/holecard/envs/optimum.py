"""What best play is worth, what it does, and what another choice gives away, from the solver.

Best play is that of `holecard odds`: from a full shoe, by the cards of the hand and what the dealer
shows, split hands by a stated convention. It judges an observation by what the observation says.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from holecard.dealing import felt as f
from holecard.dealing.actions import ACTION_NAMES, Legal
from holecard.envs.seen import (
    ACTIONS_KNOWN,
    BETS,
    OVER,
    SEE_BESIDE,
    SEE_BESIDE_NEWEST,
    SEE_BURNED,
    SEE_DEALER,
    SEE_DOUBLED,
    SEE_FREE,
    SEE_HAND,
    SEE_HAND_NUMBER,
    SEE_HANDS,
    SEE_MAY,
    SEE_NEWEST,
    SEE_OPEN,
    SEE_PAID,
    SEE_PHASE,
    SEE_RAISED,
    SEE_SPLIT,
    SEE_SUITS,
    Row,
    usual_choice,
)
from holecard.envs.sitting import Sitting
from holecard.errors import NotAllowed
from holecard.wagers.dealt import Ask, Dealt
from holecard.wagers.wager import FEE

if TYPE_CHECKING:
    from holecard.odds.playbook import Playbook
    from holecard.odds.result import WagerOdds

BOOKS: dict[str, Playbook] = {}  # solved once in a process, by the game's definition


class Observed:
    """An observation in the place of a round: what the solver's hints read of one."""

    def __init__(self, row: Row) -> None:
        self.row = row
        may = row[SEE_MAY:SEE_OPEN]
        legal = Legal(sum(1 << action for action in may.nonzero()[0].tolist()))
        self.ask = Ask(0, int(row[SEE_HAND_NUMBER]), legal)

    def cards(self, place: int, hand: int) -> tuple[int, ...]:
        """Cards of these values: the one it was split from first, the newest last. Of the hands
        that were split off the same pair only that one is observed."""
        beside = place > 0  # the other hand of the same player
        if not beside and hand != self.ask.hand:
            return (card_of(int(self.row[SEE_SPLIT])),)
        counts = list(self.row[SEE_BESIDE:SEE_BESIDE_NEWEST] if beside else
                      self.row[SEE_HAND:SEE_SUITS])  # fmt: skip
        first = 0 if beside else int(self.row[SEE_SPLIT])
        newest = int(self.row[SEE_BESIDE_NEWEST if beside else SEE_NEWEST])
        ends = [first, newest] if first and sum(counts) > 1 else [newest]
        for worth in filter(None, ends):
            counts[worth - 1] -= 1
        rest = [worth for worth in range(1, len(counts) + 1) for _ in range(counts[worth - 1])]
        return tuple(map(card_of, (*filter(None, ends[:-1]), *rest, *filter(None, ends[-1:]))))

    @property
    def dealer_cards(self) -> tuple[int, ...]:
        return tuple(
            card_of(int(worth)) for worth in self.row[SEE_DEALER : SEE_DEALER + 2] if worth
        )

    def hand_field(self, place: int, hand: int, field: int) -> int:
        at = {f.FROM_SPLIT: SEE_SPLIT, f.DOUBLED: SEE_DOUBLED, f.FREE: SEE_FREE}[field]
        return int(self.row[at])

    def seat_field(self, place: int, field: int) -> int:
        if field == f.BURNED:
            worth = int(self.row[SEE_BURNED])
            return card_of(worth) if worth else f.NO_CARD
        return int(self.row[{f.PAID: SEE_PAID, f.RAISED: SEE_RAISED}[field]])

    def hand_count(self, place: int) -> int:
        return int(self.row[SEE_HANDS])

    def main_stake(self, place: int) -> int:
        return 1

    def hand_stake(self, place: int, hand: int) -> int:
        return 1 << int(self.row[SEE_DOUBLED])


def card_of(worth: int) -> int:
    """A card of that value, of any suit."""
    return (worth - 1) * 4


class Optimum:
    """Best play at one table."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting, self.game = sitting, sitting.game
        self.judgements: dict[tuple[bytes, int], tuple[int, Mapping[int, float]]] = {}

    def check_known(self) -> None:
        """Refuse a table whose optimum is not known."""
        if self.sitting.depth:
            raise NotAllowed(
                "best play is known from a full shoe, not from one dealt to a cut card: "
                "take shoe='fresh'"
            )
        bets = self.sitting.side_bets()
        if bets:
            raise NotAllowed(
                f"best play is known for the main wager, not with {', '.join(bets)} beside it: "
                "bet without, or take the sampled reward"
            )

    @cached_property
    def book(self) -> Playbook:
        from holecard.odds.playbook import Playbook

        known = self.game.definition_hash
        if known not in BOOKS:
            BOOKS[known] = Playbook(self.game)
        return BOOKS[known]

    def scale(self, line: int) -> float:
        """The main wager of a line of bets, in units."""
        return self.sitting.lines[line][0].main(self.game).stake / self.sitting.unit

    @cached_property
    def value(self) -> float:
        """What an episode of best play brings, all seats together: of the best line of bets. Of
        side bets that need no decision their own worth is in it."""
        if self.sitting.depth:
            self.check_known()
        return max(self.line_value(line) for line in range(len(self.sitting.lines)))

    def line_value(self, line: int) -> float:
        seats = self.sitting.lines[line]
        return sum(self.bet_value(line, bet.wager, bet.stake, bet.paytable)
                   for bet in seats[0].bets) * len(seats)  # fmt: skip

    def bet_value(self, line: int, name: str, stake: int, table: str) -> float:
        wager = self.game.wager(name)
        units = stake / self.sitting.unit
        if wager.kind == FEE:
            return -units
        if name == self.sitting.lines[line][0].main(self.game).wager:
            return units * self.main_value(line, name)
        odds = self.priced(name, table or wager.table().name)
        if odds.method != "exact":
            raise NotAllowed(
                f"{name} depends on how the hand is played: what both wagers are worth together "
                "under best play is not known. Bet without it"
            )
        return units * float(odds.ev)

    def main_value(self, line: int, name: str) -> float:
        from holecard.dealing.settle import OWN

        if self.game.wager(name).backs != OWN:
            return float(self.priced(name, "standard").ev)
        paid = any(
            self.game.wager(bet.wager).kind == FEE for bet in self.sitting.lines[line][0].bets
        )
        return float(self.book.page(paid).best.ev)

    def priced(self, name: str, table: str) -> WagerOdds:
        from holecard.odds.pricing.pricer import Ask as Wanted
        from holecard.odds.pricing.pricer import game_odds

        found = game_odds(self.game, Wanted(wagers=(name,), paytables={}), self.book)
        return found.find(name, table)

    def judged(self, row: Row, line: int) -> tuple[int, Mapping[int, float]]:
        """The best action, and what each legal one is worth, per unit."""
        phase = int(row[SEE_PHASE])
        if phase == OVER:
            return usual_choice(0), {}
        if phase == BETS:
            lines = range(len(self.sitting.lines))
            worth = {ACTIONS_KNOWN + at: self.line_value(at) for at in lines}
            return max(worth, key=lambda action: worth[action]), worth
        key = (row.tobytes(), line)
        if key not in self.judgements:
            self.judgements[key] = self.judge(row, line)
        return self.judgements[key]

    def judge(self, row: Row, line: int) -> tuple[int, Mapping[int, float]]:
        from holecard.odds.solve.judged import judged

        observed = cast(Dealt, Observed(row))
        best, worth = judged(self.book.at(observed).best, observed)
        scale = self.scale(line) * (1 + int(row[SEE_RAISED]))
        return ACTION_NAMES.index(best), {
            ACTION_NAMES.index(name): each * scale for name, each in worth.items()
        }

    def best(self, row: Row, line: int) -> int:
        return self.judged(row, line)[0]

    def regret(self, row: Row, action: int, line: int) -> float:
        """What a legal action gives away."""
        if row[SEE_PHASE] == OVER:
            return 0.0
        best, worth = self.judged(row, line)
        if action not in worth:
            raise NotAllowed(
                f"action {action} is not legal here: it gives nothing away, and the mask says so"
            )
        return max(0.0, worth[best] - worth[action])

    def start_value(self, row: Row, line: int) -> float:
        """What a round is worth at its first choice, the payment taken off."""
        best, worth = self.judged(row, line)
        fees = [bet.stake for bet in self.sitting.lines[line][0].bets
                if self.game.wager(bet.wager).kind == FEE]  # fmt: skip
        return worth[best] - sum(fees) / self.sitting.unit
