"""P5: nobody can learn a card that has not been shown.

(b) non-interference: a table is run again with the hole card and every undealt card changed; every
byte any client gets must be the same until the reveal. Seen to fail: with the hidden card of an
event passed on by both play/view.py and table_json.py (either of them alone still hides it); with
the last card of the shoe as `ShoeSeen.dealt`.
(a) taint: seeds, and cards that do not lie open, are looked for in everything sent and logged.
Seen to fail: with the seed as a shoe's commitment in /shoes; with `dealer_says` naming both cards.
"""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import pytest

from holecard.cards import card_symbol, cards_text, read_cards
from holecard.dealing.felt import PEEKED
from holecard.games import CATALOGUE
from holecard.hand import BLACKJACK_STATE, state_of
from holecard.server.table import state as states
from holecard.server.table.history import rounds, shoe_list
from holecard.server.table.state import TableState
from holecard.server.table.table_json import own, table_message, you_json
from holecard.server.workers.hints import hint
from holecard.wagers.dealt import Dealt
from tests.people.desk import Desk
from tests.people.person import random_move
from tests.people.watcher import Watcher
from tests.server.spawned import Spawned

PEOPLE = ("ann", "ben", "cat")
real_order = states.shoe_order


def everything(desk: Desk) -> list[str]:
    """All that any client can ask for at this moment: seated, spectating, looking back."""
    table = desk.state
    fresh = TableState(**{**vars(table), "seen": {}})
    said = [table_message(fresh, desk.time)]
    said += [you_json(own(fresh, who, who, 1)) for who in (*PEOPLE, "spectator")]
    with desk.store.read() as connection:
        said.append(rounds(connection, table.id, None, 10).model_dump_json())
        said.append(shoe_list(connection, table.id).model_dump_json())
    # Refusals speak too: of a stranger, and of the player who is asked.
    word = ("split", "surrender", "even-money", "dance")[desk.commands % 4]
    owner = table.chairs[table.asked_seat].player if table.playing else "ann"
    said.append(desk.choose("spectator", word).body)
    said.append(desk.choose(owner, "dance").body)
    return said


def prepare(desk: Desk, at: int, game: str, seats: int, rules: dict[str, Any]) -> None:
    desk.open("ann", table=f"t{at:07d}", game=game, rules=rules)
    for who, seat in zip(PEOPLE[:seats], (2, 4, 7), strict=False):
        desk.sit(who, seat)


def hole_may_be(dealt: Dealt, card: int) -> bool:
    natural = state_of((dealt.dealer_cards[0], card)) == BLACKJACK_STATE
    return not (dealt.felt.at[PEEKED] and natural)


def other_secrets(dealt: Dealt, draw: random.Random) -> tuple[int, ...]:
    """The shoe with another hole card and the rest in another order, as far as anyone knows."""
    cards, rest = list(dealt.drawn), list(dealt.felt.shoe[len(dealt.drawn) :])
    draw.shuffle(rest)
    if dealt.game.rules.dealer_shows == "one":
        hole = 2 * (len(dealt.seats) + 1) - 1
        place = next(at for at, card in enumerate(rest) if hole_may_be(dealt, card)
                     and card != cards[hole])  # fmt: skip
        cards[hole], rest[place] = rest[place], cards[hole]
    return (*cards, *rest)


def moves(desk: Desk, draw: random.Random, most: int) -> Iterator[tuple[str, int | None]]:
    """Random choices, always one short of the end, so that nothing is revealed."""
    for _ in range(most):
        yield random_move(desk.state.round.dealt, draw)


def step(desk: Desk, move: tuple[str, int | None]) -> str:
    table = desk.state
    return desk.choose(table.chairs[table.asked_seat].player, *move).body


def trial(one: Desk, two: Desk, at: int, draw: random.Random, monkeypatch: Any) -> int:
    """One prefix played at the first desk, then at the second with other secrets."""
    game = draw.choice(list(CATALOGUE))
    seats = draw.randint(1, 3)
    rules: dict[str, Any] = {"decks": draw.randint(1, 8)}
    if len(CATALOGUE[game].options["peek"].allowed) > 1:
        rules["peek"] = draw.random() < 0.7
    prepare(one, at, game, seats, rules)
    one.deal_random()
    said, made = [], []
    while one.state.playing:
        said.append(everything(one))
        kept = one.state.round.dealt
        made.append(random_move(kept, draw))
        if len(made) > 4:
            break
        step(one, made[-1])
    if not said:
        prepare(two, at, game, seats, rules)
        two.deal_random()  # keep the two in step
        return 0
    secret = other_secrets(kept, draw)
    monkeypatch.setattr(states, "shoe_order", lambda decks, seed, given, deck: secret)
    prepare(two, at, game, seats, rules)
    two.deal_random()
    for place, expected in enumerate(said):
        assert everything(two) == expected, f"trial {at}, {game}, step {place}"
        if place < len(said) - 1:
            step(two, made[place])
    monkeypatch.setattr(states, "shoe_order", real_order)
    return len(said)


def run_trials(folder: Path, trials: int, monkeypatch: Any) -> None:
    one, two = Desk(folder / "one.db", 5), Desk(folder / "two.db", 5)
    for desk in (one, two):
        for who in (*PEOPLE, "spectator"):
            desk.player(who)
    draw, compared = random.Random(9), 0
    for at in range(trials):
        compared += trial(one, two, at, draw, monkeypatch)
        two.draw.setstate(one.draw.getstate())
        two.time = one.time = max(one.time, two.time)
        two.commands = one.commands
    one.close()
    two.close()
    assert compared > trials


def test_unseen_cards_change_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """P5b, 50 rounds, each at every step up to the last choice."""
    run_trials(tmp_path, 50, monkeypatch)


@pytest.mark.nightly
def test_unseen_cards_change_no_byte_all_night(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_trials(tmp_path, 10_000, monkeypatch)


def test_a_hint_knows_no_more_than_the_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(tmp_path / "t.db", 8)
    for who in PEOPLE:
        desk.player(who)
    draw = random.Random(4)
    for at, game in enumerate(("classic", "burnout")):
        prepare(desk, at, game, 2, {})
        for _ in range(6):
            desk.deal_random()
            while desk.state.playing:
                felt = desk.state.round
                said = hint(felt)
                other = other_secrets(felt.dealt, draw)
                with monkeypatch.context() as patch:
                    patch.setattr(states, "shoe_order", lambda *_, cards=other: cards)
                    moved = replace(felt, start=0)
                    assert hint(moved) == said
                desk.choose_random()
    desk.close()


def card_words(cards: tuple[int, ...]) -> set[str]:
    return {*cards_text(cards).split(), *(card_symbol(card) for card in cards)}


CARD = re.compile(r"(?<![\w-])(?:10|[A2-9TJQK])(?:[cdhs](?!\w)|[♣♦♥♠])")


def test_no_secret_is_sent_or_logged(server: Spawned) -> None:
    """P5a: 20 rounds over HTTP and a socket; every body, frame and log line."""
    server.start()
    ann = server.person()
    draw = random.Random(12)
    cookie = next(iter(ann.web.cookies.jar)).value or ""
    frames: list[str] = []
    for game in ("classic", "breakout", "lucky-break", "burnout", "bad-beat"):
        ann.open(game)
        ann.sit(1, 2)
        with Watcher(server.url, ann) as watcher:
            for _ in range(4):
                ann.play_random(draw)
            frames += watcher.drain()
        ann.ok(ann.at("leave"), {})
    check_frames(frames)
    ann.get(ann.at("shoes"))
    server.kill()
    assert server.log is not None
    logged = server.log.read_text()
    for secret in secrets_of(server.database):
        for text in (*ann.heard, *frames, logged):
            assert secret not in text
    assert cookie.partition(".")[0] not in logged
    assert not [text for text in ann.heard if cookie.partition(".")[0] in text]


def secrets_of(database: str) -> list[str]:
    """Seeds of shoes that are not over, in pieces and in every usual writing."""
    found = []
    base = apsw.Connection(database)
    for (seed,) in base.execute("SELECT seed FROM shoes WHERE revealed_at IS NULL"):
        found += [seed.hex()[at : at + 24] for at in range(0, 2000, 48)]
        found.append(base64.b64encode(seed).decode()[:24])
    found += [row[0] for row in base.execute("SELECT value FROM meta WHERE key = 'cookie_secret'")]
    base.close()
    return found


def check_frames(frames: list[str]) -> None:
    """While a round waits, only cards that lie open are named anywhere in a frame."""
    for frame in frames:
        message = json.loads(frame)
        felt = message.get("table", {}).get("round")
        if message["type"] != "table" or felt is None or felt["done"] or felt["called_off"]:
            continue
        shown = felt["dealer"].replace("??", "").split()
        for seat in felt["seats"]:
            shown += seat["burned"].split()
            for hand in seat["hands"]:
                shown += hand["cards"].split()
        assert felt["dealer"].endswith("??")
        assert set(CARD.findall(frame)) <= card_words(read_cards(" ".join(shown)))
