"""A verifier as somebody wrote it who had docs/fairness.md and nothing else: none of our code, and
not the script's way of going about it. It looks at the shoe: commitment, promises, chain, order,
which cards each round got. Money it leaves alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

Proof = dict[str, Any]
CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def deck_of(proof: Proof) -> list[str]:
    return str(proof["deck"]).split() if proof.get("deck") else CARDS


def words(seed: bytes, texts: list[str]) -> Iterator[int]:
    """The masked seed as 16-bit words, and those that follow should it be used up."""
    mixed = hashlib.sha256(("holecard entropy 1\n" + "\n".join(sorted(texts))).encode()).digest()
    for label, blocks in ((b"holecard mask 1\n", len(seed) // 32), (b"", 1 << 32)):
        for at in range(blocks):
            start = label or b"holecard more 1\n" + seed
            block = hashlib.sha256(start + mixed + at.to_bytes(4, "big")).digest()
            if label:
                block = bytes(a ^ b for a, b in zip(block, seed[32 * at :], strict=False))
            yield from (int.from_bytes(block[two : two + 2], "big") for two in range(0, 32, 2))


def shuffled(proof: Proof) -> list[str]:
    cards = [card for card in deck_of(proof) for _ in range(proof["decks"])]
    stream = words(bytes.fromhex(proof["seed"]), proof["entropies"])
    for at in range(len(cards) - 1, 0, -1):
        word = next(one for one in stream if one < 65536 - 65536 % (at + 1))
        cards[at], cards[word % (at + 1)] = cards[word % (at + 1)], cards[at]
    return cards


def chained(proof: Proof) -> Iterator[str]:
    before, last = proof["before"], None
    for event in proof["events"]:
        parts = [event[key] for key in ("seq", "at", "kind", "body", "transfers")]
        text = json.dumps(
            ["table:" + proof["table"], *parts], sort_keys=True, separators=(",", ":")
        )
        before = digest(f"{before}\n{text}")
        if before != event["hash"] or last not in (None, event["seq"] - 1):
            yield f"the chain breaks at {event['seq']}"
        last = event["seq"]


def promises(proof: Proof) -> Iterator[str]:
    """Whoever promised has shown just that, after everybody had promised, before the opening."""
    promised: dict[str, str] = {}
    shown: dict[str, str] = {}
    for event in proof["events"]:
        kind, body = event["kind"], event["body"]
        if body.get("shoe") != proof["number"]:
            continue
        if kind == "shoe/committed" and body["commitment"] != proof["commitment"]:
            yield "the log commits to another seed"
        elif kind == "entropy/committed":
            promised[body["player"]] = body["commitment"]
            if shown:
                yield "a promise after the first bytes were shown"
        elif kind == "entropy/ended":
            promised.pop(body["player"], None)
        elif kind == "entropy/revealed":
            shown[body["player"]] = body["entropy"]
            sent = hashlib.sha256(bytes.fromhex(body["entropy"])).hexdigest()
            if promised.get(body["player"]) != sent:
                yield f"{body['player']} promised something else"
        elif kind == "shoe/opened":
            if set(shown) != set(promised) or body["withheld"]:
                yield "opened although somebody kept back"
            if not body["entropies"] == sorted(shown.values()) == proof["entropies"]:
                yield "other entropy was mixed in"


def dealt(proof: Proof) -> Iterator[str]:
    """Each round has the next cards of the order, and its line has the same."""
    order, at = proof["order"].split(), 0
    if order and order != shuffled(proof):
        yield "the order does not follow from the seed"
    for event in proof["events"]:
        body = event["body"]
        if body.get("shoe") != proof["number"]:
            continue
        if event["kind"] == "round/dealt" and body["start"] != at:
            yield f"round {body['round']} begins at another card"
        if event["kind"] == "round/settled":
            cards = body["drawn"].split()
            if cards != order[at : at + len(cards)] or cards != body["line"].split("|")[1].split():
                yield f"round {body['round']} has other cards"
            at += len(cards)


def stranger_finds(proof: Proof, mine: tuple[str, ...] = ()) -> list[str]:
    """Everything that does not fit; nothing, if the shoe is what it should be."""
    deck = "" if deck_of(proof) == CARDS else " ".join(deck_of(proof)) + "\n"
    told = f"holecard shoe 1\n{proof['table']}\n{proof['number']}\n{proof['decks']}\n{deck}"
    wrong = [*chained(proof), *promises(proof), *dealt(proof)]
    if digest(told + proof["seed"]) != proof["commitment"]:
        wrong.append("the seed is not the one that was committed to")
    if {"shoe/revealed", "shoe/voided"}.isdisjoint(one["kind"] for one in proof["events"]):
        wrong.append("it is not over")
    return wrong + [f"{one} is not in it" for one in mine if one not in proof["entropies"]]
