"""One table as a Gymnasium environment: an episode is a round, an action a choice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from holecard.envs.optimum import Optimum
from holecard.envs.seen import Row
from holecard.envs.sitting import FRESH, Rules, Sitting, ruled
from holecard.envs.spaces import (
    DICT,
    FLAT,
    MASK,
    TEXT,
    check_form,
    choice_texts,
    flat,
    mask_of,
    named,
    observation_space,
    row_of,
    told,
)
from holecard.errors import IllegalAction, NotAllowed, UnknownName
from holecard.text.line import line_of
from holecard.wagers.game import Game

SAMPLED, EXPECTED, REGRET = REWARDS = ("sampled", "expected", "regret")
USUAL, REFUSE = ILLEGAL = ("usual", "refuse")


class TableEnv(gymnasium.Env[Any, np.int64]):
    """A table of any game; each id has a sheet of its own: `sheets.py`. A bet with a meter, in a
    game of your own, is paid in every round as if the meter held its seed: none grows here."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str = "classic",
        *,
        rules: Rules = None,
        seats: int | None = None,
        shoe: str | float = FRESH,
        bets: str | Sequence[str] = "",
        obs: str = DICT,
        counts: bool = False,
        reward: str = SAMPLED,
        illegal: str = USUAL,
        render_mode: str | None = None,
    ) -> None:
        self.game = ruled(game, rules)
        self.sitting = Sitting(self.game, bets, seats, shoe)
        self.form, self.counts = check_form(obs), counts
        self.reward, self.illegal = reward, illegal
        if reward not in REWARDS:
            raise UnknownName("reward", reward, REWARDS)
        if illegal not in ILLEGAL:
            raise UnknownName("way with illegal actions", illegal, ILLEGAL)
        if render_mode not in (None, "ansi"):
            raise UnknownName("render mode", str(render_mode), ("ansi",))
        if reward != SAMPLED:
            self.optimum.check_known()
        if reward == EXPECTED and len(self.sitting.lines[0]) > 1:
            raise NotAllowed(
                "the expected reward is one seat's: what the others' hands are worth is not known "
                "when the first decides. Take reward='regret'"
                + ("" if self.sitting.two else ", or seats=1")
            )
        self.render_mode = render_mode
        self.asked = self.decided = False
        self.action_space = spaces.Discrete(self.sitting.actions)
        self.observation_space = observation_space(
            self.form, counts, self.sitting.actions, self.sitting.two
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a round. A seed also takes a new shoe; `options={"shoe": "Ah Ts ..."}` deals those
        cards, in that order, first."""
        super().reset(seed=seed)
        stacked = "shoe" in (options or {})
        if options and stacked:
            self.sitting.stack(options["shoe"])
        elif seed is not None:
            self.sitting.new_shoe(self.np_random)
        self.sitting.sit(self.np_random, stacked)
        self.asked, self.decided = True, False
        return self.seen(), self.info()

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a choice. What is not legal is not played: the usual choice is, or it is refused."""
        if not self.asked:
            raise NotAllowed("the round is over, or none was begun: reset() deals one")
        legal = self.sitting.can(int(action))
        chosen = int(action) if legal else self.instead(int(action))
        priced = 0.0 if self.reward == SAMPLED else self.priced(self.given_away(chosen))
        self.sitting.choose(chosen)
        self.asked = not self.sitting.over
        won = float(self.sitting.net()) if self.sitting.over else 0.0
        fell = self.reward == EXPECTED and self.sitting.over and not self.decided
        reward = won if self.reward == SAMPLED or fell else priced
        priced_too = {} if self.reward == SAMPLED else {"priced": True}
        info = {**self.info(), "illegal": not legal, **priced_too}
        return self.seen(), reward, self.sitting.over, False, info

    def instead(self, action: int) -> int:
        """What is played for an action that is not legal."""
        if self.illegal == REFUSE:
            words = ", ".join(choice_texts(self.sitting))
            raise IllegalAction(f"action {action} is not legal now: {words}")
        return self.sitting.usual

    def given_away(self, chosen: int) -> float:
        """What a legal choice gives away."""
        return self.optimum.regret(self.sitting.row, chosen, self.sitting.line)

    def priced(self, lost: float) -> float:
        """Minus what a choice gives away; of the expected reward, the first choice also brings what
        the hand is worth. A round then sums to that worth less all that was given away."""
        if self.sitting.over:
            return 0.0
        if self.sitting.dealt is None:
            return -lost if self.reward == REGRET else 0.0
        first, self.decided = not self.decided, True
        if self.reward == EXPECTED and first:
            return self.optimum.start_value(self.sitting.row, self.sitting.line) - lost
        return -lost

    def seen(self) -> Any:
        if self.form == TEXT:
            return told(self.sitting)
        if self.form == FLAT:
            return flat(self.sitting.row, self.counts)
        fields = named(self.sitting.row, self.counts)
        found = {name: part if part.ndim else np.int64(part) for name, part in fields.items()}
        return {**found, **self.info()}

    def info(self) -> dict[str, Any]:
        return {MASK: mask_of(self.sitting.legal, self.sitting.actions)}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions; after a round, and of one that asks nothing, `stand` alone."""
        return mask_of(self.sitting.legal, self.sitting.actions).astype(np.bool_)

    def render(self) -> str | None:
        return told(self.sitting) if self.render_mode == "ansi" else None

    @property
    def round_line(self) -> str:
        """The round as a line that `holecard.read_line` replays, once it is over."""
        if not self.sitting.over or self.sitting.dealt is None:
            raise NotAllowed("the round is not over: its line would tell hidden cards")
        return line_of(self.sitting.dealt)

    @cached_property
    def optimum(self) -> Optimum:
        return Optimum(self.sitting)

    @property
    def optimal_value(self) -> float:
        """What an episode of best play is worth, in units of the first line's main wager."""
        return self.optimum.value

    def optimal_action(self, obs: Any = None) -> int:
        """The best action at an observation, or now."""
        return self.optimum.best(self.row(obs), self.sitting.line)

    def regret(self, obs: Any, action: int) -> float:
        """What an action gives away at an observation (None: now) against the best one."""
        return self.optimum.regret(self.row(obs), int(action), self.sitting.line)

    def row(self, obs: Any) -> Row:
        if obs is None or (isinstance(obs, str) and obs == told(self.sitting)):
            return self.sitting.row
        if isinstance(obs, str):
            raise NotAllowed("a text is judged only while it is the table's own: pass None, now")
        return row_of(obs)
