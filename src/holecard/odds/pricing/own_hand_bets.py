"""Wagers that look at how the seat's own hand ends: exact under a stated way of playing.

The seat plays for its main wager (`main`), or for this wager alone (`wager`). Only the first hand
counts after a split, as it does for Bad Beat (D3); it is played first, so nothing is approximated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.settle import LOSE, NATURAL, PUSH, STANDINGS, WIN
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.errors import BadDefinition
from holecard.jit.cache import njit
from holecard.odds.result import Chances
from holecard.odds.solve import dealer_kernels, split_kernels
from holecard.odds.solve.acts import BEST_ACT, DOUBLE, HIT, SPLIT, SURRENDER
from holecard.odds.solve.best_play import Play, Sight, Start
from holecard.odds.solve.hand_kernels import BUST, VALUES, May, Odds, Shoe, draw_chances, take_out
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

OWN_LOOKS = {"hands", "hand_total", "hand_cards", "hand_result", "surrendered"}
TOTALS, CARDS, RESULTS = 32, 24, 8
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def looks_at_own_hand(wager: Wager) -> bool:
    return bool(wager.looks) and set(wager.looks) <= OWN_LOOKS


@dataclass(frozen=True)
class Ends:
    """The outcome of every way a first hand can end: [total, cards, result], unsplit and split."""

    unsplit: Ints
    split: Ints
    outcomes: int

    def of(self, split: bool) -> Ints:
        return self.split if split else self.unsplit


def ends_of(wager: Wager) -> Ends:
    """Classify every end a hand can have. How many hands a split made must not matter: that is
    known only when the round is over."""
    by_hands = [classified(wager, hands) for hands in (1, 2, 3, 4)]
    if any((by_hands[1] != other).any() for other in by_hands[2:]):
        raise BadDefinition(
            f"{wager.id} depends on how many hands a split makes, which the exact engine does not "
            "follow: price it with `holecard simulate`"
        )
    return Ends(by_hands[0], by_hands[1], len(wager.outcomes))


def classified(wager: Wager, hands: int) -> Ints:
    ends = np.zeros((TOTALS, CARDS, RESULTS), dtype=np.int64)
    for total in range(4, TOTALS):
        for cards in range(2, CARDS):
            for result in range(1, RESULTS):
                ends[total, cards, result] = classify_end(wager, hands, total, cards, result)
    return ends


def classify_end(wager: Wager, hands: int, total: int, cards: int, result: int) -> int:
    seen = {
        "hands": hands,
        "hand_total": total,
        "hand_cards": cards,
        "hand_result": result,
        "surrendered": int(result == GAVE_UP),
    }
    return wager.classified({name: seen[name] for name in wager.looks})


class Bet(NamedTuple):
    """A wager under one pay table: the outcome of every end of a hand, what each outcome pays."""

    ends: Any
    pays: Any


@njit
def stand_end(hands: Any, hand: int, win: float, lose: float, ends: Any, out: Any) -> None:
    """The outcomes of standing on a hand, by its chances against the dealer."""
    total = hands.state[hand] % TOTALS
    cards = hands.cards[hand]
    for outcome in range(out.size):
        out[outcome] = 0.0
    out[ends[total, cards, WIN]] += win
    out[ends[total, cards, LOSE]] += lose
    out[ends[total, cards, PUSH]] += 1.0 - win - lose


@njit
def card_end(hands: Any, hand: int, shoe: Any, ends: Any, after: Any, out: Any) -> None:
    """The outcomes of one more card, given those of every hand it can make."""
    left = np.empty(VALUES, dtype=np.int64)
    chances = np.empty(VALUES)
    take_out(hands.counts, hand, shoe.left, left)
    draw_chances(left, shoe.hole_not, chances)
    for outcome in range(out.size):
        out[outcome] = 0.0
    total = hands.state[hand] % TOTALS
    for worth in range(VALUES):
        if left[worth] <= 0:
            continue
        into = hands.after[hand, worth]
        if into == BUST:
            # Only a hard hand can bust, so its total is the sum of its cards.
            out[ends[total + worth + 1, hands.cards[hand] + 1, LOSE]] += chances[worth]
        else:
            for outcome in range(out.size):
                out[outcome] += chances[worth] * after[into, outcome]


@njit
def play_ends(
    hands: Any, shoe: Any, may: Any, stand: Any, wanted: Any, acts: Any, bet: Any, out: Any
) -> None:
    """out[hand, outcome] for every wanted hand: by `acts`, or where they say BEST_ACT by what
    pays most. The wager is not doubled with the hand."""
    size = hands.state.size
    width = out.shape[1]
    stands = out.copy()  # hands that are not wanted may have their outcome already
    left = np.empty(VALUES, dtype=np.int64)
    pick = np.empty(width)
    for hand in range(size - 1, -1, -1):
        if not wanted[hand] or not take_out(hands.counts, hand, shoe.left, left):
            continue
        stand_end(hands, hand, stand.win[hand], stand.lose[hand], bet.ends, stands[hand])
        best = 0.0
        for outcome in range(width):
            out[hand, outcome] = stands[hand, outcome]
            best += stands[hand, outcome] * bet.pays[outcome]
        for action in (HIT, DOUBLE):
            allowed = may.hit[hand] if action == HIT else may.double[hand]
            if not allowed or (acts[hand] != BEST_ACT and acts[hand] != action):
                continue
            after = out if action == HIT else stands
            card_end(hands, hand, shoe, bet.ends, after, pick)
            value = 0.0
            for outcome in range(width):
                value += pick[outcome] * bet.pays[outcome]
            if acts[hand] == action or value > best:
                best = value
                for outcome in range(width):
                    out[hand, outcome] = pick[outcome]


class Shared:
    """What every pay table of a wager has in common: how hands end, and the odds of standing."""

    def __init__(self, play: Play, wager: Wager) -> None:
        self.play = play
        self.wager = wager
        self.ends = ends_of(wager)
        self.stood: dict[tuple[int, int, int, bool], Odds] = {}


class OwnHand:
    """One wager and pay table, followed through every start of a way of playing."""

    def __init__(self, shared: Shared, table: PayTable, for_wager: bool) -> None:
        self.play = shared.play
        self.stood = shared.stood
        self.spec = shared.play.spec
        self.ends = shared.ends
        self.for_wager = for_wager
        self.pays = np.array([float(table.pays(name)) for name in shared.wager.outcomes])

    def chances(self) -> Chances:
        total = np.zeros(self.ends.outcomes)
        for sight in self.play.sights:
            unsplit = self.unsplit(sight)
            for start in self.play.starts_against(sight):
                total += start.chance * self.start(start, unsplit)
        return Chances(tuple(float(one) for one in total))

    def start(self, start: Start, unsplit: Floats) -> Floats:
        """The outcomes of one starting hand, a dealer blackjack included."""
        hand = int(self.spec.hands.two[start.low, start.high])
        ended = self.one_result(hand, NATURAL if start.is_blackjack else 20, NATURAL)
        if start.is_blackjack:
            played = self.blackjack(start, hand)
        else:
            played = self.played(start, hand, unsplit)
        return start.natural * ended + (1 - start.natural) * played

    def one_result(self, hand: int, own: int, dealer: int) -> Floats:
        """All on the outcome of a two-card hand with a known result."""
        result = self.spec.tables.result[own * STANDINGS + dealer]
        out = np.zeros(self.ends.outcomes)
        out[self.ends.unsplit[self.spec.hands.state[hand] % TOTALS, 2, result]] = 1
        return out

    def blackjack(self, start: Start, hand: int) -> Floats:
        seen = start.sight.seen
        chances = np.zeros(STANDINGS)
        left = Shoe(seen.shoe - self.spec.hands.counts[hand], seen.hole_not)
        dealer_kernels.final_chances(self.spec.hands, self.spec.finals, seen.place, left, chances)
        out = np.zeros(self.ends.outcomes)
        for dealer in np.flatnonzero(chances):
            out += chances[dealer] * self.one_result(hand, NATURAL, int(dealer))
        return out

    def played(self, start: Start, hand: int, unsplit: Floats) -> Floats:
        """A hand played on: the better of playing it and splitting it, or what the play does."""
        whole: Floats = unsplit[hand]
        if not self.for_wager and start.act == SURRENDER:
            whole = np.zeros(self.ends.outcomes)
            whole[self.ends.unsplit[self.spec.hands.state[hand] % TOTALS, 2, GAVE_UP]] = 1
        if start.low != start.high or self.spec.most_hands(start.low) < 2:
            return whole
        if not self.for_wager and start.act != SPLIT:
            return whole
        share = self.play.pair_share(start.sight.seen, start.low)
        split = self.split(start.sight, start.low, 0)
        if self.for_wager and split @ self.pays <= whole @ self.pays:
            return whole
        return np.asarray(share * split + (1 - share) * whole)

    def unsplit(self, sight: Sight) -> Floats:
        """[hand, outcome] for every unsplit hand against one sight."""
        spec, seen = self.spec, sight.seen
        acts = np.full(sight.acts.size, BEST_ACT) if self.for_wager else sight.acts
        out, wanted = self.blank(self.ends.unsplit, spec.hands.cards >= 2)
        shoe, may = Shoe(seen.shoe, seen.hole_not), May(spec.may_hit, spec.may_double)
        bet = Bet(self.ends.unsplit, self.pays)
        play_ends(spec.hands, shoe, may, sight.stand, wanted, acts, bet, out)
        return out

    def split(self, sight: Sight, pair: int, again: int) -> Floats:
        """The first hand of a split pair, `again` further splits of it made already."""
        spec, seen = self.spec, sight.seen
        shoe = seen.shoe.copy()
        shoe[pair] -= 1 + again
        out = self.split_hands(sight, pair, shoe)
        left = shoe.copy()
        left[pair] -= 1
        chances = np.empty(VALUES)
        draw_chances(left, seen.hole_not, chances)
        total = np.zeros(self.ends.outcomes)
        for worth in np.flatnonzero(left > 0):
            whole = out[spec.hands.two[pair, worth]]
            if worth == pair and again + 2 < spec.most_hands(pair):
                more = self.split(sight, pair, again + 1)
                if not self.for_wager or more @ self.pays > whole @ self.pays:
                    whole = more
            total += chances[worth] * whole
        return total

    def split_hands(self, sight: Sight, pair: int, left: Ints) -> Floats:
        """[hand, outcome] for hands that grow from one card of the pair."""
        spec, seen = self.spec, sight.seen
        size = spec.hands.state.size
        acts = np.full(size, BEST_ACT) if self.for_wager else sight.splits[pair].acts
        out, wanted = self.blank(self.ends.split, self.wanted(pair, acts))
        shoe = Shoe(left, seen.hole_not)
        key = (seen.place, pair, int(left[pair]), self.for_wager)
        if key not in self.stood:
            odds = np.zeros((2, 1, size))
            dealer_kernels.stand_odds(
                spec.hands, spec.finals, seen.place, pair, shoe, spec.sign, wanted, Odds(*odds)
            )
            self.stood[key] = Odds(*odds[:, 0])
        may = May(spec.may_hit_split(pair), spec.may_double_split(pair))
        bet = Bet(self.ends.split, self.pays)
        play_ends(spec.hands, shoe, may, self.stood[key], wanted, acts, bet, out)
        return out

    def blank(
        self, ends: Ints, wanted: npt.NDArray[np.bool_]
    ) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Room for outcomes, and the hands to work out. Where every hand of three or more cards
        has one outcome, as with Bad Beat, those have it from the start and need no work."""
        hands = self.spec.hands
        out = np.zeros((hands.state.size, self.ends.outcomes))
        drawn = ends[4:, 3:, [LOSE, PUSH, WIN]]
        if (drawn != drawn.flat[0]).any():
            return out, wanted
        out[hands.cards > 2, drawn.flat[0]] = 1
        return out, wanted & (hands.cards == 2)

    def wanted(self, pair: int, acts: Ints) -> npt.NDArray[np.bool_]:
        hands = self.spec.hands
        needed, stands = np.zeros((2, acts.size), dtype=np.bool_)
        moves = np.where(acts == BEST_ACT, HIT, acts)
        split_kernels.mark_split_hands(hands, pair, moves, needed, stands)
        return needed


def own_hand_chances(shared: Shared, table: PayTable, for_wager: bool = False) -> Chances:
    """The chances of a wager's outcomes when the seat plays for its main wager, or for this wager
    alone (then they depend on the pay table)."""
    return OwnHand(shared, table, for_wager).chances()
