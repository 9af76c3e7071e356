"""What each choice is worth to a bonus on a streak, by the play that wins most of the decided
rounds: with the payment made or without it, for a bonus made now or one that rides with wins before
it.

Later rounds are won as often as that play wins them, the payment made in each of them if it is made
now. After a split nothing is said: its hands settle the round together (U5).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from holecard.cards import value
from holecard.dealing import felt as f
from holecard.dealing.actions import BURN, KEEP, SPLIT
from holecard.dealing.settle import STREAK_COUNTS
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.streaks import worth_after
from holecard.odds.solve.acts import ACTIONS, DOUBLE, HIT, STAND, SURRENDER
from holecard.odds.solve.best_play import Play, Sight
from holecard.odds.solve.burn import BurnSight
from holecard.odds.solve.burn_kernels import burn_card
from holecard.odds.solve.decide import hand_number, sight_at
from holecard.odds.solve.for_streak import Table, share_won
from holecard.odds.solve.hand_kernels import BUST, Odds, Shoe
from holecard.odds.solve.round_results import RoundOdds, round_odds
from holecard.wagers.dealt import Ask, Dealt

Chances = tuple[float, float]  # of the round: won, and lost


class StreakWorths:
    """Those of one page of a playbook: with the payment made, or without it."""

    def __init__(self, book: Playbook, paid: bool) -> None:
        self.book = book
        self.paid = paid

    @cached_property
    def play(self) -> Play:
        return self.book.page(self.paid).best

    @cached_property
    def rounds(self) -> RoundOdds:
        return round_odds(self.play)

    @cached_property
    def coin(self) -> float:
        """What a push is worth of a win."""
        return share_won(self.rounds)

    @cached_property
    def tables(self) -> dict[int, Table]:
        return {}

    def worths(self, dealt: Dealt, ask: Ask) -> dict[int, float]:
        if dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT):
            return {}
        sight = sight_at(self.play, dealt)
        found = self.chances(sight, dealt, ask)
        after = self.after(dealt.seats[ask.place].button)
        worths = {
            action: win * after[1] + (1 - win - lose) * after[0] + lose * after[-1]
            for action, (win, lose) in found.items()
        }
        worths[ACTIONS[SURRENDER]] = after[STREAK_COUNTS[GAVE_UP]]
        return worths

    def after(self, button: int) -> dict[int, float]:
        """What the bonus is worth when a round from this button is won, pushed or lost."""
        wager = self.book.game.wager(self.book.wager)
        return worth_after(wager, self.book.paytable, self.rounds, button)

    def chances(self, sight: Sight, dealt: Dealt, ask: Ask) -> dict[int, Chances]:
        """How often the round is won and lost by each choice."""
        cards, burned = dealt.cards(ask.place, ask.hand), dealt.seat_field(ask.place, f.BURNED)
        if BURN in ask.legal:
            doubled = bool(dealt.hand_field(ask.place, ask.hand, f.DOUBLED))
            before = hand_number(self.play, cards[:-1])
            return self.card_brought(sight, before, value(cards[-1]) - 1, doubled)
        hand = hand_number(self.play, cards)
        if isinstance(sight, BurnSight):
            if burned != f.NO_CARD:
                return self.once_burned(sight, hand, value(burned) - 1)
            double = self.table(sight).doubled(self.coin).odds
        else:
            double = sight.double
        acts = {STAND: sight.stand, HIT: sight.hit, DOUBLE: double}
        found = {ACTIONS[act]: at(odds, hand) for act, odds in acts.items()}
        if SPLIT in ask.legal:
            _, split = self.table(sight).pairs.split(value(cards[0]) - 1, self.coin)
            found[SPLIT] = split.win, split.lose
        return {action: one for action, one in found.items() if not np.isnan(one[0])}

    def card_brought(
        self, sight: Sight, before: int, card: int, doubled: bool
    ) -> dict[int, Chances]:
        """A card that a hit or a double brought, kept or burned."""
        assert isinstance(sight, BurnSight), "a burn without the payment"
        into = int(self.play.spec.hands.after[before, card])
        kept = 0.0, 1.0
        if into != BUST:
            kept = at(sight.stand if doubled else sight.odds(int(sight.acts[into])), into)
        after = self.table(sight).stand_after if doubled else sight.after_odds
        return {KEEP: kept, BURN: self.replaced(sight, before, card, after)}

    def once_burned(self, sight: BurnSight, hand: int, burned: int) -> dict[int, Chances]:
        stood = self.table(sight).stand_after
        found = {ACTIONS[STAND]: (float(stood.win[burned, hand]), float(stood.lose[burned, hand]))}
        if self.play.spec.may_hit[hand]:
            found[ACTIONS[HIT]] = self.replaced(sight, hand, burned, sight.after_odds)
        return found

    def replaced(self, sight: Sight, hand: int, burned: int, after: Odds) -> Chances:
        """A card to this hand from a shoe without the burned one."""
        out, shoe = np.zeros(2), Shoe(sight.seen.shoe, sight.seen.hole_not)
        burn_card(self.play.spec.hands, hand, shoe, burned, after, out)
        return float(out[0]), float(out[1])

    def table(self, sight: Sight) -> Table:
        """What no coin changes of a sight."""
        place = sight.seen.place
        if place not in self.tables:
            main = self.book.for_main
            each = zip(main.best.sights, main.split_pairs, strict=True)
            pairs = next(pairs for known, pairs in each if known.seen.place == place)
            self.tables[place] = Table(pairs, self.paid)
        return self.tables[place]


def at(odds: Odds, hand: int) -> Chances:
    return float(odds.win[hand]), float(odds.lose[hand])
