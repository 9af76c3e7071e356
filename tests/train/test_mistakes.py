"""Every kind of mistake is really wrong at the step it names, and clean rounds are clean.

Seen to fail: with a mistake that changes nothing; with the step named one too late; with a clean
round that has its two last steps exchanged.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import pytest

from holecard.cards import rank
from holecard.games import CATALOGUE
from holecard.text.trace import trace
from holecard.train.dealt.mistakes import Round
from holecard.train.dealt.shown import Shown, shown_steps
from holecard.train.drills import grade, make_items
from holecard.train.item import Setting
from holecard.train.questions.catch_error import Mistake, mistakes_of
from holecard.train.questions.deal_table import deal_table
from tests.train.bots import dealt_again, house_key

ALL = [(game, kind) for game in CATALOGUE for kind in mistakes_of(CATALOGUE[game])]
MONEY = ("pay", "take", "push", "ride")
TRIES = 500


def made_in(game: str, kind: Mistake, seed: int) -> tuple[Round, list[Shown], int]:
    """The first round that allows the mistake."""
    setting, draw = Setting(CATALOGUE[game], seed), random.Random(f"{game} {kind.id} {seed}")
    for _ in range(TRIES):
        dealt = deal_table(setting, draw)
        round = Round(dealt, setting.profile, shown_steps(dealt, setting.profile), draw)
        if made := kind.make(round):
            return round, *made
    pytest.fail(f"{game} never allows it")


def really_wrong(game: str, kind: Mistake, seed: int) -> None:
    round, steps, at = made_in(game, kind, seed)
    told = [one.as_json(round.game) for one in steps]
    true = [one.as_json(round.game) for one in round.steps]
    begins = at - 1 if kind.id == "burned" else at  # the card that is burned comes before
    assert told[:begins] == true[:begins]
    assert at == len(true) or told[at] != true[at]
    PROOFS[kind.id](round, told, at)


def says_otherwise(round: Round, told: list[dict[str, object]], at: int) -> None:
    """The trace moves other money for that wager."""
    one = told[at]
    due = [
        event
        for event in trace(round.dealt)
        if event.kind in MONEY
        and (event.seat, event.wager, event.hand) == (one["seat"], one["wager"], one["hand"])
    ]
    kind = (one["kind"], one["amount"], one.get("tip", 0))
    assert [(event.kind, event.amount, event.tip) for event in due] != [kind]


def out_of_order(round: Round, told: list[dict[str, object]], at: int) -> None:
    """The settlement at the end is not in the house's order, or a seat of it is missing."""
    events = trace(round.dealt)
    due = sorted(
        (one for one in events if one.kind in MONEY), key=lambda one: house_key(round.game, one)
    )
    keys = [(one.seat, one.wager) for one in due]
    said = [(one["seat"], one["wager"]) for one in told if one["kind"] in MONEY]
    late = said[-(len(told) - at) :]
    assert late != keys[-len(late) :]


def not_offered(round: Round, told: list[dict[str, object]], at: int) -> None:
    assert told[at]["seat"] not in {one.seat for one in trace(round.dealt) if one.kind == "offer"}


def other_button(round: Round, told: list[dict[str, object]], at: int) -> None:
    assert told[at]["says"] not in {
        str(one.as_json(round.game)["says"]) for one in round.steps
    }  # fmt: skip


def one_seat_fewer(round: Round, told: list[dict[str, object]], at: int) -> None:
    said = [(one["seat"], one["wager"], one["hand"]) for one in told if one["kind"] in MONEY]
    due = [(e.seat, e.wager, e.hand) for e in trace(round.dealt) if e.kind in MONEY]
    assert len({seat for seat, *_ in set(due) - set(said)}) == 1


Told = list[dict[str, object]]


def turned_before(
    events: Sequence[tuple[object, object, object]], seat: object, wager: object
) -> int:
    """How much had been dealt, drawn or turned over when a wager was settled."""
    at = next(at for at, one in enumerate(events) if one[0] in MONEY and one[1:] == (seat, wager))
    return sum(one[0] not in (*MONEY, "tuck", "leave") for one in events[:at])


def other_moment(sign: int) -> Callable[[Round, Told, int], None]:
    """The wager is settled with fewer or more cards on the felt than in the trace."""

    def proof(round: Round, told: Told, at: int) -> None:
        moved = told[at] if sign < 0 else told[-1]
        where = moved["seat"], moved["wager"]
        said = [(one["kind"], one.get("seat"), one.get("wager")) for one in told]
        due = [(one.kind, one.seat, one.wager) for one in trace(round.dealt) if one.kind != "ask"]
        assert sign * (turned_before(said, *where) - turned_before(due, *where)) > 0

    return proof


def is_draw(one: dict[str, object]) -> bool:
    """A card that nobody asked for: the dealer's, or to a hand that the house draws for."""
    return one["kind"] == "draw" and (not one.get("seat") or "by the house" in str(one["says"]))


def draws(told: Iterable[dict[str, object]]) -> Counter[object]:
    return Counter(one.get("seat", 0) for one in told if is_draw(one))


def due_draws(round: Round) -> Counter[object]:
    said = ({"kind": one.kind, "seat": one.seat, "says": one.says} for one in trace(round.dealt))
    return draws(said)


def draws_on(round: Round, told: Told, at: int) -> None:
    """A card for a hand after the trace has dealt its last one."""
    whose = told[at].get("seat", 0)
    assert is_draw(told[at]) and draws(told[:at])[whose] == due_draws(round)[whose]


def stopped_hands(round: Round, told: Told, at: int) -> list[object]:
    """Hands for which the trace has another card, and that get none from this step on."""
    return [one for one in due_draws(round) - draws(told) if not draws(told[at:])[one]]


def stops(round: Round, told: Told, at: int) -> None:
    assert stopped_hands(round, told, at)


def at_soft_17(round: Round, told: Told, at: int) -> None:
    """One of both, and the hand is an ace as eleven with six more, counted again here."""
    drawn = is_draw(told[at])
    (draws_on if drawn else stops)(round, told, at)
    whose = told[at].get("seat", 0) if drawn else stopped_hands(round, told, at)[0]
    seats: list[object] = [one.seat for one in round.dealt.seats]
    cards = round.dealt.cards(seats.index(whose), 0) if whose else round.dealt.dealer_cards
    ranks = [min(10, rank(card)) for card in cards[: 2 + draws(told[:at])[whose]]]
    assert 1 in ranks and sum(ranks) == 7


def after_a_split(round: Round, told: Told, at: int) -> None:
    """A burn of a seat that has split (U3), and none in the trace by this seat."""
    seat = told[at]["seat"]
    assert told[at]["kind"] == "burn"
    assert any(one["kind"] == "split" and one["seat"] == seat for one in told[:at])
    assert not any(one.kind == "burn" and one.seat == seat for one in trace(round.dealt))


PROOFS = {
    "early": other_moment(-1),
    "late": other_moment(1),
    "drawn": draws_on,
    "stopped": stops,
    "soft-17": at_soft_17,
    "burned": after_a_split,
    **dict.fromkeys(
        ("push-paid", "win-taken", "win-pushed", "loss-paid", "loss-pushed", "natural-even",
         "amount", "tip"), says_otherwise,
    ),
    "order": out_of_order,
    "skipped": one_seat_fewer,
    "offered": not_offered,
    "button": other_button,
}  # fmt: skip


@pytest.mark.parametrize(("game", "kind"), ALL[::5], ids=lambda one: getattr(one, "id", one))
def test_a_mistake_is_wrong(game: str, kind: Mistake) -> None:
    really_wrong(game, kind, 1)


def test_a_dealer_who_stops_short_may_leave_choices_over() -> None:
    """Then the round is none to ask about. Seen to fail: it raised, and so did the question."""
    (kind,) = (one for one in mistakes_of(CATALOGUE["breakout"]) if one.id == "stopped")
    really_wrong("breakout", kind, 2)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "kind"), ALL, ids=lambda one: getattr(one, "id", one))
def test_a_mistake_is_wrong_all_night(game: str, kind: Mistake) -> None:
    for seed in range(40):
        really_wrong(game, kind, seed)


@pytest.mark.parametrize("game", CATALOGUE)
def test_a_clean_round_is_the_trace(game: str) -> None:
    """Every event of it once, the deal and the draws in its order."""
    clean = 0
    for item in make_items(Setting(CATALOGUE[game], 9), "error", 12):
        assert grade(item, item.answer).right
        assert grade(item, {"clean": True}).right == item.answer["clean"]
        if item.answer["clean"]:
            clean += 1
            events = trace(dealt_again(item.line))
            told = item.question["events"]
            assert len(told) == len(events)
            assert [one["says"] for one in told if one["kind"] not in MONEY and "seat" in one
                    and one["kind"] not in ("tuck", "leave")] == [
                one.says for one in events if one.kind not in (*MONEY, "tuck", "leave")
            ]  # fmt: skip
            moved = [(one["seat"], one["wager"], one["hand"], one["amount"]) for one in told
                     if one["kind"] in MONEY]  # fmt: skip
            due = [(e.seat, e.wager, e.hand, e.amount) for e in events if e.kind in MONEY]
            assert sorted(moved) == sorted(due)
        else:
            assert not grade(item, item.answer | {"step": 0, "kind": "order"}).right
    assert clean
