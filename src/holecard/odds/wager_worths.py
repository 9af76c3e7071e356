"""What each choice of the asked hand is worth to a wager that is played for alone, per wager: by
the solver that finds the play for it, made to do otherwise with this hand and free with those that
come of it.

A bet on the own hand is the first hand's after a split; as where the play for it is found, only the
first card of its sister is known to be gone, and whether to split once more has no value here. A
bonus on a streak is one made now, and its later rounds are won as often as that play wins them.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.cards import value
from holecard.dealing import felt as f
from holecard.dealing.actions import ACTION_NAMES, BURN, DECLINE, KEEP, SPLIT, SWITCH
from holecard.dealing.settle import STREAK_COUNTS
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.hand import state_of
from holecard.hand import total as points
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.streaks import worth_after
from holecard.odds.solve.acts import ACTIONS, DOUBLE, HIT, STAND, SURRENDER
from holecard.odds.solve.best_play import Play, Sight
from holecard.odds.solve.decide import decide, hand_number, sight_at
from holecard.odds.solve.for_streak import share_won
from holecard.odds.solve.own_bets.hand_bets import followed_hand
from holecard.odds.solve.own_bets.named_ends import Kind
from holecard.odds.solve.own_bets.own_hand import Forced, OwnHand, Shared
from holecard.odds.solve.own_bets.seen_hand import SeenHand
from holecard.odds.solve.round_results import RoundOdds, round_odds
from holecard.wagers.dealt import Ask, Dealt

Floats = npt.NDArray[np.float64]
ACTS = (STAND, HIT, DOUBLE, SURRENDER)
UNSPLIT = -1
NO_CHOICE_OF_ITS = (DECLINE, KEEP, BURN, SWITCH)  # offers, burns and swaps


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
    def play(self) -> Play:
        return self.book.best

    def judged(self, dealt: Dealt) -> tuple[str, dict[str, float]]:
        """The play's choice, and what each legal one is worth; nothing where the bet does not hang
        on it, or that is not known."""
        ask = dealt.ask
        if ask is None:
            raise ValueError("no seat is asked for anything")
        burned = dealt.seat_field(ask.place, f.BURNED) != f.NO_CARD
        worth: dict[int, float] = {}
        if not burned and not any(act in ask.legal for act in NO_CHOICE_OF_ITS):
            worth = self.of_streak(dealt, ask) if self.book.by_streak else self.of_hand(dealt, ask)
        told = {ACTION_NAMES[act]: worth[act] for act in ask.legal if act in worth}
        if not self.follows(dealt, ask):
            return max(told, key=lambda name: told[name], default=""), told
        return ACTION_NAMES[decide(self.play, dealt).action], told

    def follows(self, dealt: Dealt, ask: Ask) -> bool:
        """Whether the play knows the hand: it has nothing for those of a pair it does not split."""
        pair = value(dealt.cards(ask.place, ask.hand)[0]) - 1
        split = dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT)
        return not split or pair in sight_at(self.play, dealt).splits

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
        hand = hand_number(self.play, cards)
        found = {
            ACTIONS[act]: self.worth(sight, place, Forced(act, len(cards)), hand) for act in ACTS
        }
        if SPLIT in ask.legal:
            found[SPLIT] = self.split_worth(sight, place, value(cards[0]) - 1)
        return found

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
        left = sight.seen.shoe.copy()
        left[max(pair, 0)] -= pair != UNSPLIT
        if not isinstance(followed, SeenHand) or place.kind is None:
            if pair == UNSPLIT:
                return followed.unsplit(sight).unsplit
            return followed.split_out(sight, pair, left, []).copy()
        if pair == UNSPLIT:
            return followed.follow_kind(sight, place.kind).unsplit
        part = followed.split_part(sight, place.kind, sight.seen, pair, left)
        return followed.acted(part, followed.choosing(sight.splits[pair].acts, True))

    def split_worth(self, sight: Sight, place: Place, pair: int) -> float:
        at = place._replace(pair=pair)
        if at not in self.splits:
            followed = self.followed
            if isinstance(followed, SeenHand) and place.kind is not None:
                ends = followed.split_kind(sight, place.kind, pair, 0, [], sight.seen)
            else:
                ends = followed.split(sight, pair, 0, [])
            self.splits[at] = float(ends @ followed.pays)
        return self.splits[at]

    # A bonus on a streak

    @cached_property
    def rounds(self) -> RoundOdds:
        return round_odds(self.play)

    @cached_property
    def after(self) -> dict[int, float]:
        return worth_after(self.wager, self.book.paytable, self.rounds)

    def of_streak(self, dealt: Dealt, ask: Ask) -> dict[int, float]:
        if dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT):
            return {}  # the hands of a split settle the round together (U5)
        cards, sight = dealt.cards(ask.place, ask.hand), sight_at(self.play, dealt)
        hand = hand_number(self.play, cards)
        found = {}
        for act in (STAND, HIT, DOUBLE):
            win, lose = (float(one[hand]) for one in sight.odds(act))
            if not np.isnan(win):
                found[ACTIONS[act]] = self.rounds_worth(win, lose)
        found[ACTIONS[SURRENDER]] = self.after[STREAK_COUNTS[GAVE_UP]]
        if SPLIT in ask.legal:
            at = Place(sight.seen.place, None, value(cards[0]) - 1)
            if at not in self.splits:
                self.splits[at] = self.streak_split(sight, at.pair)
            found[SPLIT] = self.splits[at]
        return found

    def rounds_worth(self, win: float, lose: float) -> float:
        push = 1 - win - lose
        return win * self.after[1] + push * self.after[0] + lose * self.after[-1]

    def streak_split(self, sight: Sight, pair: int) -> float:
        main = self.book.for_main
        at = next(n for n, one in enumerate(main.best.sights) if one.seen.place == sight.seen.place)
        coin = share_won(self.rounds)
        _, split = main.split_pairs[at].split(pair, coin)
        return self.rounds_worth(split.win, split.lose)
