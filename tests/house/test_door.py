"""The front door: its names stay what they are, its refusals help, its results have manners."""

from __future__ import annotations

import ast
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import holecard as hc
from holecard.errors import BadDefinition, MissingExtra, NotAllowed, UnknownName, Unreadable
from holecard.odds.composition import read_composition
from holecard.wagers.bets import Bet

ROOT = Path(__file__).parents[2]
LINE = "breakout 6D H17 DAS SP4 3:2 peek | Ts 7h 6d Td Kc | 1 dealer-hand 25 pair-up 5 |"
RESULT = f"{LINE}  | 1 dealer-hand 0 pair-up -5"
KINDS = {
    "CATALOGUE": "mappingproxy",
    "Game": "type",
    "HolecardError": "type",
    "PayTable": "type",
    "Table": "type",
    "Wager": "type",
    "beside_classic": "function",
    "deal_round": "function",
    "find_game": "function",
    "hand": "function",
    "load_game": "function",
    "odds": "function",
    "read_line": "function",
    "replay": "function",
    "session": "function",
    "simulate": "function",
    "strategy": "function",
}
EVERY_MODULE = (
    "import pkgutil, importlib, holecard\n"
    "for one in pkgutil.walk_packages(holecard.__path__, 'holecard.'):\n"
    "    if not one.name.endswith('__main__'): importlib.import_module(one.name)"
)
ORDERS = (
    "import holecard",
    "import holecard.odds.pricing.pricer",
    "import holecard.hand",
    "from holecard.odds import result",
    "from holecard import odds",
    "import holecard.experiment.simulation, holecard.lab.session",
    "import holecard; holecard.hand('classic', 'T 6', 'T')",
    EVERY_MODULE,
)
SHORT = 200
PLAIN = (str, int, float, bool)


def after(statements: str, look: str) -> Any:
    """What a fresh interpreter finds, as JSON."""
    code = f"{statements}\nimport json\nimport holecard as hc\nprint(json.dumps({look}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("statements", ORDERS, ids=lambda text: text[:40])
def test_names_never_change_type(statements: str) -> None:
    look = "{name: type(getattr(hc, name)).__name__ for name in hc.__all__}"
    assert after(statements, look) == KINDS


def test_submodules_that_share_a_name_are_loaded_with_the_door() -> None:
    """Loaded later they would take the name."""
    submodules = {one.name for one in pkgutil.iter_modules(hc.__path__)}
    shared = submodules & set(hc.__all__)
    assert shared == {"hand", "odds"}
    loaded = after("import holecard, sys", "sorted(sys.modules)")
    assert {f"holecard.{name}" for name in shared} <= set(loaded)


def test_nothing_in_the_house_walks_through_a_name_of_the_door() -> None:
    """`import holecard.odds.result as result` would meet the function."""
    walked = tuple(f"holecard.{name}." for name in ("hand", "odds"))
    for folder in ("src", "tests", "bench", "examples"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    assert not [
                        one
                        for one in node.names
                        if one.asname and f"{one.name}.".startswith(walked)
                    ], file


def test_dir_shows_the_door_and_no_rooms() -> None:
    assert set(dir(hc)) == {*hc.__all__, "__version__"}


@cache
def results() -> dict[str, Any]:
    priced = hc.odds("breakout", ["sweet-17", "super-tie"])
    counted = hc.simulate("classic", rounds=5_000, seed=3, play="mimic")
    return {
        "odds": priced,
        "wager": priced.find("sweet-17"),
        "strategy": hc.strategy("classic"),
        "strategy with the burn": hc.strategy("burnout", paid=True),
        "hand": hc.hand("burnout", "T 6", "9", drew="T"),
        "session": hc.session("breakout", "sweet-17", rounds=100, bankroll="200"),
        "simulation": counted,
        "simulated wager": counted.find("main"),
        "round": hc.replay(LINE),
    }


NAMES = (
    "odds",
    "wager",
    "strategy",
    "strategy with the burn",
    "hand",
    "session",
    "simulation",
    "simulated wager",
    "round",
)
DEFINED: dict[str, Callable[[], Any]] = {
    "game": lambda: hc.find_game("lucky-break"),
    "main wager": lambda: hc.find_game("burnout").wager("main"),
    "defined wager": lambda: hc.find_game("bad-beat").wager("bad-beat"),
    "pay table": lambda: hc.find_game("breakout").wager("pair-up").table(),
    "table": lambda: hc.Table("classic", 7),
    "table in a round": lambda: dealt_table(),
}


def dealt_table() -> hc.Table:
    table = hc.Table("classic", 7)
    table.deal("1 main 10; 2 main 25")
    return table


@pytest.mark.parametrize("name", NAMES)
def test_a_repr_is_short_and_a_str_draws(name: str) -> None:
    one = results()[name]
    assert len(repr(one)) < SHORT and "\n" not in repr(one)
    assert "\n" in str(one) and " object at " not in str(one)


def test_the_repr_of_a_round_is_its_line() -> None:
    dealt = results()["round"]
    assert repr(dealt) == RESULT
    assert repr(hc.replay(repr(dealt))) == repr(dealt)
    assert str(dealt).splitlines()[-2] == "Seat 1: busted with 26, $25 pushes."
    assert "Felt" not in repr(hc.deal_round("classic", "1 main 10", "7h 7c 9d Ts"))


@pytest.mark.parametrize("name", hc.CATALOGUE)
def test_the_repr_of_a_game_is_its_line(name: str) -> None:
    game = hc.find_game(name).but(decks=8, hit_soft_17=False)
    id, _, line = repr(game)[1:-1].partition(" ")
    assert hc.find_game(id).read(line).definition_hash == game.definition_hash
    assert len(repr(game)) < SHORT and game.name in str(game)


def test_the_repr_of_a_pay_table_evaluates() -> None:
    for game in hc.CATALOGUE.values():
        for table in (table for wager in game.wagers for table in wager.paytables):
            again = eval(repr(table), {"PayTable": hc.PayTable, "Fraction": Fraction})
            assert again == table and again.ours == table.ours


def test_the_repr_of_a_wager_says_what_it_looks_at() -> None:
    for game in hc.CATALOGUE.values():
        for wager in game.wagers:
            assert len(repr(wager)) < SHORT and repr(wager).startswith(f"<{wager.id} ")
            assert all(look in repr(wager) for look in wager.looks)


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_dicts_of_plain_numbers(name: str) -> None:
    rows = results()[name].rows
    assert rows and isinstance(rows, list)
    assert all(list(row) == list(rows[0]) for row in rows)
    assert {type(value) for row in rows for value in row.values()} <= set(PLAIN)
    assert json.loads(json.dumps(rows)) == rows


def test_rows_are_the_figures() -> None:
    found = results()
    edges = {row["id"]: row["house_edge"] for row in found["odds"].rows}
    assert edges["sweet-17"] == found["wager"].house_edge
    assert sum(row["returns"] for row in found["wager"].rows) == pytest.approx(found["wager"].ev)
    sides = {row["side"]: row for row in found["session"].rows}
    assert sides["player"]["50%"] == found["session"].player.percentile(0.5)
    assert [row["net"] for row in found["round"].rows] == [0, -500]
    letters = {row["hand"]: row["T"] for row in found["strategy"].rows if row["chart"] == "hard"}
    assert letters["16"] == "H" and letters["17"] == "S"
    assert found["hand"].best == found["hand"].rows[0]["action"] == "hit"
    assert sum(row["count"] for row in found["simulated wager"].rows) == 5_000


class Tags(HTMLParser):
    """Refuses a tag that is not closed in its place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", [*NAMES, *DEFINED])
def test_a_notebook_gets_a_table(name: str) -> None:
    one = DEFINED[name]() if name in DEFINED else results()[name]
    tags = Tags()
    tags.feed(one._repr_html_())
    tags.close()
    assert not tags.open and {"table", "tr", "th"} <= tags.seen


def test_html_is_escaped() -> None:
    table = hc.PayTable("<b>&", {"pair": 11})
    assert "&lt;b&gt;&amp;" in table._repr_html_() and "<b>" not in table._repr_html_()


def test_a_notebook_sees_letters_and_no_hidden_card() -> None:
    assert "<td>16</td><td>H</td>" in results()["strategy"]._repr_html_()
    asked = hc.deal_round("classic", "1 main 10", "7h 7c 9d Ts")
    for shown in (str(asked), asked._repr_html_()):
        assert "10♠" not in shown and "T♠" not in shown and "Ts" not in shown


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_frame_is_of_the_package_at_hand(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stub: Any = ModuleType(package)
    stub.DataFrame = lambda rows: (package, rows)
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, stub if name == package else None)
    for one in results().values():
        assert one.to_frame() == (package, one.rows)


def test_without_such_a_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match="needs pandas or polars: pip install pandas"):
        results()["odds"].to_frame()


REFUSED: tuple[tuple[Callable[[], Any], type[Exception], str], ...] = (
    (lambda: hc.odds("breakuot"), UnknownName, "did you mean 'breakout'"),
    (lambda: hc.odds("no_such.py"), Unreadable, "no file no_such.py"),
    (lambda: hc.odds(7), Unreadable, "a name such as 'classic'"),  # type: ignore[arg-type]
    (lambda: hc.odds("breakout", ["swet-17"]), UnknownName, "did you mean 'sweet-17'"),
    (lambda: hc.odds("burnout", "burnout"), UnknownName, "did you mean 'main-burnout'"),
    (lambda: hc.odds("bad-beat", paytables={"bad-beat": "P9"}), UnknownName, "did you mean 'P"),
    (lambda: hc.odds("bad-beat", paytables={"bad-bet": "P1"}), UnknownName, "'bad-beat'"),
    (lambda: hc.odds("classic", play="mian"), Unreadable, "main or wager"),
    (lambda: hc.odds("classic", shoe="A:4 X:9"), Unreadable, "'X:9' in a shoe"),
    (lambda: hc.odds("classic", without="1x"), Unreadable, "1x"),
    (lambda: hc.odds("classic", splits="cpd"), BadDefinition, "cdp1"),
    (lambda: results()["odds"].find("swet-17"), UnknownName, "did you mean 'sweet-17'"),
    (lambda: results()["odds"].find("sweet-17", "standrd"), UnknownName, "'standard'"),
    (lambda: results()["simulation"].find("mian"), UnknownName, "did you mean 'main'"),
    (lambda: hc.strategy("classic", paid=True), BadDefinition, "payment"),
    (lambda: hc.hand("classic", "T X", "9"), Unreadable, "such as 'T 6'"),
    (lambda: hc.session("classic", "mian"), UnknownName, "did you mean 'main'"),
    (lambda: hc.session("classic", stake="ten"), Unreadable, "dollars such as 25"),
    (lambda: hc.session("burnout", "main-burnout", paytable="x"), UnknownName, "main pay table"),
    (lambda: hc.session("classic", play="x"), Unreadable, "main or wager"),
    (lambda: hc.simulate("classic", wagers="mian"), UnknownName, "did you mean 'main'"),
    (lambda: hc.simulate("classic", seed=-1), Unreadable, "seed -1"),
    (lambda: hc.simulate("classic", penetration=2), Unreadable, "such as 0.75"),
    (lambda: hc.simulate("classic", count="hi-lo"), NotAllowed, "penetration"),
    (lambda: hc.simulate("classic", until_se=0), Unreadable, "above 0, such as 1e-5"),
    (lambda: hc.simulate("classic", until_se=-1e-5), Unreadable, "above 0, such as 1e-5"),
    (lambda: hc.simulate("classic", until_se=float("nan")), Unreadable, "above 0"),
    (lambda: hc.simulate("bad-beat", paytables={"bad-beat": "P9"}), UnknownName, "'P"),
    (lambda: hc.replay("breakout | Ts 7h"), Unreadable, "sections"),
    (lambda: hc.deal_round("classic", "1 main 10", "7h 7c 9d Ts", "burn"), NotAllowed, "burn"),
    (lambda: hc.deal_round("classic", "1 mian 10", "7h 7c 9d Ts"), UnknownName, "'main'"),
    (lambda: hc.Table("classic", 1).deal("1 main 10; 1 main 5"), Unreadable, "twice"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("call", "kind", "words"), REFUSED, ids=[f"{at}-{one[2]}" for at, one in enumerate(REFUSED)]
)
def test_refusals_say_what_would_be_right(
    call: Callable[[], Any], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind) as refused:
        call()
    assert words in str(refused.value) and isinstance(refused.value, hc.HolecardError)


def test_odds_take_one_pay_table_and_another_shoe() -> None:
    found = hc.odds("bad-beat", "bad-beat", {"bad-beat": "L2"}, play="main")
    assert [(one.paytable, one.play) for one in found.wagers] == [("L2", "main")]
    text = "A:24 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:24 T:95"
    by_text = hc.odds("breakout", "sweet-17", shoe=text).find("sweet-17")
    assert by_text.ev != results()["wager"].ev
    assert hc.odds("breakout", "sweet-17", shoe=read_composition(text)).wagers[0] == by_text
    assert hc.odds("breakout", "sweet-17", without="As").wagers[0].ev != results()["wager"].ev


def test_a_bet_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from holecard import PayTable, Wager\n"
        "def pair(first_rank, second_rank):\n    return int(first_rank == second_rank)\n"
        "WAGERS = Wager(id='pair', name='Any Pair', outcomes=('lose', 'pair'), classify=pair,\n"
        "               paytables=(PayTable('ours', {'pair': 11}),))\n"
    )
    game = hc.load_game(file)
    assert repr(game) == "<mine 6D H17 DAS SP4 3:2 peek>"
    for asked in (game, str(file)):
        assert hc.odds(asked, "pair").wagers[0].ev_fraction == Fraction(-35, 311)
    assert hc.load_game(str(file)).wager("pair").looks == ("first_rank", "second_rank")


def test_a_table_takes_bets_as_text_and_tells_no_hidden_card() -> None:
    spoken = hc.Table("classic", 5, "200")
    silent = hc.Table(hc.find_game("classic"), 5, 20_000)
    dealt = spoken.deal("1 main 10; 3 main 25")
    assert dealt == silent.deal({1: [Bet("main", 1000)], 3: [Bet("main", 2500)]})
    assert repr(spoken).startswith("<table of classic 6D H17 DAS SP4 3:2 peek: $165, ")
    assert all(word in repr(spoken) for word in spoken.legal.names)
    assert str(spoken).splitlines()[1:] == dealt.says and "hole card." in str(spoken)


def test_a_round_is_dealt_from_text_or_from_values() -> None:
    line = hc.read_line(RESULT)
    dealt = hc.deal_round("breakout", "1 dealer-hand 25 pair-up 5", "Ts 7h 6d Td Kc")
    assert dealt == hc.deal_round(hc.find_game("breakout"), line.seats, line.cards)
    assert repr(hc.replay(line)) == repr(dealt) == repr(line) == RESULT
