"""The lobby: every game with its pitch, to pick one from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from holecard.games import CATALOGUE, find_game, gallery_games
from holecard.money import money_text
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, FELT_MIST, MIST
from holecard.terminal.help import HelpScreen
from holecard.terminal.moves import SitDown
from holecard.terminal.words import pays_words
from holecard.wagers.game import Game


def pitch_text(game: Game) -> Text:
    text = Text().append(f"{game.name}\n", f"bold {BRASS}")
    text.append(f"{game.pitch}\n\n", CREAM)
    for fact in game.facts:
        text.append(f"· {fact}\n", FELT_MIST)
    text.append("\n")
    width = max(len(wager.name) for wager in game.placeable)
    for wager in game.placeable:
        text.append(f"○ {wager.name.ljust(width)}  ", BRIGHT)
        text.append(f"{pays_words(game, wager)}\n", CREAM)
    return text.append(f"\n{game.line}", FELT_MIST)


KEYS = 9  # games that a number sits down at


class LobbyScreen(Screen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "help"),
        Binding("q,escape", "app.quit", "quit"),
        *(Binding(str(number), f"sit({number - 1})") for number in range(1, KEYS + 1)),
    ]

    def __init__(self, purse: int) -> None:
        super().__init__()
        self.games = [*CATALOGUE.values(), *gallery_games().values()]
        self.purse = purse

    def compose(self) -> ComposeResult:
        yield Static(id="lobby-name")
        with Horizontal():
            names = [
                Option(f"{number if number <= KEYS else ' '}  {game.name}", id=game.id)
                for number, game in enumerate(self.games, 1)
            ]
            yield OptionList(*names, id="lobby-list")
            with VerticalScroll(id="lobby-felt", can_focus=False):
                yield Static(id="lobby-pitch")
        yield Static("↑ ↓ look · Enter or the number sits down · ? help · q quits", classes="foot")

    def on_mount(self) -> None:
        self.welcome(self.purse)
        self.query_one(OptionList).focus()

    def welcome(self, purse: int, open_hands: Sequence[str] = ()) -> None:
        """The line at the top: what the player has, and where a hand waits."""
        waits = f"; your hand waits at {', '.join(open_hands)}" if open_hands else ""
        self.query_one("#lobby-name", Static).update(
            Text.assemble(
                ("H O L E C A R D", f"bold {BRASS}"),
                (f"   pick a table; you have {money_text(purse)}{waits}", MIST),
            )
        )

    @property
    def picked(self) -> Game:
        return self.games[self.query_one(OptionList).highlighted or 0]

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        game = find_game(event.option_id or self.games[0].id)
        self.query_one("#lobby-pitch", Static).update(pitch_text(game))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.sit_down(find_game(event.option_id or self.games[0].id))

    def action_sit(self, place: int) -> None:
        if place < len(self.games):
            self.query_one(OptionList).highlighted = place
            self.sit_down(self.games[place])

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.picked))

    def sit_down(self, game: Game) -> None:
        self.app.post_message(SitDown(game))
