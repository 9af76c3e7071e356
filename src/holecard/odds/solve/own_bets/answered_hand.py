"""Wagers on the own hand in games with answers of their own: exact under a stated way of playing,
as seen_hand.py is.

What a finished hand comes to may hang on its cards and their suits there, so each has a chance of
every result beside each final hand of the dealer's. Drawn hands may be given up, and doubled ones
be given up or doubled again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from holecard.dealing import actions
from holecard.dealing.own_tables import RAISES, SHAPED, SPECIAL, TIMES
from holecard.dealing.settle import LOSE, LOSE_BET, NATURAL, OPEN, OWN, PUSH, STANDINGS
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.errors import BadDefinition
from holecard.odds.solve.acts import DOUBLE, STAND, SURRENDER
from holecard.odds.solve.answers.answered import DOUBLED, SPLIT, SPLIT_DOUBLED, UNSPLIT
from holecard.odds.solve.answers.answered_acts import Done, answered_by_acts
from holecard.odds.solve.answers.answered_hands import HandValues, Side
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.best_play import ACE, Sight, Start
from holecard.odds.solve.hand_kernels import EVEN
from holecard.odds.solve.own_bets.named_ends import End, Key, Kind, dealers
from holecard.odds.solve.own_bets.own_hand import Followed, Shared
from holecard.odds.solve.own_bets.played_hand import PlayedHand
from holecard.odds.solve.own_bets.seen_hand import Part, spread
from holecard.odds.solve.own_bets.seen_kernels import Acts, Others, Stands, cards_after
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen
from holecard.wagers.paytable import PayTable

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Twice(NamedTuple):
    """Hands doubled so often: [act][hand, outcome] what comes of each choice, [times, hand] what is
    done so far, and [hand, outcome] what comes of that."""

    times: int
    ends: dict[int, Floats]
    acts: Ints
    worth: Floats


class AnsweredHand(PlayedHand):
    """One wager and pay table under a way of playing such a game."""

    play: AnsweredPlay

    def __init__(self, shared: Shared, table: PayTable, for_wager: bool) -> None:
        super().__init__(shared, table, for_wager)
        assert isinstance(shared.play, AnsweredPlay)
        self.of = shared.play.of
        self.tables = self.spec.tables
        if self.of.asks[SHAPED] and len(self.names.commons) > 1:
            raise BadDefinition(
                f"{shared.wager.id} looks at the suits of a finished hand, by which "
                f"{self.spec.game.id} settles some: the exact engine does not follow both. "
                "`holecard simulate` can price it"
            )
        self.known_ways: dict[tuple[Key, int, bool, bool, int], Floats] = {}
        self.known_groups: dict[int, tuple[Ints, list[int]]] = {}
        self.known_doubled: dict[tuple[Key, int], Ints] = {}

    # What results are called

    def plain(self, result: int) -> int:
        """As a wager sees it: a result of the game's own is a win, a push or a loss."""
        return result if result < LOSE_BET else PUSH + int(self.tables.counts[result])

    def rows(self, code: int, hand: int) -> list[tuple[int, float]]:
        """The rows of a finished hand with their chances; none where standings settle it."""
        if self.of.asks[SPECIAL]:
            return list(self.of.rows[code][hand].items())
        return [(-1, 1.0)]

    def result(self, code: int, hand: int, row: int, dealer: int) -> int:
        if row >= 0:
            return int(self.tables.settles[row * STANDINGS + dealer])
        return self.of.results(code, hand, dealer)[0][0]

    def sure(self, row: int, certain: bool) -> int:
        """The result of a row that is paid before the dealer draws."""
        return int(self.tables.sure[row * 2 + certain]) if row >= 0 else OPEN

    def groups(self, code: int) -> tuple[Ints, list[int]]:
        """[hand] its group of hands that look and count alike, and one hand of each."""
        if code not in self.known_groups:
            hands, threes, reps = self.spec.hands, self.shared.threes, list[int]()
            found: dict[tuple[object, ...], int] = {}
            which = np.zeros(hands.state.size, dtype=np.int64)
            for hand in range(hands.state.size):
                look = int(hands.state[hand] % 32), int(hands.cards[hand]), int(threes[hand])
                key = (*look, self.of.is_natural(code, hand), self.of.key(code, hand))
                if key not in found:
                    found[key] = len(found)
                    reps.append(hand)
                which[hand] = found[key]
            self.known_groups[code] = which, reps
        return self.known_groups[code]

    def ways(self, kind: Kind, code: int, seen: Seen, common: int) -> Floats:
        """[group, dealer standing, outcome] what a finished hand is called."""
        unseen, certain = seen.unseen, bool(self.tables.certain[kind.up_value])
        known = self.names.kept(kind), code, unseen, certain, common
        if known not in self.known_ways:
            _, reps = self.groups(code)
            ways = np.zeros((len(reps), STANDINGS, self.outcomes))
            for group, hand in enumerate(reps):
                cards = int(self.spec.hands.cards[hand])
                if 2 <= cards <= 22 and not self.of.is_natural(code, hand):
                    total = int(self.spec.hands.state[hand] % 32)
                    doubled, three = code in (DOUBLED, SPLIT_DOUBLED), int(self.shared.threes[hand])
                    end = End(code >= SPLIT, total, cards, False, doubled, three, common)
                    self.add_ways(ways[group], kind, end, code, hand, unseen, certain)
            self.known_ways[known] = ways
        return self.known_ways[known]

    def add_ways(
        self, ways: Floats, kind: Kind, end: End, code: int, hand: int, unseen: bool, certain: bool
    ) -> None:
        for row, share in self.rows(code, hand):
            sure = self.sure(row, certain)
            if sure != OPEN:
                places = self.names.over(kind, end, self.plain(sure), unseen)
            for dealer in dealers(unseen):
                if sure == OPEN:
                    result = self.result(code, hand, row, dealer)
                    place = self.names.place(kind, end, dealer, self.plain(result))
                else:
                    place = places[dealer]
                ways[dealer, place] += share

    def against(self, part: Part, code: int) -> Floats:
        """[hand, outcome] of hands that are finished."""
        which, _ = self.groups(code)
        out = np.zeros((which.size, self.outcomes))
        for common in self.names.commons:
            ways = self.ways(part.kind, code, part.seen, common)
            each = [(part.finals * ways[which, :, one]).sum(axis=1) for one in range(self.outcomes)]
            out += self.shared.commons[:, common, None] * np.stack(each, axis=1)
        return out

    # What may be done

    def side(self, pair: int) -> Side:
        return Side(True, pair == ACE) if pair >= 0 else Side()

    def stood_on(self, part: Part, doubled: bool) -> Floats:
        code = SPLIT if part.split else UNSPLIT
        return self.against(part, code + DOUBLED if doubled else code)

    def may(self, part: Part) -> Acts:
        side = self.side(part.pair)
        give_up = HandValues(self.of, part.seen).may_give_up(side)
        hit = self.of.may(actions.HIT, side.split, side.aces)
        return Acts(hit, self.of.may(actions.DOUBLE, side.split, side.aces), give_up)

    def others(self, part: Part, may: Acts, stands: Stands) -> Others:
        given_up = self.given_back(part, may.give_up & part.wanted, doubled=False)
        doubled = np.zeros_like(given_up)
        doubles = may.double & part.wanted
        if doubles.any():
            after = self.stands(part, doubled=True)
            *_, twice = self.doubled_hands(part, after)
            cards_after(self.spec.hands, doubles, after, twice.worth, doubled)
        return Others(doubled, given_up)

    @cached_property
    def rescues(self) -> Bools:
        """[hand] whether it may be given up once it is doubled, however often."""
        times = range(1, self.of.most_doubles + 1)
        rescued = [self.of.after_double(one, actions.SURRENDER) for one in times]
        return np.asarray(np.logical_or.reduce(rescued))

    def doubled_hands(self, part: Part, stands: Stands) -> Iterator[Twice]:
        """From the most doubles down to one; `stands` is of doubled hands."""
        hands, stood, worth = self.spec.hands, stands.stood, stands.stood
        given_up = self.given_back(part, self.rescues & part.wanted, doubled=True)
        chosen = self.doubled_acts(part)
        acts = np.full((TIMES, hands.state.size), STAND) if chosen is None else chosen
        for times in range(self.of.most_doubles, 0, -1):
            again = np.zeros_like(stood)
            may = self.of.after_double(times, actions.DOUBLE) & part.wanted
            cards_after(hands, may, stands, worth, again)
            may_give = self.of.after_double(times, actions.SURRENDER)
            ends = {STAND: stood, SURRENDER: given_up, DOUBLE: again}
            if chosen is None:
                rather = self.solved(part.sight).doubled[times]
                acts[times] = self.most_paid(ends, {SURRENDER: may_give, DOUBLE: may}, rather)
            done = acts[times][:, None]
            worth = np.where(done == SURRENDER, given_up, np.where(done == DOUBLE, again, stood))
            yield Twice(times, ends, acts, worth)
        if chosen is None:
            self.known_doubled[self.names.kept(part.kind), part.sight.seen.place] = acts

    def doubled_worths(self, part: Part, times: int) -> dict[int, Floats]:
        """[act][hand] what each choice with a hand doubled so often is worth."""
        found = self.doubled_hands(part, self.stands(part, doubled=True))
        ends = next(one.ends for one in found if one.times == times)
        return {act: outcomes @ self.pays for act, outcomes in ends.items()}

    def most_paid(self, ends: dict[int, Floats], may: dict[int, Bools], rather: Ints) -> Ints:
        """[hand] what pays most; what is done for the main wager where that is worth the same."""
        act, best = np.full(rather.size, STAND), ends[STAND] @ self.pays
        for one, allowed in may.items():
            value = ends[one] @ self.pays
            takes = allowed & (value > best + np.where(rather == one, -EVEN, EVEN))
            act, best = np.where(takes, one, act), np.where(takes, value, best)
        return act

    def doubled_acts(self, part: Part) -> Ints | None:
        """[times, hand] what is done with doubled hands; none where it is still to be chosen. Split
        hands do what unsplit ones of the same cards do."""
        if not self.for_wager:
            return self.solved(part.sight).doubled
        key = self.names.kept(part.kind), part.sight.seen.place
        if part.split and key not in self.known_doubled:
            self.acted(self.part(part.sight, part.kind), self.choosing(part.sight.acts, True))
        return self.known_doubled.get(key)

    def solved(self, sight: Sight) -> AnsweredSight:
        assert isinstance(sight, AnsweredSight)
        return sight

    def given_back(self, part: Part, asked: Bools, doubled: bool) -> Floats:
        """[hand, outcome] of hands given up: half of the bet, all of it to a dealer blackjack that
        shows up afterwards (R12)."""
        out = np.zeros((asked.size, self.outcomes))
        hands = np.flatnonzero(asked)
        _, which = self.looks_of
        for common in self.names.commons if hands.size else ():
            kinds, at = np.unique(which[hands], return_inverse=True)
            places = [self.called_back(part, doubled, common, kind) for kind in kinds.tolist()]
            share = self.shared.commons[hands, common, None]
            given = spread(part.finals[hands], np.array(places)[at], self.outcomes)
            out[hands] += share * given
        return out

    def called_back(self, part: Part, doubled: bool, common: int, kind: int) -> list[int]:
        """[dealer standing] what giving up a hand of that kind is called."""
        unseen, known = part.seen.unseen, self.shared.given_back
        key = self.names.kept(part.kind), part.split, doubled, unseen, common, kind
        if key not in known:
            total, cards, _ = self.looks_of[0][kind]
            end = End(part.split, total, cards, True, doubled, common=common)
            known[key] = self.names.over(part.kind, end, GAVE_UP, natural=False)
            if unseen:
                known[key][NATURAL] = self.names.place(part.kind, end, NATURAL, LOSE)
        return known[key]

    # One start

    def seen(self, sight: Sight) -> Seen:
        """What is seen of the dealer while the hand is played. The main wager's solver may leave a
        dealer blackjack out of it that takes the original bet alone; this wager may not."""
        seen, tables = sight.seen, self.tables
        looked = tables.peeks[seen.values[0]] or self.spec.both_up
        if not self.spec.as_if_looked or looked:
            return seen
        return replace(seen, hole_not=NOTHING_KNOWN)

    def start_kind(self, start: Start, kind: Kind) -> Floats:
        if start.is_blackjack:
            return super().start_kind(start, kind)
        if not self.play.opens_early(start.sight):
            return super().start_kind(self.waiting(start), kind)
        if not self.for_wager:
            kept = not start.early
        else:
            hand = int(self.spec.hands.two[start.low, start.high])
            kept = not self.followed_by(start, kind).given_up[hand]
        return super().start_kind(self.waiting(start), kind) if kept else self.early(start, kind)

    def waiting(self, start: Start) -> Start:
        """The start when nobody has given it up: with the chance of a dealer blackjack that ends
        the round before play."""
        hand = int(self.spec.hands.two[start.low, start.high])
        natural = self.play.ends_at_once(self.seen(start.sight), hand)
        return replace(start, natural=natural, early=False)

    def followed_by(self, start: Start, kind: Kind) -> Followed:
        followed = super().followed_by(start, kind)
        hand = int(self.spec.hands.two[start.low, start.high])
        opened = self.for_wager and self.play.opens_early(start.sight)
        if opened and hand not in followed.given_up:
            followed.given_up[hand] = start.early  # until it is known
            given_up, kept = self.early_worths(start, kind)
            followed.given_up[hand] = given_up > kept + (-EVEN if start.early else EVEN)
        return followed

    def early_worths(self, start: Start, kind: Kind) -> tuple[float, float]:
        """What a start is worth given up before the dealer looks, and played on."""
        kept = super().start_kind(self.waiting(start), kind)
        return float(self.early(start, kind) @ self.pays), float(kept @ self.pays)

    def early(self, start: Start, kind: Kind) -> Floats:
        """Given up before the dealer looks: settled, whatever the dealer has."""
        seen, hand = start.sight.seen, int(self.spec.hands.two[start.low, start.high])
        natural = self.play.ends_at_once(seen, hand)
        chances = (1 - natural) * self.finals(seen, seen.shoe, 0)[hand]
        chances[NATURAL] += natural
        out = np.zeros(self.outcomes)
        for common, share in self.in_common(hand):
            end = End(False, kind.start_total, 2, given_up=True, common=common)
            places = self.names.over(kind, end, GAVE_UP, natural=natural > 0 or seen.unseen)
            np.add.at(out, places, share * chances)
        return out

    def natural(self, start: Start, kind: Kind, hand: int) -> Floats:
        """A blackjack when the round goes on: it waits for the dealer, or is paid now."""
        seen = start.sight.seen
        chances = self.finals(seen, seen.shoe, 0)[hand]
        out = np.zeros(self.outcomes)
        rows, known = self.rows(UNSPLIT, hand), dealers(seen.unseen)
        for (row, chance), (common, share) in product(rows, self.in_common(hand)):
            end = End(False, 21, 2, common=common)
            called = {one: self.plain(self.result(UNSPLIT, hand, row, one)) for one in known}
            now = self.tables.natural_now[kind.up_value]
            places = [0] * STANDINGS
            if now or not self.tables.natural_waits[OWN]:
                places = self.names.over(kind, end, called[20], natural=seen.unseen and bool(now))
            for one in known if not now else ():
                if one == NATURAL or self.tables.natural_waits[OWN]:
                    places[one] = self.names.place(kind, end, one, called[one])
            np.add.at(out, places, chance * share * chances)
        return out

    def ended(self, start: Start, kind: Kind) -> Floats:
        """With a dealer blackjack that ends the round before play, or takes one bet after it."""
        hand = int(self.spec.hands.two[start.low, start.high])
        out = np.zeros(self.outcomes)
        results = self.of.results(UNSPLIT, hand, NATURAL)
        for (result, chance), (common, share) in product(results, self.in_common(hand)):
            end = End(False, kind.start_total, 2, common=common)
            out[self.names.place(kind, end, NATURAL, self.plain(result))] += chance * share
        return out

    # What is done, for the main wager's sake

    def follow_kind(self, sight: Sight, kind: Kind) -> Followed:
        followed = super().follow_kind(sight, kind)
        key = self.names.kept(kind), sight.seen.place
        followed.doubled = self.known_doubled.get(key, self.solved(sight).doubled)
        return followed

    def sight(self, sight: Sight, followed: Followed) -> Sight:
        solved, given_up = self.solved(sight), np.zeros(sight.acts.size, dtype=np.bool_)
        given_up[[hand for hand, gives in followed.given_up.items() if gives]] = True
        doubled = solved.doubled if followed.doubled is None else followed.doubled
        done = Done(followed.acts, doubled, followed.split_acts, given_up)
        return answered_by_acts(self.spec, solved, self.play.convention, done)

    def doubled_for_main(self, sight: Sight) -> Ints:
        return self.solved(sight).doubled

    def main_ev(self) -> float:
        """Raised where that is worth more than nothing: it makes no difference to this wager."""
        raises = bool(self.of.asks[RAISES])
        return sum(one * (1 + (raises and one > EVEN)) for one in self.main_by_sight())
