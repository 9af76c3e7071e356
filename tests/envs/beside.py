"""The compiled tables beside the plain one: what both say of the same cards and actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from holecard.envs.seen import SEE_MAY, SEE_OPEN, SEE_SEEN, WIDTH
from holecard.envs.spaces import MASK
from holecard.envs.table_env import TableEnv
from holecard.envs.vector_env import TablesEnv

STRAY = 0.05  # the share of actions drawn without a look at the mask


@dataclass
class Said:
    """What one step said: the observation, the reward, whether the round ended."""

    seen: Any
    reward: float
    ended: bool


@dataclass
class Shoe:
    """The rounds of one shoe at one table: its cards, and for each round actions and answers."""

    cards: list[int] = field(default_factory=list)
    rounds: list[tuple[list[int], list[Said]]] = field(default_factory=list)


def of_table(seen: Any, table: int) -> Any:
    """One table's share of an observation; of a flat one its row, which nobody writes again."""
    if isinstance(seen, dict):
        return {name: np.array(part[table]) for name, part in seen.items()}
    return seen[table]


def is_first_of_shoe(seen: Any) -> bool:
    """Whether no card was seen before this round."""
    if isinstance(seen, dict):
        return bool((seen["seen"] == seen["open"]).all())
    return bool((seen[SEE_OPEN:SEE_SEEN] == seen[SEE_SEEN:WIDTH]).all())


def pick(masks: Any, draw: np.random.Generator) -> Any:
    """A legal action for each table, now and then any action."""
    legal = (masks * draw.random(masks.shape)).argmax(axis=1)
    stray = draw.random(len(masks)) < STRAY
    return np.where(stray, draw.integers(-1, masks.shape[1] + 1, len(masks)), legal)


def played(env: TablesEnv, steps: int, seed: int) -> list[Shoe]:
    """Shoes that were played out, in so many steps of all tables together."""
    draw = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    shoes = [Shoe() for _ in range(env.num_envs)]
    now: list[tuple[list[int], list[Said]]] = [
        ([], [Said(of_table(seen, table), 0.0, False)]) for table in range(env.num_envs)
    ]
    done, dealt = [], [False] * env.num_envs
    for _ in range(steps // env.num_envs):
        actions = pick(env.action_masks(), draw)
        seen, rewards, ended, _, info = env.step(actions)
        masks = seen[MASK] if isinstance(seen, dict) else seen[:, SEE_MAY:SEE_OPEN]
        assert (info[MASK] == masks).all() and (info[MASK] == env.action_masks()).all()
        for table in range(env.num_envs):
            said = Said(of_table(seen, table), float(rewards[table]), bool(ended[table]))
            if dealt[table]:  # the step after a round's end deals the next one
                assert said.reward == 0.0 and not said.ended
                if is_first_of_shoe(said.seen):
                    done.append(shoes[table])
                    shoes[table] = Shoe()
                now[table] = ([], [said])
            else:
                now[table][0].append(int(actions[table]))
                now[table][1].append(said)
            dealt[table] = said.ended
            if said.ended:
                shoes[table].rounds.append(now[table])
                shoes[table].cards += env.drawn(table)
    return done


def check_again(plain: TableEnv, shoe: Shoe) -> int:
    """Deal the shoe's cards at the plain table and make the same choices; how many steps agreed."""
    steps = 0
    for number, (actions, said) in enumerate(shoe.rounds):
        seen, _ = plain.reset(options=None if number else {"shoe": shoe.cards})
        assert_same(seen, said[0].seen, shoe)
        for action, there in zip(actions, said[1:], strict=True):
            seen, reward, ended, _, _ = plain.step(action)
            assert_same(seen, there.seen, shoe)
            assert (reward, ended) == (there.reward, there.ended), shoe
            steps += 1
    return steps


def assert_same(here: Any, there: Any, shoe: Shoe) -> None:
    if not isinstance(here, dict):
        assert (here == there).all(), (here.tolist(), there.tolist(), shoe.cards)
        return
    assert here.keys() == there.keys()
    for name in here:
        assert np.array_equal(here[name], there[name]), (name, here[name], there[name], shoe.cards)
