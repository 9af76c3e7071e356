"""A round as far as it has been shown: the felt follows the dealer's events one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from holecard.cards import read_cards
from holecard.hand import hand_text, state_of, total
from holecard.play.view import BACK, HandView, SeatView, View
from holecard.text.trace import Event
from holecard.text.words import DealerWords, dealer_words, hand_words

CARD_KINDS = ("deal", "draw")
MONEY_KINDS = ("pay", "take", "push", "ride")
Hidden = Counter[tuple[int, int]]


def staged(seen: View, shown: int) -> View:
    """The view with the events after the first `shown` still to come."""
    rest = seen.events[shown:]
    if not rest:
        return seen
    hidden = Counter((event.seat, event.hand) for event in rest if event.kind in CARD_KINDS)
    dealer, words = staged_dealer(seen, rest, hidden)
    return replace(
        seen,
        events=seen.events[:shown],
        dealer=dealer,
        dealer_says=words.says,
        dealer_does=words.does,
        dealer_total=words.total,
        seats=tuple(staged_seat(seat, rest, hidden) for seat in seen.seats),
        asked_seat=0,
        legal=(),
        amounts=(),
        done=False,
        paid=(),
    )


def staged_dealer(seen: View, rest: Sequence[Event], hidden: Hidden) -> tuple[str, DealerWords]:
    cards = seen.dealer.split()
    cards = cards[: max(0, len(cards) - hidden[0, 0])]
    hole_was_hidden = any(event.hidden for event in seen.events)
    if hole_was_hidden and len(cards) > 1 and any(event.kind == "turn" for event in rest):
        cards[1] = BACK
    if not cards:
        return "", DealerWords("", "", 0)
    known = read_cards(" ".join(card for card in cards if card != BACK))
    return " ".join(cards), dealer_words(known, whole=len(known) == len(cards) > 1)


def staged_seat(seat: SeatView, rest: Sequence[Event], hidden: Hidden) -> SeatView:
    hands = [
        staged_hand(hand, hidden[seat.seat, place], is_settled_later(rest, seat.seat, place))
        for place, hand in enumerate(seat.hands)
    ]
    return replace(seat, hands=tuple(hand for hand in hands if hand.cards), net=0)


def staged_hand(hand: HandView, hidden: int, later: bool) -> HandView:
    if hidden:
        cards = hand.cards.split()[:-hidden]
        state = state_of(read_cards(" ".join(cards)))
        return replace(
            hand,
            cards=" ".join(cards),
            says=hand_text(state),
            hand_says=hand_words(state),
            total=total(state),
            why="",
            result="",
            active=False,
        )
    return replace(hand, result="" if later else hand.result, active=False)


def is_settled_later(rest: Sequence[Event], seat: int, hand: int) -> bool:
    return any(
        (event.seat, event.hand) == (seat, hand) and event.kind in MONEY_KINDS for event in rest
    )
