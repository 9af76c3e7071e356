"""What each choice of the asked hand is worth to a wager that is played for alone, per wager: by
the solver that finds the play for it, made to do otherwise with this hand and free with those that
come of it.

A bet on the own hand is the first hand's after a split; as where the play for it is found, only the
first card of its sister is known to be gone, and where it may be split once more, those of all its
sisters. A bonus on a streak is in streak_worths.py.
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
from holecard.odds.solve.judged import may_split_again
from holecard.odds.solve.own_bets.answered_hand import AnsweredHand
from holecard.odds.solve.own_bets.even_money import offered
from holecard.odds.solve.own_bets.hand_bets import followed_hand
from holecard.odds.solve.own_bets.named_ends import Kind
from holecard.odds.solve.own_bets.own_hand import Forced, OwnHand, Shared
from holecard.odds.solve.own_bets.seen_hand import Part, SeenHand
from holecard.odds.streak_worths import StreakWorths
from holecard.wagers.dealt import Ask, Dealt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
ACTS = (STAND, HIT, DOUBLE, SURRENDER)
UNSPLIT = -1


class Place(NamedTuple):
    """Where a hand is played: against what, from what start, split from which pair, and how often
    more that was split."""

    sight: int
    kind: Kind | None
    pair: int
    again: int = 0


class WagerWorths:
    """The worths for the wager of one playbook."""

    def __init__(self, book: Playbook) -> None:
        self.book = book
        self.wager = book.game.wager(book.wager)
        self.known: dict[tuple[Place, Forced], Floats] = {}
        self.splits: dict[Place, float] = {}
        self.split_acts: dict[Place, Ints] = {}

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
        # A double that is never made leaves a card to burn; a pair may be better split no more.
        worse = bool(told) and told[best] - told.get(chosen, told[best]) > EVEN
        return best if worse else chosen, told

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
        if split and ask.hand:
            return {}
        sight = sight_at(self.followed.play, dealt)
        pair = value(cards[0]) - 1 if split else UNSPLIT
        again = dealt.hand_count(ask.place) - 2 if may_split_again(dealt, ask) else 0
        place = Place(sight.seen.place, self.kind(dealt, ask, sight), pair, again)
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
        part = self.part(followed, sight, place)
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
            acts = [self.first_acts(sight, place)] if place.again else []
            return followed.split_out(sight, pair, self.left(sight, place), acts).copy()
        if pair == UNSPLIT:
            return followed.follow_kind(sight, place.kind).unsplit
        part = self.part(followed, sight, place)
        given = self.first_acts(sight, place) if place.again else sight.splits[pair].acts
        return followed.acted(part, followed.choosing(given, not place.again))

    def left(self, sight: Sight, place: Place) -> Ints:
        """The shoe, the first cards of all sisters out of it."""
        left = sight.seen.shoe.copy()
        left[place.pair] -= 1 + place.again
        return left

    def first_acts(self, sight: Sight, place: Place) -> Ints:
        """How the hands of a pair are played, as it is settled when it is first split."""
        at = place._replace(again=0)
        if at not in self.split_acts:
            forced, self.followed.forced = self.followed.forced, None
            acts: list[Ints] = []
            self.split_ends(sight, at, acts)
            self.split_acts[at] = acts[0]
            self.followed.forced = forced
        return self.split_acts[at]

    def part(self, followed: SeenHand, sight: Sight, place: Place) -> Part:
        assert place.kind is not None
        if place.pair == UNSPLIT:
            return followed.part(sight, place.kind)
        return followed.split_part(sight, place.kind, place.pair, self.left(sight, place))

    def split_worth(self, sight: Sight, place: Place, pair: int) -> float:
        again = 0 if place.pair == UNSPLIT else place.again + 1
        at = place._replace(pair=pair, again=again)
        if at not in self.splits:
            acts = [self.first_acts(sight, at)] if again else []
            self.splits[at] = float(self.split_ends(sight, at, acts) @ self.followed.pays)
        return self.splits[at]

    def split_ends(self, sight: Sight, at: Place, acts: list[Ints]) -> Floats:
        """The outcomes of the first hand of a pair, split so often more."""
        followed = self.followed
        if isinstance(followed, SeenHand) and at.kind is not None:
            return followed.split_kind(sight, at.kind, at.pair, at.again, acts)
        return followed.split(sight, at.pair, at.again, acts)
