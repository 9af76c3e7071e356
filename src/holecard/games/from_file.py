"""A game or some wagers of your own, read from a Python file.

The file has `WAGERS` (side bets beside classic blackjack) or `GAME` (a whole game).
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from traceback import extract_tb
from typing import TYPE_CHECKING

from holecard.dealing.rules import Rules
from holecard.errors import BadDefinition, HolecardError, Unreadable
from holecard.fields import RAISED
from holecard.games import BROUGHT, CATALOGUE, CLASSIC, find_game, gallery_games
from holecard.wagers.game import Game
from holecard.wagers.proofread import check_tables, check_wagers
from holecard.wagers.wager import FEE, MAIN, OFFER, Wager

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from types import ModuleType

HELPERS: set[str] = set()  # modules that lie beside the file that was read last
FILES: dict[str, str] = {}  # the file each game was read from, as it was named


def named_game(name: str) -> Game:
    """A game of the catalogue or the gallery by name, or of a file by path."""
    return load_game(name) if name.endswith(".py") else find_game(name)


def load_game(file: str | Path) -> Game:
    """The game a Python file defines as `GAME`, or classic blackjack with the bets it defines as
    `WAGERS`.

    >>> import holecard as hc
    >>> hc.load_game("my_bets")
    Traceback (most recent call last):
        ...
    holecard.errors.Unreadable: no file my_bets: a Python file with WAGERS or GAME
    """
    from pathlib import Path  # late: the games of the catalogue need none

    path = Path(file)
    module = load_module(path)
    game = getattr(module, "GAME", None)
    wagers = getattr(module, "WAGERS", None)
    if game is not None and wagers is not None:
        raise BadDefinition(f"{path} has GAME and WAGERS: put the wagers into the game's own")
    if isinstance(game, Game):
        return from_here(path, game)
    if isinstance(wagers, Wager):
        wagers = (wagers,)
    if not isinstance(wagers, tuple) or not wagers:
        raise BadDefinition(
            f"{path} defines no game: it needs WAGERS = (Wager(...), ...) or GAME = Game(...)"
        )
    for wager in wagers:
        if not isinstance(wager, Wager):
            raise BadDefinition(f"{path}: WAGERS holds {wager!r}, which is not a Wager")
        if wager.kind in (MAIN, FEE, OFFER):
            raise BadDefinition(
                f"{path}: {wager.id} is kind={wager.kind!r}: WAGERS are bets beside classic "
                "blackjack; what changes the game is a GAME"
            )
    try:
        game = beside_classic(path.stem, wagers)
    except BadDefinition as wrong:
        raise BadDefinition(f"{path}: its name is the game's: {wrong}; rename the file") from wrong
    return from_here(path, game)


def from_here(path: Path, game: Game) -> Game:
    """With its wagers made and its rules tabulated: what is wrong with them is said as the file is
    read."""
    try:
        check_wagers(game, game.wagers)
        check_tables(game)
    except BadDefinition as wrong:
        raise BadDefinition(f"{path}: {wrong}") from wrong
    FILES[game.id] = str(path)
    return game


def replay_command(id: str, line: str = "LINE") -> str:
    """What deals a line of this game again; one of a file is known there only by its file."""
    from shlex import quote

    file = f"--game {quote(FILES[id])} " if id in FILES else ""
    return f'holecard replay {file}"{line}"'


def bring_game(file: str | Path) -> Game:
    """Have a file's game known in this process as those of the catalogue are: at tables, in round
    lines, on pages. Only who starts a process can. One of the gallery, by its id, is known."""
    game = named_game(str(file))
    if gallery_games().get(game.id) is game:
        return game
    for room, games in (("catalogue", CATALOGUE), ("gallery", gallery_games())):
        if game.id in games:
            raise BadDefinition(f"{file}: {game.id} is a game of the {room}: give yours another id")
    known = BROUGHT.get(game.id)
    if known is not None and known.definition_hash != game.definition_hash:
        raise BadDefinition(f"{file}: there is another game called {game.id}: give it another id")
    BROUGHT[game.id] = game
    return game


def brought_files() -> list[tuple[str, str]]:
    """The files of the games that were brought, from the root, and what they defined."""
    from pathlib import Path

    names = {id: str(Path(FILES[id]).resolve()) for id in BROUGHT}
    return [(names[id], one.definition_hash) for id, one in BROUGHT.items()]


def bring_again(files: Iterable[tuple[str, str]]) -> None:
    """In another process, the same games: a file that has changed since is refused."""
    for file, definition in files:
        game = bring_game(file)
        if game.definition_hash != definition:
            raise BadDefinition(f"{file} has changed since the tables were opened")


def beside_classic(name: str, wagers: tuple[Wager, ...]) -> Game:
    """Classic blackjack with more wagers on the felt.

    >>> import holecard as hc
    >>> pair = hc.Wager(id="pair", name="Any Pair", outcomes=("lose", "pair"),
    ...                 classify=lambda first_rank, second_rank: int(first_rank == second_rank),
    ...                 paytables=(hc.PayTable("ours", {"pair": 11}),))
    >>> hc.beside_classic("mine", (pair,)).wager("pair").looks
    ('first_rank', 'second_rank')
    """

    def with_classic(rules: Rules) -> tuple[Wager, ...]:
        main, *offers = CLASSIC.make_wagers(rules)
        return (main, *wagers, *offers)

    names = ", ".join(wager.name for wager in wagers)
    return replace(
        CLASSIC,
        id=name.replace("_", "-").lower(),
        name=name.replace("_", " ").capitalize(),
        pitch=f"Classic blackjack with {names}.",
        make_wagers=with_classic,
    )


def load_module(path: Path) -> ModuleType:
    import importlib.util

    if not path.is_file():
        raise Unreadable(f"no file {path}: a Python file with WAGERS or GAME")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None:
        raise Unreadable(f"cannot read {path} as Python")
    module = importlib.util.module_from_spec(spec)
    beside = str(path.resolve().parent)  # so that a module beside the file imports
    forget_helpers()
    before = set(sys.modules)
    # Found by its own name while it runs, as a dataclass of it asks for.
    sys.modules.setdefault(module.__name__, module)
    sys.path.insert(0, beside)
    kept, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        # Not by the loader: of two versions written within a second it may run the older one; so
        # it may of a module beside the file, if it kept the older one's code.
        exec(compile(path.read_bytes(), str(path), "exec", dont_inherit=True), vars(module))
    except HolecardError as wrong:
        raise BadDefinition(f"{path}: {wrong}") from wrong
    except SyntaxError as wrong:
        raise BadDefinition(f"{path} is no Python: {wrong}") from wrong
    except RAISED as wrong:
        said = f"{type(wrong).__name__}: {wrong}".removesuffix(": ")
        raise BadDefinition(f"{path} cannot be run: {said}{line_in(path, wrong)}") from wrong
    finally:
        sys.dont_write_bytecode = kept
        sys.path.remove(beside)
        if sys.modules.get(module.__name__) is module:
            del sys.modules[module.__name__]
        HELPERS.update(one for one in set(sys.modules) - before if is_beside(beside, one))
    return module


def line_in(path: Path, wrong: BaseException) -> str:
    """Where in the file it stopped."""
    lines = [at.lineno for at in extract_tb(wrong.__traceback__) if at.filename == str(path)]
    return f" (line {lines[-1]})" if lines else ""


def forget_helpers() -> None:
    """A module beside a file is that file's: another folder may have one of the same name, and the
    same one may have changed since."""
    for name in HELPERS:
        sys.modules.pop(name, None)
    HELPERS.clear()


def is_beside(folder: str, name: str) -> bool:
    """Whether a module, or the package it is in, lies in a folder: not what lies deeper and is
    found another way, such as libraries installed below it."""
    top = name.partition(".")[0]
    file = getattr(sys.modules.get(top), "__file__", None)
    own = os.path.join(folder, f"{top}.py"), os.path.join(folder, top, "__init__.py")
    return file in own and top != __name__.partition(".")[0]
