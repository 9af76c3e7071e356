"""The environments keep Gymnasium's contract, and say what is legal in every dialect.

Seen to fail: with the mask of `info` left as it was before the step.
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import holecard.envs  # noqa: F401  the ids become known
from holecard.dealing.actions import ACTION_NAMES, KEEP, SWITCH
from holecard.envs.ids import GAMES, env_id
from holecard.envs.seats_env import SeatsEnv
from holecard.envs.seen import ACTIONS_KNOWN, FIELDS, MAY
from holecard.envs.spaces import MASK
from holecard.envs.table_env import TableEnv
from holecard.errors import HolecardError, IllegalAction, NotAllowed
from holecard.games import CATALOGUE
from holecard.games.gallery import GALLERY
from holecard.text.line import read_line, replay

BURN = ["main 10", "main 10 burnout 2"]
NATURAL = "As 9c Kh 7d"  # to the seat, the dealer, the seat, and face down
SIXTEEN = "Ts 9c 6h 7d 5s Kd"


@pytest.mark.parametrize("game", GAMES)
def test_every_id_passes_the_checker_without_a_warning(game: str) -> None:
    check_env(gymnasium.make(env_id(game)).unwrapped)


@pytest.mark.parametrize(
    "how",
    [
        {"obs": "flat"},
        {"obs": "text", "seats": 3},
        {"obs": "flat", "counts": True, "shoe": 0.5, "bets": BURN},
        {"obs": "dict", "seats": 2, "bets": BURN, "counts": True},
    ],
    ids=str,
)
def test_every_form_passes_the_checker_without_a_warning(how: dict[str, Any]) -> None:
    check_env(gymnasium.make("holecard/Burnout-v0", **how).unwrapped)


def test_there_is_an_id_for_every_game() -> None:
    named = {spec.id for spec in gymnasium.registry.values() if spec.namespace == "holecard"}
    assert named == {env_id(game) for game in (*CATALOGUE, *GALLERY)}
    assert {"holecard/LuckyBreak-v0", "holecard/DoubleExposure-v0", "holecard/Spanish21-v0"} < named


@pytest.mark.parametrize("game", GAMES)
def test_the_docstring_is_a_sheet(game: str) -> None:
    sheet = gymnasium.make(env_id(game)).unwrapped.__doc__ or ""
    found = GAMES[game]
    for word in ("Actions", "Observation", "Reward", "Arguments", "Version history", "References"):
        assert f"\n{word}\n-" in sheet
    for name in (*found.options, *(one.name for one in FIELDS if one.name != MAY), found.line):
        assert name in sheet


@pytest.mark.parametrize("game", GAMES)
def test_masks_say_the_same_in_every_dialect(game: str) -> None:
    env = TableEnv(game)
    draw = np.random.default_rng(5)
    seen, info = env.reset(seed=5)
    for _ in range(40):
        masks = (seen[MASK], info[MASK], env.action_masks())
        assert masks[0].dtype == masks[1].dtype == np.int8
        assert (masks[0] == masks[1]).all() and (masks[0] == masks[2]).all()
        legal = np.flatnonzero(masks[0])
        assert legal.size and env.sitting.dealt is not None
        ask = env.sitting.dealt.ask
        assert legal.tolist() == (list(ask.legal) if ask else [0])
        seen, _, ended, _, info = env.step(int(draw.choice(legal)))
        if ended:
            seen, info = env.reset()


def test_a_sheet_names_every_action_its_game_asks_for() -> None:
    """Dealt until no new one comes: what was asked is on the sheet."""
    for game in GAMES:
        env, sheet = TableEnv(game), gymnasium.make(env_id(game)).unwrapped.__doc__ or ""
        asked = set()
        env.reset(seed=1)
        for _ in range(25):
            asked |= set(np.flatnonzero(env.action_masks()).tolist())
            if env.step(int(np.flatnonzero(env.action_masks())[-1]))[2]:
                env.reset()
        assert all(f"\n{action} {ACTION_NAMES[action]}\n" in sheet for action in asked), game


@pytest.mark.parametrize("obs", ["dict", "flat"])
def test_two_hands_are_seen_judged_and_swapped(obs: str) -> None:
    """A 16 and a 15 against a seven: what is seen of both hands suffices to judge the swap."""
    env = TableEnv("switch", obs=obs)
    seen, info = env.reset(options={"shoe": "Ts 5h 7d 6c Td Kc 9h"})
    if obs == "dict":
        assert seen["phase"] == 7 and seen["hand"][9] == seen["hand"][5] == 1
        assert seen["newest"] == 6 and seen["beside_newest"] == 10
        assert seen["beside"][4] == seen["beside"][9] == 1
    assert np.flatnonzero(info[MASK]).tolist() == [KEEP, SWITCH]
    assert env.optimal_action(seen) == env.optimal_action() == SWITCH
    assert env.regret(seen, KEEP) == env.regret(None, KEEP) > 1
    seen, *_ = env.step(SWITCH)
    if obs == "dict":
        assert seen["total"] == 20 and seen["beside"].sum() == 2


def test_what_two_hands_cannot_have_is_refused_in_words() -> None:
    for refused, words in (
        (lambda: TableEnv("switch", seats=3), "both of them"),
        (lambda: TableEnv("switch", reward="expected"), "one seat's"),
        (lambda: SeatsEnv("switch", seats=2), "one player's"),
    ):
        with pytest.raises(HolecardError, match=words):
            refused()


def test_a_round_that_asks_nothing_is_paid_by_one_step() -> None:
    env = TableEnv("classic", rules={"decks": 8})
    seen, info = env.reset(options={"shoe": NATURAL})
    assert info[MASK].tolist() == [1] + [0] * (ACTIONS_KNOWN - 1) and seen["phase"] == 0
    seen, reward, ended, _, _ = env.step(0)
    assert (reward, ended) == (1.5, True)
    with pytest.raises(NotAllowed, match="reset"):
        env.step(0)


def test_the_round_line_replays_and_hides_until_the_end() -> None:
    env = TableEnv("classic")
    env.reset(options={"shoe": SIXTEEN})
    with pytest.raises(NotAllowed, match="hidden"):
        _ = env.round_line
    _, reward, ended, _, _ = env.step(0)
    assert (reward, ended) == (-1.0, True)  # the dealer draws the five
    replay(read_line(env.round_line))


def test_what_is_not_legal_is_not_played() -> None:
    env = TableEnv("classic")
    env.reset(options={"shoe": SIXTEEN})
    _, _, ended, _, info = env.step(ACTION_NAMES.index("split"))
    assert ended and info["illegal"] and env.sitting.dealt is not None
    assert [str(one) for one in env.sitting.dealt.choices] == ["stand"]
    strict = TableEnv("classic", illegal="refuse")
    strict.reset(options={"shoe": SIXTEEN})
    with pytest.raises(IllegalAction, match="0 stand, 1 hit, 2 double"):
        strict.step(ACTION_NAMES.index("split"))
    assert strict.step(0)[2]


def test_a_meter_holds_its_seed_in_every_round() -> None:
    """Three sevens of one suit twice running: $10,000 for one each time, less a lost $10."""
    env = TableEnv("examples/blazing_sevens.py", bets="main 10 blazing-sevens 5")
    for _ in range(2):
        env.reset(options={"shoe": "7s 7s 7s Td"})
        assert env.step(0)[1] == (10_000 - 5 - 10) / 10
    assert "as if the meter held its seed" in (TableEnv.__doc__ or "")


def test_the_player_chooses_among_lines_of_bets() -> None:
    env = TableEnv("burnout", bets=["main 10", "main 50 burnout 10"])
    seen, info = env.reset(options={"shoe": SIXTEEN})
    assert seen["phase"] == 1 and info[MASK].tolist() == [0] * ACTIONS_KNOWN + [1, 1]
    seen, *_ = env.step(ACTIONS_KNOWN + 1)
    assert seen["paid"] == 1 and seen["total"] == 16
    assert env.step(0)[1] == -6.0  # five units are lost, and the payment of one


@pytest.mark.parametrize("game", GAMES)
def test_every_text_is_in_its_space(game: str) -> None:
    """Rounds that end in a loss too. Seen to fail: without the minus sign among its letters, which
    a checker met only where a round was lost as it was dealt."""
    env = TableEnv(game, obs="text", seats=2)
    chance, lost = random.Random(5), False
    for seed in range(60):
        text, _ = env.reset(seed=seed)
        over = False
        while True:
            assert env.observation_space.contains(text), text
            if over:
                break
            legal = np.flatnonzero(env.action_masks()).tolist()
            text, reward, over, _, _ = env.step(chance.choice(legal))
            lost |= reward < 0
    assert lost


def test_text_says_what_lies_open_and_what_may_be_done() -> None:
    env = TableEnv("classic", obs="text", render_mode="ansi")
    text, _ = env.reset(options={"shoe": SIXTEEN})
    assert "Dealer: 9c ??" in text and "Ts 6h (16)" in text and "7d" not in text
    assert text.endswith("Choices: 0 stand, 1 hit, 2 double") and env.render() == text


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"bets": "bonus-2 5 main 10"}, "rides over several rounds"),
        ({"bets": "main 10 main 5"}, "twice"),
        ({"bets": []}, "no bets to choose from"),
        ({"shoe": 1.5}, "'fresh', or a share"),
        ({"seats": 8}, "1 to 7 seats"),
        ({"obs": "pixels"}, "form of observation"),
        ({"reward": "luck"}, "reward"),
        ({"illegal": "ignore"}, "illegal"),
        ({"rules": {"deks": 2}}, "decks"),
        ({"render_mode": "human"}, "ansi"),
        ({"reward": "regret", "shoe": 0.75}, "full shoe"),
        ({"reward": "expected", "seats": 2}, "one seat's"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_in_words(how: dict[str, Any], words: str) -> None:
    with pytest.raises(HolecardError, match=words):
        TableEnv("burnout", **how)


def test_a_seed_brings_the_same_rounds() -> None:
    def rounds(seed: int) -> list[str]:
        env, lines = TableEnv("face-up"), []
        env.reset(seed=seed)
        for _ in range(5):
            while not env.step(0)[2]:
                pass
            lines.append(env.round_line)
            env.reset()
        return lines

    assert rounds(3) == rounds(3) != rounds(4)


def test_a_shoe_goes_on_until_the_cut_card_and_is_counted() -> None:
    env = TableEnv("classic", shoe=0.5, counts=True)
    seen, _ = env.reset(seed=2)
    before, shuffles = 0, 0
    for _ in range(120):
        ended = False
        while not ended:
            seen, _, ended, _, _ = env.step(0)
        assert int(seen["seen"].sum()) == env.sitting.out + len(env.sitting.dealt.drawn)  # type: ignore[union-attr]
        seen, _ = env.reset()
        shuffles += env.sitting.out < before
        before = env.sitting.out
    assert shuffles >= 2 and env.sitting.cut == 156
