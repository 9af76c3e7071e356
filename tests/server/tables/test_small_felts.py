"""The lobby's small felts: each hand is really dealt, its sentence is what happened, and its figure
is the solver's.

Seen to fail: with a card of a line, a digit of a shipped edge, or a number in a sentence changed.
"""

from __future__ import annotations

import math
import re

import pytest

from holecard.games import CATALOGUE, find_game
from holecard.games.gallery import GALLERY
from holecard.server.table.history import hands_listed
from holecard.server.table.small_felts import SMALL_FELTS, SmallFelt, keeps_words, small_felt_seen
from holecard.server.wire.games import edges
from holecard.server.wire.lobby_answers import SmallFeltSeen
from holecard.server.wire.shipped_edges import on_file, shipped
from holecard.text.line import read_line, replay
from tests.night import by_day
from tests.server.conftest import Local

FELTS = {read_line(one.line).game.id: one for one in SMALL_FELTS}
GAMES = ["lucky-break", "breakout", "classic", "burnout", "bad-beat", "face-up"]


def seen(game: str) -> SmallFeltSeen:
    return small_felt_seen(FELTS[game])


def won(felt: SmallFeltSeen) -> int:
    return next(one.net for one in felt.views[-1].paid if one.wager == felt.wager)


def test_every_game_has_one_and_its_line_comes_to_what_it_says() -> None:
    assert set(FELTS) == set(CATALOGUE) and len(SMALL_FELTS) == len(CATALOGUE)
    for felt in SMALL_FELTS:
        line = read_line(felt.line)
        replay(line)  # refuses cards left over, choices missing and another result
        assert line.result and line.game.line == find_game(line.game.id).line, "its own rules"
        assert small_felt_seen(felt).views[-1].done


def test_the_sentences_are_what_happened() -> None:
    """Each number of a sentence, and what it says of the cards, read off the round."""
    breakout, lucky = seen("breakout"), seen("lucky-break")
    end, hand = breakout.views[-1], breakout.views[-1].seats[0].hands[0]
    assert hand.total > 21 and end.dealer_total == 20 and won(breakout) > 0
    assert end.seats[0].main == "dealer-hand" and "made 20" in breakout.says
    end = lucky.views[-1]
    assert end.dealer_total == 26 and {card[1] for card in end.dealer.split()} == {"c"}
    assert len(end.dealer.split()) == 5 and won(lucky) == 153_00
    assert [bet.stake for bet in end.seats[0].bets if bet.wager == "lucky-break"] == [100]
    burn, beat = seen("burnout"), seen("bad-beat")
    busted, end = burn.views[-2], burn.views[-1]
    assert busted.seats[0].hands[0].total > 21 and end.seats[0].burned == "Qc"
    assert end.seats[0].hands[0].total == 21 and won(burn) > 0
    end = beat.views[-1]
    assert end.seats[0].hands[0].total == 20 and end.dealer_total == 21
    assert end.seats[0].hands[0].result == "lose"
    assert [one.pays for one in end.paid if one.wager == "bad-beat"] == ["20:1"]
    face, classic = seen("face-up"), seen("classic")
    asked, end = face.views[0], face.views[-1]
    assert asked.asked_seat and asked.dealer_total == 20 and "??" not in asked.dealer
    assert asked.seats[0].hands[0].total == 18 and end.seats[0].hands[0].total == 21
    end = classic.views[-1]
    assert end.seats[0].hands[0].cards == "As Kh" and end.seats[0].hands[0].result == "blackjack"
    assert [one.pays for one in end.paid] == ["3:2"]


def numbers(felt: SmallFeltSeen) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", felt.says)]


def test_the_numbers_of_the_sentences_are_those_of_the_rounds() -> None:
    ends = {game: (seen(game), seen(game).views[-1]) for game in GAMES}
    told = {game: numbers(felt) for game, (felt, _) in ends.items()}
    paid = {
        game: next(one for one in end.paid if one.wager == felt.wager)
        for game, (felt, end) in ends.items()
    }
    own = {game: end.seats[0].hands[0].total for game, (_, end) in ends.items()}
    dealer = {game: end.dealer_total for game, (_, end) in ends.items()}
    odds = {game: [int(part) for part in one.pays.split(":")] for game, one in paid.items()}
    lucky = paid["lucky-break"]
    assert told["breakout"] == [dealer["breakout"]]
    assert told["lucky-break"] == [dealer["lucky-break"], lucky.stake // 100, lucky.net // 100]
    assert told["burnout"] == [own["burnout"]]
    assert told["bad-beat"] == [own["bad-beat"], dealer["bad-beat"], *odds["bad-beat"]]
    before = seen("face-up").views[0].seats[0].hands[0].total
    assert told["face-up"] == [dealer["face-up"], before, own["face-up"]]
    assert told["classic"] == odds["classic"]


@pytest.mark.parametrize("game", by_day(GAMES, 0, 1))
def test_shipped_edges_are_the_solvers(game: str) -> None:
    """Worked out again: every figure, every condition. Floats may differ by their last digits."""
    found, told = edges(game, find_game(game).line), shipped(find_game(game))
    assert told is not None
    exact = {"house_edge", "hit_frequency", "main_edge", "std_dev"}
    for ours, theirs in zip(found.wagers, told.wagers, strict=True):
        assert ours.model_dump(exclude=exact) == theirs.model_dump(exclude=exact)
        for name in exact:
            one, other = getattr(ours, name), getattr(theirs, name)
            assert one == other or math.isclose(one, other, rel_tol=1e-9), (ours.id, name)


def test_edges_are_shipped_for_the_games_own_rules_only() -> None:
    own = {game.definition_hash for game in CATALOGUE.values()}
    assert own <= set(on_file()) <= own | {game.definition_hash for game in GALLERY.values()}
    assert len(on_file()) >= len(CATALOGUE) + 10
    assert shipped(find_game("classic").read("8D")) is None


@pytest.mark.parametrize("felt", SMALL_FELTS, ids=FELTS)
def test_the_money_is_the_percentage(felt: SmallFelt) -> None:
    told = small_felt_seen(felt)
    assert told.edge is not None
    kept = re.match(r"the house keeps (?:\$(\d+\.\d\d)|(\d+) cents) of every \$100 on ", told.keeps)
    assert kept, told.keeps
    cents = round(float(kept[1]) * 100) if kept[1] else int(kept[2])
    assert f"{cents / 100:.2f}" == f"{told.edge.house_edge * 100:.2f}"
    assert keeps_words(told.edge, "x") != keeps_words(
        told.edge.model_copy(update={"house_edge": told.edge.house_edge + 0.0002}), "x"
    )


def test_a_cold_server_tells_them_without_the_solver(
    web: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*words: object) -> None:
        raise AssertionError(f"a worker was asked: {words}")

    monkeypatch.setattr("holecard.server.http.session.ask_worker", asked)
    ann = web.person()
    felts = ann.get("/api/felts")["felts"]
    assert [one["game"] for one in felts] == list(FELTS)
    for felt in felts:
        told = ann.get(f"/api/games/{felt['game']}/edges")
        assert felt["edge"] in told["wagers"]


def test_a_past_round_is_listed_with_its_cards() -> None:
    """Of a round that was called off none: the card it ended for want of is nobody's."""
    split = "classic | 8s 6d 8h 9c Ts Td 5h | 1 main 10 | split stand stand"
    found = hands_listed(split)
    assert (found["dealer"], found["dealer_says"]) == ("6d 9c 5h", "20")
    assert [(one.seat, one.cards) for one in found["hands"]] == [(1, "8s Ts"), (1, "8h Td")]
    short = hands_listed("classic | As Td 5h 6c 8d | 1 main 10 | hit hit")
    assert short == {"dealer": "", "dealer_says": "", "hands": []}
