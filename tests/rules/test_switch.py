"""Blackjack Switch at the table: seats by twos, the swap, what a swapped 21 is, a dealer's 22;
and a second reading of all of it."""

from __future__ import annotations

import random

import pytest

from holecard.cards import read_cards, value
from holecard.dealing.actions import EVEN_MONEY, KEEP, SWITCH
from holecard.errors import RefusedWager
from holecard.games import CLASSIC
from holecard.games.gallery import GALLERY
from holecard.play.table import Table
from holecard.play.view import actions_of
from holecard.shoe import shuffled
from holecard.simulator.audit_rounds import Dealer
from holecard.text.line import read_line, replay
from holecard.text.trace import trace
from holecard.wagers.bets import Bet, SeatBets, check_table
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.payout import payouts

GAME = GALLERY["switch"]
SEATS = (SeatBets(1, (Bet("main", 1000),)), SeatBets(2, (Bet("main", 1000),)))

# Cards in the order dealt: seat 1, seat 2, up card, seat 1, seat 2, hole card, then draws.
ROWS = (
    # a T-6 and a 5-T become T-T and 5-6
    ("Ts 5h 7d 6c Td Kc 9h", "switch stand double", "1 main +10; 2 main +20"),
    ("Ts 5h 7d 6c Td Kc", "keep stand stand", "1 main -10; 2 main -10"),
    # an ace and a ten that a swap brings together are 21: a dealer's 22 pushes it ...
    ("As 9h 6d 2c Td Kc 6h", "switch stand", "1 main 0; 2 main 0"),
    # ... and not a blackjack, which is paid even money before anybody plays
    ("As 9h 6d Tc Td Kc 6h", "keep stand", "1 main +10; 2 main 0"),
    # a blackjack that is broken up is gone
    ("As 9h 6d Tc 2d Kc 6h", "switch stand stand", "1 main 0; 2 main 0"),
    # against a drawn 21 the swapped one ties
    ("As 9h 6d 2c Td 5c Th", "switch stand", "1 main 0; 2 main -10"),
    # the dealer looks first: with a blackjack nothing is swapped
    ("As 9h Td Kc Td Ac", "", "1 main 0; 2 main -10"),
)


@pytest.mark.parametrize(("cards", "choices", "result"), ROWS)
def test_rounds_come_to_what_the_sheet_says(cards: str, choices: str, result: str) -> None:
    line = f"switch | {cards} | 1 main 10; 2 main 10 | {choices} | {result}"
    assert replay(read_line(line)).done


def test_a_blackjack_may_win_against_the_dealers() -> None:
    dealt = deal_round(GAME.but(natural_wins=True), SEATS, read_cards("As 9h Td Kc Td Ac"))
    assert [one.net for one in payouts(dealt)] == [1000, -1000]


def test_the_swap_is_told_card_by_card() -> None:
    cards = read_cards("Ts 5h 7d 6c Td Kc 9h")
    dealt = deal_round(GAME, SEATS, cards, [Choice(SWITCH)])
    told = [one for one in trace(dealt) if one.kind == "switch"]
    assert [(one.seat, one.total, one.hand_says) for one in told] == [(1, 20, "20"), (2, 11, "11")]
    assert [one.card for one in told] == [cards[4], cards[3]]
    assert dealt.cards(0, 0) == (cards[0], cards[4]) and dealt.cards(1, 0) == (cards[1], cards[3])


@pytest.mark.parametrize(
    ("seats", "stakes", "why"),
    [
        ((1,), (1000,), "seats 1 and 2"),
        ((2, 3), (1000, 1000), "seats 1 and 2"),
        ((1, 2, 3), (1000, 1000, 1000), "both of them"),
        ((1, 2), (1000, 1500), "bet the same on both hands"),
    ],
)
def test_two_neighbouring_seats_bet_the_same(
    seats: tuple[int, ...], stakes: tuple[int, ...], why: str
) -> None:
    placed = [SeatBets(s, (Bet("main", m),)) for s, m in zip(seats, stakes, strict=True)]
    with pytest.raises(RefusedWager, match=why):
        check_table(GAME, placed)


def test_whoever_does_not_choose_keeps_the_cards() -> None:
    table = Table(GAME, 7)
    table.deal("1 main 10; 2 main 10")
    assert table.legal.names == ("keep", "switch") and table.default_choice() == Choice(KEEP)


def test_only_such_a_table_has_the_button() -> None:
    assert {KEEP, SWITCH} <= set(actions_of(GAME))
    assert not {KEEP, SWITCH} & set(actions_of(CLASSIC))


def test_rounds_for_auditors_have_both_seats() -> None:
    dealer = Dealer(GAME, random.Random(4), None, seats=6, random_stakes=True)
    for one in dealer.rounds(40):
        seats = [seat["seat"] for seat in one["seats"]]
        stakes = [seat["wagers"][0]["stake"] for seat in one["seats"]]
        assert seats[1::2] == [seat + 1 for seat in seats[::2]] and stakes[::2] == stakes[1::2]


def points(cards: list[int]) -> int:
    """A second reading: aces eleven while that fits."""
    total = sum(cards)
    return total + 10 if 1 in cards and total <= 11 else total


def naive_net(dealt: Dealt, place: int) -> int:
    """What a seat's hands come to, from the cards on the felt, the order dealt and the choices."""
    values = [value(card) for card in dealt.drawn]
    swapped = any(choice.action == SWITCH for choice in dealt.choices)
    mine = [values[place], values[3 + place]]
    natural = sorted(mine) == [1, 10] and not swapped
    dealers = [value(card) for card in dealt.dealer_cards]
    dealer, dealer_natural = points(dealers), sorted(dealers) == [1, 10]
    net = 0
    for hand in range(dealt.hand_count(place)):
        total = points([value(card) for card in dealt.cards(place, hand)])
        stake = dealt.hand_stake(place, hand)
        if total > 21 or (dealer_natural and not natural):
            net -= stake
        elif natural:
            net += 0 if dealer_natural else stake
        elif dealer == 22:
            net += 0
        else:
            net += stake * ((dealer > 21 or total > dealer) - (total < dealer <= 21))
    return net


def test_random_rounds_agree_with_a_second_reading() -> None:
    draw = random.Random(11)
    swapped = 0
    for _ in range(400):
        cards, choices = shuffled(6, draw), list[Choice]()
        dealt = deal_round(GAME, SEATS, cards)
        while dealt.ask is not None:
            choices.append(Choice(draw.choice(list(dealt.ask.legal))))
            dealt = deal_round(GAME, SEATS, cards, choices)
        nets = [one.net for one in payouts(dealt) if one.wager == "main"]
        if any(choice.action == EVEN_MONEY for choice in choices):
            continue  # even money has its own tests
        assert nets == [naive_net(dealt, 0), naive_net(dealt, 1)], dealt.choices
        swapped += any(choice.action == SWITCH for choice in choices)
    assert swapped > 100
