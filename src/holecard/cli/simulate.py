"""`holecard simulate`: play millions of rounds and count."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holecard.cli.rules import (
    Decks,
    GameName,
    PayTables,
    Settings,
    Soft17,
    check_left,
    named_tables,
    ruled_game,
)
from holecard.errors import HolecardError, NotAllowed, Unreadable

if TYPE_CHECKING:
    from holecard.experiment.simulation import Simulation
    from holecard.simulator.processes import Compute

FAILED, INTERRUPTED = 1, 130
ANY_JOBS, TRIGGER = -1, "1"
MANY = 50_000_000  # rounds worth starting processes for


def simulate(
    game: GameName,
    rounds: Annotated[str, typer.Option(help="How many rounds: 1e9, 2_000_000.")] = "1e7",
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.")] = 1,
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    wagers: Annotated[
        list[str] | None, typer.Option("--wager", metavar="ID", help="Only this; repeatable.")
    ] = None,
    paytables: PayTables = None,
    play: Annotated[
        str,
        typer.Option(
            "--play",
            help="best, total, mimic, never-bust, a chart FILE.json, or wager: for the one named.",
        ),
    ] = "best",
    beside: Annotated[
        str, typer.Option("--with", metavar="PAYMENT", help="Made in every round: burnout.")
    ] = "",
    splits: Annotated[str, typer.Option("--splits", help="cdz-, cdp1 or cdp.")] = "cdp1",
    jobs: Annotated[
        int, typer.Option(help="Processes on this machine; 0 for as many as it has.")
    ] = ANY_JOBS,
    cluster: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A Dask scheduler (tcp://host:port) or local:4.")
    ] = "",
    until_se: Annotated[
        float | None, typer.Option("--until-se", help="Stop at this standard error.")
    ] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="Keep what is counted here.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Compare with the exact odds; fail if they differ.")
    ] = False,
    seats: Annotated[int, typer.Option(min=1, max=7, help="Seats, all playing alike.")] = 1,
    penetration: Annotated[
        float | None, typer.Option(help="Deal each shoe to this share; fresh shoes if left out.")
    ] = None,
    count: Annotated[
        str, typer.Option(metavar="TAGS", help="Count cards: hi-lo, or 'A:-1 2:1 .. T:-1'.")
    ] = "",
    trigger: Annotated[str, typer.Option(help="The true count at which a counter bets.")] = TRIGGER,
    dump: Annotated[
        str, typer.Option(metavar="FILE", help="Write every round as a line of JSON; - for stdout.")
    ] = "",
    choices: Annotated[
        str, typer.Option(metavar="play|random", help="With --dump: random legal choices.")
    ] = "play",
    stakes: Annotated[
        str, typer.Option(metavar="fixed|random", help="With --dump: random legal wagers.")
    ] = "fixed",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Play a game's wagers for millions of rounds and count what becomes of them."""
    from holecard.experiment.simulation import Simulation, check_seed, read_penetration
    from holecard.odds.playbook import named_book
    from holecard.simulator.card_count import read_count
    from holecard.simulator.run import read_rounds

    cut = None if penetration is None else read_penetration(penetration, "--penetration")
    if until_se is not None and not until_se > 0:
        raise Unreadable(f"--until-se {until_se}: a standard error above 0, such as 1e-5")
    if count and penetration is None:
        raise NotAllowed("--count needs --penetration: a fresh shoe has nothing to count")
    if resume and checkpoint is None:
        raise NotAllowed("--resume needs --checkpoint FILE")
    if trigger != TRIGGER and not count:
        raise NotAllowed("--trigger needs --count: it is a true count")
    if cluster and jobs != ANY_JOBS:
        raise NotAllowed("--jobs and --cluster: the cluster's workers compute, or this machine's")
    dumping = bool(dump) or choices != "play" or stakes != "fixed"
    if dumping:
        given: dict[str, Any] = {"--json": as_json, "--check": check, "--checkpoint": checkpoint,
                 "--until-se": until_se, "--count": count, "--jobs": jobs != ANY_JOBS,
                 "--cluster": cluster, "--with": beside}  # fmt: skip
        if play != "wager":  # which is named by these
            given |= {"--wager": wagers, "--paytable": paytables}
        check_left("rounds are written one by one, every wager of each", given)
    if choices == "random" and (play != "best" or splits != "cdp1"):
        given = {"--play": play != "best", "--splits": splits != "cdp1"}
        check_left("--choices random plays no chart", given)
    ruled = ruled_game(game, decks, h17, settings)
    tables = named_tables(ruled, paytables)
    asked = Simulation(
        game=ruled,
        rounds=read_rounds(rounds),
        seed=check_seed(seed, "--seed"),
        play=named_book(ruled, play, splits, tuple(wagers or ()), tables),
        wanted=tuple(wagers or ()),
        tables=tables,
        beside=beside,
        players=seats,
        penetration=cut,
        count=read_count(count, trigger) if count else None,
        until_se=until_se,
    )
    if dumping:
        write_rounds(asked, dump or "-", choices, stakes)
        return
    with computing(jobs, cluster, asked.rounds) as compute:
        run(asked, compute, checkpoint, resume, check, as_json)


@contextmanager
def computing(jobs: int, cluster: str, rounds: int) -> Iterator[Compute]:
    """Who computes: a cluster, some processes, or this one."""
    import os

    from holecard.simulator.processes import compute_with

    if cluster:
        from holecard.simulator.cluster import Cluster, open_client

        with open_client(cluster) as client:
            yield Cluster(client)
        return
    if jobs < -1 or jobs > 1024:
        raise Unreadable(f"--jobs {jobs}: a number of processes from 1, or 0 for all there are")
    if jobs <= 0:
        jobs = 1 if jobs < 0 and rounds < MANY else os.cpu_count() or 1
    yield compute_with(jobs)


def run(
    asked: Simulation,
    compute: Compute,
    checkpoint: Path | None,
    resume: bool,
    check: bool,
    as_json: bool,
) -> None:
    """Run to the end or to Ctrl-C, and show what was counted."""
    from holecard.cli.progress import watching

    going = asked.start(compute, checkpoint, resume)
    complete = True
    broken: HolecardError | None = None
    try:
        with watching(asked, going):
            going.finish()
    except KeyboardInterrupt:
        complete = False
    except HolecardError as wrong:
        complete, broken = False, wrong
    if going.state.blocks:
        show(asked, going.state, complete, check and complete, as_json)
    if going.unsaved:
        typer.echo(f"holecard: {going.unsaved}", err=True)
    if broken is not None:
        raise broken
    if not complete:
        typer.echo(how_to_resume(going.state.rounds, checkpoint), err=True)
        raise typer.Exit(INTERRUPTED)
    if going.unsaved or (check and not agrees(asked, going.state)):
        raise typer.Exit(FAILED)


def how_to_resume(rounds: int, checkpoint: Path | None) -> str:
    if checkpoint is None:
        return f"broken off after {rounds:,} rounds; --checkpoint FILE would have kept them"
    return f"broken off after {rounds:,} rounds; go on with --checkpoint {checkpoint} --resume"


def agrees(asked: Simulation, state: Any) -> bool:
    """A check that has nothing to compare has not been passed."""
    checks = asked.checks(asked.figures(state))
    return bool(checks) and all(row["agrees"] for row in checks)


def show(asked: Simulation, state: Any, complete: bool, check: bool, as_json: bool) -> None:
    found = asked.result(state, complete, check)
    if as_json:
        typer.echo(json.dumps(found.as_json(), indent=2))
        return
    typer.echo(str(found))
    if found.checks is not None:
        wrong = [f"{row['id']} {row['paytable']}" for row in found.checks if not row["agrees"]]
        limit = found.checks[0]["limit"] if found.checks else 4.0
        words = f"differs: {', '.join(wrong)}" if wrong else "agrees"
        words = words if found.checks else "nothing could be checked"
        typer.echo(
            f"\n{len(found.checks)} figures against the exact ones, |z| < {limit:.2f}: {words}"
        )
        if not asked.job.fast:
            typer.echo("the exact figures are for a fresh shoe every round")
    if "count" in found.shoe:
        counted = found.shoe["count"]
        typer.echo(f"\nbetting at a true count of {counted['trigger']:g} or more, ", nl=False)
        typer.echo(f"{counted['share_of_rounds']:.2%} of rounds:")
        for row in counted["wagers"]:
            typer.echo(
                f"  {row['id']:<18} {row['paytable']:<9} ev {row['ev']:+.4%} ± {row['stderr']:.4%}"
                f"  per 100 rounds {row['per_100_rounds']:+.4f}  per shoe {row['per_shoe']:+.4f}"
            )


def write_rounds(asked: Simulation, where: str, choices: str, stakes: str) -> None:
    """Every round as a line of JSON, enough for a stranger to settle it again."""
    import random

    from holecard.simulator.audit_rounds import Dealer

    if choices not in ("play", "random") or stakes not in ("fixed", "random"):
        raise Unreadable("--choices is play or random, --stakes is fixed or random")
    dealer = Dealer(
        game=asked.game,
        draw=random.Random(asked.seed),
        charts=None if choices == "random" else asked.charts,
        seats=asked.seats,
        cut=int((asked.penetration or 0) * asked.game.shoe_size),
        random_stakes=stakes == "random",
    )
    try:
        with (
            nullcontext(sys.stdout) if where == "-" else open(where, "w", encoding="utf-8") as file
        ):
            for one in dealer.rounds(asked.rounds):
                file.write(json.dumps(one) + "\n")
    except OSError as wrong:
        raise HolecardError(f"cannot write {where}: {wrong.strerror}") from wrong
