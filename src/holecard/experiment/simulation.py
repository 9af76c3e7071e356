"""A simulation put together: a game, a way of playing, a seed, and who computes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from statistics import NormalDist
from typing import Any

from holecard.errors import BadDefinition, UnknownName, Unreadable
from holecard.experiment.chart_arrays import charts_of
from holecard.odds.composition import shoe_of
from holecard.odds.playbook import BEST, Playbook
from holecard.odds.pricing.failing_round import first_offence
from holecard.odds.pricing.pricer import Ask, Pricer, extra_ids
from holecard.odds.result import WagerOdds
from holecard.simulator.card_count import Count
from holecard.simulator.checkpoint import Mark
from holecard.simulator.engine.blocks import CALLED_OFF, DEPTHS, OUTCOMES, OVER, ROUNDS, SHOES_DEALT
from holecard.simulator.engine.job import Job, fingerprint, make_job
from holecard.simulator.engine.lineup import ChartFor, Lineup, entry_ids, lineups
from holecard.simulator.figures import WagerFigures, main_figures, wager_figures
from holecard.simulator.processes import Compute, inline
from holecard.simulator.result import SimResult
from holecard.simulator.run import Goal, Run
from holecard.simulator.totals import State, figures
from holecard.wagers.game import Game, fees_of
from holecard.wagers.wager import RIDING, Wager

FRESH = "fresh every round"
ONE_IN = NormalDist().cdf(-4.0)  # a single comparison fails beyond four standard errors


@dataclass(frozen=True, kw_only=True)
class Simulation:
    game: Game
    rounds: int
    seed: int = 1
    play: str | Playbook = BEST
    wanted: tuple[str, ...] = ()
    tables: dict[str, str] = field(default_factory=dict)
    beside: str = ""  # a payment that is made in every round
    players: int = 1
    penetration: Fraction | None = None
    count: Count | None = None
    until_se: float | None = None

    def __post_init__(self) -> None:
        fees = [fee.id for fee in fees_of(self.game)]
        if self.beside and self.beside not in fees:
            raise UnknownName(f"{self.game.id} payment", self.beside, fees)
        known = entry_ids(self.game, self.beside)
        for name in self.wanted:
            if name not in known:
                raise UnknownName(f"{self.game.id} wager", name, known)
        if self.until_se is not None and not self.until_se > 0:
            raise Unreadable(
                f"cannot stop at {self.until_se:g}: a standard error above 0, such as 1e-5"
            )
        if self.seats % self.game.seats_a_player:
            raise Unreadable(
                f"{self.game.id} is played on two seats by each player: an even number of seats, "
                f"not {self.players}"
            )
        if isinstance(self.play, Playbook):
            decks = shoe_of(self.game)
            self.play.check_fits(self.game, decks, self.play.convention)

    @property
    def seats(self) -> int:
        """How many seats are dealt: both of a player who has two, if none are named."""
        return max(self.players, self.game.seats_a_player)

    @cached_property
    def playbook(self) -> Playbook:
        return self.play if isinstance(self.play, Playbook) else Playbook(self.game, self.play)

    @cached_property
    def definition_hash(self) -> str:
        """Of the game, how it is played, and the payment that is made."""
        return self.playbook.hash_beside(self.beside)

    @property
    def said(self) -> str:
        """How it is played, in words."""
        book = self.playbook
        return f"{book.words} for {book.aim}" if book.wager else book.words

    @property
    def charts(self) -> ChartFor:
        return charts_of(self.playbook)

    @cached_property
    def lineups(self) -> list[Lineup]:
        return lineups(self.game, self.charts, self.wanted, self.beside)

    @cached_property
    def job(self) -> Job:
        return self.job_of(self.lineups)

    def job_of(self, lineups: Sequence[Lineup]) -> Job:
        """The rounds of these seats, from this shoe."""
        more: dict[str, Any] = {"players": self.seats}
        if self.penetration is not None:
            more["cut"] = int(self.penetration * self.game.shoe_size)
        if self.count is not None:
            more |= {"tags": self.count.whole_tags, "trigger": self.count.whole_trigger}
        return make_job(self.game, lineups, self.seed, **more)

    def figures(self, state: State) -> list[WagerFigures]:
        tipped = self.game.tip_from_player
        try:
            return figures(self.job, state, self.lineups, self.wanted, self.tables, tipped)
        except BadDefinition as wrong:
            raise first_offence(wrong, self.game) from wrong

    def wager_figures(self, wager: Wager, counts: Any) -> list[WagerFigures]:
        return wager_figures(wager, counts, tipped=self.game.tip_from_player)

    def watched(self, state: State) -> WagerFigures:
        """The figure a run shows and stops by: the first one asked for."""
        found = self.figures(state)
        named = [one for one in found if not self.wanted or one.id == self.wanted[0]]
        return named[0]

    def precise(self, state: State) -> bool:
        return self.until_se is not None and self.watched(state).stderr <= self.until_se

    def start(
        self,
        compute: Compute = inline,
        checkpoint: Path | None = None,
        resume: bool = False,
        told: Callable[[State], None] | None = None,
    ) -> Run:
        definition = self.definition_hash
        goal = Goal(self.rounds, self.precise if self.until_se else None)
        mark = Mark(definition, fingerprint(self.job, definition))
        return Run(self.job, goal, compute, checkpoint, mark, resume, told)

    def result(self, state: State, complete: bool = True, check: bool = False) -> SimResult:
        found = self.figures(state)
        return SimResult(
            game=self.game,
            definition_hash=self.definition_hash,
            play=self.said,
            rounds=state.rounds,
            seed=self.seed,
            wagers=tuple(found),
            digest=state.digest(),
            shoe=self.shoe_json(state),
            complete=complete,
            checks=tuple(self.checks(found)) if check else None,
        )

    def checks(self, found: Sequence[WagerFigures]) -> list[dict[str, Any]]:
        """Each figure against the exact one under the same play, in standard errors."""
        names = [*dict.fromkeys(one.id for one in found)]
        exact = exact_figures(self.playbook, names, self.beside)
        rows = []
        for one in found:
            known = exact.get((one.id, one.paytable))
            if known is not None and one.stderr > 0:
                z = float((one.ev - known.ev) / one.stderr)
                rows.append((one, float(known.ev), z))
        limit = -NormalDist().inv_cdf(ONE_IN / max(len(rows), 1))
        return [
            {
                "id": one.id,
                "paytable": one.paytable,
                "exact": ev,
                "z": z,
                "limit": limit,
                "agrees": abs(z) < limit,
            }
            for one, ev, z in rows
        ]

    def shoe_json(self, state: State) -> dict[str, Any]:
        """How the cards were dealt; with a cut card, what that did by depth and to a counter."""
        if self.job.fast:
            return {"seats": 1, "shoe": FRESH}
        extras = state.tallies[0].extras
        found: dict[str, Any] = {"seats": self.seats, "called_off": int(extras[CALLED_OFF])}
        if self.penetration is None:
            return found | {"shoe": FRESH}
        found |= {"shoe": "dealt to the cut card", "penetration": float(self.penetration)}
        found |= {"shoes": int(extras[SHOES_DEALT]), "depths": self.depths(state)}
        return found | ({"count": self.counted(state)} if self.count else {})

    def depths(self, state: State) -> list[dict[str, Any]]:
        rows = []
        for lineup, tally in zip(self.lineups, state.tallies, strict=True):
            for depth, (rounds, tenths) in enumerate(tally.depths.tolist()):
                place = {"from": depth / DEPTHS, "to": (depth + 1) / DEPTHS}
                if rounds and lineup.entry:
                    ev = tenths / 10 / rounds - float(lineup.payment)
                    rows.append({"id": lineup.entry, **place, "rounds": rounds, "ev": ev})
                for at, wager in enumerate(lineup.wagers):
                    if tally.deep[at, depth].any():
                        rows += [
                            {"id": one.id, "paytable": one.paytable, **place,
                             "rounds": one.rounds, "ev": one.ev, "stderr": one.stderr}
                            for one in self.wager_figures(wager, tally.deep[at, depth])
                            if one.rounds
                        ]  # fmt: skip
        return rows

    def counted(self, state: State) -> dict[str, Any]:
        """What betting only at the trigger or above came to, per 100 rounds dealt and per shoe."""
        assert self.count is not None
        rows = []
        for lineup, tally in zip(self.lineups, state.tallies, strict=True):
            own = [main_figures(lineup, tally.over[0])] if lineup.entry else []
            for at, wager in enumerate(lineup.wagers):
                if wager.kind != RIDING:
                    own += self.wager_figures(wager, tally.over[1 + at, :OUTCOMES])
            rounds, shoes = int(tally.extras[ROUNDS]), int(tally.extras[SHOES_DEALT])
            for one in own:
                if one.rounds and (not self.wanted or one.id in self.wanted):
                    won = one.ev * one.rounds
                    rows.append(
                        {
                            "id": one.id,
                            "paytable": one.paytable,
                            "bets": one.rounds,
                            "ev": one.ev,
                            "stderr": one.stderr,
                            "per_100_rounds": won / rounds / self.seats * 100,
                            "per_shoe": won / shoes / self.seats,
                        }
                    )
        extras = state.tallies[0].extras
        return {
            "tags": self.count.text,
            "trigger": float(self.count.trigger),
            "share_of_rounds": int(extras[OVER]) / max(int(extras[ROUNDS]), 1),
            "wagers": rows,
        }


def exact_figures(
    book: Playbook, names: Sequence[str], beside: str = ""
) -> dict[tuple[str, str], WagerOdds]:
    """The exact figures there are under a way of playing, by wager and pay table; with a payment
    named, those of seats that make it in every round."""
    ask = Ask(wagers=tuple(names), play="main", convention=book.convention, shoe=book.shoe)
    pricer = Pricer(book.game, ask, book)
    found: dict[tuple[str, str], WagerOdds] = {}
    for wager in book.game.wagers:
        try:
            priced = pricer.price(wager)
        except BadDefinition:
            continue  # needs a simulation
        found |= {
            (one.id, one.paytable): one
            for one in priced
            if one.beside == beside or not one.play or one.id in extra_ids(book.game)
        }
    return found


def check_seed(seed: int, name: str = "seed") -> int:
    if not 0 <= seed < 1 << 64:
        raise Unreadable(f"{name} {seed}: a whole number from 0, below 2^64")
    return seed


def read_penetration(share: float, name: str = "penetration") -> Fraction:
    """The share of a shoe that is dealt, exactly as written."""
    if not 0.05 <= share <= 0.95:
        raise Unreadable(f"{name} {share}: a share from 0.05 to 0.95, such as 0.75")
    return Fraction(str(share))


def simulate_game(
    game: Game | str,
    rounds: int | str = 1_000_000,
    seed: int = 1,
    *,
    play: str | Playbook = BEST,
    wagers: Sequence[str] = (),
    jobs: int = 1,
    check: bool = False,
    **more: Any,
) -> SimResult:
    """A game simulated in one call; `more` are fields of `Simulation`."""
    from holecard.games.from_file import named_game
    from holecard.simulator.processes import compute_with
    from holecard.simulator.run import read_rounds

    made = Simulation(
        game=named_game(game) if isinstance(game, str) else game,
        rounds=read_rounds(str(rounds)),
        seed=seed,
        play=play,
        wanted=tuple(wagers),
        **more,
    )
    return made.result(made.start(compute_with(jobs)).finish(), check=check)
