"""The help screen: the pitch, the keys, the wagers with their pay tables, the rules in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.box import SIMPLE_HEAD
from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from holecard.dealing.actions import ACTION_NAMES, KEYS
from holecard.dealing.rules import plain
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, FAINT, MIST
from holecard.terminal.words import limits_words, line_words, pays_words
from holecard.text.own_rules import own_rules
from holecard.text.words import name_words, outcome_words
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, Wager

BET_KEYS = (
    ("1 to 6", "pick a chip"),
    ("← → ↑ ↓ Tab", "pick a spot"),
    ("Enter", "put the chip on the spot"),
    ("Backspace", "take back what lies on the spot"),
    ("x", "take back everything at the seat"),
    ("t", "the wager's next pay table"),
    ("a", "same again: repeat the last bets"),
    ("+  -", "play one more seat, or one less"),
    ("[  ]", "go to another seat"),
    ("Space", "deal; new bets after a round; skip the dealing"),
)
OTHER_KEYS = (
    ("?", "this help"),
    ("y", "the last rounds"),
    ("PgUp PgDn", "move the felt"),
    ("w", "what now? the best choice, and what the others cost"),
    ("q", "leave for the lobby; a hand that is being played waits for you"),
    ("Ctrl+q", "quit"),
)


def heading(words: str) -> Text:
    return Text(f"\n{words.upper()}", f"bold {BRASS}")


def key_grid() -> Grid:
    grid = Grid.grid(padding=(0, 3))
    actions = [(key, name_words(ACTION_NAMES[action])) for key, action in KEYS.items()]
    for key, words in (*BET_KEYS, *actions, *OTHER_KEYS):
        grid.add_row(Text(key, f"bold {BRIGHT}"), Text(words, CREAM))
    return grid


def wager_words(game: Game, wager: Wager) -> Text:
    notes = {
        MAIN: "",
        FEE: "Paid with your wager and never returned. ",
        OFFER: "Offered in mid-round. ",
        RIDING: "Stays on the felt from round to round until won or lost. ",
    }.get(wager.kind, "")
    if wager.kind in (MAIN, FEE):
        notes += f"{'Pays' if wager.kind == MAIN else 'Costs'} {pays_words(game, wager)}. "
    if wager.kind not in (FEE, OFFER):
        notes += f"Takes {limits_words(wager)}."
    says = Text.assemble((f"\n{wager.name}", f"bold {CREAM}"), (f": {wager.says}. ", CREAM))
    return says.append(notes, MIST)


def pay_grid(wager: Wager) -> Grid:
    """Outcomes down, pay tables across."""
    several = len(wager.paytables) > 1
    grid = Grid(box=SIMPLE_HEAD if several else None, border_style=FAINT, header_style=MIST)
    grid.show_header = several or wager.paytables[0].ours
    grid.add_column("pays" if not several else "table", style=CREAM, no_wrap=True)
    for table in wager.paytables:
        name = table.name if several else "our own odds" if table.ours else ""
        grid.add_column(name, justify="right", style=BRASS)
    for outcome in wager.paytables[0].odds:
        odds = [line_words(wager, table, outcome) for table in wager.paytables]
        if several:
            odds = [words.removesuffix(" to 1").replace("loses", "-1") for words in odds]
        grid.add_row(outcome_words(wager, outcome), *odds)
    return grid


def rules_grid(game: Game) -> Grid:
    grid = Grid.grid(padding=(0, 3))
    for key, option in game.options.items():
        grid.add_row(Text(option.says, CREAM), Text(plain(game.rules[key]), BRASS))
    return grid


def help_parts(game: Game) -> Iterator[Text | Grid]:
    yield Text(game.name, f"bold {BRIGHT}")
    yield Text(game.pitch, CREAM)
    for fact in game.facts:
        yield Text(f"· {fact}", MIST)
    for rule in own_rules(game):
        yield Text.assemble((f"\n{rule.question}: ", f"bold {CREAM}"), (rule.says, CREAM))
    yield heading("Keys")
    yield key_grid()
    yield heading("Wagers")
    for wager in game.wagers:
        yield wager_words(game, wager)
        if wager.paytables:
            yield pay_grid(wager)
    yield heading("Rules of this table")
    yield Text(game.line, f"bold {CREAM}")
    yield rules_grid(game)


class HelpScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,space,enter", "dismiss", "back")
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page"):
            yield Static(Group(*help_parts(self.game)))
        yield Static("↑ ↓ PgUp PgDn move · Esc back to the table", classes="foot")
