"""Wagers on the own hand in games with answers of their own: exact under a stated way of playing,
as seen_hand.py is.

What a finished hand comes to may hang on its cards and their suits there, so each has a chance of
every result beside each final hand of the dealer's. Drawn hands may be given up, and doubled ones
be given up or doubled again.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from holecard.dealing import actions
from holecard.dealing.own_tables import SPECIAL
from holecard.dealing.settle import LOSE, LOSE_BET, NATURAL, OPEN, OWN, PUSH, STANDINGS
from holecard.dealing.settle import SURRENDER as GAVE_UP
from holecard.odds.solve.acts import DOUBLE, SURRENDER
from holecard.odds.solve.answers.answered import DOUBLED, SPLIT, UNSPLIT
from holecard.odds.solve.answers.answered_hands import HandValues, Side
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.best_play import ACE, Start
from holecard.odds.solve.own_bets.named_ends import End, Key, Kind, dealers
from holecard.odds.solve.own_bets.own_hand import Shared
from holecard.odds.solve.own_bets.seen_hand import Part, SeenHand
from holecard.odds.solve.own_bets.seen_kernels import Acts, Others, Stands, cards_after
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen
from holecard.wagers.paytable import PayTable

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class AnsweredHand(SeenHand):
    """One wager and pay table under a way of playing such a game."""

    def __init__(self, shared: Shared, table: PayTable, for_wager: bool) -> None:
        super().__init__(shared, table, for_wager)
        assert isinstance(shared.play, AnsweredPlay)
        self.of = shared.play.of
        self.tables = self.spec.tables
        self.known_ways: dict[tuple[Key, int, bool, bool], Floats] = {}
        self.known_groups: dict[int, tuple[Ints, list[int]]] = {}
        self.known_ended: dict[tuple[Key, int], tuple[Floats, dict[int, Floats]]] = {}

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
            hands, reps = self.spec.hands, list[int]()
            found: dict[tuple[object, ...], int] = {}
            which = np.zeros(hands.state.size, dtype=np.int64)
            for hand in range(hands.state.size):
                look = int(hands.state[hand] % 32), int(hands.cards[hand])
                key = (*look, self.of.is_natural(code, hand), self.of.key(code, hand))
                if key not in found:
                    found[key] = len(found)
                    reps.append(hand)
                which[hand] = found[key]
            self.known_groups[code] = which, reps
        return self.known_groups[code]

    def ways(self, kind: Kind, code: int, seen: Seen) -> Floats:
        """[group, dealer standing, outcome] what a finished hand is called."""
        unseen, certain = seen.unseen, bool(self.tables.certain[kind.up_value])
        known = self.names.kept(kind), code, unseen, certain
        if known not in self.known_ways:
            _, reps = self.groups(code)
            ways = np.zeros((len(reps), STANDINGS, self.outcomes))
            for group, hand in enumerate(reps):
                cards = int(self.spec.hands.cards[hand])
                if 2 <= cards <= 22 and not self.of.is_natural(code, hand):
                    total = int(self.spec.hands.state[hand] % 32)
                    end = End(code >= SPLIT, total, cards)
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
        ways, (which, _) = self.ways(part.kind, code, part.seen), self.groups(code)
        found = [(part.finals * ways[which, :, one]).sum(axis=1) for one in range(self.outcomes)]
        return np.stack(found, axis=1)

    # What may be done

    def side(self, pair: int) -> Side:
        return Side(True, pair == ACE) if pair >= 0 else Side()

    def stood_on(self, part: Part) -> Floats:
        return self.against(part, SPLIT if part.split else UNSPLIT)

    def may(self, part: Part) -> Acts:
        side = self.side(part.pair)
        give_up = HandValues(self.of, part.seen).may_give_up(side)
        hit = self.of.may(actions.HIT, side.split, side.aces)
        return Acts(hit, self.of.may(actions.DOUBLE, side.split, side.aces), give_up)

    def others(self, part: Part, may: Acts, stands: Stands) -> Others:
        sight = part.sight
        assert isinstance(sight, AnsweredSight)
        gives = may.give_up | (sight.doubled == SURRENDER).any(axis=0)
        given_up = self.given_back(part, gives & part.wanted)
        if not (may.double & part.wanted).any():
            return Others(np.zeros_like(given_up), given_up)
        hands, code = self.spec.hands, (SPLIT if part.split else UNSPLIT) + DOUBLED
        stood = worth = self.against(part, code)
        for times in range(self.of.most_doubles, 0, -1):
            acts, again = sight.doubled[times][:, None], np.zeros_like(stood)
            cards_after(hands, (acts[:, 0] == DOUBLE) & part.wanted, stands, worth, again)
            worth = np.where(acts == SURRENDER, given_up, np.where(acts == DOUBLE, again, stood))
        doubled = np.zeros_like(stood)
        cards_after(hands, may.double & part.wanted, stands, worth, doubled)
        return Others(doubled, given_up)

    def given_back(self, part: Part, asked: Bools) -> Floats:
        """[hand, outcome] of hands given up: half of the bet, all of it to a dealer blackjack that
        shows up afterwards (R12)."""
        out = np.zeros((asked.size, self.outcomes))
        unseen = part.seen.unseen
        looks: dict[tuple[int, int], list[int]] = {}
        for hand in np.flatnonzero(asked).tolist():
            look = int(self.spec.hands.state[hand] % 32), int(self.spec.hands.cards[hand])
            looks.setdefault(look, []).append(hand)
        for (total, cards), hands in looks.items():
            end = End(part.split, total, cards, given_up=True)
            places = self.names.over(part.kind, end, GAVE_UP, natural=False)
            if unseen:
                places[NATURAL] = self.names.place(part.kind, end, NATURAL, LOSE)
            for dealer in dealers(unseen):
                out[hands, places[dealer]] += part.finals[hands, dealer]
        return out

    # One start

    def start_kind(self, start: Start, kind: Kind) -> Floats:
        return self.early(start, kind) if start.early else super().start_kind(start, kind)

    def early(self, start: Start, kind: Kind) -> Floats:
        """Given up before the dealer looks: settled, whatever the dealer has."""
        seen, hand = start.sight.seen, int(self.spec.hands.two[start.low, start.high])
        end = End(False, kind.start_total, 2, given_up=True)
        natural = self.play.ends_at_once(seen, hand)
        places = self.names.over(kind, end, GAVE_UP, natural=natural > 0)
        chances = (1 - natural) * self.finals(seen, seen.shoe, 0)[hand]
        chances[NATURAL] += natural
        out = np.zeros(self.outcomes)
        np.add.at(out, places, chances)
        return out

    def natural(self, start: Start, kind: Kind, hand: int) -> Floats:
        """A blackjack when the round goes on: it waits for the dealer, or is paid now."""
        seen, end = start.sight.seen, End(False, 21, 2)
        chances = self.finals(seen, seen.shoe, 0)[hand]
        out = np.zeros(self.outcomes)
        for row, share in self.rows(UNSPLIT, hand):
            known = dealers(seen.unseen)
            called = {one: self.plain(self.result(UNSPLIT, hand, row, one)) for one in known}
            now = self.tables.natural_now[kind.up_value]
            places = [0] * STANDINGS
            if now or not self.tables.natural_waits[OWN]:
                places = self.names.over(kind, end, called[20], natural=seen.unseen and bool(now))
            for one in known if not now else ():
                if one == NATURAL or self.tables.natural_waits[OWN]:
                    places[one] = self.names.place(kind, end, one, called[one])
            np.add.at(out, places, share * chances)
        return out

    def ended(self, start: Start, kind: Kind) -> Floats:
        """With a dealer blackjack that ends the round before play, or takes one bet after it."""
        hand = int(self.spec.hands.two[start.low, start.high])
        if self.plays_on(start):
            return self.played_on(start, kind, hand)
        out = np.zeros(self.outcomes)
        for result, share in self.of.results(UNSPLIT, hand, NATURAL):
            end = End(False, kind.start_total, 2)
            called = self.plain(result)
            out[self.names.place(kind, end, NATURAL, called)] += share
        return out

    def plays_on(self, start: Start) -> bool:
        """Whether a dealer blackjack shows up only when the hand has been played: the solver may
        leave it out of the play where it takes the original bet alone."""
        looked = self.tables.peeks[start.sight.seen.values[0]] or self.spec.both_up
        return self.spec.as_if_looked and not start.is_blackjack and not looked

    def played_on(self, start: Start, kind: Kind, hand: int) -> Floats:
        """The hand is played as always, the dealer having a blackjack that nobody sees."""
        if not start.natural:
            return np.zeros(self.outcomes)
        sight = start.sight
        seen = hidden_blackjack(sight.seen)
        key = self.names.kept(kind), seen.place
        if key not in self.known_ended:
            part = self.part(sight, kind, seen)
            self.known_ended[key] = self.acted(part, self.choosing(sight.acts, False)), {}
        unsplit, split = self.known_ended[key]
        played, pair = unsplit[hand], start.low
        if start.low == start.high and pair in sight.split:
            if pair not in split:
                acts = [sight.splits[pair].acts]
                split[pair] = self.split_kind(sight, kind, pair, 0, acts, seen)
            share = self.play.pair_share(seen, pair)
            played = share * split[pair] + (1 - share) * played
        return np.asarray(played)

    def finals(self, seen: Seen, shoe: Ints, aside: int, wanted: Bools | None = None) -> Floats:
        if not is_hidden_blackjack(seen, self.spec.both_up):
            return super().finals(seen, shoe, aside, wanted)
        found = np.zeros((self.spec.hands.state.size, STANDINGS))
        found[:, NATURAL] = 1.0
        return found


def hidden_blackjack(seen: Seen) -> Seen:
    """The same up card with the hole card that makes a blackjack."""
    shoe = seen.shoe.copy()
    shoe[seen.looked_for] -= 1
    values = (seen.values[0], seen.looked_for + 1)
    return replace(seen, values=values, shoe=shoe, hole_not=NOTHING_KNOWN)


def is_hidden_blackjack(seen: Seen, both_up: bool) -> bool:
    return len(seen.values) == 2 and not both_up
