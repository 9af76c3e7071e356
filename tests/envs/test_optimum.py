"""Best play is known, from what is observed alone, and rewards without luck have the right mean."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, cast

import numpy as np
import pytest

import holecard as hc
from holecard.cards import value
from holecard.dealing import felt as f
from holecard.dealing.actions import ACTION_NAMES, DOUBLE, HIT, SPLIT, STAND
from holecard.envs.ids import GAMES
from holecard.envs.optimum import Observed
from holecard.envs.seen import ACTIONS_KNOWN, EARLY_OUT, OVER, RAISE, SEE_PHASE, SEE_SPLIT
from holecard.envs.spaces import row_of
from holecard.envs.table_env import TableEnv
from holecard.errors import NotAllowed
from holecard.odds.solve.judged import judged
from holecard.wagers.dealt import Dealt

SIXTEEN = "Ts Tc 6h 7d 5s Kd"


@pytest.fixture(scope="module")
def classic() -> TableEnv:
    return TableEnv("classic", reward="expected")


def test_the_optimal_value_is_the_published_figure(classic: TableEnv) -> None:
    """E. Farmer's, 6D H17 DAS SP4 by CDP1: report/published.csv."""
    assert classic.optimal_value == pytest.approx(-0.00615389122925, abs=1e-12)
    chosen = TableEnv("classic", bets=["main 10", "main 20"])
    assert chosen.optimal_value == classic.optimal_value  # betting more loses more
    assert chosen.optimal_action(chosen.reset(seed=1)[0]) == ACTIONS_KNOWN
    assert TableEnv("classic", seats=3).optimal_value == pytest.approx(3 * classic.optimal_value)


def test_regret_is_the_difference_of_the_values_of_the_hand(classic: TableEnv) -> None:
    seen, _ = classic.reset(options={"shoe": SIXTEEN})
    worth = hc.hand("classic", "T 6", "T").actions
    best = classic.optimal_action(seen)
    assert ACTION_NAMES[best] == max(worth, key=lambda name: worth[name])
    for action in (STAND, HIT, DOUBLE):
        given_away = max(worth.values()) - worth[ACTION_NAMES[action]]
        assert classic.regret(seen, action) == pytest.approx(given_away, abs=1e-12)


@pytest.mark.parametrize("form", ["dict", "flat"])
def test_an_observation_is_enough_to_judge(form: str) -> None:
    """The solver says the same of the observation as of the round it was made from."""
    check_enough("classic", form, 60)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_an_observation_is_enough_to_judge_in_every_game(game: str) -> None:
    """Split wherever it may be. Seen to fail with `split`, `free`, `doubled`, `paid`, `burned` or
    the newest card of the hand beside left out of what an observation is judged by."""
    bets = "main 10 burnout 2" if game == "burnout" else ""
    check_enough(game, "flat", 400, bets=bets, split=True)


def check_enough(
    game: str, form: str, decisions: int, *, bets: str = "", split: bool = False
) -> None:
    env, draw = TableEnv(game, obs=form, bets=bets), np.random.default_rng(8)
    seen, _ = env.reset(seed=8)
    asked = 0
    while asked < decisions:
        dealt = env.sitting.dealt
        if dealt is not None and dealt.ask is not None:
            book = env.optimum.book
            by_round = judged(book.at(dealt).best, dealt)
            observed = cast(Dealt, Observed(row_of(seen)))
            assert judged(book.at(observed).best, observed) == by_round
            assert ACTION_NAMES[env.optimal_action(seen)] == by_round[0]
            asked += 1
        legal = np.flatnonzero(env.action_masks())
        action = SPLIT if split and SPLIT in legal else int(draw.choice(legal))
        seen, _, ended, _, _ = env.step(action)
        if ended:
            seen, _ = env.reset()


EIGHTS = "8s 6c 8h 7d 3s 2d 9c 4c Kd Qd Jd"  # split, against a six; each hand may be doubled


@pytest.mark.parametrize("game", ["classic", "free-bet", "spanish-21"])
def test_a_hand_that_was_split_or_doubled_is_seen_as_one(game: str) -> None:
    """What the solver asks of a hand's life is in the observation. Seen to fail with the split
    flag dropped, and with the free one."""
    env, seen_split, seen_free = TableEnv(game), 0, 0
    env.reset(options={"shoe": EIGHTS})
    env.step(SPLIT)
    while not env.sitting.over:
        dealt = env.sitting.dealt
        assert dealt is not None and dealt.ask is not None
        hand, observed = dealt.ask.hand, Observed(row_of(env.seen()))
        for field in (f.FROM_SPLIT, f.DOUBLED, f.FREE):
            there, here = dealt.hand_field(0, hand, field), observed.hand_field(0, 0, field)
            assert bool(there) == bool(here) and (field == f.FROM_SPLIT or there == here), field
        seen_split += bool(observed.hand_field(0, 0, f.FROM_SPLIT))
        seen_free += bool(observed.hand_field(0, 0, f.FREE))
        assert observed.hand_count(0) == dealt.hand_count(0)
        env.step(DOUBLE if env.sitting.can(DOUBLE) else STAND)
    assert seen_split >= 2 and bool(seen_free) == (game == "free-bet")


def test_the_card_a_hand_was_split_from_is_still_its_first() -> None:
    """An eight, then a two and a three: the pair is of eights. Seen to fail with the lowest card
    first."""
    env = TableEnv("spanish-21")
    env.reset(options={"shoe": "8s 6c 8h 7d 2s 3d 9c 4c Kd Qd Jd"})
    env.step(SPLIT)
    env.step(HIT)
    dealt = env.sitting.dealt
    assert dealt is not None and dealt.ask is not None
    observed = cast(Dealt, Observed(row_of(env.seen())))
    assert [value(card) for card in observed.cards(0, 0)] == [8, 2, 3]
    play = env.optimum.book.at(dealt).best
    assert judged(play, observed) == judged(play, dealt)


def check_best_is_most(game: str, decisions: int, **rules: Any) -> tuple[int, int]:
    """Play at random, but split what may be split: every legal choice has a value, and the best
    has the highest. How many were of a raise, or of surrender before the dealer looks; and how many
    of a hand that may be split once more."""
    env, draw, kept, again = TableEnv(game, rules=rules), np.random.default_rng(2), 0, 0
    env.reset(seed=2)
    for _ in range(decisions):
        row = env.sitting.row
        best, worth = env.optimum.judged(row, 0)
        legal = np.flatnonzero(env.action_masks()).tolist()
        if not env.sitting.over and row[SEE_PHASE] != OVER:
            assert sorted(worth) == legal, (game, worth, legal)
            assert worth[best] >= max(worth.values()) - 1e-9, (game, worth)
            assert min(env.regret(None, action) for action in legal) == 0
        kept += row[SEE_PHASE] in (RAISE, EARLY_OUT)
        again += bool(row[SEE_SPLIT]) and SPLIT in legal
        if env.step(SPLIT if SPLIT in legal else int(draw.choice(legal)))[2]:
            env.reset()
    return kept, again


def test_the_best_choice_is_worth_most() -> None:
    """Seen to fail with no value where a hand may be split once more."""
    assert check_best_is_most("classic", 400, decks=1)[1]


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_the_best_choice_is_worth_most_in_every_game(game: str) -> None:
    kept, again = check_best_is_most(game, 3000)
    assert bool(kept) == (game in ("double-attack", "early-surrender"))
    assert bool(again) == (game not in ("face-up", "double-exposure"))  # which split once


def rewards(env: TableEnv, rounds: int, seed: int) -> Any:
    """The sums of rounds played at random."""
    draw = np.random.default_rng(seed)
    env.reset(seed=seed)
    sums = []
    for _ in range(rounds):
        total, ended = 0.0, False
        while not ended:
            legal = np.flatnonzero(env.action_masks())
            _, reward, ended, _, _ = env.step(int(draw.choice(legal)))
            total += reward
        sums.append(total)
        env.reset()
    return np.array(sums)


def test_best_play_gives_nothing_away() -> None:
    env = TableEnv("classic", reward="regret")
    env.reset(seed=3)
    for _ in range(60):
        _, reward, ended, _, _ = env.step(env.optimal_action())
        assert reward == 0.0
        if ended:
            env.reset()


def check_means(game: str, rounds: int, **how: Any) -> None:
    fell = rewards(TableEnv(game, **how), rounds, 5)
    sure = rewards(TableEnv(game, reward="expected", **how), rounds, 6)
    error = (fell.var() / fell.size + sure.var() / sure.size) ** 0.5
    assert abs(fell.mean() - sure.mean()) < 4 * error
    assert sure.std() < fell.std()


def test_the_expected_reward_has_the_mean_of_the_result() -> None:
    """Random legal play, splits too."""
    check_means("classic", 400)


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["classic", "burnout", "early-surrender", "double-attack"])
def test_the_expected_reward_has_the_mean_of_the_result_in_many_rounds(game: str) -> None:
    """What a split hand's sisters would tell of it is less than the error of this many."""
    bets = "main 10 burnout 2" if game == "burnout" else "main 10"
    check_means(game, 20_000, bets=bets)


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(NotAllowed, match="not with bad-beat beside it"):
        TableEnv("bad-beat", bets="main 10 bad-beat:P1 5", reward="regret")
    with pytest.raises(NotAllowed, match="full shoe"):
        _ = TableEnv("classic", shoe=0.75).optimal_value


EIGHTS_AGAIN = "8s 6c 8h 7d 8d 3d 9c 4c Kd Qd Jd 2d"  # split, and a third eight on the first hand


def test_what_a_further_split_is_worth_is_in_regret_and_reward() -> None:
    """Seen to fail with a regret of 0 for whatever is done there."""
    env = TableEnv("spanish-21", reward="regret")
    env.reset(options={"shoe": EIGHTS_AGAIN})
    assert env.step(SPLIT)[4]["priced"]
    dealt = env.sitting.dealt
    assert dealt is not None
    worth = judged(env.optimum.book.at(dealt).best, dealt)[1]
    gives_away = {name: worth["split"] - one for name, one in worth.items()}
    assert gives_away["stand"] > 0.1 and min(gives_away.values()) == 0
    for name, lost in gives_away.items():
        assert env.regret(None, ACTION_NAMES.index(name)) == pytest.approx(lost, abs=1e-12)
    with pytest.raises(NotAllowed, match="action 5 is not legal here"):
        env.regret(None, 5)
    _, reward, *_, info = env.step(STAND)
    assert reward == pytest.approx(-gives_away["stand"], abs=1e-12) and info["priced"]
    assert "priced" not in TableEnv("classic").reset(seed=1)[1]


def test_an_observation_does_not_tell_of_a_pair_that_was_left() -> None:
    """The one thing a hint sees and an agent does not: an eight more is out of the shoe. The best
    choice is the same, its values are not. Seen to fail with the second cards of sisters read off
    the asked hand."""
    env = TableEnv("classic")
    env.reset(options={"shoe": "8s 6c 8h 7d 8d 8c 3d 9c 4c Kd Qd Jd 2d"})
    env.step(SPLIT)
    env.step(STAND)  # on two eights
    dealt = env.sitting.dealt
    assert dealt is not None and env.sitting.can(SPLIT)
    play, observed = env.optimum.book.at(dealt).best, cast(Dealt, Observed(env.sitting.row))
    (best, by_round), (same, by_row) = judged(play, dealt), judged(play, observed)
    assert best == same == "split" and by_round.keys() == by_row.keys()
    assert all(0 < abs(by_round[name] - by_row[name]) < 0.01 for name in by_row)


def test_regret_of_a_doubled_hand_in_the_gallery_is_exact() -> None:
    """Spanish 21's rescue: a doubled 12 against a six stands for what it is worth."""
    env = TableEnv("spanish-21", rules={"redouble": True})
    env.reset(options={"shoe": "6s 6c 4h 7d 2s 9c Kd"})
    assert env.step(DOUBLE)[3] is False and env.sitting.can(DOUBLE)
    row = env.sitting.row
    best, worth = env.optimum.judged(row, 0)
    assert {STAND, DOUBLE} < worth.keys() and worth[best] == max(worth.values())
    for action in worth:
        assert env.regret(None, action) == pytest.approx(worth[best] - worth[action], abs=1e-12)
    assert max(env.regret(None, action) for action in worth) > 0.5


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import holecard.envs"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "ImportError: holecard.envs needs Gymnasium: pip install 'holecard[rl]'" in done.stderr
