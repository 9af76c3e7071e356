"""Bad input is refused by the right class, in words that say what is wrong and what is right."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holecard.cards import read_card, read_cards
from holecard.dealing.actions import read_action
from holecard.errors import (
    BadDefinition,
    HolecardError,
    IllegalAction,
    MissingExtra,
    NotAllowed,
    RefusedWager,
    UnknownName,
    Unreadable,
)
from holecard.games import BREAKOUT, BURNOUT, CATALOGUE, CLASSIC, find_game
from holecard.money import read_money, read_ratio, read_signed_money
from holecard.play.script import read_script
from holecard.play.table import Table
from holecard.text.line import WrongResult, read_line, replay
from holecard.wagers.bets import Bet, SeatBets, check_table
from holecard.wagers.dealt import read_choice
from tests.rules.rounds import STEADY

CODES = {
    Unreadable: ("text/unreadable", 2),
    UnknownName: ("name/unknown", 2),
    NotAllowed: ("table/not_allowed", 2),
    IllegalAction: ("action/not_allowed", 2),
    RefusedWager: ("wager/refused", 2),
    BadDefinition: ("definition/bad", 3),
    MissingExtra: ("extra/missing", 4),
    WrongResult: ("line/wrong_result", 1),
}


@pytest.mark.parametrize(("kind", "code"), CODES.items())
def test_code_and_exit_code_of_each_class(kind: type[HolecardError], code: tuple[str, int]) -> None:
    """The web and scripts outside rely on these."""
    assert (kind.code, kind.exit_code) == code
    assert issubclass(kind, ValueError)


def refused(says: str, kind: type[HolecardError], do: Callable[..., object], *given: Any) -> None:
    with pytest.raises(HolecardError) as wrong:
        do(*given)
    assert type(wrong.value) is kind
    assert says in str(wrong.value)


@pytest.mark.parametrize(
    ("says", "do"),
    [
        ("no game called 'breakot': did you mean 'breakout'?", lambda: find_game("breakot")),
        ("no game called 'Classic': did you mean 'classic'?", lambda: find_game("Classic")),
        ("no game called 'zzz': known: bad-beat, breakout,", lambda: find_game("zzz")),
        ("no option called 'deck': did you mean 'decks'?", lambda: CLASSIC.set("deck", "6")),
        ("no option called 'tip_from'", lambda: CLASSIC.set("tip_from", "house")),
        ("no option called 'peak': did you mean 'peek'?", lambda: CLASSIC.but(peak=True)),
        ("no option called 'ties'", lambda: CLASSIC.but(ties="lose")),
        ("no rule called 'H18': did you mean 'H17'?", lambda: CLASSIC.read("6D H18")),
        ("no option called 'dekcs': did you mean 'decks'?", lambda: CLASSIC.read("dekcs=6")),
        (
            "no breakout wager called 'super-ty': did you mean 'super-tie'?",
            lambda: BREAKOUT.wager("super-ty"),
        ),
        ("no classic wager called 'pair-up'", lambda: CLASSIC.wager("pair-up")),
        (
            "no bad-beat pay table called 'P6': did you mean 'P",
            lambda: CATALOGUE["bad-beat"].wager("bad-beat").table("P6"),
        ),
        (
            "no lucky-break pay table called '5': known: 1, 2, 3, 4",
            lambda: CATALOGUE["lucky-break"].wager("lucky-break").table("5"),
        ),
        ("no main pay table called 'P1': known: none", lambda: CLASSIC.wager("main").table("P1")),
        ("no choice called 'hitt': did you mean 'hit'?", lambda: read_action("hitt")),
        ("no choice called 'dubble': did you mean 'double'?", lambda: read_choice("dubble=5")),
    ],
)
def test_unknown_name_suggests_the_nearest(says: str, do: Callable[[], object]) -> None:
    refused(says, UnknownName, do)


@pytest.mark.parametrize(
    ("game", "key", "text", "right"),
    [
        ("classic", "decks", "0", "one of 1, 2, 3, 4, 5, 6, 7, 8"),
        ("classic", "decks", "9", "one of 1, 2, 3, 4, 5, 6, 7, 8"),
        ("classic", "decks", "-1", "one of 1, 2, 3, 4, 5, 6, 7, 8"),
        ("classic", "decks", "9" * 5000, "one of 1, 2, 3, 4, 5, 6, 7, 8"),
        ("classic", "decks", "six", "one of 1, 2, 3, 4, 5, 6, 7, 8"),
        ("classic", "hit_soft_17", "maybe", "one of yes, no"),
        ("classic", "blackjack_pays", "4:3", "one of 3:2, 6:5, 1:1, 2:1, 7:5"),
        ("classic", "double_on", "8-11", "one of any, 9-11, 10-11, none"),
        ("classic", "max_hands", "5", "one of 1, 2, 3, 4"),
        ("classic", "surrender", "early", "one of none, late"),
        ("bad-beat", "option", "3", "one of 1, 2"),
        ("lucky-break", "multiplier", "both", "one of adds, replaces"),
        ("breakout", "tip_from", "nobody", "one of house, player"),
        ("face-up", "peek", "no", "one of yes"),
        ("face-up", "ties", "push", "one of lose"),
        ("face-up", "insurance", "yes", "one of no"),
    ],
)
def test_option_out_of_range(game: str, key: str, text: str, right: str) -> None:
    refused(f"{key} cannot be ", BadDefinition, CATALOGUE[game].set, key, text)
    refused(right, BadDefinition, CATALOGUE[game].set, key, text)
    refused(right, BadDefinition, CATALOGUE[game].read, f"{key}={text}")


def test_unreadable_odds_and_a_rule_given_twice() -> None:
    refused("such as 3:2 or 6:1", Unreadable, CLASSIC.set, "blackjack_pays", "three to two")
    refused("decks is given twice", Unreadable, CLASSIC.read, "6D 8D")
    assert CLASSIC.read("6D decks=6").rules.decks == 6


def bets(game: str, *seats: str) -> None:
    """Check a table whose seats are written as in a round line."""
    read_line(f"{game} | Ah | {'; '.join(seats)}")


@pytest.mark.parametrize(
    ("game", "seats", "says"),
    [
        (
            "breakout",
            "1 dealer-hand 10 super-tie 5; 2 player-hand 10 super-tie 5",
            "Super Tie needs a dealer-hand wager: seat 2 backs its own hand",
        ),
        (
            "breakout",
            "3 player-hand 10 breakout-bonus 5",
            "Breakout Bonus needs a dealer-hand wager: seat 3 backs its own hand",
        ),
        (
            "breakout",
            "1 player-hand 10 dealer-hand 10",
            "seat 1 bets your hand and dealer's hand: a seat backs one of them in a round",
        ),
        ("breakout", "1 pair-up 5", "seat 1 needs a wager on your hand or dealer's hand"),
        ("lucky-break", "1 lucky-break 5", "seat 1 needs a wager on your hand to be dealt a hand"),
        ("face-up", "2 two-card 5", "seat 2 needs a wager on your hand"),
        ("classic", "1", "seat 1 needs a wager on your hand"),
        ("classic", "1 main 4.99", "your hand takes $5 to $500: seat 1 bets $4.99"),
        ("classic", "1 main 500.01", "your hand takes $5 to $500: seat 1 bets $500.01"),
        ("classic", "1 main 0", "your hand takes $5 to $500: seat 1 bets $0"),
        (
            "breakout",
            "1 dealer-hand 10 super-tie 4.99",
            "Super Tie takes $5 to $100: seat 1 bets $4.99",
        ),
        ("breakout", "1 dealer-hand 10 sweet-17 100.01", "Sweet 17 takes $1 to $100"),
        ("classic", "1 main 10 main 10", "seat 1 bets main twice: one stake on each spot"),
        ("classic", "1 main 10 insurance 5", "Insurance is offered after the deal"),
        ("classic", "1 main 10.01", "$10.01 on your hand cannot be paid 3/2 to 1 in whole cents"),
        ("classic", "1 main 10.01", "bet a multiple of $0.02"),
        ("classic 6:5", "1 main 10.01", "bet a multiple of $0.05"),
        ("classic 1:1 LS", "1 main 10.01", "cannot be paid -1/2 to 1 in whole cents"),
        ("burnout", "1 main 10.02 burnout 2", "$10.02 does not make whole cents"),
        (
            "burnout",
            "1 main 10 burnout 3",
            "Burnout payment costs $2 beside a $10 wager: seat 1 pays $3",
        ),
        ("classic", "1 main 10; 1 main 10", "each once, in order: not [1, 1]"),
        ("classic", "2 main 10; 1 main 10", "each once, in order: not [2, 1]"),
        ("classic", "8 main 10", "seats are numbered 1 to 7"),
        ("classic", "0 main 10", "seats are numbered 1 to 7"),
    ],
)
def test_wager_the_seat_may_not_place(game: str, seats: str, says: str) -> None:
    refused(says, RefusedWager, bets, game, seats)


def test_the_sentence_for_a_super_tie_is_exact() -> None:
    with pytest.raises(RefusedWager) as wrong:
        bets("breakout", "1 dealer-hand 10", "2 player-hand 10 super-tie 5")
    assert str(wrong.value) == "Super Tie needs a dealer-hand wager: seat 2 backs its own hand"


def test_bonus_is_bet_while_the_button_shows_0() -> None:
    """U5; a riding bonus is no new one."""
    main, bonus = Bet("main", 1000), Bet("bonus-3", 500)
    says = "3 wins is bet while the button shows 0: seat 1's shows 2"
    refused(says, RefusedWager, check_table, BURNOUT, [SeatBets(1, (main, bonus), 2)])
    check_table(BURNOUT, [SeatBets(1, (main, bonus), 2, frozenset({"bonus-3"}))])


@pytest.mark.parametrize("seats", [0, 8])
def test_seats_at_a_table(seats: int) -> None:
    table = [SeatBets(seat, (Bet("main", 1000),)) for seat in range(1, seats + 1)]
    refused(f"a round takes 1 to 7 seats, not {seats}", RefusedWager, check_table, CLASSIC, table)


@pytest.mark.parametrize(
    "text", ["", "A", "1h", "Ax", "hA", "Ahh", "11h", "Zs", "A h", "🂡", "10", "10hh", "\x00h"]
)
def test_malformed_card(text: str) -> None:
    refused("as a card: rank A23456789TJQK then suit cdhs", Unreadable, read_card, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "five",
        "-5",
        "+5",
        "5.5",
        "5.555",
        ".50",
        "5.",
        "1e3",
        "١٢",
        "1,000",
        "$",
        "9" * 11,
        "NaN",
    ],
)
def test_malformed_amount(text: str) -> None:
    refused("as an amount: dollars such as 25 or 2.50", Unreadable, read_money, text)


@pytest.mark.parametrize("text", ["", "5", "+", "-", "--5", "+five"])
def test_malformed_result(text: str) -> None:
    refused("cannot read", Unreadable, read_signed_money, text)


@pytest.mark.parametrize("text", ["", "3:", ":2", "3:0", "3:2:1", "-3:2", "1.5", "x"])
def test_malformed_odds(text: str) -> None:
    refused("as odds: such as 3:2 or 6:1", Unreadable, read_ratio, text)


@pytest.mark.parametrize(
    ("line", "kind", "says"),
    [
        ("", Unreadable, "a round line has the sections"),
        ("classic", Unreadable, "this one has 1"),
        ("classic | Ah", Unreadable, "this one has 2"),
        ("classic | Ah | 1 main 10 | | | |", Unreadable, "this one has 7"),
        ("| Ah 9c Kd 8s | 1 main 10", Unreadable, "game and rules"),
        ("clasic | Ah | 1 main 10", UnknownName, "did you mean 'classic'?"),
        ("classic 9D | Ah | 1 main 10", UnknownName, "no rule called '9D'"),
        ("classic | | 1 main 10", Unreadable, "lists its cards in the order dealt"),
        ("classic | Ah 9x | 1 main 10", Unreadable, "cannot read '9x' as a card"),
        ("classic 1D | Ah Ah Kd 8s | 1 main 10", BadDefinition, "Ah comes 2 times: 1 deck(s)"),
        ("classic | Ah | ", Unreadable, "as a seat: such as `1 main 10"),
        ("classic | Ah | main 10", Unreadable, "cannot read 'main 10' as a seat"),
        ("classic | Ah | 1 main", Unreadable, "cannot read '1 main' as a seat"),
        ("classic | Ah | 1 main ten", Unreadable, "cannot read 'ten' as an amount"),
        ("classic | Ah | 12 main 10", Unreadable, "cannot read '12 main 10' as a seat"),
        ("classic | Ah | 1 mian 10", UnknownName, "did you mean 'main'?"),
        ("classic | Ah | 1 main:P1 10", UnknownName, "no main pay table called 'P1'"),
        ("bad-beat | Ah | 1 main 10 bad-beat:Q1 5", UnknownName, "did you mean '"),
        ("burnout | Ah | 1 button 5 main 10", Unreadable, "wins in a row, 0 to 4"),
        ("burnout | Ah | 1 button -1 main 10", Unreadable, "wins in a row, 0 to 4"),
        ("burnout | Ah | 1 button " + "9" * 5000 + " main 10", Unreadable, "0 to 4"),
        ("classic | Th 9c 9d 8s | 1 main 10 | jump", UnknownName, "no choice called 'jump'"),
        ("classic | Th 9c 9d 8s | 1 main 10 | hit=5", Unreadable, "hit takes no amount"),
        (
            "classic | Th 9c 9d 8s | 1 main 10 | double=x",
            Unreadable,
            "cannot read 'x' as an amount",
        ),
        ("classic | Th 9c 9d 8s | 1 main 10 | stand | 1 main", Unreadable, "as a result"),
        ("classic | Th 9c 9d 8s | 1 main 10 | stand | 1 main 5", Unreadable, "as a result"),
        ("classic | Th 9c 9d 8s | 1 main 10 | stand | x main +5", Unreadable, "as a result"),
        ("classic | Th 9c 9d 8s | 1 main 10 | stand | 1 main +5", WrongResult, "`1 main +10`"),
        ("classic | Th 9c 9d 8s | 1 main 10 | ", Unreadable, "seat 1 is still asked: stand, hit"),
        ("classic | Th 9c 9d 8s | 1 main 10 | stand stand", IllegalAction, "the round is over"),
        ("classic | Th 9c 9d 8s | 1 main 10 | split", IllegalAction, "(19) against 9c: stand, hit"),
        ("classic | Th 9c 9d 8s | 1 main 10 | burn", IllegalAction, "cannot burn seat 1's Th 9d"),
        ("classic | Th Ac 9d 8s | 1 main 10 | stand", IllegalAction, "insurance, no-insurance"),
        ("classic | Th 9c 9d 8s | 1 main 10 | double=5", IllegalAction, "double_for_less is no"),
        (
            "face-up | 6h 9c 5d 8s | 1 main 10 | double=11",
            IllegalAction,
            "up to $10 on a $10 wager",
        ),
        ("classic | Th Ac 9d 8s | 1 main 10 | insurance=5.01", IllegalAction, "takes up to $5"),
    ],
)
def test_malformed_round_line(line: str, kind: type[HolecardError], says: str) -> None:
    refused(says, kind, lambda: replay(read_line(line)))


@pytest.mark.parametrize(
    ("script", "code", "says"),
    [
        (
            "1 main 10 | hit | stand",
            "text/unreadable",
            "line 1: a scripted round is WAGERS | CHOICES",
        ),
        ("# fine\n\n1 mian 10", "name/unknown", "line 3: no classic wager called 'mian'"),
        ("1 main 10; 1 main 10", "text/unreadable", "line 1: seat 1 stands twice"),
        ("1 main 10 | jump", "name/unknown", "line 1: no choice called 'jump'"),
        ("1 button 2 main 10", "text/unreadable", "line 1: bets do not set the button"),
        ("| hit", "text/unreadable", "line 1: cannot read '' as a seat"),
    ],
)
def test_malformed_script(script: str, code: str, says: str) -> None:
    with pytest.raises(HolecardError) as wrong:
        read_script(CLASSIC, script.splitlines())
    assert (wrong.value.code, wrong.value.exit_code) == (code, 2)
    assert says in str(wrong.value)


def test_wagers_above_the_purse() -> None:
    table = Table(CLASSIC, random.Random(1), purse=1500)
    two = {1: [Bet("main", 1000)], 2: [Bet("main", 600)]}
    refused("the wagers come to $16: the purse holds $15", RefusedWager, table.deal, two)
    assert table.purse == 1500 and table.dealt is None


def test_double_above_the_purse() -> None:
    table = Table(CLASSIC, random.Random(4), purse=1500)
    while "double" not in table.legal:
        table.purse = 1500
        table.deal({1: [Bet("main", 1000)]})
        while table.legal and "double" not in table.legal:
            table.push(table.default_choice())
    refused("it takes $10 more, the purse holds $5", RefusedWager, table.push, "double")
    assert table.purse == 500 and "double" in table.legal


def test_bet_in_mid_round() -> None:
    table = Table(CLASSIC, random.Random(4))
    while not table.in_round:
        table.deal({1: [Bet("main", 1000)]})
    refused("finish it before betting", NotAllowed, table.deal, {1: [Bet("main", 1000)]})


@STEADY
@given(st.text(max_size=60))
def test_no_text_is_too_strange_to_refuse(text: str) -> None:
    """Anything typed is read or refused; nothing else comes out."""
    readers: tuple[Callable[[str], object], ...] = (
        read_card,
        read_cards,
        read_money,
        read_signed_money,
        read_ratio,
        read_choice,
        find_game,
        CLASSIC.read,
        read_line,
        lambda said: read_line(f"burnout | Th 9c 9d 8s | {said} | stand"),
        lambda said: read_line(f"classic {said} | Th 9c 9d 8s | 1 main 10 | stand"),
        lambda said: replay(read_line(f"classic | Th 9c 9d 8s | 1 main 10 | {said}")),
        lambda said: read_script(BURNOUT, said.splitlines()),
    )
    for read in readers:
        try:
            read(text)
        except HolecardError as wrong:
            assert str(wrong)
