#!/usr/bin/env python3
"""Check a shoe that is over: python verify_shoe.py SHOE.json --entropy HEX --commitment HEX

Needs nothing but Python 3.9 or later. The file is what a Holecard table gives for a shoe that is
over. It is accepted only if
  - the published commitment is the hash of the seed that was revealed,
  - each browser's entropy is what that browser committed to before any of it was known, and
    nobody who promised entropy kept it back,
  - the card order follows from the seed and the entropy, by an unbiased shuffle,
  - the commitment was written before the first bet, in an unbroken chain of hashed events,
  - every round was dealt from that order, one after another, none left out,
  - every cent that moved is what the bets, the choices and the round's own line say.
It does not know the rules of the game: whether a line's result is right, and whose turn a choice
was, `holecard verify` says.

A house that makes up a player's entropy can choose the order of the cards. So the answer is
"consistent" unless you bring what only your browser knows: --entropy with the bytes it added
(repeat it for several), and --commitment with what it noted before it showed them.

The shuffle. The seed is 1,024 random bytes, used as they are: masked (XOR) with a stream made
from the players' entropy and read as 16-bit words. Card i (from the last down) changes places
with card w mod (i+1); words that would favour a place are thrown away. The words of the seed are
independent and uniform, so every order of the shoe is equally likely and none is out of reach,
whatever the players send; and the house, bound to its seed, cannot know what they will send.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
from typing import Any, Iterator, Sequence  # noqa: UP035 - runs on 3.9 too

SCHEMA = "holecard.shoe/1"
SEED_BYTES = 1024
SPARE_BITS = 64
WORDS = 1 << 16
RANKS, SUITS = "A23456789TJQK", "cdhs"
GENESIS = "0" * 64
SEATS = 7
FIRST_SHOES = 3  # a table's log begins: opened, shoe 1 committed, shoe 2 committed
EVENT = {"seq": int, "at": int, "kind": str, "body": dict, "transfers": list, "hash": str}
MOVE = [int, int, str, str, int, str, str, int]
BODIES: dict[str, dict[str, type]] = {
    "shoe/committed": {"shoe": int, "decks": int, "commitment": str},
    "entropy/committed": {"shoe": int, "player": str, "commitment": str},
    "entropy/ended": {"shoe": int, "player": str},
    "entropy/revealed": {"shoe": int, "player": str, "entropy": str},
    "shoe/opened": {"shoe": int, "entropies": list, "withheld": list},
    "shoe/revealed": {"shoe": int, "seed": str},
    "shoe/voided": {"shoe": int, "seed": str, "why": str, "withheld": list},
    "seat/taken": {"seat": int, "player": str, "name": str},
    "seat/left": {"seat": int, "player": str, "why": str},
    "bets/placed": {"round": int, "player": str, "seats": list},
    "player/confirmed": {"round": int, "player": str},
    "window/closed": {"round": int},
    "round/dealt": {"round": int, "shoe": int, "start": int, "seats": list},
    "bets/late": {"round": int, "player": str, "seats": list, "default": bool},
    "choice/made": {"round": int, "step": int, "seat": int, "choice": str, "default": bool},
    "round/metered": {"round": int, "turns": list},
    "round/settled": {
        **{"round": int, "shoe": int, "drawn": str, "line": str, "called_off": bool},
        **{"players": dict, "net": dict, "purses": dict, "carried": dict},
    },
}
PLACES: dict[str, dict[str, type]] = {  # what stands in `seats`
    "bets/placed": {"seat": int, "bets": list},
    "bets/late": {"seat": int, "bets": list},
    "round/dealt": {"seat": int, "bets": list, "button": int, "riding": list},
}


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def card_text(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


def order_bits(decks: int, cards: int = 52) -> int:
    """The bits needed to number every order of a shoe, cards alike counted as one."""
    orders: int = math.factorial(cards * decks) // math.factorial(decks) ** cards
    return (orders - 1).bit_length()


def deck_of(text: str) -> list[int]:
    """The cards of one deck: all 52 unless the game names others, each once and in order."""
    cards = [4 * RANKS.index(name[0]) + SUITS.index(name[1:]) for name in text.split()]
    need(cards == sorted(set(cards)), "the deck is not in order")
    return cards or list(range(52))


def commitment_of(table: str, number: int, decks: int, seed: bytes, deck: str = "") -> str:
    """`deck` are the cards of a deck that is not of 52, as text: they are committed to as well."""
    of = f"{decks}\n{deck}" if deck else str(decks)
    text = f"holecard shoe 1\n{table}\n{number}\n{of}\n{seed.hex()}"
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


def shuffle(
    decks: int, seed: bytes, entropies: Sequence[str], deck: Sequence[int] = range(52)
) -> list[int]:
    """The shoe's order, first card dealt first."""
    cards = [card for card in deck for _ in range(decks)]
    source = stream(seed, entropies)
    for at in range(len(cards) - 1, 0, -1):
        other = below(at + 1, source)
        cards[at], cards[other] = cards[other], cards[at]
    return cards


ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def canonical(value: Any) -> str:
    return ENCODER.encode(value)


def event_hash(before: str, stream_name: str, event: dict[str, Any]) -> str:
    """What chains an event, and the money it moved, to the one before it."""
    fields = [stream_name] + [event[key] for key in ("seq", "at", "kind", "body", "transfers")]
    return sha256((before + "\n" + canonical(fields)).encode()).hex()


class Wrong(Exception):
    """The shoe does not check out."""


def need(true: bool, why: str) -> None:
    if not true:
        raise Wrong(why)


def check_seed(proof: dict[str, Any]) -> bytes:
    seed = bytes.fromhex(proof["seed"])
    deck = proof.get("deck", "")
    bits, wanted = 8 * len(seed), order_bits(proof["decks"], len(deck_of(deck))) + SPARE_BITS
    need(bits >= wanted, f"the seed has {bits} bits: {wanted} are needed to reach every order")
    found = commitment_of(proof["table"], proof["number"], proof["decks"], seed, deck)
    need(found == proof["commitment"], "the seed is not the one that was committed to")
    return seed


def has_shape(value: Any, shape: dict[str, type]) -> bool:
    """These fields, no others, and each of its type: 1.0 and true are not 1."""
    return type(value) is dict and {key: type(one) for key, one in value.items()} == shape


def is_plain(value: Any) -> bool:
    """Texts and whole numbers, and lists and tables of them."""
    if type(value) is dict:
        return all(map(is_plain, value.values()))
    return all(map(is_plain, value)) if type(value) is list else type(value) in (int, str)


def check_shape(event: Any) -> None:
    need(has_shape(event, EVENT), "an event has other fields than those of an event")
    where, kind, body = f"event {event['seq']}", event["kind"], event["body"]
    need(kind in BODIES, f"{where} is of an unknown kind, {kind}")
    need(has_shape(body, BODIES[kind]), f"{where} says more, less or otherwise than a {kind} does")
    for key, one in body.items():
        need(type(one) is bool or is_plain(one), f"{where}: {key} holds neither text nor number")
    for one in body["seats"] if kind in PLACES else ():
        need(has_shape(one, PLACES[kind]), f"{where} says otherwise what lies at a seat")
        need(all(len(bet) in (3, 4) for bet in one["bets"]), f"{where}: a bet of other parts")
    for one in event["transfers"]:
        shape = type(one) is list and [type(part) for part in one] == MOVE
        need(shape, f"{where} moves money in another form than that of a transfer")


def check_chain(proof: dict[str, Any]) -> None:
    before, events = proof["before"], proof["events"]
    need(bool(events), "the file holds no events")
    need(len(before) == len(GENESIS) and before == bytes.fromhex(before).hex(), "no hash before it")
    for place, event in enumerate(events):
        check_shape(event)
        need(event["seq"] == events[0]["seq"] + place, f"event {event['seq']} is out of place")
        found = event_hash(before, "table:" + proof["table"], event)
        need(found == event["hash"], f"event {event['seq']} was altered: its hash does not fit")
        need(place == 0 or event["at"] >= events[place - 1]["at"], "time runs backwards")
        before = event["hash"]


def of_kind(proof: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    number = proof["number"]
    return [
        event
        for event in proof["events"]
        if event["kind"] == kind and event["body"].get("shoe") == number
    ]


def only(found: list[dict[str, Any]], what: str) -> dict[str, Any]:
    need(len(found) == 1, f"{what} is written {len(found)} times, not once")
    return found[0]


def check_opening(proof: dict[str, Any]) -> dict[str, str]:
    """Commitment first, then promises, then what was promised, then the first deal: what each
    player gave."""
    number = proof["number"]
    committed = only(of_kind(proof, "shoe/committed"), "the commitment")
    body = committed["body"]
    need(body["commitment"] == proof["commitment"], "another commitment was published")
    need(body["decks"] == proof["decks"], "it was committed to with another number of decks")
    promised: dict[str, str] = {}
    given: dict[str, str] = {}
    opened = None
    for event in proof["events"]:
        kind, body = event["kind"], event["body"]
        if body.get("shoe") != number or not kind.startswith(("entropy/", "shoe/opened")):
            continue
        need(opened is None, f"{kind} follows the opening of the shoe")
        need(committed["seq"] < event["seq"], f"{kind} comes before the commitment")
        if kind == "shoe/opened":
            opened = event
            continue
        player = body["player"]
        if kind == "entropy/committed":
            need(not given, f"{player} committed too late")
            need(player not in promised, f"{player} committed twice")
            promised[player] = body["commitment"]
        elif kind == "entropy/ended":
            need(not given, f"{player} was let off a promise after entropy was shown")
            need(promised.pop(player, None) is not None, f"{player} had promised nothing")
        else:
            need(player in promised, f"{player} gave entropy without committing to it")
            need(player not in given, f"{player} gave entropy twice")
            found = entropy_commitment(body["entropy"])
            need(found == promised[player], f"{player} broke its word")
            given[player] = body["entropy"]
    kept_back = sorted(set(promised) - set(given))
    if opened is None:
        return given
    need(bool(given), "no player gave entropy")
    need(len(given) <= SEATS, f"{len(given)} players gave entropy: a table has {SEATS} seats")
    need(not kept_back, f"it was dealt although {', '.join(kept_back)} kept entropy back")
    need(opened["body"]["withheld"] == [], "it was opened with entropy kept back")
    need(opened["body"]["entropies"] == sorted(given.values()), "other entropy was mixed in")
    need(proof["entropies"] == sorted(given.values()), "the file names other entropy")
    return given


def check_rounds(proof: dict[str, Any], order: list[str]) -> int:
    """Every card dealt came from the order, one round after another."""
    dealt = of_kind(proof, "round/dealt")
    ended = of_kind(proof, "round/settled")
    need(len(dealt) == len(ended), "a round was begun and not ended, or left out")
    at, opened = 0, only(of_kind(proof, "shoe/opened"), "the opening of the shoe")["seq"]
    for place, (begun, settled) in enumerate(zip(dealt, ended)):  # noqa: B905 - newer than 3.9
        number = begun["body"]["round"]
        need(settled["body"]["round"] == number, f"round {number} was settled as another")
        need(number == dealt[0]["body"]["round"] + place, f"round {number}: a gap")
        need(opened < begun["seq"] < settled["seq"], f"round {number} is out of order")
        need(begun["body"]["start"] == at, f"round {number} was not dealt from the next card")
        drawn = settled["body"]["drawn"].split()
        need(
            drawn == order[at : at + len(drawn)], f"round {number} shows other cards than the shoe"
        )
        at += len(drawn)
    return len(dealt)


def cents(text: str) -> int:
    """Cents from a line's dollars: 25, 2.50, +10, -5."""
    sign = -1 if text[:1] == "-" else 1
    dollars, _, rest = text.lstrip("+-").partition(".")
    need(dollars.isdigit() and len(rest) in (0, 2), f"{text} is no amount")
    return sign * (int(dollars) * 100 + int(rest or 0))


def seat_words(section: str) -> dict[int, list[str]]:
    """A line's section by seat: `1 main 10; 2 main 25 bad-beat:P2 5`."""
    found = {}
    for one in filter(None, (part.strip() for part in section.split(";"))):
        number, *words = one.split()
        need(int(number) not in found, f"seat {number} stands twice in {section}")
        found[int(number)] = words
    return found


class Felt:
    """What lies at each seat of a table, and on whose account, as its events tell it. A seat that
    was taken before the file begins is known from its first event on."""

    def __init__(self, proof: dict[str, Any]) -> None:
        self.hold = "hold:" + proof["table"]
        self.tokes = "tokes:" + proof["table"]
        self.from_opening = proof["events"][0]["seq"] <= FIRST_SHOES  # nobody sat before
        self.players: dict[int, str] = {}
        self.bets: dict[int, dict[str, list[Any]]] = {}  # wager: stake, pay table
        self.carried: dict[int, list[Any]] = {}  # button, riding bets
        self.round: int | None = None  # the last one dealt
        self.next_card: dict[int, int] = {}  # by shoe
        self.dealt: dict[str, Any] | None = None
        self.choices: list[str] = []
        self.chosen_by: list[int] = []  # the seat of each
        self.said: set[str] = set()  # players who have said what they bet late
        self.extra: dict[Any, int] = {}  # held in mid-round, by seat and wager
        self.turns: dict[Any, list[int]] = {}  # found on a meter and won, by seat and wager
        self.meters: dict[str, str] = {}  # their accounts, by wager

    def walk(self, event: dict[str, Any]) -> None:
        kind, body, moved = event["kind"], event["body"], event["transfers"]
        money = {
            "seat/left": self.left,
            "bets/placed": self.placed,
            "bets/late": self.late,
            "choice/made": self.chosen,
            "round/metered": self.metered,
            "round/settled": self.settled,
        }
        still = {
            "seat/taken": self.taken,
            "round/dealt": self.begun,
            "player/confirmed": self.waited,
            "window/closed": self.waited,
        }
        if kind in money:
            money[kind](body, moved, event["seq"])
            return
        need(moved == [], f"event {event['seq']}: {kind} moves no money")
        if kind in still:
            still[kind](body)
        else:
            need(kind in SHOE_KINDS, f"event {event['seq']} is no event of a shoe, {kind}")

    def between(self, number: int) -> None:
        """Bets and seats are for the coming round, which is known once one has been dealt."""
        need(self.dealt is None, f"round {number} is being dealt")
        need(self.round in (None, number - 1), f"{number} is not the coming round")
        self.round = number - 1

    def waited(self, body: dict[str, Any]) -> None:
        self.between(body["round"])
        if "player" in body:
            seated = body["player"] in self.players.values()
            need(seated or not self.from_opening, f"{body['player']} does not sit here")

    def taken(self, body: dict[str, Any]) -> None:
        seat = body["seat"]
        need(1 <= seat <= SEATS and seat not in self.players, f"seat {seat} is not free")
        self.players[seat] = body["player"]
        self.bets[seat], self.carried[seat] = {}, [0, {}]

    def own(self, seat: int, player: str) -> None:
        need(seat in self.players or not self.from_opening, f"nobody took seat {seat}")
        need(self.players.setdefault(seat, player) == player, f"seat {seat} is not {player}'s")

    def left(self, body: dict[str, Any], moved: list[Any], seq: int) -> None:
        seat = body["seat"]
        self.own(seat, body["player"])
        need(body["why"] in ("left", "away", "withheld"), f"a seat is not left for {body['why']}")
        playing = self.dealt is not None and seat in seat_bets(self.dealt)
        need(not playing, f"seat {seat} was left in the middle of a round")
        lying = None
        if seat in self.bets and seat in self.carried:
            lying = {**plain(self.bets[seat]), **plain(self.carried[seat][1])}
        back = {}
        for one in moved:
            self.is_move(one, one[0], seat, "void", self.hold, "player:" + body["player"], seq)
            back[one[2]] = one[7]
        need(lying in (None, back), f"seat {seat} got back {back}, {lying} lay there")
        del self.players[seat]
        self.bets.pop(seat, None)
        self.carried.pop(seat, None)

    def is_move(
        self, one: list[Any], number: int, seat: int, kind: str, debit: str, credit: str, seq: int
    ) -> None:
        place = [number, seat, one[2], kind, seq, debit, credit]
        need(one[:7] == place and one[7] > 0, f"event {seq} moves money otherwise: {one}")

    def placed(self, body: dict[str, Any], moved: list[Any], seq: int) -> None:
        self.between(body["round"])
        purse = "player:" + body["player"]
        change: dict[Any, int] = {}
        for one in moved:
            out = one[3] == "hold"
            ends = (purse, self.hold) if out else (self.hold, purse)
            self.is_move(one, body["round"], one[1], "hold" if out else "void", *ends, seq)
            need((one[1], one[2]) not in change, f"event {seq} moves {one[2]} twice")
            change[one[1], one[2]] = one[7] if out else -one[7]
        for row in body["seats"]:
            seat, bets = row["seat"], read_bets(row["bets"])
            self.own(seat, body["player"])
            mine = {wager: by for (at, wager), by in change.items() if at == seat}
            before = {wager: plain(bets).get(wager, 0) - by for wager, by in mine.items()}
            need(min(before.values(), default=0) >= 0, f"event {seq} moves too much")
            if seat in self.bets:
                old, new = plain(self.bets[seat]), plain(bets)
                more = {one: new.get(one, 0) - old.get(one, 0) for one in {**old, **new}}
                more = {one: by for one, by in more.items() if by}
                need(more == mine, f"seat {seat} bets {new} after {old}: {mine} was moved")
            self.bets[seat] = bets
        named = {row["seat"] for row in body["seats"]}
        need({seat for seat, _ in change} <= named, f"event {seq} moves another seat's money")

    def begun(self, body: dict[str, Any]) -> None:
        number = body["round"]
        self.between(number)
        for seat, bets in seat_bets(body).items():
            row = next(one for one in body["seats"] if one["seat"] == seat)
            riding = {wager: bets[wager] for wager in row["riding"]}
            new = {wager: bet for wager, bet in bets.items() if wager not in riding}
            need(self.bets.get(seat, new) == new, f"round {number}, seat {seat}: other bets")
            carried = [row["button"], riding]
            known = self.carried.get(seat, carried)
            need(known == carried, f"round {number}, seat {seat}: {known} rode, not {carried}")
        skipped = [seat for seat, bets in self.bets.items() if bets and seat not in seat_bets(body)]
        need(not skipped, f"round {number} leaves out the bets of seat {skipped}")
        at = self.next_card.setdefault(body["shoe"], body["start"])
        need(at == body["start"], f"round {number} does not go on where the last one ended")
        self.round, self.dealt, self.choices, self.extra = number, body, [], {}
        self.chosen_by, self.said, self.turns = [], set(), {}

    def metered(self, body: dict[str, Any], moved: list[Any], seq: int) -> None:
        """Bets that are paid from a meter: shares of all of them go on first, then each finds what
        the one before it left. What was there before the round, other tables' rounds decide."""
        dealt, number = self.dealt, body["round"]
        need(dealt is not None and number == self.round, f"event {seq}: no such round")
        need(self.turns == {}, f"event {seq}: the meters of round {number} moved twice")
        wanted: list[Any] = []
        left: dict[str, int] = {}
        for seat, wager, share, found, won, seed in body["turns"]:
            bets = plain(seat_bets(dealt or {}).get(seat, {}))
            need(wager in bets and (seat, wager) not in self.turns, f"event {seq}: {wager}")
            amounts = min(share, found, won, seed) >= 0 and share <= bets[wager] and won <= found
            need(amounts, f"event {seq}: {wager} of seat {seat} moves what it cannot")
            need(
                seed == 0 or won == found, f"event {seq}: a seed on a meter that was not won whole"
            )
            need(left.get(wager, found) == found, f"event {seq}: seat {seat} finds {found}")
            left[wager] = found - won + seed
            self.turns[seat, wager] = [found, won]
            moves = (("share", share), ("won", won), ("seed", seed))
            wanted += [[number, seat, wager, kind, 0, by] for kind, by in moves if by]
        need(min(left.values(), default=0) >= 0, f"event {seq}: a meter below nothing")
        for wager in left:
            of = [row for row in body["turns"] if row[1] == wager]
            need(of[0][3] >= sum(row[2] for row in of), f"event {seq}: shares are not on {wager}")
        found_moves = [[*one[:5], one[7]] for one in moved]
        need(found_moves == wanted, f"event {seq}: other money moved on a meter than it says")
        for one in moved:
            ends = (one[6], one[5]) if one[3] == "won" else (one[5], one[6])
            account = self.meters.setdefault(one[2], ends[1])
            need(ends == ("house", account), f"event {seq} moves a meter's money otherwise: {one}")
            need(account.startswith("meter:"), f"event {seq}: {account} is no meter")

    def late(self, body: dict[str, Any], moved: list[Any], seq: int) -> None:
        """Bets made when the dealer's card is up: a player's, said once, all of it held."""
        dealt, player = self.dealt, body["player"]
        need(dealt is not None and body["round"] == self.round, f"event {seq}: no such round")
        assert dealt is not None
        need(player not in self.said, f"event {seq}: {player} has bet late already")
        need(not (body["default"] and body["seats"]), f"event {seq}: the clock bets nothing")
        self.said.add(player)
        wanted: list[Any] = []
        purse = "player:" + player
        rows = {row["seat"]: dict(row) for row in dealt["seats"]}
        for row in body["seats"]:
            seat, bets = row["seat"], read_bets(row["bets"])
            need(seat in rows, f"event {seq}: seat {seat} is not in the round")
            self.own(seat, player)
            twice = set(bets) & set(read_bets(rows[seat]["bets"]))
            need(not twice, f"event {seq}: {sorted(twice)} lie there already")
            rows[seat]["bets"] = [*rows[seat]["bets"], *row["bets"]]
            for wager, stake in plain(bets).items():
                place = [body["round"], seat, wager, "hold", seq, purse, self.hold, stake]
                need(stake > 0, f"event {seq}: {stake} on {wager}")
                wanted.append(place)
        need(moved == wanted, f"event {seq} moves other money than is bet")
        self.dealt = {**dealt, "seats": [rows[row["seat"]] for row in dealt["seats"]]}

    def chosen(self, body: dict[str, Any], moved: list[Any], seq: int) -> None:
        dealt = self.dealt
        need(dealt is not None and body["round"] == self.round, f"event {seq}: no such round")
        need(body["step"] == len(self.choices), f"event {seq} is not choice {len(self.choices)}")
        seat: int = body["seat"]
        word, _, amount = str(body["choice"]).partition("=")
        need(seat in seat_bets(dealt or {}), f"event {seq}: seat {seat} is not in the round")
        costs = word in ("double", "split", "insurance")
        need(not body["default"] or word in DEFAULTS, f"event {seq}: {word} is no default")
        # In some games the house puts up a double or a split: then nothing moves. A seat that so
        # loses more than it put up is found in `result`.
        free = word in ("double", "split") and not moved
        need(len(moved) == costs or free, f"event {seq}: a {word} moves {len(moved)} amounts")
        for one in moved:
            player: str = self.players.get(seat, one[5][len("player:") :])
            self.own(seat, player)
            purse = "player:" + player
            self.is_move(one, body["round"], seat, "hold", purse, self.hold, seq)
            bets = plain(seat_bets(dealt or {})[seat])
            need((one[2] in bets) != (word == "insurance"), f"event {seq}: {word} on {one[2]}")
            most = self.held(seat)[one[2]] if word != "insurance" else max(bets.values())
            raised = 1 + self.is_raised(seat)
            if word == "insurance":
                most *= raised
            fits = one[7] == cents(amount) if amount else one[7] <= most
            # A split takes the wager once more: twice that where it was raised.
            once = word != "split" or one[7] in (bets[one[2]], raised * bets[one[2]])
            need(fits and once, f"event {seq}: {one[7]} for a {word}")
            self.extra[seat, one[2]] = self.extra.get((seat, one[2]), 0) + one[7]
        self.choices.append(body["choice"])
        self.chosen_by.append(seat)

    def is_raised(self, seat: int) -> bool:
        """Whether the wager was doubled before the cards came: by the seat's first choice, with or
        without its amount."""
        return (self.choices_of(seat) or [""])[0].partition("=")[0] == "double"

    def choices_of(self, seat: int) -> list[str]:
        return [one for one, by in zip(self.choices, self.chosen_by) if by == seat]  # noqa: B905

    def settled(self, body: dict[str, Any], moved: list[Any], seq: int) -> None:
        dealt, number = self.dealt, body["round"]
        need(dealt is not None and number == self.round, f"event {seq}: round {number} is not on")
        assert dealt is not None
        bets = seat_bets(dealt)
        need(body["shoe"] == dealt["shoe"], f"round {number} is settled from another shoe")
        sections = [one.strip() for one in body["line"].split("|")] + [""]
        need(len(sections) in (5, 6), f"round {number}: its line has {len(sections) - 1} sections")
        need(sections[1] == body["drawn"], f"round {number}: its line has other cards")
        self.check_bets(number, sections[2], dealt)
        need(not self.turns or not body["called_off"], f"round {number}: a meter moved")
        need(sections[3].split() == self.choices, f"round {number}: its line has other choices")
        owners = {int(seat): player for seat, player in body["players"].items()}
        need(set(owners) == set(bets), f"round {number}: other seats were settled")
        for seat, player in owners.items():
            self.own(seat, player)
        results = seat_words(sections[4])
        wanted: list[Any] = []
        for seat in bets:
            if body["called_off"]:
                wanted += self.refunds(number, seat, owners[seat])
                need(body["net"][str(seat)] == 0, f"round {number} was called off: seat {seat}")
                button, riding = body["carried"][str(seat)]
                stays = [button, read_bets(riding)]
                need(self.carried.setdefault(seat, stays) == stays, f"round {number}: what rides")
            else:
                wanted += self.result(number, seat, owners[seat], results[seat], body)
        need(set(results) == (set() if body["called_off"] else set(bets)), f"round {number}: seats")
        need(sorted(wanted) == sorted(moved), f"round {number} moved other money than its line")
        self.check_purses(number, body, moved, owners)
        for seat in bets:
            self.bets[seat] = {}
        self.next_card[body["shoe"]] += len(body["drawn"].split())
        self.dealt = None

    def check_bets(self, number: int, section: str, dealt: dict[str, Any]) -> None:
        words = seat_words(section)
        need(list(words) == list(seat_bets(dealt)), f"round {number}: its line has other seats")
        for row in dealt["seats"]:
            found = words[row["seat"]]
            button = int(found[1]) if found[:1] == ["button"] else 0
            found = found[2:] if button else found
            need(button == row["button"], f"round {number}: its line has another button")
            metered = [one.partition("@") for one in found[::2]]
            on_meter = {one.split(":")[0]: cents(held) for one, at, held in metered if at}
            turns = {one: turn[0] for (at, one), turn in self.turns.items() if at == row["seat"]}
            need(on_meter == turns, f"round {number}: its line has other meters")
            named = [one.partition(":") for one, _, _ in metered]
            said = [[one[0], cents(stake)] for one, stake in zip(named, found[1::2])]  # noqa: B905
            need(
                said == [bet[:2] for bet in row["bets"]], f"round {number}: other bets in its line"
            )
            for (_, _, table), bet in zip(named, row["bets"]):  # noqa: B905
                need(table in ("", bet[2]), f"round {number}: {bet[0]} on another pay table")

    def held(self, seat: int) -> dict[str, int]:
        """What lies on the felt for each wager of a seat in the round."""
        assert self.dealt is not None
        lying = plain(seat_bets(self.dealt)[seat])
        for (at, wager), more in self.extra.items():
            if at == seat:
                lying[wager] = lying.get(wager, 0) + more
        return lying

    def refunds(self, number: int, seat: int, player: str) -> list[Any]:
        assert self.dealt is not None
        row = next(one for one in self.dealt["seats"] if one["seat"] == seat)
        back = {one: lay for one, lay in self.held(seat).items() if one not in row["riding"]}
        purse = "player:" + player
        return [[number, seat, one, "void", 0, self.hold, purse, lay] for one, lay in back.items()]

    def result(
        self, number: int, seat: int, player: str, words: list[str], body: dict[str, Any]
    ) -> list[Any]:
        """The transfers a line's results ask for; its net and what rides on are checked."""
        held, moves, net, rides = self.held(seat), [], 0, []
        named: list[str] = []
        for word, amount in zip(words[::2], words[1::2]):  # noqa: B905
            if word == "tip":
                moves.append((named[-1], "toke", "house", self.tokes, cents(amount)))
                continue
            named.append(word)
            if amount == "rides":
                rides.append(word)
                continue
            need(word in held, f"round {number}, seat {seat}: {word} was not bet")
            gain, lay = cents(amount), held[word]
            if word.endswith("-token"):  # the stake is the dealer's, and so is what it wins
                moves.append((word, "toke", "house", self.tokes, lay + gain))
                gain = -lay
            won = self.turns.get((seat, word), [0, 0])[1]
            need(not won or gain in (won, won - lay), f"round {number}: {word} won {won}")
            need(-gain <= lay, f"round {number}, seat {seat}: {word} loses more than lies there")
            taken = max(0, -gain)
            moves += [
                (word, "take", self.hold, "house", taken),
                (word, "return", self.hold, "player:" + player, lay - taken),
                (word, "pay", "house", "player:" + player, max(0, gain)),
            ]
            net += gain
        need(
            sorted(named) == sorted(held), f"round {number}, seat {seat}: not every bet is settled"
        )
        need(body["net"][str(seat)] == net, f"round {number}, seat {seat}: its net is not {net}")
        button, carried = body["carried"][str(seat)]
        still = read_bets(carried)
        need(sorted(still) == sorted(rides), f"round {number}, seat {seat}: {rides} ride on")
        for one in rides:
            need(still[one][0] == held[one], f"round {number}, seat {seat}: {one} rides with more")
        need(bool(rides) or button == 0, f"round {number}, seat {seat}: a button without a bet")
        self.carried[seat] = [button, still]
        return [
            [number, seat, wager, kind, 0, debit, credit, amount]
            for wager, kind, debit, credit, amount in joined(moves)
            if amount
        ]

    def check_purses(
        self, number: int, body: dict[str, Any], moved: list[Any], owners: dict[int, str]
    ) -> None:
        need(set(body["purses"]) == set(owners.values()), f"round {number}: other purses")
        for player, (before, after) in body["purses"].items():
            gain = sum(one[7] for one in moved if one[6] == "player:" + player)
            need(after - before == gain, f"round {number}: {player}'s purse does not add up")


SHOE_KINDS = (
    "shoe/committed", "shoe/opened", "shoe/revealed", "shoe/voided",
    "entropy/committed", "entropy/revealed", "entropy/ended",
)  # fmt: skip
DEFAULTS = ("stand", "keep", "no-insurance")


def read_bets(rows: list[Any]) -> dict[str, list[Any]]:
    found = {wager: [stake, table] for wager, stake, table in rows}
    need(len(found) == len(rows), "a wager is bet twice at one seat")
    return found


def plain(bets: dict[str, list[Any]]) -> dict[str, int]:
    return {wager: stake for wager, (stake, _) in bets.items()}


def seat_bets(dealt: dict[str, Any]) -> dict[int, dict[str, list[Any]]]:
    return {row["seat"]: read_bets(row["bets"]) for row in dealt.get("seats", ())}


def joined(moves: list[Any]) -> list[Any]:
    """Amounts of one kind for one wager together: a token's winnings and a tip."""
    found: dict[Any, int] = {}
    for wager, kind, debit, credit, amount in moves:
        found[wager, kind, debit, credit] = found.get((wager, kind, debit, credit), 0) + amount
    return [(*key, amount) for key, amount in found.items()]


class Report:
    """What was found true of a shoe."""

    def __init__(self, rounds: int, given: dict[str, str], ended: dict[str, Any]) -> None:
        self.rounds = rounds
        self.given = given  # entropy by player
        self.void = ended["kind"] == "shoe/voided"
        self.withheld: list[str] = ended["body"].get("withheld", [])


def check(
    proof: dict[str, Any],
    commitment: str | None = None,
    entropies: Sequence[str] = (),
) -> Report:
    """What holds for the shoe; raises Wrong with the reason if anything does not fit."""
    try:
        need(proof["schema"] == SCHEMA, f"not a {SCHEMA} file")
        need(commitment in (None, proof["commitment"]), "this is not the commitment you noted")
        seed = check_seed(proof)
        check_chain(proof)
        ended = check_end(proof)
        given = check_opening(proof)
        for mine in entropies:
            need(mine.lower() in given.values(), f"your entropy {mine} was not mixed in")
        felt = Felt(proof)
        for event in proof["events"]:
            felt.walk(event)
        need(felt.dealt is None, "a round was begun and not ended")
        return Report(check_order(proof, seed), given, ended)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, StopIteration) as wrong:
        raise Wrong(f"the file cannot be read: {type(wrong).__name__}: {wrong}") from wrong


def check_end(proof: dict[str, Any]) -> dict[str, Any]:
    ended = only(of_kind(proof, "shoe/revealed") + of_kind(proof, "shoe/voided"), "its end")
    need(ended["body"]["seed"] == proof["seed"], "another seed was revealed")
    need(ended["seq"] == proof["events"][-1]["seq"], "events follow the reveal")
    if ended["kind"] == "shoe/voided":
        need(ended["body"]["why"] in ("withheld", "restored"), "it was voided without a reason")
        kept = bool(ended["body"]["withheld"])
        need(kept == (ended["body"]["why"] == "withheld"), "who withheld is not said")
    return ended


def check_order(proof: dict[str, Any], seed: bytes) -> int:
    """The rounds dealt from the order; none from a shoe that was never opened."""
    if not of_kind(proof, "shoe/opened"):
        need(bool(of_kind(proof, "shoe/voided")), "it was revealed and never opened")
        need(not of_kind(proof, "round/dealt"), "a round was dealt from a void shoe")
        need(proof["order"] == "" and proof["entropies"] == [], "a void shoe has no order")
        return 0
    deck = deck_of(proof.get("deck", ""))
    order = [card_text(card) for card in shuffle(proof["decks"], seed, proof["entropies"], deck)]
    need(proof["order"] == " ".join(order), "the card order does not follow from the seed")
    return check_rounds(proof, order)


def verdict(proof: dict[str, Any], found: Report, mine: int, noted: bool) -> str:
    """What may be said: never "fair" to somebody who brought nothing of their own."""
    shoe = f"shoe {proof['number']} of table {proof['table']}"
    given = ", ".join(sorted(found.given)) or "nobody"
    withheld = ", ".join(found.withheld) or "nobody"
    who = f"Entropy by {given}; kept back by {withheld}."
    if found.void:
        return f"Void: {shoe}, {found.rounds} rounds dealt from it. {who}"
    if mine and noted:
        return f"Fair: {shoe}, {found.rounds} rounds checked, your entropy in it. {who}"
    if mine:
        return (
            f"Fair, if your browser noted {proof['commitment']} before it showed its entropy: "
            f"{shoe}, {found.rounds} rounds checked. {who}"
        )
    return (
        f"Consistent: {shoe}, {found.rounds} rounds checked. {who} Whether the entropy is what the "
        "players sent only they can tell: give yours with --entropy."
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Check a shoe of a Holecard table that is over.")
    parser.add_argument("file")
    parser.add_argument("--commitment", help="what your browser noted before you bet")
    parser.add_argument(
        "--entropy", action="append", default=[], help="what your browser added; may be repeated"
    )
    asked = parser.parse_args()
    try:
        with open(asked.file, encoding="utf-8") as opened:
            proof = json.load(opened)
        found = check(proof, asked.commitment, asked.entropy)
    except (OSError, ValueError, RecursionError, Wrong) as wrong:
        print(f"NOT FAIR OR NOT WHOLE: {wrong}")
        return 1
    print(verdict(proof, found, len(asked.entropy), asked.commitment is not None))
    return 0


if __name__ == "__main__":
    sys.exit(main())
