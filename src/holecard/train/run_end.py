"""The end of a run in a terminal: what it came to and every miss, all at once."""

from __future__ import annotations

from collections.abc import Iterator

from holecard.errors import HolecardError
from holecard.games.from_file import replay_command
from holecard.money import MINUS
from holecard.text.words import sentence
from holecard.train.dealt.step_words import spot_name
from holecard.train.drills import DRILLS, grade
from holecard.train.edge import HABITS, NOT_IN_IT, Answered, edge_played
from holecard.train.item import PLAY, Json
from holecard.train.result import RIGHT_LINE, ROUNDS_AN_HOUR, ROUNDS_CITE, SECONDS, result_of
from holecard.train.session import EXAM, STORM, Session, item_for
from holecard.wagers.game import Game


def end_lines(session: Session, game: Game) -> list[str]:
    """Accuracy and time apart, each beside its line; then what was missed, with its reason."""
    if not session.given:
        return ["Nothing answered."]
    found = result_of(session, game)
    verdict = {EXAM: "passed" if found["passed"] else "not yet",
               STORM: counted(found["score"], "point")}  # fmt: skip
    lines = [verdict[session.mode], ""] if session.mode in verdict else []
    lines += [tally_line(DRILLS[one["name"]].name, one) for one in found["drills"]]
    lines += [tally_line(f"  {SECONDS[one['name']].says}", one) for one in found["lines"]]
    lines += [f"  {spot_name(game, one['name'])}: {rights(one)}, {seconds(one)}"
              for one in found["wagers"]]  # fmt: skip
    lines += hours(found["rounds_an_hour"])
    if PLAY in session.drills:
        lines += edge_lines(session, game)
    lines += miss_lines(session, game, found["misses"])
    return [*lines, "", f"seed {session.seed} · {game.line}"]


def tally_line(name: str, one: Json) -> str:
    timed = f", line {one['line_seconds']:g} s" if one["line_seconds"] else ""
    right = f"{rights(one)}, line {RIGHT_LINE.value:.0%}"
    return f"{name}: {right}; {seconds(one)}{timed}: {'passes' if one['passes'] else 'not yet'}"


def rights(one: Json) -> str:
    return f"{one['right']} of {one['of']} right"


def seconds(one: Json) -> str:
    return f"{one['seconds']:.1f} s each"


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def hours(found: Json) -> Iterator[str]:
    """Tables settled an hour, which leave out the deal, beside whole rounds as published."""
    each = [
        f"{many:.0f} of {counted(int(seats), 'seat')} (rounds: {ROUNDS_AN_HOUR[int(seats) - 1]})"
        for seats, many in found.items()
    ]
    if each:
        yield f"Tables settled an hour, without the deal: {', '.join(each)}. {ROUNDS_CITE}."


def edge_lines(session: Session, game: Game) -> Iterator[str]:
    """The edge of the chart these answers imply, with the payment and without it."""
    given = [(one, item_for(session, game, one.asked)) for one in session.given]
    answers = [
        Answered(
            item.answer["cell"], item.answer["two"], one.answer["action"], item.question["paid"]
        )
        for one, item in given
        if not item.question["wager"]
    ]
    for paid in sorted({one.paid for one in answers}):
        beside = " with the payment made" if paid else ""
        try:
            edge = edge_played(game, answers, paid)
        except HolecardError as wrong:
            yield f"The edge you play at{beside} is not known: {wrong}"
            continue
        played, best, chart = map(percent, (edge.played, edge.best, edge.chart))
        yield f"You play it at {played}{beside}; best play {best}, the chart by totals {chart}."
        yield f"  {edge.met} of {edge.cells} cells met: {NOT_IN_IT}."
        yield from (f"  {sentence(one.says)}: {one.cost:.3%}" for one in edge.habits[:HABITS])


def percent(share: float) -> str:
    return f"{share:.2%}".replace("-", MINUS)


def miss_lines(session: Session, game: Game, misses: list[int]) -> Iterator[str]:
    for at in misses:
        given = session.given[at]
        item = item_for(session, game, given.asked)
        yield from ("", f"Missed, question {at + 1}: {item.question['says']}")
        for part in grade(item, given.answer).parts:
            if not part.right:
                yield f"  {part.says}"
                yield from [f"  {part.why}"] * bool(part.why)
        yield from [f"  {replay_command(game.id, item.line)}"] * bool(item.line)
