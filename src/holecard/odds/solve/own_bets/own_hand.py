"""Wagers that look at how the seat's own hand ends: exact under a stated way of playing.

The seat plays for its main wager, or for this wager alone; then what makes no difference to it is
played for the main wager. Only the first hand counts after a split, as it does for Bad Beat (D3);
it is played first, so nothing is approximated. Split hands have zero memory and every further pair
is split, as for the main wager (docs/decisions/0003).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing.own_tables import RED_SUITS
from holecard.dealing.settle import LOSE, NATURAL, PUSH, STANDINGS, WIN
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.odds.result import Chances
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.acts import BEST_ACT, HIT, SURRENDER
from holecard.odds.solve.best_play import Play, Sight, Start, unseen_natural
from holecard.odds.solve.by_acts import sight_by_acts
from holecard.odds.solve.hand_kernels import EVEN, VALUES, May, Odds, Shoe, draw_chances
from holecard.odds.solve.own_bets.hand_ends import (
    NO_END,
    TOTALS,
    Bet,
    Choosing,
    Ends,
    Room,
    ends_of,
    play_ends,
)
from holecard.odds.solve.own_bets.named_ends import Key, NamedEnds
from holecard.odds.solve.sights import Seen
from holecard.odds.solve.splitting import split_kernels
from holecard.odds.solve.splitting.splits import split_value
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

if TYPE_CHECKING:
    from holecard.odds.solve.own_bets.busted import Named

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Blank(NamedTuple):
    """Outcomes before any is worked out, and the hands to work out. Where every hand of three or
    more cards has one outcome, as with Bad Beat, those have it from the start and need no work."""

    out: Floats
    open: Bools

    @property
    def room(self) -> Room:
        return Room(self.out.copy(), self.out.copy())


class Shared:
    """What every pay table of a wager has in common: how hands end, and the odds of standing."""

    def __init__(self, play: Play, wager: Wager) -> None:
        self.play = play
        self.wager = wager
        self.names = NamedEnds(wager)
        self.finals: dict[tuple[int, ...], Floats] = {}
        self.stood: dict[tuple[int, int, int, bool], Odds] = {}
        self.plays: dict[bytes, Play] = {}  # several pay tables may be played alike
        self.with_card: dict[int, Floats] = {}
        # What busting and giving up are called, by what is seen of the start.
        self.busts: dict[tuple[Key, bool, bool, bool], Named] = {}
        self.given_back: dict[tuple[Key, bool, bool, bool, int, int], list[int]] = {}
        self.open: dict[int, Ints] = {}  # [pair] split hands to work out where any may be hit

    @cached_property
    def threes(self) -> Ints:
        """[hand] a 6-7-8 (1), a 7-7-7 (2), or neither, where the wager looks at that."""
        counts, cards = self.play.spec.hands.counts, self.play.spec.hands.cards
        straight = (counts[:, 5:8] == 1).all(axis=1) & (cards == 3)
        found = straight + 2 * ((counts[:, 6] == 3) & (cards == 3))
        return np.asarray(found if len(self.names.threes) > 1 else np.zeros_like(found))

    @cached_property
    def commons(self) -> Floats:
        """[hand, common] the chance that its cards have nothing, a colour or a suit in common. Play
        looks at values: of a hand's values any cards are as likely."""
        return self.in_common(self.play.spec.hands.counts)

    def commons_with(self, worth: int) -> Floats:
        """The same with a card of that value more."""
        if worth not in self.with_card:
            more = np.arange(VALUES) == worth - 1
            self.with_card[worth] = self.in_common(self.play.spec.hands.counts + more)
        return self.with_card[worth]

    def in_common(self, counts: Ints) -> Floats:
        found = np.zeros((len(counts), 3))
        if len(self.names.commons) == 1:
            found[:, 0] = 1.0
            return found
        suits = self.play.spec.shoe.suits
        whole, reds = suits.sum(axis=0), suits[list(RED_SUITS)].sum(axis=0)
        suited = sum(all_of(counts, one, whole) for one in suits)
        coloured = sum(all_of(counts, one, whole) for one in (reds, whole - reds))
        found[:, 0], found[:, 1], found[:, 2] = 1 - coloured, coloured - suited, suited
        return found

    @cached_property
    def ends(self) -> Ends:
        return ends_of(self.wager)

    @cached_property
    def blanks(self) -> tuple[Blank, Blank]:
        """For hands that are not split, and for split ones."""
        return self.blank(self.ends.unsplit), self.blank(self.ends.split)

    @cached_property
    def room(self) -> Room:
        """For split hands, one pair after the other: what one leaves is not read by the next."""
        return self.blanks[1].room

    def blank(self, ends: Ints) -> Blank:
        hands = self.play.spec.hands
        out = np.zeros((hands.state.size, self.ends.outcomes))
        drawn = np.unique(ends[4:, 3:, [LOSE, PUSH, WIN]])
        drawn = drawn[drawn != NO_END]
        if drawn.size > 1:
            return Blank(out, hands.cards >= 0)
        out[hands.cards > 2, drawn[0]] = 1
        return Blank(out, hands.cards == 2)


def all_of(counts: Ints, some: Ints, every: Ints) -> Floats:
    """[hand] the chance that all its cards are among some of every, both by value."""
    chance = np.ones(len(counts))
    for worth in range(VALUES):
        for before in range(int(counts[:, worth].max())):
            left, whole = max(int(some[worth]) - before, 0), max(int(every[worth]) - before, 1)
            chance = np.where(counts[:, worth] > before, chance * left / whole, chance)
    return chance


@dataclass
class Followed:
    """One sight as it is played: what is done with every hand, and [hand, outcome] what comes of
    it; for pairs that are split, how their hands are played and what comes of the first. In games
    with answers of their own also what is done with doubled hands, by how often, and by start
    whether it is given up before the dealer looks."""

    acts: Ints
    unsplit: Floats
    split_acts: dict[int, Ints] = field(default_factory=dict)
    split: dict[int, Floats] = field(default_factory=dict)
    doubled: Ints | None = None
    given_up: dict[int, bool] = field(default_factory=dict)

    @property
    def choices(self) -> bytes:
        """The same for the same acts."""
        splits = (bytes([pair]) + acts.tobytes() for pair, acts in self.split_acts.items())
        doubled = b"" if self.doubled is None else self.doubled.tobytes()
        given_up = repr(sorted(hand for hand, gives in self.given_up.items() if gives)).encode()
        return b"".join((self.acts.tobytes(), *splits, doubled, given_up))


class Forced(NamedTuple):
    """What is done with every hand of so many cards, whatever is best; hands of more are free."""

    act: int
    cards: int


class OwnHand:
    """One wager and pay table, followed through every start of a way of playing."""

    forced: Forced | None = None  # to see what another choice is worth

    def __init__(self, shared: Shared, table: PayTable, for_wager: bool) -> None:
        self.shared = shared
        self.play = shared.play
        self.stood = shared.stood
        self.spec = shared.play.spec
        self.for_wager = for_wager
        self.pays = np.array([float(table.pays(name)) for name in shared.wager.outcomes])

    @cached_property
    def ends(self) -> Ends:
        return self.shared.ends

    @cached_property
    def followed(self) -> tuple[Followed, ...]:
        return tuple(self.follow(sight) for sight in self.play.sights)

    def chances(self) -> Chances:
        total = np.zeros(self.ends.outcomes)
        for sight, followed in zip(self.play.sights, self.followed, strict=True):
            for start in self.play.starts_against(sight):
                total += start.chance * self.start(start, followed)
        return Chances(tuple(float(one) for one in total))

    def played(self) -> Play:
        """What is done, as a play of its own: its values are the main wager's."""
        if self.choices not in self.shared.plays:
            pairs = zip(self.play.sights, self.followed, strict=True)
            sights = tuple(self.sight(sight, followed) for sight, followed in pairs)
            self.shared.plays[self.choices] = Play(self.spec, self.play.convention, sights)
        return self.shared.plays[self.choices]

    def main_ev(self) -> float:
        """What the main wager comes to, so played."""
        return float(self.played().ev)

    @cached_property
    def choices(self) -> bytes:
        """The same for the same acts everywhere."""
        return b"".join(one.choices for one in self.followed)

    def sight(self, sight: Sight, followed: Followed) -> Sight:
        spec, seen = self.spec, sight.seen
        splits = {
            pair: split_value(spec, seen, pair, self.play.convention, acts, acts)
            for pair, acts in followed.split_acts.items()
        }
        return sight_by_acts(spec, seen, sight.stand, followed.acts, splits)

    def follow(self, sight: Sight) -> Followed:
        """Every hand of one sight, and the pairs that are split."""
        spec = self.spec
        followed = self.unsplit(sight)
        for pair in range(VALUES):
            if spec.most_hands(pair) < 2 or sight.seen.shoe[pair] < 2:
                continue
            main_splits = pair in sight.split
            if not self.for_wager and not main_splits:
                continue
            acts: list[Ints] = []
            split = self.split(sight, pair, 0, acts)
            whole = followed.unsplit[spec.hands.two[pair, pair]]
            even = -EVEN if main_splits else EVEN
            if not self.for_wager or split @ self.pays > whole @ self.pays + even:
                followed.split[pair], followed.split_acts[pair] = split, acts[0]
        return followed

    def start(self, start: Start, followed: Followed) -> Floats:
        """The outcomes of one starting hand, a dealer blackjack included."""
        hand = int(self.spec.hands.two[start.low, start.high])
        ended = self.one_result(hand, NATURAL if start.is_blackjack else 20, NATURAL)
        if start.is_blackjack:
            played = self.blackjack(start, hand)
        else:
            played = followed.unsplit[hand]
            if start.low == start.high and start.low in followed.split:
                share = self.play.pair_share(start.sight.seen, start.low)
                played = share * followed.split[start.low] + (1 - share) * played
        return np.asarray(start.natural * ended + (1 - start.natural) * played)

    def one_result(self, hand: int, own: int, dealer: int) -> Floats:
        """All on the outcome of a two-card hand with a known result."""
        return self.all_on(hand, self.spec.tables.result[own * STANDINGS + dealer])

    def all_on(self, hand: int, result: int) -> Floats:
        out = np.zeros(self.ends.outcomes)
        out[self.ends.unsplit[self.spec.hands.state[hand] % TOTALS, 2, result]] = 1
        return out

    def given_up(self, seen: Seen, hand: int) -> Floats:
        """The outcomes of surrender: whole, where a dealer blackjack shows up afterwards (R12)."""
        natural = unseen_natural(seen, self.spec.hands.counts[hand])
        taken = np.zeros(self.ends.outcomes)
        taken[self.ends.taken[self.spec.hands.state[hand] % TOTALS]] = 1
        return np.asarray(natural * taken + (1 - natural) * self.all_on(hand, GAVE_UP))

    def blackjack(self, start: Start, hand: int) -> Floats:
        seen = start.sight.seen
        chances = np.zeros(STANDINGS)
        left = Shoe(seen.shoe - self.spec.hands.counts[hand], seen.hole_not)
        dealer_kernels.final_chances(self.spec.hands, self.spec.finals, seen.place, left, chances)
        out = np.zeros(self.ends.outcomes)
        for dealer in np.flatnonzero(chances):
            out += chances[dealer] * self.one_result(hand, NATURAL, int(dealer))
        return out

    def unsplit(self, sight: Sight) -> Followed:
        """Every unsplit hand against one sight."""
        spec, seen = self.spec, sight.seen
        blank = self.shared.blanks[0]
        room, asked = blank.room, np.flatnonzero(blank.open & (spec.hands.cards >= 2))
        out = room.out
        shoe, may = Shoe(seen.shoe, seen.hole_not), May(spec.may_hit, spec.may_double)
        choosing = self.choosing(sight.acts, self.for_wager)
        bet = Bet(self.ends.unsplit, self.pays)
        play_ends(spec.hands, shoe, may, sight.stand, asked, choosing, bet, room)
        for hand in np.flatnonzero(spec.may_surrender):
            given_up = self.given_up(seen, int(hand))
            gain = float((given_up - out[hand]) @ self.pays)
            if self.gives_up(sight, int(hand), gain):
                out[hand], choosing.done[hand] = given_up, SURRENDER
        return Followed(choosing.done, out)

    def gives_up(self, sight: Sight, hand: int, gain: float) -> bool:
        """Whether a hand is given up that may be, which gains so much for the wager."""
        rather = bool(sight.acts[hand] == SURRENDER)
        if self.forced is not None and self.spec.hands.cards[hand] == self.forced.cards:
            return self.forced.act == SURRENDER
        return gain > (-EVEN if rather else EVEN) if self.for_wager else rather

    def choosing(self, acts: Ints, free: bool) -> Choosing:
        """By these acts, or freely, and by them where it makes no difference; but for what is
        forced."""
        given = np.full(acts.size, BEST_ACT) if free else acts
        if self.forced is not None:
            here = self.spec.hands.cards == self.forced.cards
            given = np.where(here, self.forced.act, given)
        return Choosing(given, acts, acts.copy())

    def split(self, sight: Sight, pair: int, again: int, acts: list[Ints]) -> Floats:
        """The first hand of a split pair, `again` further splits of it made already. How it is
        played is chosen at the first split, and kept in `acts`."""
        spec, seen = self.spec, sight.seen
        shoe = seen.shoe.copy()
        shoe[pair] -= 1 + again
        rows = self.split_hands(sight, pair, shoe, acts)
        left = shoe.copy()
        left[pair] -= 1
        chances = np.empty(VALUES)
        draw_chances(left, seen.hole_not, chances)
        if left[pair] > 0 and again + 2 < spec.most_hands(pair):
            rows[pair] = self.split(sight, pair, again + 1, acts)
        return np.asarray(np.where(left > 0, chances, 0.0) @ rows)

    def split_hands(self, sight: Sight, pair: int, left: Ints, acts: list[Ints]) -> Floats:
        """[second card, outcome] for hands that grow from one card of the pair."""
        return np.asarray(self.split_out(sight, pair, left, acts)[self.spec.hands.two[pair]])

    def split_out(self, sight: Sight, pair: int, left: Ints, acts: list[Ints]) -> Floats:
        """[hand, outcome] of those hands; read it before the next pair is worked out."""
        spec, seen = self.spec, sight.seen
        free = self.for_wager and not acts
        choosing = self.choosing(acts[0] if acts else sight.splits[pair].acts, free)
        asked = self.asked(pair, choosing.given)
        shoe = Shoe(left, seen.hole_not)
        key = (seen.place, pair, int(left[pair]), self.for_wager)
        if key not in self.stood:
            wanted = np.zeros(spec.hands.state.size, dtype=np.bool_)
            wanted[asked] = True
            odds = np.zeros((2, 1, wanted.size))
            dealer_kernels.stand_odds(
                spec.hands, spec.finals, seen.place, pair, shoe, spec.pays, wanted, Odds(*odds)
            )
            self.stood[key] = Odds(*odds[:, 0])
        may = May(spec.may_hit_split(pair), spec.may_double_split(pair))
        bet, room = Bet(self.ends.split, self.pays), self.shared.room
        play_ends(spec.hands, shoe, may, self.stood[key], asked, choosing, bet, room)
        acts.append(choosing.done)
        return np.asarray(room.out)

    def asked(self, pair: int, given: Ints) -> Ints:
        """The split hands to work out. For the wager alone any hand may be asked for, whatever
        another pay table stands on."""
        if not self.for_wager:
            return np.flatnonzero(self.shared.blanks[1].open & self.wanted(pair, given))
        if pair not in self.shared.open:
            any_hand = self.wanted(pair, np.full(given.size, BEST_ACT))
            self.shared.open[pair] = np.flatnonzero(self.shared.blanks[1].open & any_hand)
        return self.shared.open[pair]

    def wanted(self, pair: int, acts: Ints) -> Bools:
        hands = self.spec.hands
        needed, stands = np.zeros((2, acts.size), dtype=np.bool_)
        moves = np.where(acts == BEST_ACT, HIT, acts)
        split_kernels.mark_split_hands(hands, pair, moves, needed, stands)
        return needed
