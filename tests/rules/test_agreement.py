"""Two readings of a round agree: the compiled procedure with the plain one in every number it
writes, and the naive settlement of tests/rules/naive.py with ours to the cent."""

from __future__ import annotations

from fractions import Fraction

import pytest

from holecard.dealing import tables
from holecard.dealing.compiled import as_arrays, compiled_round
from holecard.dealing.felt import Felt, lay_felt
from holecard.dealing.rules import Rules
from holecard.dealing.settle import LOSE, NATURAL, OWN, WIN, result_pays, settle_dealer, settle_own
from holecard.dealing.tables import Tables, may_double
from holecard.games import bad_beat, breakout, lucky_break
from holecard.hand import is_soft, total
from holecard.text.audit import dump_round
from holecard.text.line import line_of
from holecard.wagers import game as game_file
from holecard.wagers.dealt import Dealt, seat_row
from holecard.wagers.paytable import LOSES, PayTable
from tests.rules.naive import Disagreement, Memory, check
from tests.rules.rounds import GAMES, ROUNDS_A_SESSION, again, prefixes, session

# So many rounds of every game at night, a fortieth of them with every change: each slip below is
# found in fewer. A session is dealt once and read both ways, in chunks that the workers of a
# parallel run can share.
NAIVE_SESSIONS = 50_000 // ROUNDS_A_SESSION
COMPILED_SESSIONS = 20_000 // ROUNDS_A_SESSION
TENTH, FORTIETH = 10, 40
CHUNKS = [range(first, first + 200) for first in range(0, NAIVE_SESSIONS, 200)]
STOP_AT_EVERY_CHOICE = 10  # of every tenth round


def blank(dealt: Dealt) -> Felt:
    """The felt of a round before its deal: same cards, same bets, same choices."""
    given = [seat_row(dealt.game, seat) for seat in dealt.seats]
    script = [choice.action for choice in dealt.choices]
    return lay_felt(dealt.game.tables, given, dealt.felt.shoe, script)


def compare_compiled(dealt: Dealt, arrays: Tables) -> None:
    felt = as_arrays(blank(dealt)._replace(tables=arrays))
    assert compiled_round()(felt) == dealt.status
    for name, plain, made in zip(Felt._fields[1:], dealt.felt[1:], felt[1:], strict=True):
        assert list(plain) == made.tolist(), f"{name} differs: {line_of(dealt)}"  # type: ignore[attr-defined]


def check_compiled(rounds: list[Dealt]) -> None:
    """Every round of a session, and some of them as they stood before each choice."""
    arrays = as_arrays(rounds[0].felt).tables
    for dealt in rounds:
        compare_compiled(dealt, arrays)
    for dealt in rounds[::STOP_AT_EVERY_CHOICE]:
        for waiting in prefixes(dealt):
            compare_compiled(waiting, arrays)


def check_naive(name: str, rounds: list[Dealt]) -> None:
    memory: Memory = {}
    for at, dealt in enumerate(rounds):
        check(name, dump_round(dealt, at), memory)


def read_both_ways(name: str, numbers: range, compiled: int) -> None:
    """Sessions by the naive settlement; those before `compiled` by the compiled procedure too."""
    for number in numbers:
        rounds = list(session(name, number))
        assert len(rounds) == ROUNDS_A_SESSION
        check_naive(name, rounds)
        if number < compiled:
            check_compiled(rounds)


@pytest.mark.parametrize("name", GAMES)
def test_readings_agree(name: str) -> None:
    read_both_ways(name, range(NAIVE_SESSIONS // TENTH), COMPILED_SESSIONS // FORTIETH)


@pytest.mark.nightly
@pytest.mark.parametrize("numbers", CHUNKS, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_readings_agree_all_night(name: str, numbers: range) -> None:
    read_both_ways(name, numbers, COMPILED_SESSIONS)


def test_compiled_round_agrees_when_the_shoe_runs_dry() -> None:
    for name in GAMES:
        for dealt in session(name, 7):
            short = again(dealt, shoe=dealt.drawn[:-1])
            assert short.called_off
            compare_compiled(short, as_arrays(short.felt).tables)


def test_sessions_are_as_many_as_asked_for() -> None:
    assert [number for chunk in CHUNKS for number in chunk] == list(range(NAIVE_SESSIONS))


# The agreement means something only if a wrong rule breaks it: here are some, each a slip that a
# tired author could make, with a game that must notice.


def ties_win(own: int, dealer: int, rules: Rules) -> int:
    return WIN if own == dealer <= 21 else settle_own(own, dealer, rules)


def bust_against_17_loses(own: int, dealer: int) -> int:
    return LOSE if 21 < own < NATURAL and dealer == 17 else settle_dealer(own, dealer)


def posted_odds_both_ways(result: int, backs: int, rules: Rules) -> Fraction:
    """B9 forgotten."""
    return result_pays(result, OWN, rules)


def stands_on_17(state: int, rules: Rules) -> bool:
    return total(state) < 17


def any_pair(one: int, other: int, rules: Rules) -> bool:
    """`split_tens_by = rank` forgotten."""
    return min(one, 9) == min(other, 9)


def burns_any_card(state: int, rules: Rules) -> bool:
    """`burn_after_bust = no` forgotten."""
    return True


def pushed_hands_never_count(won: int, lost: int, hands: int, rules: Rules) -> int:
    """`majority = all` forgotten."""
    return int(won > lost) - int(won < lost)


def never_looks(up: int, rules: Rules) -> bool:
    return False


def doubles_soft(state: int, phase: int, rules: Rules) -> bool:
    """F5 forgotten: a soft 19 taken for a 9."""
    return may_double(total(state) - 10 if is_soft(state) else state, phase, rules)


def pays_one_more(table: PayTable, outcome: str) -> Fraction:
    pays = Fraction(table.odds.get(outcome, LOSES))
    return pays + 1 if pays > 1 else pays


def drew_to_it(option: int, hands: int, total: int, cards: int, surrendered: int) -> bool:
    return 19 <= total <= 21


def never() -> bool:
    return False


SLIPS: list[tuple[str, object, str, object]] = [
    ("classic", tables, "settle_own", ties_win),
    ("classic", tables, "dealer_draws", stands_on_17),
    ("classic", tables, "is_pair", any_pair),
    ("classic", tables, "dealer_looks", never_looks),
    ("classic", tables, "may_double", doubles_soft),
    ("breakout", tables, "settle_dealer", bust_against_17_loses),
    ("breakout", game_file, "result_pays", posted_odds_both_ways),
    ("breakout", breakout, "always", never),
    ("breakout", PayTable, "tip", lambda table, outcome: 0),
    ("lucky-break", lucky_break, "in_action", never),
    ("lucky-break", lucky_break, "over_26", lambda lowest: False),
    ("lucky-break", PayTable, "pays", pays_one_more),
    ("burnout", tables, "may_burn", burns_any_card),
    ("burnout", tables, "STREAK_COUNTS", (0, -1, -1, 1, 1, 1, 0, -1)),
    ("burnout", tables, "round_outcome", pushed_hands_never_count),
    ("burnout", PayTable, "pays", pays_one_more),
    ("bad-beat", bad_beat, "stood", drew_to_it),
    ("bad-beat", PayTable, "pays", pays_one_more),
    ("face-up", tables, "settle_own", ties_win),
    ("face-up", tables, "natural_now", lambda backs, up, rules, own: True),
]


@pytest.mark.parametrize(
    ("name", "owner", "rule", "slip"), SLIPS, ids=[f"{one[0]} {one[2]}" for one in SLIPS]
)
def test_naive_settlement_notices_a_wrong_rule(
    name: str, owner: object, rule: str, slip: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, rule, slip)
    with pytest.raises(Disagreement):
        for number in range(NAIVE_SESSIONS // FORTIETH):
            check_naive(name, list(session(name, number)))
