"""A drill as a screen: the question on the felt, keys for the answer, and paper after a miss."""

from __future__ import annotations

import time
from typing import ClassVar

from rich.console import Console
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.screen import Screen

from holecard.money import money_text
from holecard.terminal.asking import Asking, Wagers, asking_for
from holecard.terminal.bar import hints, primary, refused
from holecard.terminal.block import joined, wrapped
from holecard.terminal.cards import with_suits
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, MIST, REFUSED
from holecard.terminal.drawn import Drawn
from holecard.terminal.drill_felt import felt_text
from holecard.terminal.style import CSS
from holecard.train.drills import DRILLS
from holecard.train.item import Grade, Item
from holecard.train.result import SECONDS, result_of
from holecard.train.session import EXAM, STORM, answer, question
from holecard.train.terminal_run import TerminalRun
from holecard.wagers.game import Game

CONSOLE = Console()  # only to break lines


class DrillScreen(Screen[None]):
    """Question after question; every answer is kept before the next is asked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave"),
        Binding("pageup", "scroll_felt(-1)"),
        Binding("pagedown", "scroll_felt(1)"),
    ]

    def __init__(self, run: TerminalRun, game: Game) -> None:
        super().__init__()
        self.run = run
        self.game = game
        self.item: Item | None = None
        self.asking: Asking | None = None
        self.missed: Grade | None = None
        self.began = 0.0

    def compose(self) -> ComposeResult:
        yield Drawn("head")
        with VerticalScroll(id="felt", can_focus=False):
            yield Drawn("drill")
        yield Drawn("bar")

    def on_mount(self) -> None:
        self.ask()

    def on_resize(self) -> None:
        self.call_after_refresh(self.redraw)

    def ask(self) -> None:
        """The next question, or what it all came to."""
        self.missed = None
        self.item = question(self.run.session, self.game)
        guided = self.run.session.mode != EXAM
        self.asking = None if self.item is None else asking_for(self.item, guided)
        self.began = time.monotonic()
        self.redraw()

    def on_key(self, event: Key) -> None:
        key = event.character if event.character and event.character.isprintable() else event.key
        if self.missed is not None or self.asking is None:
            if event.key in ("space", "enter"):
                self.action_leave() if self.item is None else self.ask()
            return
        self.asking.press(key)
        if self.asking.answer is not None:
            self.give(self.asking)
        else:
            self.redraw()

    def give(self, asking: Asking) -> None:
        assert asking.answer is not None
        spent = round((time.monotonic() - self.began) * 1000)
        session, graded = answer(self.run.session, self.game, asking.answer, spent)
        self.run.answered(session)
        if session.mode == EXAM or (graded.right and asking.item.drill != "play"):
            self.ask()
        else:
            self.missed = graded
            self.redraw()

    def action_leave(self) -> None:
        self.app.exit()

    def action_scroll_felt(self, way: int) -> None:
        self.query_one("#felt", VerticalScroll).scroll_relative(y=way * 8, animate=False)

    def redraw(self) -> None:
        width = max(20, self.size.width - 4)
        self.query_one("#head", Drawn).draw(self.head())
        felt = ending(self.run, self.game) if self.asking is None else felt_text(self.asking, width)
        self.query_one("#drill", Drawn).draw(felt)
        self.query_one("#bar", Drawn).draw(self.bar(width))

    def head(self) -> Text:
        session = self.run.session
        asked = self.item is not None and self.missed is None
        at, of = len(session.given) + asked, session.items
        right = sum(one.right for one in session.given)
        found = Text.assemble((self.game.name, f"bold {BRASS}"), (f"  {session.mode} ", CREAM))
        if session.mode == STORM:
            left = max(0, round(session.seconds_left))
            found.append(f"{left} s left · {session.score} points · {session.combo} in a row", MIST)
        else:
            found.append(f"{min(at, of)} of {of}", MIST)
        if session.given and session.mode != EXAM:
            found.append(f" · {right} of {len(session.given)} right", MIST)
        return found

    def bar(self, width: int) -> Text:
        if self.asking is None:
            return primary("Space", "Done", "leave")
        if self.missed is not None:
            return paper(self.missed, self.asking.item, width)
        says = refused(self.asking.refusal) if self.asking.refusal else Text(
            self.asking.says, f"bold {CREAM}"
        )  # fmt: skip
        lines = [*wrapped([Text(one, says.style) for one in says.plain.split()], width, " ")]
        lines += [choice_line(one.key, one.words, one.on) for one in self.asking.choices]
        keys = [("Enter", "answer"), ("⌫", "back"), ("Esc", "end")]
        if isinstance(self.asking, Wagers) and not self.asking.guided:
            keys.insert(0, ("↑↓", "which wager"))
        return joined([*lines, *wrapped(hints(keys), width)])


def choice_line(key: str, words: str, on: bool) -> Text:
    style = f"bold {BRIGHT}" if on else CREAM
    return Text.assemble((f" {key} ", f"bold {BRASS}"), (f"{'●' if on else ' '} {words}", style))


def paper(graded: Grade, item: Item, width: int) -> Text:
    """What was wrong, the sentence of the rules, and the line that deals it again."""
    words = []
    for part in graded.parts:
        if not part.right:
            words += [with_suits(part.says, f"bold {REFUSED}"), with_suits(part.why, CREAM)]
    if item.drill == "play":
        words += [Text(f"{name}: {money_text(round(cents))}", BRIGHT)
                  for name, cents in item.answer["values"].items()]  # fmt: skip
        words += [Text(item.why, CREAM)] * graded.right
    if item.line:
        words.append(Text(f'holecard replay "{item.line}"', MIST))
    lines = [line for one in words for line in one.wrap(CONSOLE, width)]
    return joined([*lines, primary("Space", "Go on", "next")])


def ending(run: TerminalRun, game: Game) -> Text:
    """Everything at once."""
    if not run.session.given:
        return Text("Nothing answered.")
    found = result_of(run.session, game)
    lines = [Text("passed" if found["passed"] else "not yet", f"bold {BRASS}"), Text()]
    lines += [tally_line(DRILLS[one["name"]].name, one) for one in found["drills"]]
    lines += [tally_line(f"  {SECONDS[one['name']].says}", one) for one in found["lines"]]
    lines += [Text(), Text(f"seed {run.session.seed} · {game.line}", MIST)]
    return joined(lines)


def tally_line(name: str, one: dict[str, object]) -> Text:
    line = f", line {one['line_seconds']} s" if one["line_seconds"] else ""
    words = f"{name}: {one['right']} of {one['of']} right, {one['seconds']:.1f} s each{line}"
    return Text.assemble((words, CREAM), (f"  {'passes' if one['passes'] else 'not yet'}", BRIGHT))


class DrillApp(App[None]):
    CSS = CSS
    TITLE = "Holecard"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, run: TerminalRun, game: Game) -> None:
        super().__init__()
        self.run_kept = run
        self.game = game

    def on_mount(self) -> None:
        self.push_screen(DrillScreen(self.run_kept, self.game))
