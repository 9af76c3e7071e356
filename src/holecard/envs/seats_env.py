"""A table whose seats are played by one agent each, as a PettingZoo environment.

Seats act one after another and see each other's cards, so the turn-based form (AEC) is the game's
own. `parallel_env` is PettingZoo's view of it for libraries that step all agents at once: only the
action of the seat that is asked counts.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding

from holecard.envs.ids import SPACE, VERSION, word
from holecard.envs.sitting import FRESH, Rules, Sitting, ruled
from holecard.envs.spaces import FLAT, MASK, flat, mask_of, observation_space, told
from holecard.errors import MissingExtra, NotAllowed
from holecard.wagers.game import Game

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
except ModuleNotFoundError as missing:
    if missing.name != "pettingzoo":
        raise
    raise ImportError(str(MissingExtra("one agent a seat", "rl", "PettingZoo"))) from missing


class SeatsEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """Seats `seat_1` to `seat_n`, each with its own bets, observation and result: the flat row, and
    the mask in `infos`. A round that asks nobody takes one `stand` of the first seat. For an action
    that is not legal the usual choice is played."""

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str = "classic",
        *,
        rules: Rules = None,
        seats: int = 3,
        shoe: str | float = FRESH,
        bets: str = "",
        counts: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = ruled(game, rules)
        if not isinstance(bets, str):
            raise NotAllowed("each seat makes the same bets every round: give one line of them")
        if self.game.seats_a_player > 1:
            raise NotAllowed(
                f"two seats of {self.game.name} are one player's: TableEnv plays both of them"
            )
        self.sitting = Sitting(self.game, bets, seats, shoe)
        self.counts, self.render_mode = counts, render_mode
        self.metadata = {**self.metadata, "name": f"{SPACE}_{word(self.game.id)}_v{VERSION}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        self.agents: list[str] = []
        self.draw, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observed[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.acting[agent]

    @cached_property
    def observed(self) -> dict[str, spaces.Space[Any]]:
        actions = self.sitting.actions
        return {
            agent: observation_space(FLAT, self.counts, actions) for agent in self.possible_agents
        }

    @cached_property
    def acting(self) -> dict[str, spaces.Space[Any]]:
        return {agent: spaces.Discrete(self.sitting.actions) for agent in self.possible_agents}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round; a seed, and `options={"shoe": ...}`, as at a table of one player."""
        stacked = "shoe" in (options or {})
        if seed is not None:
            self.draw, _ = seeding.np_random(seed)
            self.sitting.new_shoe(self.draw)
        if options and stacked:
            self.sitting.stack(options["shoe"])
        self.sitting.sit(self.draw, stacked)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[self.asked]
        self.infos = self.told_masks()

    @property
    def asked(self) -> int:
        """The place of the seat whose turn it is; of a round that asks nobody, the first."""
        ask = self.sitting.dealt.ask if self.sitting.dealt else None
        return ask.place if ask else 0

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        chosen = int(action)
        self.sitting.choose(chosen if self.sitting.can(chosen) else self.sitting.usual)
        self._clear_rewards()
        if self.sitting.over:
            for seat, one in enumerate(self.possible_agents, start=1):
                self.rewards[one] = float(self.sitting.net(seat))
                self.terminations[one] = True
        self.agent_selection = self.possible_agents[self.asked]
        self.infos = self.told_masks()
        self._accumulate_rewards()
        if self.sitting.over:
            self._deads_step_first()

    def observe(self, agent: str) -> npt.NDArray[np.float32]:
        return np.asarray(flat(self.sitting.row_at(self.possible_agents.index(agent)), self.counts))

    def told_masks(self) -> dict[str, dict[str, Any]]:
        """What each seat may do now: nothing, unless it is asked."""
        actions = self.sitting.actions
        return {
            agent: {MASK: mask_of(self.sitting.legal * (agent == self.agent_selection), actions)}
            for agent in self.agents
        }

    def render(self) -> str | None:
        return told(self.sitting) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


def parallel_env(game: Game | str = "classic", **how: Any) -> Any:
    """The same table for libraries that step all agents at once."""
    return turn_based_aec_to_parallel_wrapper(SeatsEnv(game, **how))
