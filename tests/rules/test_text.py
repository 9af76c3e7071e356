"""What prints parses back: cards, money, odds, choices, rules and round lines."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holecard.cards import (
    CARDS_IN_A_DECK,
    card_symbol,
    card_text,
    cards_text,
    read_card,
    read_cards,
)
from holecard.dealing.actions import ACTION_NAMES, KEYS, WITH_AMOUNT, read_action
from holecard.games import CATALOGUE
from holecard.money import (
    money_text,
    plain_money,
    ratio_text,
    read_money,
    read_ratio,
    read_signed_money,
    signed_money,
)
from holecard.text.line import line_of, read_line, replay
from holecard.wagers.dealt import Choice, read_choice
from holecard.wagers.payout import payouts
from tests.rules.rounds import GAMES, STEADY, random_game, random_round

every_game = pytest.mark.parametrize("name", GAMES)
every_card = pytest.mark.parametrize("card", range(CARDS_IN_A_DECK))
cents = st.integers(0, 10**12 - 1)


@every_card
def test_card(card: int) -> None:
    assert read_card(card_text(card)) == card
    assert read_card(card_text(card).swapcase()) == card
    assert read_card(card_text(card).replace("T", "10")) == card


def test_card_symbols_are_all_different() -> None:
    assert len({card_symbol(card) for card in range(CARDS_IN_A_DECK)}) == CARDS_IN_A_DECK
    assert card_symbol(read_card("Th")) == "10♥"


@STEADY
@given(st.lists(st.integers(0, CARDS_IN_A_DECK - 1)))
def test_cards(cards: list[int]) -> None:
    assert read_cards(cards_text(cards)) == tuple(cards)


@STEADY
@given(cents)
def test_money(amount: int) -> None:
    assert read_money(plain_money(amount)) == amount
    # People get thousands with a comma; a line is written without.
    assert read_money(money_text(amount).replace(",", "")) == amount
    for signed in (amount, -amount):
        assert read_signed_money(signed_money(signed)) == signed


@STEADY
@given(st.integers(0, 999_999), st.integers(1, 999_999))
def test_odds(most: int, least: int) -> None:
    odds = Fraction(most, least)
    assert read_ratio(ratio_text(odds)) == odds


@pytest.mark.parametrize("action", range(len(ACTION_NAMES)))
def test_choice(action: int) -> None:
    assert read_action(ACTION_NAMES[action]) == action
    assert read_choice(str(Choice(action))) == Choice(action)
    assert action in KEYS.values()


@STEADY
@given(st.sampled_from(WITH_AMOUNT), cents)
def test_choice_for_less(action: int, amount: int) -> None:
    choice = Choice(action, amount)
    assert read_choice(str(choice)) == choice


@every_game
def test_every_value_of_every_option(name: str) -> None:
    for key, option in CATALOGUE[name].options.items():
        for value in option.allowed:
            game = CATALOGUE[name].but(**{key: value})
            assert CATALOGUE[name].read(game.line).rules == game.rules
            # The words of the line change this option and nothing else, whatever the rules before.
            assert CATALOGUE[name].read(option.word(value)).rules == game.rules


@every_game
@STEADY
@given(seed=st.integers(0, 2**32))
def test_rules_line(name: str, seed: int) -> None:
    game = random_game(name, random.Random(seed))
    read = CATALOGUE[name].read(game.line)
    assert read.rules == game.rules
    assert read.line == game.line
    assert hash(read.rules) == hash(game.rules)
    assert read.definition_hash == game.definition_hash


@every_game
def test_default_rules_line_is_short(name: str) -> None:
    """People read it on every screen: defaults that nobody would get wrong stay out."""
    game = CATALOGUE[name]
    always = sum(option.always for option in game.options.values())
    changed = sum(game.rules[key] != one.default for key, one in game.options.items())
    assert always <= len(game.line.split()) <= always + changed


def test_house_rules_line() -> None:
    assert CATALOGUE["classic"].line == "6D H17 DAS SP4 3:2 peek"


@every_game
@STEADY
@given(seed=st.integers(0, 2**32))
def test_round_line(name: str, seed: int) -> None:
    dealt = random_round(name, seed)
    line = line_of(dealt)
    read = read_line(line)
    assert str(read) == line
    replayed = replay(read)
    assert line_of(replayed) == line
    assert [paid.net for paid in payouts(replayed)] == [paid.net for paid in payouts(dealt)]


@every_game
@STEADY
@given(seed=st.integers(0, 2**32))
def test_round_line_does_not_mind_spaces(name: str, seed: int) -> None:
    line = line_of(random_round(name, seed))
    loose = line.replace(" ", "   ").replace("|", " |\t")
    assert str(read_line(loose)) == line
