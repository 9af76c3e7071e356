"""Blackjack Switch: two hands of one player, whose second cards may change places before play.

The play that is priced looks at little. Each hand is played by its own cards and the up card, best
from a full shoe; the second cards change places where the two hands are then worth more together,
each by its worth from a full shoe. What that play comes to is exact: every hand is followed from a
shoe without the other one's two cards, for all of them. Cards the other hand draws need no look: a
hand meets the same cards whether it draws first or after a neighbour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from holecard.cards import value
from holecard.dealing.actions import ACTION_NAMES, KEEP, SWITCH
from holecard.errors import BadDefinition
from holecard.odds.composition import Composition
from holecard.odds.solve.acts import HIT, STAND
from holecard.odds.solve.best_play import ACE, TEN, VALUES, Play, Sheet, Sight, Start, solve
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.wagers.dealt import Dealt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
TWO = [(low, high) for low in range(VALUES) for high in range(low, VALUES)]
PARTS = 1e12  # a worth as a whole number: ties are ties
SAYS = (
    "two hands, each played by its own cards and the up card; their second cards change places "
    "where that is worth more by their worths from a full shoe",
    "rows of rounds with a split are estimates: those with the other hand's cards in the shoe. The "
    "figure itself, and every other row, has them out of it",
)


@dataclass(frozen=True)
class SwitchedStart(Start):
    """An ace and a ten-value card that came together by a swap: 21, and no blackjack."""

    @property
    def is_blackjack(self) -> bool:
        return False


@dataclass(frozen=True)
class SwitchPlay(Play):
    """`sights` are those of one hand from a full shoe. Figures are per hand, of two alike."""

    def __post_init__(self) -> None:
        if self.spec.answered or self.spec.both_up:
            raise BadDefinition(
                f"{self.spec.game.id}: swapped cards beside other answers of a game's own have no "
                "exact figure. `holecard simulate` can price a chart"
            )
        if self.spec.game.rules.split_tens_by != "value":
            raise BadDefinition("swapped cards with tens split by rank: no exact figure")

    @property
    def notes(self) -> tuple[str, ...]:
        return SAYS

    @cached_property
    def worth(self) -> Ints:
        """[switched, sight, first, second] what two cards are worth once the dealer has looked."""
        found = np.zeros((2, len(self.sights), VALUES, VALUES))
        for place, sight in enumerate(self.sights):
            for low, high in TWO:
                for switched in (0, 1):
                    worth = one_hand(self, sight, low, high, 1.0, switched).value
                    found[switched, place, low, high] = found[switched, place, high, low] = worth
        return np.rint(found * PARTS).astype(np.int64)

    def seen_by(self, sight: Sight) -> Seen | None:
        """The same up card, from the shoe that is dealt; none where it has none."""
        return sight.seen

    def gains(self, place: int) -> Ints:
        """[first, second, other first, other second] what swapping the second cards gains."""
        kept, swapped = self.worth[:, place]
        change = swapped[:, None, None, :] + swapped.T[None, :, :, None]
        return np.asarray(change - kept[:, :, None, None] - kept)

    def starts_against(self, sight: Sight) -> Iterator[Start]:
        known: dict[int, list[Start]] = self.__dict__.setdefault("_starts", {})
        if sight.seen.place not in known:
            known[sight.seen.place] = [*self.played(sight), *self.ended(sight)]
        return iter(known[sight.seen.place])

    def played(self, sight: Sight) -> Iterator[Start]:
        """Every hand as it is played, from a shoe without the other hand's first two cards."""
        seen = self.seen_by(sight)
        if seen is None:
            return
        chances = four_cards(seen.shoe) * (1 - natural_chances(seen)) * seen.chance
        swap = self.gains(self.sights.index(sight)) > 0
        hands = np.stack([chances * ~swap, (chances * swap).transpose(0, 3, 2, 1)])
        hands = folded(folded(hands, 1), 3)
        for other, spec in self.others:
            yield from self.beside(sight, spec, hands[:, :, :, other[0], other[1]])

    def ended(self, sight: Sight) -> Iterator[Start]:
        """The hands that a dealer blackjack ends before anything is swapped."""
        seen = self.seen_by(sight)
        if seen is None:
            return
        chances = four_cards(seen.shoe) * natural_chances(seen) * seen.chance
        hands = folded(chances.sum(axis=(2, 3)), 0)
        for low, high in TWO:
            if hands[low, high]:
                start = one_hand(self, sight, low, high, float(hands[low, high]), 0)
                yield replace(start, natural=1.0)

    @cached_property
    def others(self) -> list[tuple[tuple[int, int], Spec]]:
        """The two cards the other hand may hold, and the game from a shoe without them."""
        found = []
        for low, high in TWO:
            left = self.spec.shoe.values.copy()
            left[low] -= 1
            left[high] -= 1
            if left.min() >= 0:
                spec = Spec(self.spec.game, without_values(self.spec.shoe, (low, high)))
                found.append(((low, high), spec))
        return found

    def beside(self, sight: Sight, spec: Spec, chances: Floats) -> Iterator[Start]:
        """The hands played beside one other; `chances` by [switched, low, high]."""
        seen = spec.seen(sight.seen.place, sight.seen.values)
        if seen is None or not chances.any():
            return
        followed = solve(spec, seen, self.convention, lambda spec, seen: sheet_of(sight))
        alone = Play(spec, self.convention, ())
        for switched, low, high in np.argwhere(chances).tolist():
            chance = float(chances[switched, low, high])
            yield one_hand(alone, followed, low, high, chance, switched)

    def dealt_starts(self, sight: Sight) -> Iterator[Start]:
        """One hand by itself, nothing swapped."""
        return super().starts_against(sight)

    def split_sight(self, start: Start) -> Sight:
        return next(one for one in self.sights if one.seen.values == start.sight.seen.values)

    def swaps(self, dealt: Dealt) -> bool:
        """Whether the asked player swaps the second cards."""
        worth = self.both_worths(dealt)
        return worth[ACTION_NAMES[SWITCH]] > worth[ACTION_NAMES[KEEP]]

    def both_worths(self, dealt: Dealt) -> dict[str, float]:
        """What the two hands are worth together, in wagers of one, swapped and kept."""
        assert dealt.ask is not None
        up = value(dealt.dealer_cards[0])
        place = next(at for at, one in enumerate(self.sights) if one.seen.values == (up,))
        mine, other = (dealt.cards(dealt.ask.place + seat, 0) for seat in (0, 1))
        (a, b), (c, d) = ([value(card) - 1 for card in cards] for cards in (mine, other))
        kept, swapped = self.worth[:, place]
        return {
            ACTION_NAMES[SWITCH]: int(swapped[a, d] + swapped[c, b]) / PARTS,
            ACTION_NAMES[KEEP]: int(kept[a, b] + kept[c, d]) / PARTS,
        }


@dataclass(frozen=True)
class CarriedSwitch(SwitchPlay):
    """The play of one shoe, swaps and all, carried on in another (`spec`)."""

    carried: SwitchPlay

    @cached_property
    def worth(self) -> Ints:
        return self.carried.worth

    def seen_by(self, sight: Sight) -> Seen | None:
        return self.spec.seen(sight.seen.place, sight.seen.values)


@dataclass(frozen=True)
class NeverSwapped(SwitchPlay):
    """The same hands, and every swap declined."""

    def gains(self, place: int) -> Ints:
        return np.zeros_like(super().gains(place))


def never_swapped(play: SwitchPlay) -> NeverSwapped:
    return NeverSwapped(play.spec, play.convention, play.sights)


def carried_on(play: SwitchPlay, shoe: Composition) -> CarriedSwitch:
    spec = Spec(play.spec.game, shoe)
    return CarriedSwitch(spec, play.convention, play.sights, play)


def one_hand(play: Play, sight: Sight, low: int, high: int, chance: float, switched: int) -> Start:
    """A hand as it is played once the dealer has looked."""
    hand = int(play.spec.hands.two[low, high])
    if switched and (low, high) == (ACE, TEN):
        stood = float(sight.values[STAND, hand])
        return SwitchedStart(sight, low, high, chance, 0.0, STAND, stood)
    return play.start(sight, low, high, hand, chance, 0.0)


def sheet_of(sight: Sight) -> Sheet:
    """A solved sight as a given way of playing."""
    then = np.where(sight.acts == HIT, HIT, STAND)
    after = {pair: sight.splits[pair].acts for pair in sight.split}
    return Sheet(sight.acts, then, sight.split, after)


def four_cards(shoe: Ints) -> Floats:
    """[first, second, other first, other second] the chance of four cards dealt from a shoe."""
    chances: Floats = np.ones((VALUES,) * 4)
    taken = np.zeros((VALUES,) * 4 + (VALUES,))
    for axis in range(4):
        at = np.indices((VALUES,) * 4)[axis]
        left = shoe[at] - np.take_along_axis(taken, at[..., None], axis=-1)[..., 0]
        chances *= np.maximum(left, 0) / (shoe.sum() - axis)
        np.put_along_axis(
            taken, at[..., None], np.take_along_axis(taken, at[..., None], axis=-1) + 1, axis=-1
        )
    return chances


def natural_chances(seen: Seen) -> Floats | float:
    """The same places: the chance that the dealer looks and has a blackjack."""
    if seen.hole_not == NOTHING_KNOWN:
        return 0.0
    places = np.indices((VALUES,) * 4)
    gone = (places == seen.hole_not).sum(axis=0)
    return np.asarray((seen.shoe[seen.hole_not] - gone) / (seen.shoe.sum() - 4))


def folded(chances: Floats, axis: int) -> Floats:
    """Two cards in either order, by the lower and the higher, at `axis` and the one after it."""
    both = np.moveaxis(chances, (axis, axis + 1), (-2, -1))
    both = np.triu(both) + np.triu(np.swapaxes(both, -1, -2), 1)
    return np.moveaxis(both, (-2, -1), (axis, axis + 1))


def without_values(shoe: Composition, values: tuple[int, ...]) -> Composition:
    """The shoe without a card of each value (from 0), whichever it is."""
    left = list(shoe.cards)
    for one in values:
        card = next(card for card, number in enumerate(left) if number and value(card) == one + 1)
        left[card] -= 1
    return Composition(tuple(left))
