"""What each choice of the asked hand is worth to a wager that is played for alone, per wager: by
the solver that finds the play for it, made to do otherwise with this hand and free with those that
come of it.

A bet on the own hand is the first hand's after a split; as where the play for it is found, only the
first card of its sister is known to be gone, and whether to split once more has no value here. A
bonus on a streak is in streak_worths.py.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.cards import value
from holecard.dealing import felt as f
from holecard.dealing.actions import ACTION_NAMES, DECLINE, EVEN_MONEY, KEEP, SPLIT, SWITCH
from holecard.dealing.actions import SURRENDER as GIVE_UP
from holecard.hand import state_of
from holecard.hand import total as points
from holecard.odds.playbook import Playbook
from holecard.odds.solve.acts import ACTIONS, DOUBLE, HIT, STAND, SURRENDER
from holecard.odds.solve.best_play import Play, Sight
from holecard.odds.solve.decide import decide, hand_number, sight_at
from holecard.odds.solve.hand_kernels import EVEN
from holecard.odds.solve.own_bets.answered_hand import AnsweredHand
from holecard.odds.solve.own_bets.even_money import offered
from holecard.odds.solve.own_bets.hand_bets import followed_hand
from holecard.odds.solve.own_bets.named_ends import Kind
from holecard.odds.solve.own_bets.own_hand import Forced, OwnHand, Shared
from holecard.odds.solve.own_bets.seen_hand import Part, SeenHand
from holecard.odds.streak_worths import StreakWorths
from holecard.wagers.dealt import Ask, Dealt

Floats = npt.NDArray[np.float64]
ACTS = (STAND, HIT, DOUBLE, SURRENDER)
UNSPLIT = -1


class Place(NamedTuple):
    """Where a hand is played: against what, from what start, split from which pair."""

    sight: int
    kind: Kind | None
    pair: int


class WagerWorths:
    """The worths for the wager of one playbook."""

    def __init__(self, book: Playbook) -> None:
        self.book = book
        self.wager = book.game.wager(book.wager)
        self.known: dict[tuple[Place, Forced], Floats] = {}
        self.splits: dict[Place, float] = {}

    @cached_property
    def streaks(self) -> tuple[StreakWorths, StreakWorths]:
        """Without the payment, and with it."""
        return StreakWorths(self.book, False), StreakWorths(self.book, True)

    def play_at(self, dealt: Dealt) -> Play:
        """The play for the wager, as the asked seat follows it."""
        if not self.book.by_streak:
            return self.book.best
        assert dealt.ask is not None
        return self.streaks[bool(dealt.seat_field(dealt.ask.place, f.PAID))].play

    def judged(self, dealt: Dealt) -> tuple[str, dict[str, float]]:
        """The play's choice, and what each legal one is worth; nothing where the bet does not hang
        on it, or that is not known."""
        ask = dealt.ask
        if ask is None:
            raise ValueError("no seat is asked for anything")
        play, worth = self.play_at(dealt), self.worths(dealt, ask)
        told = {ACTION_NAMES[act]: worth[act] for act in ask.legal if act in worth}
        best = max(told, key=lambda name: told[name], default="")
        if not self.follows(play, dealt, ask):
            return best, told
        chosen = ACTION_NAMES[decide(play, dealt).action]
        never = bool(told) and told[best] - told.get(chosen, told[best]) > EVEN
        return best if never else chosen, told  # a double that is never made leaves a card to burn

    def worths(self, dealt: Dealt, ask: Ask) -> dict[int, float]:
        if EVEN_MONEY in ask.legal and not self.book.by_streak:
            return self.of_even_money(dealt, ask)
        if DECLINE in ask.legal or SWITCH in ask.legal:
            return {}  # no bet sees whether its seat is insured, and no streak even money (U5)
        if self.book.by_streak:
            return self.streaks[bool(dealt.seat_field(ask.place, f.PAID))].worths(dealt, ask)
        if set(ask.legal) == {GIVE_UP, KEEP}:
            return self.of_start(dealt, ask)
        return {} if KEEP in ask.legal else self.of_hand(dealt, ask)

    def follows(self, play: Play, dealt: Dealt, ask: Ask) -> bool:
        """Whether the play knows the hand: it has nothing for those of a pair it does not split."""
        pair = value(dealt.cards(ask.place, ask.hand)[0]) - 1
        split = dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT)
        return not split or pair in sight_at(play, dealt).splits

    # A bet on the own hand

    @cached_property
    def followed(self) -> OwnHand:
        shared = Shared(self.book.for_main.best, self.wager)
        return followed_hand(shared, self.book.paytable, for_wager=True)

    def of_hand(self, dealt: Dealt, ask: Ask) -> dict[int, float]:
        cards = dealt.cards(ask.place, ask.hand)
        split = bool(dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT))
        if split and (ask.hand or SPLIT in ask.legal):
            return {}
        sight = sight_at(self.followed.play, dealt)
        pair = value(cards[0]) - 1 if split else UNSPLIT
        place = Place(sight.seen.place, self.kind(dealt, ask, sight), pair)
        hand = hand_number(self.followed.play, cards)
        if times := dealt.hand_field(ask.place, ask.hand, f.DOUBLED):
            return self.of_doubled(sight, place, times, hand)
        found = {
            ACTIONS[act]: self.worth(sight, place, Forced(act, len(cards)), hand) for act in ACTS
        }
        if SPLIT in ask.legal:
            found[SPLIT] = self.split_worth(sight, place, value(cards[0]) - 1)
        return found

    def of_even_money(self, dealt: Dealt, ask: Ask) -> dict[int, float]:
        """Of a blackjack against an ace, before the dealer looks: even money, or none of it."""
        sight = sight_at(self.followed.play, dealt)
        declined, taken = offered(self.followed, sight, self.kind(dealt, ask, sight))
        pays = self.followed.pays
        return {DECLINE: float(declined @ pays), EVEN_MONEY: float(taken @ pays)}

    def of_doubled(self, sight: Sight, place: Place, times: int, hand: int) -> dict[int, float]:
        """A hand that was doubled so often, where it may act."""
        followed = self.followed
        assert isinstance(followed, AnsweredHand) and place.kind is not None
        part = self.part(followed, sight, place.kind, place.pair)
        worths = followed.doubled_worths(part, times)
        return {ACTIONS[act]: float(worth[hand]) for act, worth in worths.items()}

    def of_start(self, dealt: Dealt, ask: Ask) -> dict[int, float]:
        """Before the dealer looks: given up, or played on."""
        followed = self.followed
        sight = sight_at(followed.play, dealt)
        kind = self.kind(dealt, ask, sight)
        assert isinstance(followed, AnsweredHand) and kind is not None
        low, high = sorted(value(card) - 1 for card in dealt.cards(ask.place, ask.hand))
        hand = int(followed.spec.hands.two[low, high])
        start = followed.play.start(sight, low, high, hand, 1.0, 0.0)
        given_up, kept = followed.early_worths(start, kind)
        return {GIVE_UP: given_up, KEEP: kept}

    def kind(self, dealt: Dealt, ask: Ask, sight: Sight) -> Kind | None:
        """What the wager may see of the start, where it looks at more than the hand's end."""
        if not isinstance(self.followed, SeenHand):
            return None
        first = [dealt.seat_field(ask.place, field) for field in (f.FIRST, f.SECOND)]
        values = [value(card) for card in first]
        if not self.followed.names.turned:
            values.sort()
        looks_up = "up_value" in self.followed.names.looks
        up = value(dealt.dealer_cards[0]) if looks_up else sight.seen.values[0]
        return Kind(points(state_of(first)), 0, up, *values)

    def worth(self, sight: Sight, place: Place, forced: Forced, hand: int) -> float:
        if (place, forced) not in self.known:
            self.followed.forced = forced
            try:
                self.known[place, forced] = self.outcomes(sight, place) @ self.followed.pays
            finally:
                self.followed.forced = None
        return float(self.known[place, forced][hand])

    def outcomes(self, sight: Sight, place: Place) -> Floats:
        """[hand, outcome] of every hand that is played there."""
        followed, pair = self.followed, place.pair
        if not isinstance(followed, SeenHand) or place.kind is None:
            if pair == UNSPLIT:
                return followed.unsplit(sight).unsplit
            left = sight.seen.shoe.copy()
            left[pair] -= 1
            return followed.split_out(sight, pair, left, []).copy()
        if pair == UNSPLIT:
            return followed.follow_kind(sight, place.kind).unsplit
        part = self.part(followed, sight, place.kind, pair)
        return followed.acted(part, followed.choosing(sight.splits[pair].acts, True))

    def part(self, followed: SeenHand, sight: Sight, kind: Kind, pair: int) -> Part:
        if pair == UNSPLIT:
            return followed.part(sight, kind)
        left = sight.seen.shoe.copy()
        left[pair] -= 1
        return followed.split_part(sight, kind, pair, left)

    def split_worth(self, sight: Sight, place: Place, pair: int) -> float:
        at = place._replace(pair=pair)
        if at not in self.splits:
            followed = self.followed
            if isinstance(followed, SeenHand) and place.kind is not None:
                ends = followed.split_kind(sight, place.kind, pair, 0, [])
            else:
                ends = followed.split(sight, pair, 0, [])
            self.splits[at] = float(ends @ followed.pays)
        return self.splits[at]
