"""A round as far as it has been dealt: the felt, who is asked, and the money on each hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from holecard.cards import card_text, cards_text, value
from holecard.dealing.actions import (
    ACTION_NAMES,
    DOUBLE,
    INSURE,
    SPLIT,
    WITH_AMOUNT,
    Legal,
    read_action,
)
from holecard.dealing.felt import (
    ASK_HAND,
    ASK_LEGAL,
    ASK_SEAT,
    CARD,
    CARDS,
    CHOICE,
    DEALS_NEXT,
    DOUBLED,
    EVENTS,
    FREE,
    FREE_DOUBLE,
    FREE_SPLIT,
    HAND_ROW,
    HANDS,
    LOOKED,
    RAISED,
    SEAT_ROW,
    STAGE,
    STATE,
    TRACE_ROW,
    Felt,
    dealer_slot,
    events,
    hand_cards,
    lay_felt,
    seat_slot,
)
from holecard.dealing.own_tables import FREE as FREE_STAKES
from holecard.dealing.own_tables import RAISES
from holecard.dealing.round import DONE, OUT_OF_CARDS, WAITING, play_round
from holecard.dealing.settle import INSURED_PART
from holecard.dealing.turn import phase_of
from holecard.errors import IllegalAction, Unreadable
from holecard.hand import STATES, hand_text
from holecard.money import money_text, plain_money, read_money
from holecard.wagers.bets import SeatBets
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, Wager

Given = tuple[int, int, int, int]  # what a seat's bets lay on the felt: lay_felt's row


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision, with the amount for doubling or insuring for less (all of it, if none)."""

    action: int
    amount: int | None = None

    def __str__(self) -> str:
        word = ACTION_NAMES[self.action]
        return word if self.amount is None else f"{word}={plain_money(self.amount)}"


def read_choice(text: str) -> Choice:
    """`hit`, `double`, `double=5`, `insurance=2.50`."""
    word, equals, amount = text.partition("=")
    action = read_action(word)
    if not equals:
        return Choice(action)
    if action not in WITH_AMOUNT:
        raise Unreadable(f"{word} takes no amount: {text!r}")
    return Choice(action, read_money(amount))


@dataclass(frozen=True, slots=True)
class Ask:
    """Who is asked, and for what: place at the table from 0, hand from 0."""

    place: int
    hand: int
    legal: Legal


@dataclass(frozen=True)
class Dealt:
    game: Game
    seats: tuple[SeatBets, ...]
    choices: tuple[Choice, ...]
    felt: Felt = field(repr=False)  # thousands of numbers, made from the rest
    status: int

    @property
    def done(self) -> bool:
        return self.status == DONE

    @property
    def called_off(self) -> bool:
        return self.status == OUT_OF_CARDS

    @cached_property
    def ask(self) -> Ask | None:
        if self.status != WAITING:
            return None
        at = self.felt.at
        return Ask(at[ASK_SEAT], at[ASK_HAND], Legal(at[ASK_LEGAL]))

    @property
    def looked(self) -> bool:
        """Whether the dealer has looked for a blackjack, or had no reason to, and found none."""
        return any(row[0] == STAGE and row[4] == LOOKED for row in events(self.felt))

    @property
    def takes_late(self) -> bool:
        """Whether bets on the dealer's card can be made now: it has been looked under, a seat has
        yet to play, and none has begun to."""
        return self.ask is not None and self.looked and not self.played_on

    @property
    def played_on(self) -> bool:
        """Whether a seat has chosen anything after the dealer looked: there was a moment for bets
        on the dealer's card, and it has passed."""
        looked = False
        for kind, _, _, _, detail in events(self.felt):
            if looked and kind == CHOICE:
                return True
            looked = looked or (kind == STAGE and detail == LOOKED)
        return False

    @property
    def drawn(self) -> tuple[int, ...]:
        """Every card dealt so far, in order."""
        return tuple(self.felt.shoe[: self.felt.at[CARD]])

    @property
    def dealer_cards(self) -> tuple[int, ...]:
        return hand_cards(self.felt, dealer_slot(self.felt))

    def hand_count(self, place: int) -> int:
        return self.felt.seats[place * SEAT_ROW + HANDS]

    def cards(self, place: int, hand: int) -> tuple[int, ...]:
        return hand_cards(self.felt, seat_slot(place, hand))

    def hand_field(self, place: int, hand: int, field: int) -> int:
        return self.felt.hands[seat_slot(place, hand) * HAND_ROW + field]

    def seat_field(self, place: int, field: int) -> int:
        return self.felt.seats[place * SEAT_ROW + field]

    @cached_property
    def taken(self) -> tuple[tuple[int, int], ...]:
        """The place and the hand of each choice that the round took, in order. A round that was
        given more of them than it asks for takes the first."""
        trace = self.felt.trace
        rows = range(0, self.felt.at[EVENTS] * TRACE_ROW, TRACE_ROW)
        return tuple((trace[row + 1], trace[row + 2]) for row in rows if trace[row] == CHOICE)

    @cached_property
    def made(self) -> tuple[tuple[int, int, Choice], ...]:
        """Each decision with its place and hand, in the order made."""
        return tuple(
            (place, hand, choice)
            for (place, hand), choice in zip(self.taken, self.choices, strict=True)
        )

    @cached_property
    def main_stakes(self) -> tuple[int, ...]:
        return tuple(seat.main(self.game).stake for seat in self.seats)

    def main_stake(self, place: int) -> int:
        return self.main_stakes[place]

    def base_stake(self, place: int) -> int:
        """What lies on the first hand before it is played: raised, where that is offered."""
        return self.main_stake(place) * (1 + self.seat_field(place, RAISED))

    @property
    def hand_choices(self) -> tuple[tuple[int, int, Choice], ...]:
        """The choices made for hands: a raise, each seat's first choice, left out."""
        raises = len(self.seats) if self.game.tables.asks[RAISES] else 0
        return self.made[raises:]

    def hand_stake(self, place: int, hand: int) -> int:
        """All that rides on a hand, its doubles included, and what the house put up."""
        return self.base_stake(place) + sum(self.doubles(place, hand))

    def doubles(self, place: int, hand: int) -> list[int]:
        """What each double of a hand laid beside what lay there, whoever put it up."""
        stake, found = self.base_stake(place), list[int]()
        for at, of, choice in self.hand_choices:
            if (at, of) == (place, hand) and choice.action == DOUBLE:
                found.append(stake if choice.amount is None else choice.amount)
                stake += found[-1]
        return found

    def own_stake(self, place: int, hand: int) -> int:
        """What of it is the seat's own."""
        if not self.game.tables.asks[FREE_STAKES]:
            return self.hand_stake(place, hand)
        free, stake = self.free_bits(place, hand), self.base_stake(place)
        # The first double is the house's, never another.
        doubled = sum(self.doubles(place, hand)[1 if free & FREE_DOUBLE else 0 :])
        return (0 if free & FREE_SPLIT else stake) + doubled

    def free_bits(self, place: int, hand: int) -> int:
        """FREE_DOUBLE, FREE_SPLIT: what of a hand is the house's. A split card that waits to become
        a hand is of the value of the first hand's cards."""
        if self.cards(place, hand) or not self.game.tables.asks[FREE_STAKES]:
            return self.hand_field(place, hand, FREE)
        worth = value(self.cards(place, 0)[0])
        return FREE_SPLIT if self.game.tables.free_split[worth] else 0

    def put_up(self, place: int) -> int:
        """The seat's own money on its main wager, over all hands; before its cards come, what it
        has bet and raised."""
        hands = range(self.hand_count(place))
        if not hands:
            return self.base_stake(place)
        return sum(self.own_stake(place, hand) for hand in hands)

    @property
    def raising(self) -> bool:
        """Whether the asked seat has yet to say if it raises: it has no cards."""
        return self.ask is not None and self.hand_count(self.ask.place) == 0

    def insurance_stake(self, place: int) -> int:
        for at, _, choice in self.made:
            if at == place and choice.action == INSURE:
                most = self.most_insurance(place)
                return most if choice.amount is None else choice.amount
        return 0

    def most_insurance(self, place: int) -> int:
        return self.base_stake(place) // INSURED_PART

    def extra_stake(self, choice: Choice) -> int:
        """What the asked seat must put up for this choice."""
        ask = self.ask
        if ask is None:
            return 0
        stake = self.base_stake(ask.place)
        if self.is_free(choice):
            return 0
        if choice.action == SPLIT:
            return stake
        if choice.action == DOUBLE:
            return self.hand_stake(ask.place, ask.hand) if choice.amount is None else choice.amount
        if choice.action == INSURE:
            return self.most_insurance(ask.place) if choice.amount is None else choice.amount
        return 0

    def is_free(self, choice: Choice) -> bool:
        """Whether the house puts up what the asked seat's choice takes."""
        ask, tables = self.ask, self.game.tables
        if ask is None or not tables.asks[FREE_STAKES]:
            return False
        at = seat_slot(ask.place, ask.hand) * HAND_ROW
        if choice.action == SPLIT:
            return bool(tables.free_split[tables.value[self.felt.hands[at + CARDS]]])
        if choice.action != DOUBLE or self.raising or self.felt.hands[at + DOUBLED]:
            return False
        return bool(
            tables.free_double[phase_of(self.felt, at) * STATES + self.felt.hands[at + STATE]]
        )

    def amounts(self, action: int) -> tuple[int, int]:
        """The least and the most the asked seat may put up for a choice that takes an amount."""
        ask = self.ask
        if ask is None or action not in WITH_AMOUNT or action not in ask.legal:
            return 0, 0
        if action == INSURE:
            return 1, self.most_insurance(ask.place)
        stake = self.hand_stake(ask.place, ask.hand)
        for_less = self.game.rules.double_for_less and not self.raising
        return 1 if for_less else stake, stake


def deal_round(
    game: Game,
    seats: Sequence[SeatBets],
    shoe: Sequence[int],
    choices: Sequence[Choice] = (),
    given: Sequence[Given] = (),
) -> Dealt:
    """Deal from the front of `shoe` as far as the choices go. The bets have been checked; `given`
    is what they lay on the felt, where that is known already."""
    given = given or [seat_row(game, seat) for seat in seats]
    felt = lay_felt(game.tables, given, shoe, [choice.action for choice in choices])
    status = play_round(felt)
    return Dealt(game, tuple(seats), tuple(choices), felt, status)


def placed_bits(place: int, wager: Wager) -> int:
    """What a bet on the wager of that place sets in a seat's PLACED."""
    return 1 << place | DEALS_NEXT * wager.deals_next


def seat_row(game: Game, seat: SeatBets) -> Given:
    placed = paid = 0
    for place, wager in enumerate(game.wagers):
        if seat.has(wager.id):
            placed |= placed_bits(place, wager)
            paid |= wager.kind == FEE
    return game.wager(seat.main(game).wager).backs, paid, placed, seat.button


def check_choice(dealt: Dealt, choice: Choice) -> None:
    """Refuse a choice that is not legal now, in words."""
    ask = dealt.ask
    word = ACTION_NAMES[choice.action]
    if ask is None:
        raise IllegalAction(f"cannot {word}: the round is over")
    if choice.action not in ask.legal:
        raise IllegalAction(
            f"cannot {word} {asked_hand(dealt, ask)}: {', '.join(ask.legal.names)} "
            f"(rules {dealt.game.line})"
        )
    if choice.amount is not None:
        check_amount(dealt, ask, choice, choice.amount)


def check_amount(dealt: Dealt, ask: Ask, choice: Choice, amount: int) -> None:
    if choice.action not in WITH_AMOUNT:
        raise IllegalAction(f"{ACTION_NAMES[choice.action]} takes no amount: {choice}")
    stake = dealt.hand_stake(ask.place, ask.hand)
    least, most = dealt.amounts(choice.action)
    what = "doubling" if choice.action == DOUBLE else "insurance"
    if choice.action == DOUBLE and least == most and amount != stake:
        why = "a raise doubles the wager" if dealt.raising else "double_for_less is no"
        raise IllegalAction(f"doubling takes {money_text(stake)}, not {money_text(amount)}: {why}")
    if not least <= amount <= most:
        raise IllegalAction(
            f"{what} takes up to {money_text(most)} on a {money_text(stake)} wager: "
            f"not {money_text(amount)}"
        )


def asked_hand(dealt: Dealt, ask: Ask) -> str:
    cards = dealt.cards(ask.place, ask.hand)
    state = dealt.hand_field(ask.place, ask.hand, STATE)
    up = card_text(dealt.dealer_cards[0])
    seat = dealt.seats[ask.place].seat
    return f"seat {seat}'s {cards_text(cards)} ({hand_text(state)}) against {up}"
