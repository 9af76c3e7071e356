"""Every game of the catalogue and every wager on its felt: nothing here names a rule, so a new
game or wager is tested the moment it is registered."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from holecard.dealing.felt import ACTED, ENDED
from holecard.dealing.rules import PAYS
from holecard.dealing.settle import OPEN, RESULT_NAMES, SURRENDER, result_pays
from holecard.errors import RefusedWager
from holecard.games import CATALOGUE
from holecard.text.line import read_line, replay
from holecard.text.trace import trace
from holecard.wagers.bets import Bet, SeatBets, check_seat, fee_for
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.looks import LOOKS, looked_at
from holecard.wagers.payout import payouts
from holecard.wagers.paytable import LOSES
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, Wager
from tests.rules.rare import RARE
from tests.rules.rounds import GAMES, prefixes, random_rounds
from tests.rules.test_examples import ROWS

# What the sheets print; insurance is offered wherever the hole card is hidden.
IDS = {
    "classic": "main insurance",
    "breakout": "player-hand dealer-hand breakout-bonus super-tie pair-up sweet-17 insurance",
    "lucky-break": "main lucky-break lucky-break-token insurance",
    "burnout": "main burnout bonus-2 bonus-3 bonus-4 bonus-5 insurance",
    "bad-beat": "main bad-beat insurance",
    "face-up": "main two-card four-card",
}
PAY_TABLES = {
    "lucky-break": "1 2 3 4",
    "lucky-break-token": "1 2 3 4",
    "bad-beat": "P1 P2 P3 P4 P5 L1 L2 L3 L4 L5",
    "two-card": "holecard",
    "four-card": "holecard",
}
ROUNDS = 1500

EVERY = [(name, wager) for name, game in CATALOGUE.items() for wager in game.wagers]
every_game = pytest.mark.parametrize("name", GAMES)
every_wager = pytest.mark.parametrize(
    ("name", "wager"), EVERY, ids=[f"{name} {wager.id}" for name, wager in EVERY]
)
# Those whose stake a seat chooses before the deal.
STAKED = [(name, wager) for name, wager in EVERY if wager.kind not in (FEE, OFFER)]
every_stake = pytest.mark.parametrize(
    ("name", "wager"), STAKED, ids=[f"{name} {wager.id}" for name, wager in STAKED]
)


@cache
def some_rounds(name: str) -> tuple[Dealt, ...]:
    """Random rounds, the sheet's examples and the rare hands no random round brings."""
    lines = [row.line for row in ROWS if row.id.startswith(name)] + RARE.get(name, [])
    return (*random_rounds(name, 1, ROUNDS), *(replay(read_line(line)) for line in lines))


def beside(game: Game, wager: Wager, bet: Bet) -> SeatBets:
    """A seat with that bet and whatever main wager it needs."""
    if wager.kind == MAIN:
        return SeatBets(1, (bet,))
    return SeatBets(
        1, (Bet(wager.with_main[0] if wager.with_main else game.mains[0].id, 1000), bet)
    )


def taken(game: Game, wager: Wager, bet: Bet) -> bool:
    try:
        check_seat(game, beside(game, wager, bet))
    except RefusedWager:
        return False
    return True


@every_game
def test_ids_are_those_of_the_design(name: str) -> None:
    assert [wager.id for wager in CATALOGUE[name].wagers] == IDS[name].split()


@every_game
def test_a_game_can_introduce_itself(name: str) -> None:
    game = CATALOGUE[name]
    assert game.id == name
    assert game.name and len(game.pitch.split()) > 10
    assert len(game.facts) == 3
    assert game.rulings
    assert all(option.says for option in game.options.values())


@every_wager
def test_pay_tables_are_named_and_complete(name: str, wager: Wager) -> None:
    plain = "" if wager.kind in (MAIN, FEE) else "standard"
    assert [one.name for one in wager.paytables] == PAY_TABLES.get(wager.id, plain).split()
    for table in wager.paytables:
        table.check(wager.outcomes, wager.id)
        for outcome in wager.outcomes:
            assert table.pays(outcome) == LOSES or table.pays(outcome) >= 0
            assert table.tip(outcome) >= 0
        assert max(map(table.pays, wager.outcomes)) > 0
        # F6: the sheet prints no tables for Face Up's bonuses, and only for those.
        assert table.ours == (name == "face-up")


@every_wager
def test_words_for_the_felt(name: str, wager: Wager) -> None:
    assert wager.name and wager.says
    assert len(set(wager.outcomes)) == len(wager.outcomes)
    if wager.kind not in (MAIN, FEE):
        assert wager.outcomes[0] == "lose"


@cache
def outcomes_seen(name: str) -> dict[str, set[str]]:
    """By wager."""
    seen: dict[str, set[str]] = {}
    for dealt in some_rounds(name):
        for paid in payouts(dealt):
            seen.setdefault(paid.wager, set()).add(paid.outcome)
    return seen


@every_wager
def test_every_outcome_can_happen(name: str, wager: Wager) -> None:
    seen = outcomes_seen(name)[wager.id]
    if wager.kind == FEE:
        assert seen == {"paid"}
    elif wager.kind == MAIN:
        # A dealer-hand wager has no choices; the own hand has even money and surrender as well.
        own = {"surrender"} | ({"even-money"} if name != "face-up" else set())
        always = {"lose", "win", "push", "blackjack"}
        assert seen == always | (set() if wager.id == "dealer-hand" else own)
    else:
        assert seen == set(wager.outcomes)


@every_game
def test_payouts_are_the_pay_tables_exactly(name: str) -> None:
    for dealt in some_rounds(name):
        for paid in payouts(dealt):
            wager = dealt.game.wager(paid.wager)
            if wager.kind == MAIN:
                assert paid.pays * paid.stake == paid.net
            elif wager.kind != FEE:
                from_player = dealt.game.rules.extra.get("tip_from") == "player"
                assert paid.pays == wager.table(paid.paytable).pays(paid.outcome)
                assert paid.tip == wager.table(paid.paytable).tip(paid.outcome)
                assert paid.net == paid.pays * paid.stake - (paid.tip if from_player else 0)


def odds_of(game: Game, wager: Wager, table: str) -> set[Fraction]:
    """Everything the wager can pay to one, from the pay table or the results of a hand."""
    if wager.kind != MAIN:
        return {wager.table(table).pays(outcome) for outcome in wager.outcomes}
    late = game.rules.surrender == "late"
    results = set(range(len(RESULT_NAMES))) - {OPEN} - (set() if late else {SURRENDER})
    return {result_pays(result, wager.backs, game.rules) for result in results}


def stakes_to_try(wager: Wager) -> Iterator[int]:
    """Every residue a pay table can ask for, at both ends of the limits and beyond them."""
    yield from range(-1, wager.least + 60)
    yield from range(wager.most - 60, wager.most + 61)


def stakes_under() -> Iterator[object]:
    """Every stake under every payout of a blackjack, with surrender and without. By day side bets
    under the first alone: theirs are the pay tables of the felt."""
    for name, wager in STAKED:
        for pays, surrender in product(PAYS, ("none", "late")):
            by_day = wager.kind == MAIN or (pays, surrender) == (PAYS[0], "none")
            yield pytest.param(
                name, wager, pays, surrender,
                id=f"{name} {wager.id} {pays} {surrender}",
                marks=[] if by_day else pytest.mark.nightly,
            )  # fmt: skip


@pytest.mark.parametrize(("name", "wager", "pays", "surrender"), list(stakes_under()))
def test_stake_is_refused_or_paid_in_whole_cents(
    name: str, wager: Wager, pays: Fraction, surrender: str
) -> None:
    game = CATALOGUE[name].but(blackjack_pays=pays, surrender=surrender)
    for table in [one.name for one in wager.paytables] or [""]:
        odds = odds_of(game, wager, table)
        for stake in stakes_to_try(wager):
            whole = all((one * stake).denominator == 1 for one in odds)
            within = wager.least <= stake <= wager.most
            assert taken(game, wager, Bet(wager.id, stake, table)) == (whole and within), stake


@every_stake
def test_limits_are_said(name: str, wager: Wager) -> None:
    assert 0 < wager.least < wager.most
    for stake in (0, wager.least - 1, wager.most + 100):
        with pytest.raises(RefusedWager, match=rf"^{wager.name} takes \$\d+ to \$\d+: seat 1 bets"):
            bet = Bet(wager.id, stake)
            check_seat(CATALOGUE[name], beside(CATALOGUE[name], wager, bet))


@pytest.mark.parametrize("stake", range(500, 560))
def test_fee_is_its_share_in_whole_cents_or_refused(stake: int) -> None:
    """U1: the payment is a fifth of the wager."""
    game = CATALOGUE["burnout"].but(blackjack_pays=1)
    fee = game.wager("burnout")
    for paid in (stake // 5 - 1, stake // 5, stake // 5 + 1):
        seat = SeatBets(1, (Bet("main", stake), Bet("burnout", paid)))
        if paid * 5 == stake:
            check_seat(game, seat)
            assert fee_for(fee, stake) == paid
        else:
            with pytest.raises(RefusedWager, match="Burnout payment"):
                check_seat(game, seat)


@every_wager
def test_insurance_is_not_bet_before_the_deal(name: str, wager: Wager) -> None:
    if wager.kind == OFFER:
        with pytest.raises(RefusedWager, match="is offered after the deal"):
            check_seat(CATALOGUE[name], beside(CATALOGUE[name], wager, Bet(wager.id, 500)))


@every_wager
def test_early_settlement_looks_only_at_what_is_known(name: str, wager: Wager) -> None:
    for stage, settled in wager.settles.items():
        assert stage < ENDED
        for look in looked_at(settled, wager.id):
            assert LOOKS[look].known <= stage
    assert {LOOKS[look].known for look in looked_at(wager.needs, wager.id)} <= {ACTED}


def settled_so_far(dealt: Dealt) -> dict[tuple[int, str], int]:
    """The wagers beside the main one that the dealer has settled, and for how much."""
    return {
        (event.seat, event.wager): event.amount or 0
        for event in trace(dealt)
        if event.wager and event.kind in ("pay", "take", "push")
        if dealt.game.wager(event.wager).kind not in (MAIN, FEE)
    }


@every_game
def test_early_settlement_is_the_final_one(name: str) -> None:
    check_early_settlement(name, some_rounds(name)[::5])


@pytest.mark.nightly
@every_game
def test_early_settlement_is_the_final_one_in_many_rounds(name: str) -> None:
    check_early_settlement(name, some_rounds(name))


def check_early_settlement(name: str, rounds: tuple[Dealt, ...]) -> None:
    """What is taken or paid in mid-round is what the wager comes to in the end."""
    early: set[str] = set()
    for dealt in rounds:
        final = {(paid.seat, paid.wager): paid.net for paid in payouts(dealt)}
        for waiting in list(prefixes(dealt))[:-1]:
            for spot, amount in settled_so_far(waiting).items():
                assert final[spot] == amount
                early.add(spot[1])
    may_be_early = {wager.id for wager in CATALOGUE[name].wagers if wager.settles}
    assert early == may_be_early


@every_game
def test_a_riding_wager_rides_until_won_or_lost(name: str) -> None:
    for dealt in some_rounds(name):
        for paid in payouts(dealt):
            riding = dealt.game.wager(paid.wager).kind == RIDING
            assert (paid.streak is not None) == riding
            if paid.rides:
                assert riding and paid.net == 0
