"""Rounds dealt from stacked cards: each seat gets the cards of its script, the dealer a given hand.

For looking at what can happen; nothing here is random.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement

from holecard.cards import CARDS_IN_A_DECK, rank, value
from holecard.dealing.actions import DOUBLE, HIT, KEEP, SPLIT, STAND
from holecard.dealing.felt import COUNT, STATE
from holecard.dealing.own_tables import RAISES
from holecard.dealing.tables import VALUES as VALUE_STEP
from holecard.hand import EMPTY, are_blackjack, total
from holecard.lab.sittings import Sitting
from holecard.odds.composition import shoe_of
from holecard.wagers.bets import SeatBets
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game

VALUES = 10
LAST_SUIT = 3
LONGEST = 7  # cards of a dealer's hand that is tried
ROOM = 24  # cards a seat may draw
ENOUGH = 17  # a hand that is not filled up any more
MOST = 21
PLAIN_HAND = (36, 24)  # a ten and a seven: no blackjack, nothing offered
DOWN, UP = tuple(range(10, 0, -1)), tuple(range(1, 11))
MIDDLE = (5, 4, 6, 3, 7, 2, 8, 9, 10, 1)
SPARE = (38, 34, 30, 26, 22, 18, 14, 10, 6, 2)  # what the dealer draws if a hand goes on
Cards = tuple[int, ...]


@dataclass(frozen=True)
class Script:
    """The cards a seat gets, in order, and how it plays: it raises, splits and doubles where it
    may; or its first hand stands on two cards; or no hand doubles, and each is hit up to 21."""

    cards: Cards
    first_stands: bool = False
    hits: bool = False

    def choose(self, dealt: Dealt) -> Choice:
        ask = dealt.ask
        assert ask is not None
        if dealt.raising:
            return Choice(DOUBLE)
        points = total(dealt.hand_field(ask.place, ask.hand, STATE))
        two = dealt.hand_field(ask.place, ask.hand, COUNT) == 2
        stands = self.first_stands and two and ask.hand == 0
        draws = (HIT,) * (points < MOST) if self.hits else (DOUBLE, HIT) * (points < ENOUGH)
        for action in (KEEP, SPLIT, *([STAND] * stands), *draws):
            if action in ask.legal:
                return Choice(action)
        return Choice(STAND if STAND in ask.legal else list(ask.legal)[-1])


def deal_stacked(
    game: Game,
    seats: Sequence[SeatBets],
    scripts: Sequence[Script],
    dealer: Cards,
    choices: Sequence[Choice] = (),
) -> Dealt:
    """A round in which every seat gets its script's cards, and the dealer these."""
    up_first = bool(game.tables.asks[RAISES])
    cards = [
        *dealer[:up_first],
        *(one.cards[0] for one in scripts),
        *dealer[up_first:1],
        *(one.cards[1] for one in scripts),
        dealer[1],
        *(card for one in scripts for card in one.cards[2:]),
        *dealer[2:],
    ]
    made = list(choices)
    dealt = deal_round(game, seats, cards, made)
    while dealt.ask is not None:
        made.append(scripts[dealt.ask.place].choose(dealt))
        dealt = deal_round(game, seats, cards, made)
    return dealt


@lru_cache(maxsize=4096)
def played(sitting: Sitting, script: Script) -> tuple[Script, tuple[Choice, ...]]:
    """The script without the cards the seat does not come to draw, and its choices. Only a dealer
    blackjack could make them fewer, and then the dealer draws none either."""
    spare = script.cards + (script.cards[-1],) * max(0, ROOM - len(script.cards))
    longer = replace(script, cards=spare)
    dealt = deal_stacked(sitting.game, [sitting.bets], [longer], (*PLAIN_HAND, *spare))
    return replace(script, cards=spare[: seat_cards(dealt)]), dealt.choices


def seat_cards(dealt: Dealt) -> int:
    """How many cards the only seat was dealt."""
    return sum(len(dealt.cards(0, hand)) for hand in range(dealt.hand_count(0)))


def deal_alone(sitting: Sitting, script: Script, dealer: Cards) -> Dealt:
    """The round of one seat that plays its script against this hand."""
    shown = value(dealer[0]), value(dealer[1])
    asked_otherwise = shown[0] == 1 or are_blackjack(shown)  # insurance; nothing at all
    choices = () if asked_otherwise else played(sitting, script)[1]
    return deal_stacked(sitting.game, [sitting.bets], [script], dealer, choices)


def dealer_hands(game: Game, suits: bool = False, order: Sequence[int] = DOWN) -> list[Cards]:
    """One hand of the dealer's for each total and number of cards, in one suit, and in two where
    suits matter; of equal ones the first, cards tried in this order."""
    add, draws = game.tables.add, game.tables.draws
    found: dict[tuple[int, int], tuple[int, ...]] = {}

    def draw(values: tuple[int, ...], state: int) -> None:
        if len(values) >= 2 and not draws[state]:
            found.setdefault((total(state), len(values)), values)
        elif len(values) < LONGEST:
            for worth in order:
                draw((*values, worth), add[state * VALUE_STEP + worth])

    draw((), EMPTY)
    hands = []
    for values in found.values():
        for some in ((LAST_SUIT,), (0, 1))[: 1 + suits]:
            cards = [card_of(worth, some[at % len(some)]) for at, worth in enumerate(values)]
            hands.append(fitted(cards, left_in(game, ())))
    return [hand for hand in hands if hand]


def house_scripts(game: Game) -> list[Script]:
    """Scripts for a seat whose cards the house draws by the dealer's rule."""
    return [Script(one) for order in (DOWN, UP, MIDDLE) for one in dealer_hands(game, order=order)]


def seat_scripts(game: Game) -> list[Script]:
    """Two cards of a value, split as often as may be, each hand filled to 11 and doubled; or the
    first hand filled with any card and stood on."""
    hands = game.rules.max_hands
    scripts = []
    for worth in (5, 6, 4, 7, 3, 8, 2, 9, 10):
        pairs, doubled = [worth] * max(2, hands), [max(1, 11 - worth), 10]
        scripts.append(Script(one_suit([*pairs, *doubled * hands])))
        for first in range(1, VALUES + 1):
            scripts.append(Script(one_suit([*pairs, first, *doubled * hands]), first_stands=True))
    return [*scripts, *(drawn_scripts(hands) if game.answers.results else ())]


def drawn_scripts(hands: int) -> list[Script]:
    """Where a game's own results pay more: two cards of a value, split as often as may be, and each
    hand hit to a 21 of five to eight cards, or to three cards of it; and hands of two cards."""
    found = [Script(one_suit(two)) for two in ((1, 10), (10, 1))]
    for worth in range(1, VALUES + 1):
        pairs = [worth] * max(2, hands)
        for number in range(2, LONGEST + 1):
            for more in combinations_with_replacement(range(1, VALUES + 1), number):
                if worth + sum(more) == MOST and more[-1] - more[0] <= 1:
                    low_first = [*pairs, *more * hands]
                    found.append(Script(one_suit(low_first), hits=True))
    return found


def one_suit(values: Sequence[int]) -> Cards:
    return tuple(card_of(worth, LAST_SUIT) for worth in values)


def card_of(worth: int, suit: int) -> int:
    return 4 * (worth - 1) + suit


def left_in(game: Game, cards: Sequence[int]) -> list[int]:
    """What the full shoe still has of each card."""
    left = list(shoe_of(game).cards)
    for card in cards:
        left[card] -= 1
    return left


def fitted(cards: Sequence[int], stock: list[int]) -> Cards:
    """The cards as far as the stock has them, which loses them; for one that has run out another of
    its rank, or its value. Empty where there is none."""
    found = []
    for card in cards:
        given = card if stock[card] > 0 else another(card, stock)
        if given is None:
            return ()
        stock[given] -= 1
        found.append(given)
    return tuple(found)


def another(card: int, stock: Sequence[int]) -> int | None:
    alike = [one for one in range(CARDS_IN_A_DECK) if stock[one] > 0 and value(one) == value(card)]
    return min(alike, key=lambda one: rank(one) != rank(card), default=None)
