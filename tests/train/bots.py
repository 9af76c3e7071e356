"""Who answers: one who reads only the trace, one with a single thing wrong, one who guesses."""

from __future__ import annotations

import random
import re
from itertools import takewhile
from typing import Any

from holecard.cards import read_cards
from holecard.games import find_game
from holecard.money import read_money
from holecard.text.line import Line, deal_line, read_choices, read_seats
from holecard.text.trace import Event, trace
from holecard.train.item import Item
from holecard.wagers.dealt import Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts

SETTLING = ("pay", "take", "push", "ride", "tuck", "leave")
VERDICT = {"pay": "pay", "take": "take", "push": "push", "ride": "leave"}
KINDS = ("main", "offer", "side", "riding", "fee")


def dealt_again(line: str, game: Game | None = None) -> Dealt:
    """The round of a line; `game` where it is not in the catalogue, or has a rule wrong."""
    head, cards, seats, choices, *_ = [part.strip() for part in line.split("|")] + [""]
    name, _, rules = head.partition(" ")
    found = game or find_game(name).read(rules)
    given = Line(found, read_cards(cards), read_seats(found, seats), read_choices(choices))
    return deal_line(given)


def house_key(game: Game, event: Event) -> tuple[int, int, int, int]:
    """The default house's order, written again: seats down, money before cards, kind, toke last."""
    wager = game.wager(event.wager)
    order = [one.id for one in game.wagers]
    beside = order.index(wager.table_of or wager.id)
    toke = wager.payee == "dealer"
    stays = event.kind in ("tuck", "leave")
    return -event.seat, stays, KINDS.index(wager.kind), 2 * beside + toke


def settle_answer(item: Item, dealt: Dealt) -> dict[str, Any]:
    """Every wager from the trace: early ones as they came, the end in the order of the house."""
    events = trace(dealt)
    turned = next(at for at, one in enumerate(events) if one.kind == "turn")
    early = [one for one in events[:turned] if one.kind in VERDICT]
    late = sorted(
        (one for one in events[turned:] if one.kind in VERDICT),
        key=lambda one: house_key(dealt.game, one),
    )
    return {"wagers": [row(one) for one in (*early, *late)]}


def row(event: Event) -> dict[str, Any]:
    """What becomes of the bet itself, and what it is paid for other seats."""
    envy, kind = envy_in(event), own_kind(event)
    moved = abs((event.amount or 0) - envy) if kind in ("pay", "take") else 0
    return {"seat": event.seat, "hand": event.hand, "wager": event.wager,
            "verdict": VERDICT[kind], "cents": moved, "tip": event.tip, "envy": envy}  # fmt: skip


def envy_in(event: Event) -> int:
    """What the dealer says envy pays, seat by seat."""
    said = event.says.partition("envy pays")[2].partition(";")[0].removesuffix(".")
    return sum(map(read_money, re.findall(r"(\$[\d,.]*\d) for seat", said)))


def own_kind(event: Event) -> str:
    """What is done with the bet itself."""
    if not envy_in(event):
        return event.kind
    alone = (event.amount or 0) - envy_in(event)
    return "pay" if alone > 0 else "take" if alone < 0 else "push"


def pay_answer(item: Item, dealt: Dealt) -> dict[str, Any]:
    name = item.question["wager"]
    paid = next(one for one in payouts(dealt) if one.wager == name)
    if "envy:" in item.skills[0]:
        cents = sum(brings for _, brings in paid.envy)
        return {"wagers": [{"seat": paid.seat, "wager": name, "verdict": "pay", "cents": cents}]}
    return {"wagers": [{"seat": paid.seat, "wager": name, "verdict": "pay", "cents": paid.net,
                        "tip": paid.tip}]}  # fmt: skip


def next_answer(item: Item, dealt: Dealt) -> dict[str, Any]:
    """What the trace has next, once the events shown are taken out of it."""
    shown = [one["says"] for one in item.question["events"]]
    rest = list(trace(dealt))
    for says in shown:
        rest.remove(next(one for one in rest if one.says == says))
    asked = who_is_asked(dealt, shown)
    if asked:
        return asked
    first = rest[0]
    if first.kind == "offer":
        seats = [one.seat for one in trace(dealt) if one.kind == "offer"]
        return {"step": "offer", "seats": seats}
    if first.kind in SETTLING:
        run = list(takewhile(lambda one: one.kind in SETTLING, rest))
        due = min(run, key=lambda one: house_key(dealt.game, one))
        return {"step": f"{own_kind(due)}:{due.wager}", "seats": [due.seat]}
    name = card_step(first)
    return {"step": name, "seats": [first.seat] if first.seat else []}


def card_step(event: Event) -> str:
    if event.kind != "draw":
        return event.kind
    if event.seat == 0:
        return "draw"
    return "house-draw" if "by the house" in event.says else "replace"


def who_is_asked(dealt: Dealt, shown: list[str]) -> dict[str, Any] | None:
    """If the round stands at a decision with just these events, the seat that is asked."""
    for made in range(len(dealt.choices)):
        before = deal_round(dealt.game, dealt.seats, dealt.felt.shoe, dealt.choices[:made])
        ask = before.ask
        if ask is None or "no-insurance" in ask.legal:
            continue
        if sorted(one.says for one in trace(before)) == sorted(shown):
            return {"step": asked_step(ask.legal.names), "seats": [dealt.seats[ask.place].seat]}
    return None


def asked_step(legal: tuple[str, ...]) -> str:
    if "keep" not in legal:
        return "ask"
    kept = {"burn": "ask-burn", "double": "ask-raise", "surrender": "ask-early"}
    kept |= {"switch": "ask-switch"}
    return next(step for name, step in kept.items() if name in legal)


VERDICTS = ("take", "push", "leave", "pay")


def amounts(item: Item, row: dict[str, Any]) -> list[int]:
    """What one guesses a wager is paid: up to ten to one, by halves."""
    felt = item.question.get("felt") or {"seats": []}
    bets = [bet["stake"] for seat in felt["seats"] if seat["seat"] == row["seat"]
            for bet in seat["bets"] if bet["wager"] == row["wager"]]  # fmt: skip
    stake = bets[0] if bets else item.question.get("stake", 1000)
    return [stake * halves // 2 for halves in range(1, 21)]


def random_rows(item: Item, draw: random.Random) -> list[dict[str, Any]]:
    """A verdict for every wager that is asked, in any order."""
    rows = []
    for row in (one for one in item.answer["wagers"] if one["asked"]):
        verdict = "pay" if item.drill == "pay" else draw.choice(VERDICTS)
        paid = {"cents": draw.choice(amounts(item, row))} if verdict == "pay" else {}
        names = {name: row[name] for name in ("seat", "wager", "hand")}
        rows.append(names | {"verdict": verdict, **paid})
    draw.shuffle(rows)
    return rows


def random_answer(item: Item, draw: random.Random) -> dict[str, Any]:
    asked = item.question
    if item.drill in ("settle", "pay"):
        return {"wagers": random_rows(item, draw)}
    if item.drill == "error":
        kind, step = draw.choice(asked["kinds"])["kind"], draw.randrange(len(asked["events"]))
        return {"clean": True} if draw.random() < 0.5 else (
            {"clean": False, "step": step, "kind": kind}
        )  # fmt: skip
    if item.drill == "play":
        return {"action": draw.choice(asked["legal"])["action"]}
    if item.drill == "next":
        option = draw.choice(asked["options"])
        seats = [one["seat"] for one in asked["spots"]]
        return {"step": option["step"], "seats": [draw.choice(seats)] if option["for"] else []}
    if "facts" in asked:
        return {"facts": [at for at in range(len(asked["facts"])) if draw.random() < 0.5]}
    return {"option": draw.randrange(len(asked["options"]))}
