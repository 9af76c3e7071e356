"""What a client may see of a round: built field by field from what lies open (open_cards.py),
nothing stripped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from holecard.cards import cards_text
from holecard.dealing import felt as f
from holecard.dealing.actions import (
    ACTION_NAMES,
    BURN,
    DECLINE,
    EVEN_MONEY,
    INSURE,
    KEEP,
    KEYS,
    SURRENDER,
    SWITCH,
    WITH_AMOUNT,
)
from holecard.dealing.own_tables import EARLY, RAISES
from holecard.dealing.settle import DEALER, OPEN
from holecard.hand import hand_text, state_of, total
from holecard.play.choice_words import choice_note, choice_words, question_words
from holecard.play.open_cards import (
    Cards,
    burned_open,
    dealer_open,
    hands_open,
    held_open,
    is_turned,
)
from holecard.text.trace import Event, Weave
from holecard.text.words import (
    DealerWords,
    backs_dealer_words,
    dealer_words,
    hand_words,
    house_words,
    name_words,
)
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout, net_of, payouts
from holecard.wagers.wager import FEE, OFFER

BACK = "??"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    cards: str
    says: str  # in a sentence: `16`, `soft 18`, `blackjack`, `26, busted`
    hand_says: str  # beside the hand: `26 · busted`
    total: int
    why: str  # why it matters, where a rule surprises
    stake: int
    house: int  # what of it the house has put up
    doubled: bool
    result: str  # empty while open
    active: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    seat: int
    hands: tuple[HandView, ...]
    burned: str
    button: int
    main: str  # the wager its hands are played for
    bets: tuple[tuple[str, int], ...]
    net: int  # what the round brought the seat's purse


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    rules_line: str
    dealer: str  # `7h ??` until the hole card is turned
    dealer_says: str
    dealer_does: str  # after "Dealer": `shows 7`, `has 26 · busted`
    dealer_total: int  # of what lies open
    seats: tuple[SeatView, ...]
    events: tuple[Event, ...]
    asked_seat: int  # 0 when nobody is asked
    asked_hand: int
    legal: tuple[str, ...]
    amounts: tuple[tuple[str, int, int], ...]  # least and most, for choices that take an amount
    notes: tuple[tuple[str, str], ...]  # what legal choices cost or bring: `$25`, `$10 now`
    names: tuple[tuple[str, str], ...]  # legal choices called otherwise now: `raise`, `rescue`
    question: str  # what is asked, where it is no usual turn: `Raise?`
    done: bool
    called_off: bool
    paid: tuple[Payout, ...]


class Standing(NamedTuple):
    """A seat as it was looked at last. Its view stands for as long as its mark is the same."""

    mark: Any
    view: SeatView


class Looked(NamedTuple):
    """What has been worked out of a round for its view."""

    seats: tuple[Standing, ...]
    paid: tuple[Payout, ...]


def view(dealt: Dealt, weave: Weave | None = None, looked: Looked | None = None) -> View:
    """Everything open on the felt. Cards of the seats lie face up for all, so every client sees
    the same; the hole card is named only once an event has turned it over. With a walk that has
    come some way already, the events are those that are new; what has been worked
    out of the round as it is now is not worked out again."""
    weave = weave or Weave(dealt)
    events = tuple(open_event(event) for event in weave.events())
    return felt_view(dealt, weave.turned, events, looked or look(dealt, payouts(dealt)))


def silent_view(dealt: Dealt) -> View:
    """The same without the dealer's sentences, which take longer than the deal."""
    return felt_view(dealt, is_turned(dealt), (), look(dealt, payouts(dealt)))


def felt_view(dealt: Dealt, turned: bool, events: tuple[Event, ...], looked: Looked) -> View:
    ask = dealt.ask
    dealer, words = dealer_view(dealt, turned)
    return View(
        rules_line=dealt.game.line,
        dealer=dealer,
        dealer_says=words.says,
        dealer_does=words.does,
        dealer_total=words.total,
        seats=tuple(one.view for one in looked.seats),
        events=events,
        asked_seat=dealt.seats[ask.place].seat if ask else 0,
        asked_hand=ask.hand if ask else 0,
        legal=ask.legal.names if ask else (),
        amounts=amounts_view(dealt),
        notes=notes_view(dealt),
        names=names_view(dealt),
        question=question_words(dealt),
        done=dealt.done,
        called_off=dealt.called_off,
        paid=looked.paid,
    )


def look(dealt: Dealt, paid: tuple[Payout, ...], before: Sequence[Standing] = ()) -> Looked:
    """Every seat of the round; the very standing of before where nothing of the seat has changed
    since. A choice changes the seat that made it and the one that is asked next."""
    seats = []
    for place in range(len(dealt.seats)):
        mark = seat_mark(dealt, place)
        if before and before[place].mark == mark:
            seats.append(before[place])
        else:
            seats.append(Standing(mark, seat_view(dealt, place, paid)))
    return Looked(tuple(seats), paid)


def seat_mark(dealt: Dealt, place: int) -> Any:
    """All that `seat_view` makes of a round but what stays as it was dealt: the seat's bets (some
    are made late), its rows on the felt, the choices made there, the hand that is asked, and
    whether the dealer has looked, for who bets then, or the round has an end."""
    ask, at, slot = dealt.ask, place * f.SEAT_ROW, f.seat_slot(place, 0) * f.HAND_ROW
    return (
        dealt.seats[place].bets,
        not dealt.seats[place].late or dealt.looked,
        dealt.felt.seats[at : at + f.SEAT_ROW],
        dealt.felt.hands[slot : slot + f.HANDS_A_SEAT * f.HAND_ROW],
        [one for one in dealt.made if one[0] == place],
        ask.hand if ask is not None and ask.place == place else -1,
        dealt.done,
    )


def open_event(event: Event) -> Event:
    return (
        event._replace(card=None, hand_says="", hand_why="", total=None) if event.hidden else event
    )


def dealer_view(dealt: Dealt, turned: bool) -> tuple[str, DealerWords]:
    cards = dealer_open(dealt, turned)
    if not turned and dealt.game.rules.dealer_shows == "one":
        down = len(dealt.dealer_cards) > 1  # a raise is asked for under the up card alone
        return cards_text(cards) + f" {BACK}" * down, dealer_words(cards, whole=False)
    return cards_text(cards), dealer_words(cards, whole=True)


def amounts_view(dealt: Dealt) -> tuple[tuple[str, int, int], ...]:
    asked = [action for action in WITH_AMOUNT if dealt.ask and action in dealt.ask.legal]
    return tuple((ACTION_NAMES[action], *dealt.amounts(action)) for action in asked)


def notes_view(dealt: Dealt) -> tuple[tuple[str, str], ...]:
    """What stands on the button of a legal choice beside its name, where money hangs on it."""
    ask = dealt.ask
    if ask is None:
        return ()
    notes = ((action, choice_note(dealt, ask, action)) for action in ask.legal)
    return tuple((ACTION_NAMES[action], note) for action, note in notes if note)


def names_view(dealt: Dealt) -> tuple[tuple[str, str], ...]:
    """Legal choices that are called otherwise now: a double is a raise before the cards come."""
    legal = dealt.ask.legal if dealt.ask else ()
    named = ((ACTION_NAMES[action], choice_words(dealt, action)) for action in legal)
    return tuple((name, words) for name, words in named if words != name_words(name))


def seat_view(dealt: Dealt, place: int, paid: tuple[Payout, ...]) -> SeatView:
    seat = dealt.seats[place]
    late = seat.late
    looked = not late or dealt.looked
    hands = [hand_view(dealt, place, *hand) for hand in hands_open(dealt, place).items()]
    return SeatView(
        seat=seat.seat,
        hands=(*hands, *held_views(dealt, place)),
        burned=cards_text(burned_open(dealt, place)),
        button=seat.button,
        main=seat.main(dealt.game).wager,
        bets=tuple((bet.wager, bet.stake) for bet in seat.bets if looked or bet.wager not in late),
        net=net_of(one for one in paid if one.seat == seat.seat),
    )


def held_views(dealt: Dealt, place: int) -> tuple[HandView, ...]:
    """Split cards that wait to become hands, the next one first."""
    held = held_open(dealt, place)
    free = held and dealt.free_bits(place, dealt.hand_count(place) - 1) & f.FREE_SPLIT
    stake = dealt.base_stake(place)
    return tuple(
        HandView(
            cards=cards_text([card]),
            says=hand_text(state_of([card])),
            hand_says=hand_words(state_of([card])),
            total=total(state_of([card])),
            why=", ".join(one for one in ("to come", house_words(stake if free else 0)) if one),
            stake=stake,
            house=stake if free else 0,
            doubled=False,
            result="",
            active=False,
        )
        for card in held
    )


def hand_view(dealt: Dealt, place: int, hand: int, cards: Cards) -> HandView:
    state = dealt.hand_field(place, hand, f.STATE)
    result = dealt.hand_field(place, hand, f.RESULT)
    natural = bool(dealt.seat_field(place, f.NATURAL_HAND))
    ask = dealt.ask
    stake = dealt.hand_stake(place, hand)
    house = stake - dealt.own_stake(place, hand)
    return HandView(
        cards=cards_text(cards),
        says=hand_text(state, natural),
        hand_says=hand_words(state, natural),
        total=total(state),
        why=hand_why(dealt, place, state, result, house),
        stake=stake,
        house=house,
        doubled=bool(dealt.hand_field(place, hand, f.DOUBLED)),
        result="" if result == OPEN else dealt.game.result_name(result),
        active=ask is not None and (ask.place, ask.hand) == (place, hand),
    )


def hand_why(dealt: Dealt, place: int, state: int, result: int, house: int) -> str:
    """The rule that surprises, if one does; `house` is what the house has put up."""
    if result == OPEN and dealt.seat_field(place, f.BACKS) == DEALER:
        return backs_dealer_words(state)
    if dealt.seat_field(place, f.INSURED) == f.INSURED_EVEN:
        return "even money"
    return house_words(house)


def actions_of(game: Game) -> tuple[int, ...]:
    """Every action this table can ever ask for, in the order of their keys."""
    kinds = {wager.kind for wager in game.wagers}
    never = set() if FEE in kinds else {BURN}
    asks, switches = game.tables.asks, game.answers.switches
    never |= set() if FEE in kinds or asks[RAISES] or asks[EARLY] or switches else {KEEP}
    never |= set() if switches else {SWITCH}
    never |= set() if OFFER in kinds else {INSURE, DECLINE, EVEN_MONEY}
    never |= set() if game.surrenders else {SURRENDER}
    return tuple(action for action in KEYS.values() if action not in never)


def key_of(action: str) -> str:
    """The key printed on an action's button."""
    return next(key for key, number in KEYS.items() if ACTION_NAMES[number] == action)
