"""Many tables of one game as one Gymnasium vector environment, stepped in machine code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from holecard.envs.one_felt import SEEDS
from holecard.envs.optimum import Optimum
from holecard.envs.seen import ACTIONS_KNOWN, SEE_MAY, SEE_OPEN, WIDE, WIDTH, may_bits
from holecard.envs.shared_felt import SharedFelt
from holecard.envs.sitting import FRESH, Rules, Sitting, ruled
from holecard.envs.spaces import DICT, FLAT, MASK, check_form, flat, named, observation_space
from holecard.envs.stepping import TO_DEAL, Answer, memory, steps
from holecard.errors import NotAllowed, UnknownName
from holecard.wagers.game import Game

MODES = {mode.value: mode for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)}


class TablesEnv(VectorEnv[Any, Any, Any]):
    """So many tables, each with its own shoe; the same rounds, observations and rewards as
    `TableEnv`. One line of bets, a main wager with or without a payment, and the sampled reward:
    for anything else `gymnasium.make_vec(id, n, vectorization_mode="sync")`."""

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | str = "classic",
        *,
        rules: Rules = None,
        seats: int | None = None,
        shoe: str | float = FRESH,
        bets: str | Sequence[str] = "",
        obs: str = DICT,
        counts: bool = False,
        reward: str = "sampled",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        self.num_envs = num_envs
        self.game = ruled(game, rules)
        self.sitting = Sitting(self.game, bets, seats, shoe)
        self.form, self.counts = check_form(obs), counts
        self.check_native(reward)
        mode = read_mode(autoreset_mode)
        self.same_step = mode is AutoresetMode.SAME_STEP
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        actions = self.sitting.actions
        self.single_action_space = spaces.Discrete(actions)
        self.single_observation_space = observation_space(obs, counts, actions, self.sitting.two)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.felt = SharedFelt(self.sitting)
        self.seats = len(self.sitting.lines[0])
        self.width = WIDE if self.sitting.two else WIDTH
        self.tables = np.zeros(num_envs, dtype=memory(self.seats))
        self.begun = False

    def check_native(self, reward: str) -> None:
        """Refuse what the compiled tables do not deal, with the way that does."""
        sitting = self.sitting
        refused = {
            "bets that the player chooses": sitting.chooses,
            f"side bets ({', '.join(sitting.side_bets())})": bool(sitting.side_bets()),
            "text": self.form not in (DICT, FLAT),
            f"the {reward} reward": reward != "sampled",
        }
        for what, wanted in refused.items():
            if wanted:
                raise NotAllowed(
                    f"the compiled tables do not take {what}: "
                    "gymnasium.make_vec(..., vectorization_mode='sync') does"
                )

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new round at every table. A seed, one for all tables, also takes new shoes."""
        if isinstance(seed, list):
            raise NotAllowed("the tables draw from one stream: give one seed, not a list of them")
        super().reset(seed=seed)
        if seed is not None or not self.begun:
            stream = self.felt.arrays["stream"]
            stream[:] = self.np_random.integers(0, 1 << 64, SEEDS, dtype=np.uint64)
            self.tables[:] = 0
            self.tables["out"] = self.sitting.deck.size
        # A round left with cards face down takes its shoe with it.
        self.tables["out"][self.tables["stage"] != TO_DEAL] = self.sitting.deck.size
        self.begun = True
        self.tables["stage"] = TO_DEAL
        answer = self.stepped(np.zeros(self.num_envs, dtype=np.int64))
        return self.seen(answer.seen, answer.masks), {MASK: answer.masks}

    def step(
        self, actions: Any
    ) -> tuple[Any, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        if not self.begun:
            raise NotAllowed("no round was begun: reset() deals one at every table")
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise NotAllowed(f"{self.num_envs} tables take an action each, not {chosen.shape}")
        answer = self.stepped(chosen)
        info: dict[str, Any] = {MASK: answer.masks}
        if self.same_step:
            last = answer.last[:, SEE_MAY:SEE_OPEN].astype(np.int8)
            info |= {"final_obs": self.seen(answer.last, last), "_final_obs": answer.ended.copy()}
            info |= {"final_info": {MASK: last, f"_{MASK}": answer.ended.copy()}}
            info["_final_info"] = answer.ended.copy()
        truncated = np.zeros(self.num_envs, dtype=np.bool_)
        seen = self.seen(answer.seen, answer.masks)
        return seen, answer.rewards, answer.ended, truncated, info

    def stepped(self, actions: npt.NDArray[np.int64]) -> Answer:
        answer = self.blank()
        same_step = int(self.same_step)
        step = steps(self.seats)["step_tables"]
        step(self.felt.addresses, self.tables, actions, answer, same_step)
        return answer

    def blank(self) -> Answer:
        """Arrays to be written: new ones each time, so that earlier answers stay as they were."""
        tables = self.num_envs
        return Answer(
            seen=np.empty((tables, self.width), np.int16),
            masks=np.empty((tables, ACTIONS_KNOWN), np.int8),
            rewards=np.empty(tables, np.float64),
            ended=np.empty(tables, np.bool_),
            last=np.zeros((tables if self.same_step else 0, self.width), np.int16),
        )

    def seen(self, rows: npt.NDArray[np.int16], masks: npt.NDArray[np.int8]) -> Any:
        if self.form == FLAT:
            return flat(rows, self.counts)
        return {**named(rows, self.counts), MASK: masks}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions of every table, now."""
        legal = np.where(self.tables["legal"] == 0, may_bits(0), self.tables["legal"])
        actions = np.arange(self.sitting.actions)
        return (legal[:, None] >> actions & 1).astype(np.bool_)

    def drawn(self, table: int) -> list[int]:
        """The cards of a table's round so far, in the order drawn, the hole card too: for tests."""
        one = self.tables[table]
        return [int(card) for card in one["cards"][: one["cards_known"]]]

    @cached_property
    def optimum(self) -> Optimum:
        return Optimum(self.sitting)

    @property
    def optimal_value(self) -> float:
        """What an episode of best play is worth, in units of the main wager."""
        return self.optimum.value


def read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    found = MODES.get(mode.value if isinstance(mode, AutoresetMode) else mode)
    if found is None:
        raise UnknownName("autoreset mode", str(mode), MODES)
    return found
