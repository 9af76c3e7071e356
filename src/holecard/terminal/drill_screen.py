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

from holecard.games.from_file import replay_command
from holecard.terminal.asking import Asking, Facts, Wagers, asking_for
from holecard.terminal.bar import hints, primary, refused
from holecard.terminal.block import joined, wrapped
from holecard.terminal.cards import with_suits
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, MIST, REFUSED
from holecard.terminal.drawn import Drawn
from holecard.terminal.drill_felt import felt_text
from holecard.terminal.style import CSS
from holecard.train.item import Grade, Item
from holecard.train.questions.worth_words import worth_lines
from holecard.train.run_end import end_lines
from holecard.train.session import EXAM, MISS_SECONDS, STORM, answer, question
from holecard.train.terminal_run import TerminalRun, misses_again
from holecard.wagers.game import Game

TICK = 0.5  # seconds
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
        self.told: list[str] | None = None  # at the end
        self.began = 0.0

    def compose(self) -> ComposeResult:
        yield Drawn("head")
        with VerticalScroll(id="felt", can_focus=False):
            yield Drawn("drill")
        yield Drawn("bar")

    def on_mount(self) -> None:
        self.ask()
        self.set_interval(TICK, self.tick)

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

    @property
    def spent(self) -> int:
        """Milliseconds that the question has taken; none while a miss is read."""
        asked = self.item is not None and self.missed is None
        return round((time.monotonic() - self.began) * 1000) if asked else 0

    def tick(self) -> None:
        """A storm's clock, and that of the pitch; where a storm's runs out the question is not
        asked any more."""
        session = self.run.session
        if self.item is not None and session.too_late(self.spent):
            self.item = self.asking = self.missed = None
            self.redraw()
        elif self.item is not None and (session.mode == STORM or self.pitch is not None):
            self.query_one("#head", Drawn).draw(self.head())

    @property
    def pitch(self) -> Facts | None:
        """What is said aloud now."""
        aloud = isinstance(self.asking, Facts) and self.asking.saying and self.missed is None
        return self.asking if aloud and isinstance(self.asking, Facts) else None

    def on_key(self, event: Key) -> None:
        key = event.character if event.character and event.character.isprintable() else event.key
        if self.missed is not None or self.asking is None:
            if self.item is None and event.key == "m":
                self.review()
            elif event.key in ("space", "enter"):
                self.action_leave() if self.item is None else self.ask()
            return
        silent = self.pitch is None
        self.asking.press(key)
        if silent and self.pitch is not None:
            self.began = time.monotonic()
        if self.asking.answer is not None:
            self.give(self.asking)
        else:
            self.redraw()

    def review(self) -> None:
        """A run of what was missed in this one, whose result stays the one that is saved."""
        again = misses_again(self.run)
        if again is not None:
            self.run, self.told = again, None
            self.ask()

    def give(self, asking: Asking) -> None:
        assert asking.answer is not None
        spent = self.spent
        if self.run.session.too_late(spent):
            self.tick()
            return
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
        felt = self.ended(width) if self.asking is None else felt_text(self.asking, width)
        self.query_one("#drill", Drawn).draw(felt)
        self.query_one("#bar", Drawn).draw(self.bar(width))

    def ended(self, width: int) -> Text:
        """Everything at once."""
        if self.told is None:
            self.told = end_lines(self.run.session, self.game)
        return joined([line for one in self.told for line in wrapped_line(one, width)])

    def head(self) -> Text:
        session = self.run.session
        asked = self.item is not None and self.missed is None
        at, of = len(session.given) + asked, session.items
        right = sum(one.right for one in session.given)
        found = Text.assemble((self.game.name, f"bold {BRASS}"), (f"  {session.mode} ", CREAM))
        if session.mode == STORM:
            left = max(0, round(session.seconds_left - self.spent / 1000))
            row = f"{session.combo} in a row, next worth {session.worth}"
            found.append(f"{left} s left · {session.score} points · {row} · ", MIST)
            found.append(f"a miss takes {MISS_SECONDS} s", MIST)
        else:
            found.append(f"{min(at, of)} of {of}", MIST)
        if self.pitch is not None:
            left = max(0, round(self.pitch.seconds - self.spent / 1000))
            found.append(f" · {left} s to say it in", f"bold {CREAM}")
        if session.given and session.mode != EXAM:
            found.append(f" · {right} of {len(session.given)} right", MIST)
        return found

    def bar(self, width: int) -> Text:
        if self.asking is None:
            done = primary("Space", "Done", "leave")
            missed = sum(not one.right for one in self.run.session.given)
            keys = [("m", "review the misses")] * bool(missed) + [("PgDn", "more")]
            return joined([*wrapped(hints(keys), width), done])
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
        words += [Text(one, BRIGHT) for one in worth_lines(item)]
        words += [Text(item.why, CREAM)] * graded.right
    if item.line:
        words.append(Text(replay_command(item.line.partition(" ")[0], item.line), MIST))
    lines = [line for one in words for line in one.wrap(CONSOLE, width)]
    return joined([*lines, primary("Space", "Go on", "next")])


def wrapped_line(line: str, width: int) -> list[Text]:
    """What a run came to, its first word in bold where it is a verdict."""
    style = f"bold {BRASS}" if line in ("passed", "not yet") else CREAM
    return list(Text(line, style).wrap(CONSOLE, width)) or [Text()]


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
