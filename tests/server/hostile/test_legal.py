"""P8: what the server accepts is exactly what the sheets allow, for every action, by everyone.

The model is tests/rules/naive_deal.py, which shares no code with the package. Seen to fail: with
the owner check removed from `choose`; with `max_hands` off by one in the tables.
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from holecard.cards import cards_text
from holecard.dealing import felt as f
from holecard.dealing.actions import ACTION_NAMES
from holecard.errors import HolecardError
from holecard.games import CATALOGUE
from holecard.server.table.log_page import table_page
from holecard.server.table.rounds import choose
from holecard.server.wire.requests import Choose
from tests.people.desk import Desk
from tests.rules.naive_deal import Hand, legal, rules_of

OFFERED = ({"insurance", "no-insurance"}, {"even-money", "no-insurance"}, {"burn", "keep"})
PEOPLE = ("ann", "ben")


def accepted(desk: Desk) -> set[tuple[str, int, int, str]]:
    """Who may do what, at which seat, for which step: every combination tried, none kept."""
    state = desk.state
    step = len(state.round.choices)
    found = set()
    with desk.store.read() as connection:
        for who, seat, at, word in product(PEOPLE, (1, 2, 3), (step - 1, step, step + 1),
                                           ACTION_NAMES):  # fmt: skip
            if at < 0:
                continue
            page = table_page(connection, desk.floor.outside, state)
            asked = Choose(round=state.number, step=at, seat=seat, choice=word)
            try:
                choose(page, who, asked)
            except HolecardError:
                continue
            found.add((who, seat, at, word))
    return found


def allowed(desk: Desk, game: str) -> set[tuple[str, int, int, str]]:
    """The same by the sheets: one seat, its own player, this step."""
    state = desk.state
    dealt, seat = state.round.dealt, state.asked_seat
    ask = dealt.ask
    assert ask is not None
    words = set(ask.legal.names)
    if words not in OFFERED:
        cards = cards_text(dealt.cards(ask.place, ask.hand)).split()
        hand = Hand(
            cards,
            from_split=bool(dealt.hand_field(ask.place, ask.hand, f.FROM_SPLIT)),
            split_aces=bool(dealt.hand_field(ask.place, ask.hand, f.SPLIT_ACES)),
        )
        rules = rules_of(game, {"rules": state.game.rules_json})
        words = legal(rules, hand, dealt.hand_count(ask.place))
    owner, step = state.chairs[seat].player, len(state.round.choices)
    return {(owner, seat, step, word) for word in words}


def random_rules(game: str, draw: random.Random) -> dict[str, object]:
    options = CATALOGUE[game].options
    simple = [key for key, one in options.items() if not one.is_ratio]
    return {key: draw.choice(options[key].allowed) for key in simple}


def fuzz(path: Path, game: str, seed: int, rounds: int) -> int:
    draw = random.Random(f"{game} {seed}")
    desk = Desk(path, seed)
    for who in PEOPLE:
        desk.player(who)
    desk.open("ann", game=game, rules=random_rules(game, draw))
    desk.sit("ann", 1, 3)
    desk.sit("ben", 2)
    states = 0
    for _ in range(rounds):
        desk.deal_random()
        while desk.state.playing:
            assert accepted(desk) == allowed(desk, game)
            states += 1
            desk.choose_random()
    desk.close()
    return states


@pytest.mark.parametrize("game", list(CATALOGUE))
def test_only_legal_play_is_accepted(tmp_path: Path, game: str) -> None:
    """About 100 combinations at each of some 100 states of each game, rules drawn at random."""
    for seed in range(3):
        assert fuzz(tmp_path / f"{seed}.db", game, seed, 8) > 5


@pytest.mark.nightly
@pytest.mark.parametrize("game", list(CATALOGUE))
def test_only_legal_play_is_accepted_all_night(tmp_path: Path, game: str) -> None:
    for seed in range(100, 140):
        fuzz(tmp_path / f"{seed}.db", game, seed, 40)
