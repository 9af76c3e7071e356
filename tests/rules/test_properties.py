"""What holds in every round of every game: cards and money are conserved, nets are bounded, and
the legal choices are exactly those the table takes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holecard.cards import card_text
from holecard.dealing import felt as f
from holecard.dealing.actions import ACTION_NAMES, DOUBLE, INSURE
from holecard.dealing.settle import DEALER
from holecard.errors import IllegalAction, NotAllowed
from holecard.games import BURNOUT
from holecard.play.random_player import random_bets, random_choice
from holecard.play.table import Table
from holecard.text.trace import trace
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice, Dealt, check_choice
from holecard.wagers.looks import LOOKS, NEXT_LOOKS
from holecard.wagers.payout import Payout, payouts
from holecard.wagers.riding import Carried
from holecard.wagers.wager import FEE, MAIN
from tests.rules.naive_deal import Hand, legal
from tests.rules.rounds import GAMES, STEADY, again, prefixes, random_game, random_round

every_game = pytest.mark.parametrize("name", GAMES)
seeds = st.integers(0, 2**32)
START = 10_000_000


def cards_on_table(dealt: Dealt) -> Iterator[int]:
    """Every card before the seats and the dealer, burned and laid-aside ones included."""
    yield from dealt.dealer_cards
    for place in range(len(dealt.seats)):
        for hand in range(f.HANDS_A_SEAT):
            yield from dealt.cards(place, hand)
        for at in range(dealt.seat_field(place, f.HELD)):
            yield dealt.seat_field(place, f.HELD_CARDS + at)
        if dealt.seat_field(place, f.BURNED) != f.NO_CARD:
            yield dealt.seat_field(place, f.BURNED)


@every_game
@STEADY
@given(seed=seeds)
def test_cards_are_conserved(name: str, seed: int) -> None:
    for dealt in prefixes(random_round(name, seed)):
        assert Counter(cards_on_table(dealt)) == Counter(dealt.drawn)
        assert dealt.drawn == tuple(dealt.felt.shoe[: len(dealt.drawn)])


@every_game
@STEADY
@given(seed=seeds)
def test_cards_never_dealt_change_nothing(name: str, seed: int) -> None:
    dealt = random_round(name, seed)
    rest = list(dealt.felt.shoe[len(dealt.drawn) :])
    random.Random(seed).shuffle(rest)
    other = again(dealt, shoe=(*dealt.drawn, *rest))
    assert payouts(other) == payouts(dealt)
    assert trace(other) == trace(dealt)
    assert (other.felt.seats, other.felt.hands) == (dealt.felt.seats, dealt.felt.hands)


def bounds(dealt: Dealt, paid: Payout) -> tuple[int, int]:
    """The least and the most a wager can come to, from its pay table or the rules."""
    wager, rules = dealt.game.wager(paid.wager), dealt.game.rules
    if wager.kind == FEE:
        return -paid.stake, -paid.stake
    if wager.backs == DEALER:
        return -paid.stake, paid.stake * 3 // 2
    if wager.kind == MAIN:
        hands = paid.stake * rules.max_hands * (1 if rules.double_on == "none" else 2)
        return -hands, max(hands, int(paid.stake * rules.blackjack_pays))
    table = wager.table(paid.paytable)
    return -paid.stake, int(paid.stake * max(table.pays(one) for one in wager.outcomes))


@every_game
@STEADY
@given(seed=seeds)
def test_net_is_within_the_pay_tables(name: str, seed: int) -> None:
    dealt = random_round(name, seed)
    for paid in payouts(dealt):
        least, most = bounds(dealt, paid)
        assert least <= paid.net <= most
        assert paid.tip >= 0


@every_game
@STEADY
@given(seed=seeds)
def test_what_a_wager_looks_at_is_within_its_range(name: str, seed: int) -> None:
    """The odds tabulate over these ranges: a value outside would be lost."""
    dealt = random_round(name, seed)
    for look in LOOKS.values():
        for place in range(len(dealt.seats)):
            if look.name in NEXT_LOOKS and not dealt.felt.seats[place * f.SEAT_ROW + f.NEXT]:
                continue  # the seat took no card, and no bet here had one dealt
            assert look.lowest <= look.read(dealt.felt, place) <= look.highest, look.name


@every_game
@STEADY
@given(seed=seeds)
def test_trace_moves_the_money_of_the_round(name: str, seed: int) -> None:
    dealt = random_round(name, seed)
    said: Counter[tuple[int, str]] = Counter()
    for event in trace(dealt):
        if event.kind in ("pay", "take", "push", "ride"):
            said[event.seat, event.wager] += event.amount or 0
    settled = {(paid.seat, paid.wager): paid.net for paid in payouts(dealt)}
    assert dict(said) == settled


def table_of(name: str, seed: int) -> tuple[Table, random.Random]:
    draw = random.Random(seed)
    return Table(random_game(name, draw), draw, START), draw


def bet_anew(table: Table, draw: random.Random) -> dict[int, list[Bet]]:
    seats = draw.sample(range(1, 8), draw.randint(1, 4))
    return {
        seat: random_bets(table.game, table.carried.get(seat, Carried()), draw) for seat in seats
    }


def play_on(table: Table, draw: random.Random) -> Dealt:
    """One round at the table with random choices, the purse watched all the way."""
    bets = bet_anew(table, draw)
    purse = table.purse - sum(bet.stake for seat in bets for bet in bets[seat])
    dealt = table.deal(dict(bets))
    while table.in_round:
        assert table.purse == purse >= 0
        choice = random_choice(dealt, draw, less=True)
        purse -= dealt.extra_stake(choice)
        dealt = table.push(choice)
    return dealt


@every_game
@STEADY
@given(seed=seeds)
def test_money_is_conserved_over_a_session(name: str, seed: int) -> None:
    table, draw = table_of(name, seed)
    for _ in range(8):
        house, tokes = table.house, table.tokes
        dealt = play_on(table, draw)
        assert table.purse + table.house + table.tokes + table.on_felt == START
        settled = [paid for paid in payouts(dealt) if not paid.rides]
        # The house pays every net and every tip; a token bet's stake is the seat's gift.
        assert table.house - house == -sum(paid.net + paid.tip for paid in settled)
        given_away = sum(paid.stake + paid.net for paid in settled if paid.payee == "dealer")
        assert table.tokes - tokes == given_away + sum(paid.tip for paid in settled)
        finished = table.history[-1]
        assert (finished.after, finished.tokes) == (table.purse, table.tokes - tokes)


def greedy(table: Table) -> str:
    """Split and hit as long as anything allows it: the way through most cards."""
    return next((word for word in ("split", "hit", "keep") if word in table.legal), "no-insurance")


def test_a_round_called_off_gives_everything_back() -> None:
    """One deck, three seats that never stand: now and then the shoe runs dry in mid-round."""
    table = Table(BURNOUT.but(decks=1, burn_after_bust=False), random.Random(5), START)
    called_off = 0
    for _ in range(400):
        before = table.purse, table.house, table.tokes, dict(table.carried)
        bets = {
            seat: random_bets(BURNOUT, table.carried.get(seat, Carried()), random.Random(seat))
            for seat in (1, 2, 3)
        }
        dealt = table.deal(dict(bets))
        while table.in_round:
            dealt = table.push(greedy(table))
        if dealt.called_off:
            called_off += 1
            assert (table.purse, table.house, table.tokes, table.carried) == before
            assert table.history[-1].paid == ()
    assert called_off


def accepted(dealt: Dealt, choice: Choice) -> bool:
    try:
        check_choice(dealt, choice)
    except IllegalAction:
        return False
    return True


@every_game
@STEADY
@given(seed=seeds)
def test_legal_choices_are_those_accepted(name: str, seed: int) -> None:
    for dealt in prefixes(random_round(name, seed)):
        names = dealt.ask.legal.names if dealt.ask else ()
        for action, word in enumerate(ACTION_NAMES):
            assert accepted(dealt, Choice(action)) == (word in names)
            if word in names:
                # The next card or question comes, whatever was chosen: nothing gets stuck.
                after = again(dealt, choices=(*dealt.choices, Choice(action)))
                assert len(after.made) == len(dealt.choices) + 1


def naive_legal(dealt: Dealt) -> set[str]:
    """The naive reading of the sheets on what the asked hand may do."""
    assert dealt.ask is not None
    place, hand = dealt.ask.place, dealt.ask.hand
    held = Hand(
        [card_text(card) for card in dealt.cards(place, hand)],
        from_split=bool(dealt.hand_field(place, hand, f.FROM_SPLIT)),
        split_aces=bool(dealt.hand_field(place, hand, f.SPLIT_ACES)),
    )
    return legal(dict(dealt.game.rules_json), held, dealt.hand_count(place))


@every_game
@STEADY
@given(seed=seeds)
def test_legal_choices_are_those_of_the_sheets(name: str, seed: int) -> None:
    for dealt in prefixes(random_round(name, seed)):
        if dealt.ask and "stand" in dealt.ask.legal:
            assert set(dealt.ask.legal.names) == naive_legal(dealt)


@every_game
@STEADY
@given(seed=seeds)
def test_amounts_accepted_are_within_the_rules(name: str, seed: int) -> None:
    """R9: a double is the wager, or less where that is on. R3: insurance up to half of it."""
    for dealt in prefixes(random_round(name, seed)):
        if dealt.ask is None:
            continue
        stake, less = dealt.main_stake(dealt.ask.place), dealt.game.rules.double_for_less
        for amount in (0, 1, stake // 2, stake // 2 + 1, stake - 1, stake, stake + 1):
            double = "double" in dealt.ask.legal and 1 <= amount <= stake
            assert accepted(dealt, Choice(DOUBLE, amount)) == (double and (less or amount == stake))
            insure = "insurance" in dealt.ask.legal and 1 <= amount <= stake // 2
            assert accepted(dealt, Choice(INSURE, amount)) == insure


@every_game
def test_nothing_is_legal_between_rounds(name: str) -> None:
    table, draw = table_of(name, 1)
    assert not table.legal
    play_on(table, draw)
    assert not table.legal
    for word in ACTION_NAMES:
        with pytest.raises(NotAllowed):
            table.push(word)
