"""The gallery at the tables: its own decks sealed and proved, what the house puts up kept out of
the players' purses, every cent in the books after every choice.

Seen to fail: with `put_up` counting whole stakes (free-bet), or only dealt hands (double-attack);
with the deck left out of the commitment; with shoes of 52 cards.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from holecard.games.gallery import GALLERY
from holecard.server.fairness.verify_shoe import Wrong, check
from holecard.server.table.history import replay, rounds, shoe_proof
from holecard.server.table.settle_again import OtherResult, settle_again
from holecard.server.table.table_json import round_seen
from tests.people.desk import Desk
from tests.server.proof.stranger import stranger_finds
from tests.server.proof.test_forgeries import forged, rehash

Proof = dict[str, Any]
GAMES = list(GALLERY)
# Other rules than the game's own, for what happens seldom; and what buttons are called then.
MORE: dict[str, dict[str, Any]] = {name: {} for name in GALLERY} | {
    "spanish-21": {"redouble": "yes"}
}
CALLED = {
    "double-attack": {"raise", "no raise", "rescue"},
    "spanish-21": {"redouble", "rescue"},
    "free-bet": {"free double", "free split"},
    "early-surrender": {"surrender early", "play on"},
    "pontoon": {"rescue"},
    "super-fun-21": {"rescue"},
}


def one_shoe(path: Path, game: str) -> tuple[Proof, set[str]]:
    """A shoe of the game to its end, the books checked after every choice, and what the buttons
    were called."""
    desk, called = Desk(path, 5), set()
    desk.player("ann", purse=10**12)
    decks = 2 if game in CALLED and GALLERY[game].rules.decks > 1 else 1
    desk.open("ann", game=game, rules={"decks": decks} | MORE[game])
    desk.sit("ann", 1, 4)
    while desk.state.current.number == 1:
        desk.deal_random()
        while desk.state.playing:
            called |= set(round_seen(desk.state.round).names.values())
            desk.check_books()
            desk.choose_random()
        desk.check_books()
    with desk.store.read() as connection:
        found = shoe_proof(connection, desk.table, 1)
        for one in rounds(connection, desk.table, None, 2).rounds:
            assert replay(connection, desk.state, one.number).line == one.line
    desk.close()
    return json.loads(json.dumps(found)), called


@pytest.fixture(scope="module")
def shoes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Proof, set[str]]]:
    folder = tmp_path_factory.mktemp("gallery")
    return {game: one_shoe(folder / f"{game}.db", game) for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_a_shoe_is_proved_by_both(shoes: dict[str, tuple[Proof, set[str]]], game: str) -> None:
    proof, called = shoes[game]
    assert check(proof).rounds == settle_again(proof) > 2
    assert stranger_finds(proof) == []
    size = len(GALLERY[game].answers.deck)
    assert len(proof["order"].split()) == size * proof["decks"]
    assert ("deck" in proof) == (size < 52)
    assert called <= CALLED.get(game, set()) and bool(called) == (game in CALLED)


def test_another_deck_is_not_the_one_committed_to(
    shoes: dict[str, tuple[Proof, set[str]]],
) -> None:
    whole = copy.deepcopy(shoes["spanish-21"][0])
    del whole["deck"]
    with pytest.raises(Wrong, match="not the one that was committed to"):
        check(whole)
    other = copy.deepcopy(shoes["spanish-21"][0])
    other["deck"] = other["deck"].replace("Ac ", "")
    with pytest.raises(Wrong, match="not the one that was committed to"):
        check(other)
    other["deck"] = "Ad " + shoes["spanish-21"][0]["deck"]
    with pytest.raises(Wrong, match="the deck is not in order"):
        check(other)


@pytest.mark.parametrize("game", ["double-attack", "free-bet"])
def test_no_forged_field_is_accepted(shoes: dict[str, tuple[Proof, set[str]]], game: str) -> None:
    for name, wrong in forged(shoes[game][0]):
        with pytest.raises(Wrong):
            check(wrong)
            pytest.fail(f"{name} was forged and accepted")


def test_a_double_the_house_did_not_offer_is_found(
    shoes: dict[str, tuple[Proof, set[str]]],
) -> None:
    """A friend of the house doubles without putting anything up. Where that hand loses, the script
    sees that more is lost than lies there; that it may not be free at all, only the rules know."""
    wrong = copy.deepcopy(shoes["super-fun-21"][0])
    for event in wrong["events"]:
        if event["kind"] == "choice/made" and event["body"]["choice"] == "double":
            event["transfers"] = []
            break
    with pytest.raises(OtherResult, match=r"puts .* on the felt"):
        settle_again(rehash(wrong))
