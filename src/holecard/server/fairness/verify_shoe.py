#!/usr/bin/env python3
"""Check a finished shoe: python verify_shoe.py SHOE.json [--commitment HEX]

Needs nothing but Python 3.9 or later. The file is what a Holecard table gives for a shoe that is
over. It is accepted only if
  - the published commitment is the hash of the seed that was revealed,
  - each browser's entropy is what that browser committed to before any of it was known,
  - the card order follows from the seed and the entropy, by an unbiased shuffle,
  - the commitment was written before the first bet, in an unbroken chain of hashed events,
  - every round was dealt from that order, one after another, none left out.
Give --commitment with what your own browser noted before you bet.

The shuffle. The seed is 1,024 random bytes, used as they are: masked (XOR) with a stream made
from the players' entropy and read as 16-bit words. Card i (from the last down) changes places
with card w mod (i+1); words that would favour a place are thrown away. The words of the seed are
independent and uniform, so every order of the shoe is equally likely and none is out of reach,
whatever the players send; and the house, bound to its seed, cannot know what they will send.
"""

import argparse
import hashlib
import json
import math
import sys
from typing import Any, Dict, Iterator, List, Optional, Sequence  # noqa: UP035 - runs on 3.9 too

SCHEMA = "holecard.shoe/1"
SEED_BYTES = 1024
SPARE_BITS = 64
WORDS = 1 << 16
RANKS, SUITS = "A23456789TJQK", "cdhs"
GENESIS = "0" * 64


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def card_text(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


def order_bits(decks: int) -> int:
    """The bits needed to number every order of a shoe, cards alike counted as one."""
    orders = math.factorial(52 * decks) // math.factorial(decks) ** 52
    return (orders - 1).bit_length()


def commitment_of(table: str, number: int, decks: int, seed: bytes) -> str:
    text = f"holecard shoe 1\n{table}\n{number}\n{decks}\n{seed.hex()}"
    return sha256(text.encode()).hex()


def entropy_commitment(entropy: str) -> str:
    return sha256(bytes.fromhex(entropy)).hex()


def stream(seed: bytes, entropies: Sequence[str]) -> Iterator[int]:
    """Bytes without end: the seed masked by the players' entropy, then (never seen) more."""
    players = sha256(("holecard entropy 1\n" + "\n".join(sorted(entropies))).encode())
    for at, byte in enumerate(seed):
        if at % 32 == 0:
            block = sha256(b"holecard mask 1\n" + players + (at // 32).to_bytes(4, "big"))
        yield byte ^ block[at % 32]
    count = 0
    while True:
        yield from sha256(b"holecard more 1\n" + seed + players + count.to_bytes(4, "big"))
        count += 1


def below(bound: int, source: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each exactly as likely."""
    limit = WORDS - WORDS % bound
    while True:
        word = next(source) << 8 | next(source)
        if word < limit:
            return word % bound


def shuffle(decks: int, seed: bytes, entropies: Sequence[str]) -> List[int]:  # noqa: UP006
    """The shoe's order, first card dealt first."""
    cards = [card for card in range(52) for _ in range(decks)]
    source = stream(seed, entropies)
    for at in range(len(cards) - 1, 0, -1):
        other = below(at + 1, source)
        cards[at], cards[other] = cards[other], cards[at]
    return cards


ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def canonical(value: Any) -> str:
    return ENCODER.encode(value)


def event_hash(before: str, stream_name: str, event: Dict[str, Any]) -> str:  # noqa: UP006
    """What chains an event, and the money it moved, to the one before it."""
    fields = [stream_name] + [event[key] for key in ("seq", "at", "kind", "body", "transfers")]
    return sha256((before + "\n" + canonical(fields)).encode()).hex()


class Wrong(Exception):
    """The shoe does not check out."""


def need(true: bool, why: str) -> None:
    if not true:
        raise Wrong(why)


def check_seed(proof: Dict[str, Any]) -> bytes:  # noqa: UP006
    seed = bytes.fromhex(proof["seed"])
    bits, wanted = 8 * len(seed), order_bits(proof["decks"]) + SPARE_BITS
    need(bits >= wanted, f"the seed has {bits} bits: {wanted} are needed to reach every order")
    found = commitment_of(proof["table"], proof["number"], proof["decks"], seed)
    need(found == proof["commitment"], "the seed is not the one that was committed to")
    return seed


def check_chain(proof: Dict[str, Any]) -> None:  # noqa: UP006
    before, events = proof["before"], proof["events"]
    need(bool(events), "the file holds no events")
    for place, event in enumerate(events):
        need(event["seq"] == events[0]["seq"] + place, f"event {event['seq']} is out of place")
        found = event_hash(before, "table:" + proof["table"], event)
        need(found == event["hash"], f"event {event['seq']} was altered: its hash does not fit")
        need(place == 0 or event["at"] >= events[place - 1]["at"], "time runs backwards")
        before = event["hash"]


def of_kind(proof: Dict[str, Any], kind: str) -> List[Dict[str, Any]]:  # noqa: UP006
    number = proof["number"]
    return [
        event
        for event in proof["events"]
        if event["kind"] == kind and event["body"].get("shoe") == number
    ]


def only(found: List[Dict[str, Any]], what: str) -> Dict[str, Any]:  # noqa: UP006
    need(len(found) == 1, f"{what} is written {len(found)} times, not once")
    return found[0]


def check_opening(proof: Dict[str, Any]) -> None:  # noqa: UP006
    """Commitment first, then the browsers' hashes, then their entropy, then the first deal."""
    committed = only(of_kind(proof, "shoe/committed"), "the commitment")
    opened = only(of_kind(proof, "shoe/opened"), "the opening of the shoe")
    need(committed["body"]["commitment"] == proof["commitment"], "another commitment was published")
    promised = {one["body"]["player"]: one for one in of_kind(proof, "entropy/committed")}
    given = of_kind(proof, "entropy/revealed")
    need(bool(given), "no player gave entropy")
    for one in given:
        player, entropy = one["body"]["player"], one["body"]["entropy"]
        need(player in promised, f"{player} gave entropy without committing to it")
        promise = promised[player]
        need(committed["seq"] < promise["seq"] < given[0]["seq"], f"{player} committed too late")
        need(
            promise["body"]["commitment"] == entropy_commitment(entropy), f"{player} broke its word"
        )
        need(one["seq"] < opened["seq"], f"{player}'s entropy came after the shoe was opened")
    entropies = sorted(one["body"]["entropy"] for one in given)
    need(sorted(opened["body"]["entropies"]) == entropies, "other entropy was mixed in")
    need(sorted(proof["entropies"]) == entropies, "the file names other entropy than the events")


def check_rounds(proof: Dict[str, Any], order: List[str]) -> int:  # noqa: UP006
    """Every card dealt came from the order, one round after another."""
    dealt = of_kind(proof, "round/dealt")
    ended = of_kind(proof, "round/settled")
    need(len(dealt) == len(ended), "a round was begun and not ended, or left out")
    at, opened = 0, only(of_kind(proof, "shoe/opened"), "the opening of the shoe")["seq"]
    for begun, settled in zip(dealt, ended):  # noqa: B905 - strict is newer than 3.9
        number = begun["body"]["round"]
        need(settled["body"]["round"] == number, f"round {number} was settled as another")
        need(number == dealt[0]["body"]["round"] + dealt.index(begun), f"round {number}: a gap")
        need(opened < begun["seq"] < settled["seq"], f"round {number} is out of order")
        need(begun["body"]["start"] == at, f"round {number} was not dealt from the next card")
        drawn = settled["body"]["drawn"].split()
        need(
            drawn == order[at : at + len(drawn)], f"round {number} shows other cards than the shoe"
        )
        at += len(drawn)
    return len(dealt)


def check(proof: Dict[str, Any], commitment: Optional[str] = None) -> int:  # noqa: UP006, UP045
    """The rounds checked; raises Wrong with the reason if anything does not fit."""
    try:
        need(proof["schema"] == SCHEMA, f"not a {SCHEMA} file")
        need(commitment in (None, proof["commitment"]), "this is not the commitment you noted")
        seed = check_seed(proof)
        check_chain(proof)
        check_opening(proof)
        order = [card_text(card) for card in shuffle(proof["decks"], seed, proof["entropies"])]
        need(proof["order"].split() == order, "the card order does not follow from the seed")
        revealed = only(of_kind(proof, "shoe/revealed"), "the reveal")
        need(revealed["body"]["seed"] == proof["seed"], "another seed was revealed")
        need(revealed["seq"] == proof["events"][-1]["seq"], "events follow the reveal")
        return check_rounds(proof, order)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as wrong:
        raise Wrong(f"the file cannot be read: {type(wrong).__name__}: {wrong}") from wrong


def main() -> int:
    parser = argparse.ArgumentParser(description="Check a finished shoe of a Holecard table.")
    parser.add_argument("file")
    parser.add_argument("--commitment", help="what your browser noted before you bet")
    given = parser.parse_args()
    try:
        with open(given.file, encoding="utf-8") as opened:
            proof = json.load(opened)
        rounds = check(proof, given.commitment)
    except (OSError, ValueError, Wrong) as wrong:
        print(f"NOT FAIR OR NOT WHOLE: {wrong}")
        return 1
    print(f"Fair: shoe {proof['number']} of table {proof['table']}, {rounds} rounds checked.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
