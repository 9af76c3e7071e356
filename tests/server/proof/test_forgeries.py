"""P11: a proof with one thing forged, and every hash made to fit again, is refused by the script
and by the command, each by itself.

Seen to fail: with `Felt.walk` left out of `check` all forged money is accepted by the script, with
`settle_again` reading lines only (as it once did) forged choices and payments by the command.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from holecard.errors import HolecardError
from holecard.games import BROUGHT
from holecard.games.from_file import FILES
from holecard.money import plain_money
from holecard.server.fairness.verify_shoe import Wrong, check, event_hash
from holecard.server.table.history import shoe_proof
from holecard.server.table.settle_again import settle_again
from tests.people.desk import Desk
from tests.server.metered import hot_game

Proof = dict[str, Any]
GAMES = ("breakout", "lucky-break", "burnout", "hot")
# What no check of one shoe can find: a clock's reading, a name, and what is
# said of the shoe after this one, which its own proof shows.
FREE = {
    ("seat/taken", "name"),
    ("shoe/committed", "decks"),
    ("shoe/committed", "commitment"),
    ("shoe/committed", "shoe"),
    ("entropy/committed", "commitment"),
    ("entropy/committed", "player"),
    ("entropy/committed", "shoe"),
    ("entropy/ended", "player"),
    ("entropy/ended", "shoe"),
    ("choice/made", "default"),
}


def first_shoe(path: Path, game: str) -> Proof:
    """The first shoe of a table where everything happens: seats left and taken again, riding
    bets, tokens, tips, doubles, splits, insurance."""
    desk = Desk(path, 3)
    for who in ("ann", "ben"):
        desk.player(who, purse=10**12)
    desk.open("ann", game=game, rules={"decks": 2})
    desk.sit("ann", 1, 4)
    desk.sit("ben", 2)
    while desk.state.current.number == 1:
        desk.play_round()
        if desk.state.number == 2:
            desk.leave("ben", 2)
            desk.sit("ben", 2)
    with desk.store.read() as connection:
        found = shoe_proof(connection, desk.table, 1)
    desk.close()
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Proof]]:
    folder = tmp_path_factory.mktemp("forged")
    hot_game(folder)
    yield {game: first_shoe(folder / f"{game}.db", game) for game in GAMES}
    BROUGHT.clear()
    FILES.clear()


def rehash(proof: Proof) -> Proof:
    """What a house does that rewrites its log: make the chain fit again."""
    before = proof["before"]
    for place, event in enumerate(proof["events"]):
        event["seq"] = proof["events"][0]["seq"] + place
        before = event["hash"] = event_hash(before, "table:" + proof["table"], event)
    return proof


def script_refuses(proof: Proof) -> str:
    with pytest.raises(Wrong) as wrong:
        check(proof)
    return str(wrong.value)


def command_refuses(proof: Proof) -> str:
    """Without what the script checks first."""
    with pytest.raises(HolecardError) as wrong:
        settle_again(proof)
    return str(wrong.value)


def fields(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        if isinstance(one, (dict, list)) and one:
            yield from fields(one, (*path, key))
        else:
            yield (*path, key)


def others(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, 10 * value + 7]
    return [f"{value}2", ""] if isinstance(value, str) and value else ["more"]


def shape(path: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple("*" if str(one).isdigit() else str(one) for one in path)


def forged(proof: Proof) -> Iterator[tuple[str, Proof]]:
    """Each field of each kind of event, once as it first occurs and once as it last does."""
    events = proof["events"]
    for order in (range(len(events)), range(len(events) - 1, -1, -1)):
        tried: set[Any] = set()
        for at in order:
            event = events[at]
            parts = {"body": event["body"], "transfers": event["transfers"]}
            for path in fields(parts):
                key = (event["kind"], *shape(path))
                if key in tried or (event["kind"], path[-1]) in FREE:
                    continue
                tried.add(key)
                yield from changed(proof, at, path, " ".join(key))


def changed(proof: Proof, at: int, path: tuple[Any, ...], name: str) -> Iterator[tuple[str, Proof]]:
    spot: Any = proof["events"][at]
    for step in path:
        spot = spot[step]
    for other in others(spot):
        wrong = copy.deepcopy(proof)
        inside: Any = wrong["events"][at]
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = other
        yield name, rehash(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_the_true_proof_is_accepted_by_both(proofs: dict[str, Proof], game: str) -> None:
    assert check(proofs[game]).rounds == settle_again(proofs[game]) > 3


@pytest.mark.parametrize("game", GAMES)
def test_no_forged_field_is_accepted_by_the_script(proofs: dict[str, Proof], game: str) -> None:
    kinds = set()
    for name, wrong in forged(proofs[game]):
        kinds.add(name)
        try:
            check(wrong)
        except Wrong:
            continue
        raise AssertionError(f"{name} was forged and accepted")
    assert len(kinds) >= 40


@pytest.mark.parametrize("game", GAMES)
def test_whose_choice_it_was_the_command_finds(proofs: dict[str, Proof], game: str) -> None:
    """A choice put down to another seat of the round. Only the rules say whose turn it was, so the
    script finds it where money was put up with it, and docs/fairness.md says so. Seen to fail: with
    `settle_again` not comparing seats."""
    dealt, tried = {}, 0
    for at, event in enumerate(proofs[game]["events"]):
        if event["kind"] == "round/dealt":
            dealt = event["body"]
        for other in dealt.get("seats", ()) if event["kind"] == "choice/made" else ():
            if other["seat"] == event["body"]["seat"]:
                continue
            wrong = copy.deepcopy(proofs[game])
            wrong["events"][at]["body"]["seat"] = other["seat"]
            rehash(wrong)
            assert "is asked, not seat" in command_refuses(wrong)
            if event["transfers"]:
                assert f"event {event['seq']}" in script_refuses(wrong)
            tried += 1
    assert tried > 5


def of_kind(proof: Proof, kind: str) -> list[Proof]:
    return [one for one in proof["events"] if one["kind"] == kind]


def remove_payments(proof: Proof) -> None:
    for event in of_kind(proof, "round/settled"):
        event["transfers"] = [one for one in event["transfers"] if one[3] != "pay"]


def other_choice(proof: Proof) -> None:
    made = next(one for one in of_kind(proof, "choice/made") if one["body"]["choice"] == "stand")
    made["body"]["choice"] = "hit"


def stakes_times_ten(proof: Proof) -> None:
    for event in (*of_kind(proof, "bets/placed"), *of_kind(proof, "round/dealt")):
        for seat in event["body"]["seats"]:
            for bet in seat["bets"]:
                bet[1] *= 10
        for one in event["transfers"]:
            one[7] *= 10


def repeat_a_line(proof: Proof) -> None:
    first, second = of_kind(proof, "round/settled")[:2]
    second["body"]["line"] = first["body"]["line"]


def lines_of_another_round(proof: Proof) -> None:
    first, second = of_kind(proof, "round/settled")[:2]
    for name in ("line", "drawn", "net"):
        first["body"][name], second["body"][name] = second["body"][name], first["body"][name]


def drop_a_choice(proof: Proof) -> None:
    proof["events"].remove(of_kind(proof, "choice/made")[0])


def win_taken(proof: Proof) -> None:
    """A winning bet taken, with the line, the net and the money to match."""
    for event in of_kind(proof, "round/settled"):
        paid = next((one for one in event["transfers"] if one[3] == "pay"), None)
        if paid is None:
            continue
        back = next(one for one in event["transfers"] if one[:3] == paid[:3] and one[3] == "return")
        event["transfers"].remove(paid)
        back[3], back[6] = "take", "house"
        body, seat, player = event["body"], str(paid[1]), paid[6].removeprefix("player:")
        body["net"][seat] -= paid[7] + back[7]
        body["purses"][player][1] -= paid[7] + back[7]
        return


def leave_a_bet_out(proof: Proof) -> None:
    dealt = next(one for one in of_kind(proof, "round/dealt") if len(one["body"]["seats"]) > 1)
    del dealt["body"]["seats"][-1]


SCHEMES = (
    remove_payments,
    other_choice,
    stakes_times_ten,
    repeat_a_line,
    lines_of_another_round,
    drop_a_choice,
    win_taken,
    leave_a_bet_out,
)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_scheme_is_accepted_by_either(
    proofs: dict[str, Proof], scheme: Callable[[Proof], None]
) -> None:
    for proof in proofs.values():
        wrong = copy.deepcopy(proof)
        scheme(wrong)
        assert wrong != proof
        rehash(wrong)
        assert "round" in script_refuses(wrong) or "event" in script_refuses(wrong)
        assert "round" in command_refuses(wrong)


def shares_left_out(proof: Proof) -> None:
    """The house keeps what should go onto the meter; every sum is made to fit."""
    for event in of_kind(proof, "round/metered"):
        event["transfers"] = [one for one in event["transfers"] if one[3] != "share"]
        for turn in event["body"]["turns"]:
            turn[2] = 0


def finds_another(proof: Proof) -> None:
    """A seat finds a dollar more than the one before it has left; its line says so too."""
    for event in of_kind(proof, "round/metered"):
        turns, number = event["body"]["turns"], event["body"]["round"]
        if len(turns) > 1 and not turns[0][4]:
            settled = next(
                one for one in of_kind(proof, "round/settled") if one["body"]["round"] == number
            )
            old, new = (f"@{plain_money(cents)}" for cents in (turns[1][3], turns[1][3] + 100))
            turns[1][3] += 100
            before, _, after = settled["body"]["line"].rpartition(old)
            settled["body"]["line"] = before + new + after
            return


def line_with_more(proof: Proof) -> None:
    event = next(one for one in of_kind(proof, "round/settled") if "@2" in one["body"]["line"])
    event["body"]["line"] = event["body"]["line"].replace("@2", "@12", 1)


def meter_left_out(proof: Proof) -> None:
    proof["events"].remove(of_kind(proof, "round/metered")[0])


def won_by_nobody(proof: Proof) -> None:
    """A prize taken off the meter for a seat that has not won."""
    event = of_kind(proof, "round/metered")[0]
    turn = next(one for one in event["body"]["turns"] if not one[4])
    turn[4] = 100
    share = event["transfers"][0]
    event["transfers"].append([*share[:1], turn[0], turn[1], "won", 0, share[6], share[5], 100])


@pytest.mark.parametrize(
    ("scheme", "knows"),
    [
        (shares_left_out, False),  # what a share is, only the rules say
        (finds_another, True),
        (line_with_more, True),
        (meter_left_out, True),
        (won_by_nobody, True),
    ],
)
def test_no_scheme_with_a_meter_is_accepted(
    proofs: dict[str, Proof], scheme: Callable[[Proof], None], knows: bool
) -> None:
    wrong = copy.deepcopy(proofs["hot"])
    scheme(wrong)
    assert wrong != proofs["hot"]
    rehash(wrong)
    assert "round" in command_refuses(wrong)
    if knows:
        assert script_refuses(wrong)


def other_types(value: Any) -> list[Any]:
    """What equals a value, or reads like it, and is another text in the chain."""
    if isinstance(value, bool):
        return [int(value), None]
    if isinstance(value, int):
        return [float(value), str(value), *([True] if value == 1 else [])]
    return [[value], None]


@pytest.mark.parametrize("game", GAMES)
def test_a_log_in_another_form_is_refused(proofs: dict[str, Proof], game: str) -> None:
    """1.0 or true for 1, a field more or less, a transfer of more parts: another reader might take
    them for something else. Also fields that say nothing of this shoe, and times. Seen to fail:
    with values compared and forms not, each of them was accepted by both."""
    tried: set[Any] = set()

    def wrong_at(at: int, path: tuple[Any, ...], other: Any) -> Proof:
        wrong = copy.deepcopy(proofs[game])
        inside: Any = wrong["events"][at]
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = other
        return rehash(wrong)

    for at, event in enumerate(proofs[game]["events"]):
        for path in fields({key: event[key] for key in ("at", "body", "transfers")}):
            spot: Any = event
            for step in path:
                spot = spot[step]
            if (event["kind"], *shape(path), spot == 1) in tried:
                continue
            tried.add((event["kind"], *shape(path), spot == 1))
            for other in other_types(spot):
                script_refuses(wrong_at(at, path, other))
        if event["kind"] not in tried:
            tried.add(event["kind"])
            body = event["body"]
            for other in ({**body, "more": 1}, dict(list(body.items())[1:])):
                script_refuses(wrong_at(at, ("body",), other))
                command_refuses(wrong_at(at, ("body",), other))
            for move in event["transfers"][:1]:
                for form in (move + move, move[:-1]):
                    moved = [form, *event["transfers"][1:]]
                    script_refuses(wrong_at(at, ("transfers",), moved))
    assert len(tried) > 80


def test_a_wager_raised_by_an_amount_and_then_split_is_accepted(tmp_path: Path) -> None:
    """A split takes twice the wager then. Seen to fail: with a raise that names its amount taken
    for none, an honest shoe was called not fair."""
    desk = Desk(tmp_path / "raised.db", 5)
    desk.player("ann", purse=10**10)
    desk.open("ann", game="double-attack", rules={"decks": 2})
    desk.sit("ann", 1, 2, 3)
    split = 0
    while split < 3:
        desk.mix("ann")
        desk.bet("ann", {seat: [("main", 1500 + 500 * seat)] for seat in (1, 2, 3)})
        desk.confirm("ann")
        raised: set[int] = set()
        while desk.state.playing:
            state = desk.state
            ask = state.round.dealt.ask
            assert ask is not None
            legal = ask.legal.names
            if "double" in legal and state.asked_seat not in raised:
                raised.add(state.asked_seat)
                assert desk.choose("ann", "double", 1500 + 500 * state.asked_seat).status == 200
                continue
            word = "split" if "split" in legal else "stand" if "stand" in legal else legal[-1]
            assert desk.choose("ann", word).status == 200
            split += word == "split"
    desk.leave("ann")
    for number in range(1, desk.state.current.number):  # the last ended as she left
        with desk.store.read() as connection:
            proof = json.loads(json.dumps(shoe_proof(connection, desk.table, number)))
        assert check(proof).rounds == settle_again(proof)
    desk.close()
