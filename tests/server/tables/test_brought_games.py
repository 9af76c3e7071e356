"""A game in a file of the house's own, at the tables like those of the catalogue: listed with a
hand of it, seated, dealt, replayed; and refused at the start if it is wrong or not what it was.

Meant to catch: a file's classify not asked before the tables open, with a database opened
without its games, with a worker that takes a file as it finds it, with names taken for paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from holecard.errors import BadDefinition, UnknownName
from holecard.games import BROUGHT, find_game, known_games
from holecard.games.from_file import FILES, bring_again, bring_game, brought_files
from holecard.lab.setup import Setup
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.server.table.games_here import check_games
from holecard.server.table.seating import ruled
from holecard.server.table.small_felts import small_felts
from holecard.server.wire.games import all_games, condition_words
from holecard.server.wire.requests import NewTable
from holecard.text.line import line_of, read_line, replay
from tests.lab.commands import holecard
from tests.odds.test_examples_bets import EXAMPLES
from tests.people.desk import Desk

LONG_HAND = """
from holecard import PayTable, Wager
from long_enough import LONG

def always():
    return True

def long_hand(dealer_cards):
    return int(dealer_cards >= LONG)

WAGERS = (Wager(id="long-hand", name="Long Hand", says="the dealer takes four cards or more",
                classify=long_hand, outcomes=("lose", "long"), needs=always,
                paytables=(PayTable("standard", {"long": 3}),)),)
"""
SERVER = Path(__file__).parents[3] / "src" / "holecard" / "server"


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "long_enough.py").write_text("LONG = 4\n")
    path = tmp_path / "long_hand.py"
    path.write_text(LONG_HAND)
    yield path
    BROUGHT.clear()
    FILES.clear()


def test_it_is_known_by_its_id_everywhere(file: Path) -> None:
    game = bring_game(file)
    assert find_game("long-hand") is game and known_games()[-1] is game
    assert [one.id for one in all_games()][-1] == "long-hand"
    line = read_line("long-hand | Ts 7h 9d 2c 2d 8c | 1 main 10 long-hand 5 | stand |")
    assert replay(line).done
    assert 'load_game("long_hand.py")' in Setup("long-hand").python()


def test_the_lobby_shows_a_hand_of_it_that_replays_and_wins(file: Path) -> None:
    bring_game(file)
    felt = small_felts().felts[-1]
    assert felt.game == "long-hand" and felt.wager == "long-hand"
    assert felt.says == ("The dealer takes four cards or more. Your $10 on Long Hand wins $30.")
    again = replay(read_line(felt.line))
    assert line_of(again) == felt.line and len(again.dealer_cards) >= 4


def test_the_commands_take_a_file(file: Path) -> None:
    line = "long-hand | Ts 7h 9d 2c 2d 8c | 1 main 10 long-hand 5 | stand |"
    assert holecard("replay", line).code == 2
    dealt = holecard("replay", "--game", str(file), line)
    assert dealt.code == 0 and "1 main +10 long-hand -5" not in dealt.stderr
    listed = holecard("games", str(file)).stdout
    assert listed.startswith("long-hand") and "pays standard: long 3" in listed


def test_a_wrong_definition_stops_the_server_before_it_opens(file: Path, tmp_path: Path) -> None:
    wrong = file.with_name("wrong.py")
    wrong.write_text(LONG_HAND.replace("int(dealer_cards >= LONG)", "dealer_cards"))
    words = ("serve", "--database", str(tmp_path / "t.db"), "--port", "0", "--game")
    done = holecard(*words, str(wrong))
    assert done.code == 3 and "long-hand calls dealer_cards=" in done.stderr
    assert "It happens in: wrong " in done.stderr and not (tmp_path / "t.db").exists()
    wrong.write_text("GAME = 1 / 0\n")
    assert "ZeroDivisionError" in holecard(*words, str(wrong)).stderr
    file.with_name("classic.py").write_text(LONG_HAND)
    done = holecard(*words, str(file.with_name("classic.py")))
    assert done.code == 3 and "give yours another id" in done.stderr
    file.with_name("charlie.py").write_text(LONG_HAND)
    done = holecard(*words, str(file.with_name("charlie.py")))
    assert done.code == 3 and "charlie is a game of the gallery" in done.stderr


def test_a_table_is_dealt_and_its_database_asks_for_the_file(file: Path, tmp_path: Path) -> None:
    desk = Desk(tmp_path / "t.db")
    bring_game(file)
    ann = desk.player("ann")
    desk.open(ann, game="long-hand")
    check_games(desk.store)
    assert desk.state.game.wager("long-hand").table().pays("long") == 3
    BROUGHT.clear()
    with pytest.raises(BadDefinition, match="a table of long-hand: give its file with --game"):
        check_games(desk.store)
    file.write_text(LONG_HAND.replace('"long": 3', '"long": 4'))
    bring_game(file)
    with pytest.raises(BadDefinition, match="opened with another definition of long-hand"):
        check_games(desk.store)
    desk.close()


def test_a_worker_takes_the_same_game_or_none(file: Path) -> None:
    bring_game(file)
    files = brought_files()
    BROUGHT.clear()
    bring_again(files)
    assert "long-hand" in BROUGHT
    BROUGHT.clear()
    file.with_name("long_enough.py").write_text("LONG = 5\n")
    import sys

    sys.modules.pop("long_enough")
    with pytest.raises(BadDefinition, match="has changed since the tables were opened"):
        bring_again(files)


def test_a_bet_with_a_meter_has_a_spot_of_its_one_size(file: Path) -> None:
    bring_game(EXAMPLES / "blazing_sevens.py")
    info = all_games()[-1].wagers[1]
    assert (info.id, info.least, info.most) == ("blazing-sevens", 500, 500)
    says = {one.outcome: one.pays_says for one in info.paytables[0].pays}
    assert says["one-suit"] == "the meter" and says["one-colour"] == "10% of the meter"
    assert info.spot == ["1\N{EN DASH}199 to 1"]
    assert "Your $5 on Blazing Sevens wins $5." in small_felts().felts[-1].says
    game = find_game("blazing-sevens")
    odds = game_odds(game, Ask(wagers=("blazing-sevens",))).find("blazing-sevens")
    assert condition_words(game, odds) == "$10,000 on the meter"


def test_a_visitor_brings_no_code(file: Path) -> None:
    """A name from outside is looked up and never read as a path."""
    for name in (str(file), "long_hand.py", "long-hand"):
        with pytest.raises(UnknownName):
            ruled(NewTable(game=name[:40]))
        with pytest.raises(UnknownName):
            Setup(name).made()
    readers = [
        path.name
        for path in SERVER.rglob("*.py")
        if any(word in path.read_text() for word in ("load_game", "named_game", "bring_game"))
    ]
    assert readers == []
