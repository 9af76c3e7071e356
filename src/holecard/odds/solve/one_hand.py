"""One hand against one sight of the dealer: the value of each action it may take, or what it comes
to where nobody is asked."""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.cards import RANKS
from holecard.dealing.actions import ACTION_NAMES, DECLINE, EVEN_MONEY
from holecard.errors import BadDefinition, Unreadable
from holecard.hand import are_blackjack
from holecard.odds.composition import shoe_of
from holecard.odds.solve.acts import HIT, STAND, WORDS
from holecard.odds.solve.best_play import NEVER, Sight, play_of, solve, surrender_values
from holecard.odds.solve.burn import BurnSight, solve_burn
from holecard.odds.solve.burn_kernels import burn_card
from holecard.odds.solve.hand_kernels import Odds, Shoe
from holecard.odds.solve.hands import NAMES, is_pair
from holecard.odds.solve.offers import offer_values
from holecard.odds.solve.sights import NOTHING_KNOWN, Seen, Spec
from holecard.odds.solve.splitting.splits import CONVENTION, check_convention
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE

OFFER_TITLE = "the offer before the dealer looks, half the wager insured or none of it"
TITLES = ("actions", "actions with the payment made (before it is taken off)")


def read_values(text: str) -> tuple[int, ...]:
    """Card values from `T 6`, `A8` or `Ks 6d`: 1 for an ace, 10 for every ten-value card."""
    values = []
    for letter in text.replace("10", "T").upper().replace(",", " "):
        if letter in "CDHS" or letter == " ":
            continue
        if letter not in RANKS:
            raise Unreadable(f"cannot read {text!r} as cards: ranks {RANKS}, such as 'T 6'")
        values.append(min(RANKS.index(letter) + 1, 10))
    if not values:
        raise Unreadable(f"cannot read {text!r} as cards: ranks {RANKS}, such as 'T 6'")
    return tuple(values)


def hand_values(
    game: Game,
    hand: tuple[int, ...],
    dealer: tuple[int, ...],
    convention: str = CONVENTION,
    drew: tuple[int, ...] = (),
) -> dict[str, Any]:
    """Values by action, with and without the burn where a game has it."""
    check_convention(convention)
    spec = Spec(game, shoe_of(game))
    seen = sight_of(spec, dealer)
    place = hand_number(spec, hand)
    if (spec.hands.counts[place] > seen.shoe).any():
        raise BadDefinition(f"{game.rules.decks} deck(s) do not hold these cards together")
    fees = any(wager.kind == FEE for wager in game.wagers)
    if drew and not fees:
        raise BadDefinition(f"{game.id} has no burn: --drew is for Burnout")
    if are_blackjack(hand) or are_blackjack(dealer):
        check_over(hand, drew)
        settled = settled_values(spec, solve(spec, seen, convention), hand)
        return {"given": settled_given(seen), "values": dict.fromkeys(TITLES[: 1 + fees], settled)}
    values = {TITLES[0]: action_values(spec, solve(spec, seen, convention), place)}
    if fees:
        sight = solve_burn(spec, seen, convention)
        values[TITLES[1]] = action_values(spec, sight, place)
        if drew:
            values[f"a hit brings {NAMES[drew[0] - 1]}"] = burn_values(spec, sight, place, drew[0])
    if len(hand) == 2 and insures(spec, seen):
        values[OFFER_TITLE] = offered_values(spec, seen, convention, hand)
    given = "no dealer blackjack" if seen.hole_not != NOTHING_KNOWN else "nothing more known"
    return {"given": given, "values": values}


def insures(spec: Spec, seen: Seen) -> bool:
    """Whether insurance is offered against this sight."""
    return not spec.both_up and bool(spec.tables.insures[seen.values[0]])


def offered_values(
    spec: Spec, seen: Seen, convention: str, hand: tuple[int, ...]
) -> dict[str, float]:
    sight = solve(spec, seen, convention)
    return offer_values(play_of(spec, convention, (sight,)), sight, hand)


def check_over(hand: tuple[int, ...], drew: tuple[int, ...]) -> None:
    """Refuse more cards where the first two are all there are."""
    if drew or len(hand) > 2:
        raise BadDefinition("a blackjack ends the hand at two cards: no hit brings another")


def settled_given(seen: Seen) -> str:
    if are_blackjack(seen.values):
        return "the dealer has a blackjack"
    return "before the dealer looks" if seen.hole_not != NOTHING_KNOWN else "nothing more known"


def settled_values(spec: Spec, sight: Sight, hand: tuple[int, ...]) -> dict[str, float]:
    """What a hand comes to that nobody is asked to play: a blackjack, and any hand against a dealer
    blackjack in full view (F4). The chance of a dealer blackjack not yet seen is in it; even money
    beside it where that is offered (R11)."""
    offered = offer_values(play_of(spec, CONVENTION, (sight,)), sight, hand)
    found = {WORDS[STAND]: offered[ACTION_NAMES[DECLINE]]}
    if are_blackjack(hand) and insures(spec, sight.seen):
        found[ACTION_NAMES[EVEN_MONEY]] = offered[ACTION_NAMES[EVEN_MONEY]]
    return found


def sight_of(spec: Spec, dealer: tuple[int, ...]) -> Seen:
    for seen in spec.sights:
        if tuple(sorted(dealer)) == seen.values:
            return seen
    shows = "two cards" if spec.both_up else "one card"
    raise Unreadable(f"the dealer shows {shows} in {spec.game.id}, not {len(dealer)}")


def hand_number(spec: Spec, hand: tuple[int, ...]) -> int:
    if len(hand) < 2:
        raise Unreadable("a hand has at least two cards")
    place = 0
    for worth in hand:
        place = int(spec.hands.after[place, worth - 1])
        if place < 0:
            raise Unreadable("that hand is busted: nothing is left to decide")
    return place


def action_values(spec: Spec, sight: Sight, hand: int) -> dict[str, float]:
    found = {
        WORDS[action]: float(value)
        for action, value in enumerate(sight.values[:, hand])
        if value > NEVER
    }
    pair = is_pair(spec.hands.counts[hand])
    if spec.hands.cards[hand] == 2:
        if pair in sight.splits:
            found["split"] = sight.splits[pair].value
        if spec.may_surrender[hand]:
            found["surrender"] = float(surrender_values(spec, sight.seen)[hand])
    return found


def burn_values(
    spec: Spec, sight: BurnSight, hand: int, card: int, doubled: bool = False
) -> dict[str, float]:
    """Keeping or burning the card a hit brought to this hand; or a double, after which it stands.
    Values are per what lies on the hand."""
    into = int(spec.hands.after[hand, card - 1])
    values = sight.values
    acts = (STAND,) if doubled else (STAND, HIT)
    keep = -1.0 if into < 0 else max(float(values[act, into]) for act in acts)
    after = sight.stand_after if doubled else sight.after_odds
    return {"keep": keep, "burn": burned_value(spec, sight, hand, card - 1, after)}


def burned_value(spec: Spec, sight: BurnSight, hand: int, card: int, after: Odds) -> float:
    out = np.zeros(2)
    shoe = Shoe(sight.seen.shoe, sight.seen.hole_not)
    burn_card(spec.hands, hand, shoe, card, after, out)
    return float(out[0] - out[1])


def after_burn_values(spec: Spec, sight: BurnSight, hand: int, burned: int) -> dict[str, float]:
    """Hitting or standing once a card of that value was burned: it is out of the shoe, and no other
    card can be."""
    gone = burned - 1
    stand = float(sight.stand_after.win[gone, hand] - sight.stand_after.lose[gone, hand])
    found = {WORDS[STAND]: stand}
    if spec.may_hit[hand]:
        found[WORDS[HIT]] = burned_value(spec, sight, hand, gone, sight.after_odds)
    return found
