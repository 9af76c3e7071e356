"""Blackjack Switch against two solvers that share no code with ours; what seeing more gains."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from holecard.games.gallery import GALLERY
from holecard.odds.composition import Composition, read_composition
from holecard.odds.playbook import Playbook
from holecard.odds.solve.best_play import VALUES, Play, solve
from holecard.odds.solve.switch import (
    PARTS,
    TWO,
    SwitchPlay,
    four_cards,
    natural_chances,
    one_hand,
)
from tests.odds.endless_switch import Hands
from tests.odds.every_card_seen import Table

GAME = GALLERY["switch"]
ENDLESS = Composition((10**6,) * 52)
RULES = [(True, True), (False, True), (True, False)]


def endless(hit_soft_17: bool, resplit_aces: bool) -> tuple[SwitchPlay, Hands]:
    game = GAME.but(hit_soft_17=hit_soft_17, resplit_aces=resplit_aces)
    play = Playbook(game, shoe=ENDLESS).best
    assert isinstance(play, SwitchPlay)
    return play, Hands(hit_soft_17, resplit_aces)


@pytest.mark.parametrize("rules", RULES)
def test_two_cards_are_worth_what_they_are_from_an_endless_shoe(rules: tuple[bool, bool]) -> None:
    play, apart = endless(*rules)
    for place, sight in enumerate(play.sights):
        (up,) = sight.seen.values
        for low, high in TWO:
            for switched in (0, 1):
                ours = int(play.worth[switched, place, low, high]) / PARTS
                theirs = apart.worth(low + 1, high + 1, up, bool(switched))
                assert ours == pytest.approx(theirs, abs=1e-6)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("rules", "edge"),
    [((True, True), 0.672591), ((False, True), 0.270980), ((True, False), 0.714599)],
)
def test_an_endless_shoe_is_what_the_gallery_page_says(
    rules: tuple[bool, bool], edge: float
) -> None:
    play, apart = endless(*rules)
    assert apart.edge() == pytest.approx(edge, abs=5e-7)
    assert -100 * play.ev == pytest.approx(edge, abs=5e-6)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("rules", "worth"),
    [
        ({}, 0.4016),
        ({"double_after_split": False}, 0.4013),
        ({"resplit_aces": False, "hands": 2}, 0.3999),
        ({"swapped_blackjack": True}, 0.3869),
    ],
)
def test_soft_17_is_worth_what_the_gallery_page_says(rules: dict[str, Any], worth: float) -> None:
    hit, stand = Hands(**rules), Hands(hit_soft_17=False, **rules)
    assert hit.edge() - stand.edge() == pytest.approx(worth, abs=5e-5)


@pytest.mark.nightly
def test_what_the_gallery_page_says_of_other_readings() -> None:
    hit, stand = Hands(), Hands(hit_soft_17=False)
    as_before = Hands(hit_soft_17=False, like=hit)
    assert hit.edge() - as_before.edge() == pytest.approx(0.3862, abs=5e-5)
    assert hit.edge(swaps=False) - stand.edge(swaps=False) == pytest.approx(0.3348, abs=5e-5)
    assert hit.edge() - Hands(swapped_blackjack=True).edge() == pytest.approx(0.4046, abs=5e-5)
    assert hit.edge() - hit.edge(natural_wins=True) == pytest.approx(0.2241, abs=5e-5)


@pytest.mark.parametrize(
    ("text", "more"), [("7:3 T:5 A:2", 0.004960), ("7:4 9:3 T:4 A:2", 0.002671)]
)
def test_the_best_play_of_all_from_small_shoes_is_little_better(text: str, more: float) -> None:
    shoe = read_composition(text)
    ours = Playbook(GAME.but(max_hands=1), shoe=shoe).best.ev
    best = Table().value(tuple(shoe.values.tolist()))
    assert best - ours == pytest.approx(more, abs=5e-7)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("rules", "more"),
    [({}, 0.002286), ({"hit_soft_17": False}, 0.003084), ({"decks": 8}, 0.001384)],
)
def test_a_player_who_sees_the_other_hand_gains_little(rules: dict[str, bool], more: float) -> None:
    """The swap and both hands' play by all four cards, from a shoe without them."""
    play = Playbook(GAME.but(**rules)).best
    assert isinstance(play, SwitchPlay)
    seen = sum(value_by_four_cards(play, place) for place in range(len(play.sights)))
    ended = sum(
        one.chance * play.start_value(one) for sight in play.sights for one in play.ended(sight)
    )
    assert 100 * (seen + ended - play.ev) == pytest.approx(more, abs=5e-7)


def value_by_four_cards(play: SwitchPlay, place: int) -> float:
    """What the hands against one sight add to the figure, if each is played best beside the other's
    two cards, and swapped where that is better."""
    seen = play.sights[place].seen
    worth = np.zeros((2, *(VALUES,) * 4))  # [switched, first, second, of the other: first, second]
    for other, spec in play.others:
        beside = spec.seen(seen.place, seen.values)
        if beside is None:
            continue
        sight, alone = solve(spec, beside, play.convention), Play(spec, play.convention, ())
        for low, high in TWO:
            for switched in (0, 1):
                value = one_hand(alone, sight, low, high, 1.0, switched).value
                for a, b in ((low, high), (high, low)):
                    worth[switched, a, b, other[0], other[1]] = value
                    worth[switched, a, b, other[1], other[0]] = value
    a, b, c, d = np.indices((VALUES,) * 4)
    kept = worth[0, a, b, c, d] + worth[0, c, d, a, b]
    swapped = worth[1, a, d, c, b] + worth[1, c, b, a, d]
    chances = four_cards(seen.shoe) * (1 - natural_chances(seen)) * seen.chance
    return float((chances * np.maximum(kept, swapped)).sum() / 2)
