"""Wagers on the own hand that look at more than its end: at the first two cards, the up card or the
dealer's final hand. Exact under a stated way of playing, as own_hand.py is.

What was dealt first is known when the hand is played, so every kind of start is followed for itself
(two hands of one composition may be worth different things to the wager), and the dealer's final
hand is kept whole instead of as won, tied or lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.settle import LOSE, NATURAL, OWN, STANDINGS
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.errors import BadDefinition
from holecard.odds.result import Chances
from holecard.odds.solve.acts import HIT
from holecard.odds.solve.best_play import Sight, Start, unseen_natural
from holecard.odds.solve.dealer_finals import Finals
from holecard.odds.solve.hand_kernels import EVEN, VALUES, Shoe, draw_chances
from holecard.odds.solve.own_bets.busted import busted
from holecard.odds.solve.own_bets.hand_ends import TOTALS, Choosing
from holecard.odds.solve.own_bets.named_ends import End, Key, Kind, NamedEnds, dealers
from holecard.odds.solve.own_bets.own_hand import Followed, OwnHand
from holecard.odds.solve.own_bets.seen_kernels import (
    Acts,
    Others,
    Stands,
    cards_after,
    draws_of,
    follow_hands,
    stand_finals,
)
from holecard.odds.solve.sights import Seen
from holecard.odds.solve.splitting.splits import dealt_on, pair_pattern

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
UNSPLIT = -1
MOST_CARDS = 22


class Part(NamedTuple):
    """Hands that are played from one shoe: those of a start, or those of one card of a pair."""

    sight: Sight
    kind: Kind
    seen: Seen
    pair: int
    shoe: Ints
    finals: Floats  # [hand, dealer standing]
    wanted: Bools

    @property
    def split(self) -> bool:
        return self.pair != UNSPLIT


class SeenHand(OwnHand):
    """One wager and pay table, each kind of start followed for itself."""

    @property
    def names(self) -> NamedEnds:
        return self.shared.names

    def chances(self) -> Chances:
        total = np.zeros(self.outcomes)
        for start in self.play.starts():
            kinds = self.kinds(start)
            for kind in kinds:
                total += start.chance / len(kinds) * self.start_kind(start, kind)
        return Chances(tuple(float(one) for one in total))

    @property
    def outcomes(self) -> int:
        return len(self.shared.wager.outcomes)

    def kinds(self, start: Start) -> list[Kind]:
        """What can be seen of a start, each as likely: its cards came in either order, and of two
        dealer cards that lie open either may have come first."""
        spec, values = self.spec, start.sight.seen.values
        total = int(spec.hands.state[spec.hands.two[start.low, start.high]] % TOTALS)
        ups = values if "up_value" in self.names.looks else values[:1]
        one, other = start.low + 1, start.high + 1
        orders = [(one, other), (other, one)] if self.names.turned else [(one, other)]
        natural = int(start.is_blackjack)
        return [Kind(total, natural, up, *cards) for up in ups for cards in orders]

    def standing(self, kind: Kind, end: End, dealer: int) -> int:
        """The outcome of a hand that waits for the dealer."""
        own = NATURAL if kind.natural and not end.split and end.cards == 2 else end.total
        result = self.spec.tables.result[own * STANDINGS + dealer]
        return self.names.place(kind, end, dealer, result)

    # One start

    def followed_by(self, start: Start, kind: Kind) -> Followed:
        seen = (self.names.kept(kind), start.sight.seen.place)
        if seen not in self.known:
            self.known[seen] = self.follow_kind(start.sight, kind)
        followed = self.known[seen]
        pair = start.low
        if start.low == start.high and (*seen, pair) not in self.split_known:
            self.split_known.add((*seen, pair))
            self.follow_pair(start.sight, kind, pair, followed)
        return followed

    @cached_property
    def known(self) -> dict[tuple[Key, int], Followed]:
        return {}

    @cached_property
    def split_known(self) -> set[tuple[Key, int, int]]:
        return set()

    def start_kind(self, start: Start, kind: Kind) -> Floats:
        """The outcomes of one starting hand, a dealer blackjack included."""
        hand = int(self.spec.hands.two[start.low, start.high])
        ended = self.ended(start, kind)
        if start.is_blackjack:
            played = self.natural(start, kind, hand)
        else:
            followed = self.followed_by(start, kind)
            played = followed.unsplit[hand]
            if start.low == start.high and start.low in followed.split:
                share = self.play.pair_share(start.sight.seen, start.low)
                self.check_suits(share)
                played = share * followed.split[start.low] + (1 - share) * played
        return np.asarray(start.natural * ended + (1 - start.natural) * played)

    def ended(self, start: Start, kind: Kind) -> Floats:
        """With a dealer blackjack that ends the round before play."""
        out = np.zeros(self.outcomes)
        for common, share in self.in_common(int(self.spec.hands.two[start.low, start.high])):
            end = End(False, kind.start_total, 2, common=common)
            out[self.standing(kind, end, NATURAL)] += share
        return out

    def check_suits(self, share: float) -> None:
        """Tens that split by rank: that a pair is one says something of its suits."""
        if share < 1 and len(self.names.commons) > 1:
            raise BadDefinition(
                f"{self.shared.wager.id} looks at the suits of a hand that may be split from tens "
                "of one rank: the exact engine does not follow that. `holecard simulate` can price "
                "it"
            )

    def all_in(self, place: int) -> Floats:
        out = np.zeros(self.outcomes)
        out[place] = 1
        return out

    def natural(self, start: Start, kind: Kind, hand: int) -> Floats:
        """A blackjack when the round goes on: it waits for the dealer, or is paid now."""
        seen = start.sight.seen
        chances, out = self.finals(seen, seen.shoe, 0)[hand], np.zeros(self.outcomes)
        for common, share in self.in_common(hand):
            places = self.natural_places(seen, kind, End(False, 21, 2, common=common))
            out += share * spread(chances[None], np.array(places)[None], self.outcomes)[0]
        return out

    def natural_places(self, seen: Seen, kind: Kind, end: End) -> list[int]:
        tables = self.spec.tables
        result = tables.result[NATURAL * STANDINGS + 20]
        if tables.natural_now[seen.values[0]]:
            return self.names.over(kind, end, result, natural=False)
        if tables.natural_waits[OWN]:
            return [self.standing(kind, end, dealer) for dealer in range(STANDINGS)]
        # Only a dealer blackjack makes a difference to it: the dealer does not draw for it.
        places = self.names.over(kind, end, result, natural=False)
        places[NATURAL] = self.standing(kind, end, NATURAL)
        return places

    @cached_property
    def finals_told(self) -> Finals:
        """The dealer's final hands as far as the wager tells them apart."""
        kinds = {kind for start in self.play.starts() for kind in self.kinds(start)}
        apart = any(self.names.tells_busts_apart(kind) for kind in kinds)
        return self.spec.finals_apart if apart else self.spec.finals

    def finals(self, seen: Seen, shoe: Ints, aside: int, wanted: Bools | None = None) -> Floats:
        """[hand, standing] the dealer's final hand beside every hand."""
        hands = self.spec.hands
        if wanted is None:
            wanted = hands.cards >= 2
        key = seen.place, seen.hole_not, aside if shoe is not seen.shoe else -1, int(shoe.sum())
        if key not in self.shared.finals:
            found = np.zeros((hands.state.size, STANDINGS))
            left = Shoe(shoe, seen.hole_not)
            stand_finals(hands, self.finals_told, seen.place, aside, left, wanted, found)
            self.shared.finals[key] = found
        return self.shared.finals[key]

    def seen(self, sight: Sight) -> Seen:
        """What is seen of the dealer while the hand is played."""
        return sight.seen

    def part(self, sight: Sight, kind: Kind) -> Part:
        """The hands of a start that is not split."""
        wanted, seen = self.spec.hands.cards >= 2, self.seen(sight)
        return Part(sight, kind, seen, UNSPLIT, seen.shoe, self.finals(seen, seen.shoe, 0), wanted)

    def split_part(self, sight: Sight, kind: Kind, pair: int, shoe: Ints) -> Part:
        """The hands that grow from one card of a pair, from that shoe."""
        seen = self.seen(sight)
        wanted = self.wanted(pair, np.full(self.spec.hands.state.size, HIT))
        finals = self.finals(seen, shoe, pair, wanted)
        return Part(sight, kind, seen, pair, shoe, finals, wanted)

    def acted(self, part: Part, choosing: Choosing) -> Floats:
        """[hand, outcome] of playing every wanted hand."""
        hands = self.spec.hands
        stands, may = self.stands(part), self.may(part)
        out = np.zeros((hands.state.size, self.outcomes))
        others = self.others(part, may, stands)
        follow_hands(hands, may, stands, others, part.wanted, choosing, self.pays, out)
        return out

    def stands(self, part: Part, doubled: bool = False) -> Stands:
        """Of hands that have not doubled, or of those that have; what busts with the double too."""
        hands = self.spec.hands
        draws = np.zeros((hands.state.size, VALUES))
        draws_of(hands, Shoe(part.shoe, part.seen.hole_not), draws)
        return Stands(self.stood_on(part, doubled), busted(self, part, draws, doubled), draws)

    @cached_property
    def looks_of(self) -> tuple[list[tuple[int, int, int]], Ints]:
        """Every total with its number of cards and whether it is a 6-7-8 or a 7-7-7, and [hand]
        which it has."""
        hands = self.spec.hands
        looks = np.stack([hands.state % TOTALS, hands.cards, self.shared.threes])
        kinds, which = np.unique(looks, axis=1, return_inverse=True)
        return [(total, cards, three) for total, cards, three in kinds.T.tolist()], which

    def stood_on(self, part: Part, doubled: bool) -> Floats:
        """[hand, outcome] of standing."""
        kinds, which = self.looks_of
        out = np.zeros((which.size, self.outcomes))
        for common in self.names.commons:
            ends = [
                End(part.split, total, cards, doubled=doubled, three=three, common=common)
                for total, cards, three in kinds
            ]
            places = [self.standings(part, end) for end in ends]
            share = self.shared.commons[:, common, None]
            out += share * spread(part.finals, np.array(places)[which], self.outcomes)
        return out

    def may(self, part: Part) -> Acts:
        """What is open to every hand."""
        spec, pair = self.spec, part.pair
        if part.split:
            none = np.zeros(spec.hands.state.size, dtype=np.bool_)
            return Acts(spec.may_hit_split(pair), spec.may_double_split(pair), none)
        return Acts(spec.may_hit, spec.may_double, spec.may_surrender)

    def others(self, part: Part, may: Acts, stands: Stands) -> Others:
        """[hand, outcome] of doubling and of giving up."""
        doubled, given_up = np.zeros((2, *stands.stood.shape))
        twice = self.stands(part, doubled=True) if len(self.names.doubles) > 1 else stands
        cards_after(self.spec.hands, may.double & part.wanted, twice, twice.stood, doubled)
        for hand in np.flatnonzero(may.give_up):
            given_up[hand] = self.gave_up(part.seen, part.kind, int(hand))
        return Others(doubled, given_up)

    def standings(self, part: Part, end: End) -> list[int]:
        """[dealer standing] what standing on such a hand is called."""
        if end.cards < 2 or end.cards > MOST_CARDS:
            return [0] * STANDINGS
        known = dealers(part.seen.unseen)
        found = {dealer: self.standing(part.kind, end, dealer) for dealer in known}
        return [found.get(dealer, 0) for dealer in range(STANDINGS)]

    # One sight

    def follow_kind(self, sight: Sight, kind: Kind) -> Followed:
        """Every unsplit hand that such a start can become."""
        known = self.names.settled_already(kind)
        if known is not None:
            out = np.zeros((self.spec.hands.state.size, self.outcomes))
            out[:, known] = 1
            return Followed(sight.acts, out)
        choosing = self.choosing(sight.acts, self.for_wager)
        out = self.acted(self.part(sight, kind), choosing)
        return Followed(choosing.done, out)

    def gave_up(self, seen: Seen, kind: Kind, hand: int) -> Floats:
        """A hand given up: whole, where a dealer blackjack shows up afterwards (R12)."""
        total = int(self.spec.hands.state[hand] % TOTALS)
        natural = unseen_natural(seen, self.spec.hands.counts[hand])
        chances = self.finals(seen, seen.shoe, 0)[hand].copy()
        chances[NATURAL] = 0.0
        out = np.zeros(self.outcomes)
        for common, share in self.in_common(hand):
            end = End(False, total, 2, given_up=True, common=common)
            places = self.names.over(kind, end, GAVE_UP, natural=False)
            if natural:
                out[self.names.place(kind, end, NATURAL, LOSE)] += share * natural
            out += share * spread(chances[None], np.array(places)[None], self.outcomes)[0]
        return out

    def in_common(self, hand: int) -> Iterator[tuple[int, float]]:
        """What the hand's cards may have in common, and how likely that is."""
        shares = self.shared.commons[hand].tolist()
        return ((common, shares[common]) for common in self.names.commons)

    def follow_pair(self, sight: Sight, kind: Kind, pair: int, followed: Followed) -> None:
        spec = self.spec
        main_splits = pair in sight.split
        if spec.most_hands(pair) < 2 or sight.seen.shoe[pair] < 2:
            return
        if not self.for_wager and not main_splits:
            return
        known = self.names.settled_already(kind)
        if known is not None:
            if main_splits:
                followed.split[pair] = self.all_in(known)
                followed.split_acts[pair] = sight.splits[pair].acts
            return
        acts: list[Ints] = []
        split = self.split_kind(sight, kind, pair, 0, acts)
        whole = followed.unsplit[spec.hands.two[pair, pair]]
        even = -EVEN if main_splits else EVEN
        if not self.for_wager or split @ self.pays > whole @ self.pays + even:
            followed.split[pair], followed.split_acts[pair] = split, acts[0]

    def split_kind(
        self, sight: Sight, kind: Kind, pair: int, again: int, acts: list[Ints]
    ) -> Floats:
        """The first hand of a split pair, as `OwnHand.split` follows it."""
        if self.names.counts_hands:
            acts.append(sight.splits[pair].acts)
            return self.hands_made(sight, kind, pair)
        spec, seen = self.spec, self.seen(sight)
        shoe = seen.shoe.copy()
        shoe[pair] -= 1 + again
        free = self.for_wager and not acts
        choosing = self.choosing(acts[0] if acts else sight.splits[pair].acts, free)
        out = self.acted(self.split_part(sight, kind, pair, shoe), choosing)
        acts.append(choosing.done)
        left = shoe.copy()
        left[pair] -= 1
        chances = np.empty(VALUES)
        draw_chances(left, seen.hole_not, chances)
        total = np.zeros(self.outcomes)
        for worth in np.flatnonzero(left > 0):
            whole = out[spec.hands.two[pair, worth]]
            if worth == pair and again + 2 < spec.most_hands(pair):
                whole = self.split_kind(sight, kind, pair, again + 1, acts)
            total += chances[worth] * whole
        return total

    def hands_made(self, sight: Sight, kind: Kind, pair: int) -> Floats:
        """How many hands the pair becomes, every further one of it split."""
        seen, out = self.seen(sight), np.zeros(self.outcomes)
        deck = seen.shoe.copy()
        deck[pair] -= 2
        pattern = pair_pattern(seen, pair, int(deck[pair]), deck)
        most = self.spec.most_hands(pair)
        _, ends = dealt_on(pattern, most, lambda hands, filled: (0.0, 0.0))
        for (hands, _), chance in ends.items():
            out[self.names.of_hands(kind, hands)] += chance
        return out


def spread(chances: Floats, places: Ints, outcomes: int) -> Floats:
    """[hand, outcome] from chances[hand, standing] and the outcome of each."""
    found = [np.where(places == outcome, chances, 0.0).sum(axis=1) for outcome in range(outcomes)]
    return np.stack(found, axis=1)
