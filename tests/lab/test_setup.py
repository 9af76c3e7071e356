"""Set-ups of the lab: their text, the game they mean, and the figures that need no play."""

from __future__ import annotations

import pytest

from holecard.errors import HolecardError
from holecard.games import BREAKOUT, CATALOGUE, LUCKY_BREAK
from holecard.games.from_file import FILES
from holecard.lab.entries import free_entries, share_of_return
from holecard.lab.setup import (
    Setup,
    entry_ids,
    entry_names,
    odds_text,
    read_edit,
    read_odds,
    table_in,
    with_pays,
)
from holecard.odds import playbook
from holecard.odds.pricing.pricer import Ask, Pricer, game_odds


def test_an_edit_reads_back() -> None:
    text = "super-tie.standard.push-20.9.push-21.3:2"
    edit = read_edit(text)
    assert edit.text == text
    assert edit.pays == (("push-20", "9"), ("push-21", "3:2"))


@pytest.mark.parametrize("text", ["9", "3:2", "push", "loses", "250"])
def test_odds_read_back(text: str) -> None:
    assert odds_text(read_odds(text)) == text


@pytest.mark.parametrize("text", ["", "-3", "1:0", "abc", "1.5", "9999999", "3:2:1"])
def test_bad_odds_are_refused_in_words(text: str) -> None:
    with pytest.raises(HolecardError, match="cannot pay"):
        read_odds(text, "push-20")


def test_a_changed_table_is_priced_as_the_library_prices_any_table() -> None:
    changed = with_pays(BREAKOUT, "super-tie", "standard", {"push-20": "9"})
    base = game_odds(BREAKOUT, Ask(wagers=("super-tie",))).find("super-tie")
    found = game_odds(changed, Ask(wagers=("super-tie",))).find("super-tie", "standard edited")
    chance = {row.id: row.probability for row in base.outcomes}["push-20"]
    assert found.ev == pytest.approx(base.ev + chance, abs=1e-15)
    assert found.tip == base.tip
    assert changed.definition_hash != BREAKOUT.definition_hash
    assert changed.but(decks=8).wager("super-tie").paytables[0].name == "standard edited"


def test_the_same_pays_are_the_same_game() -> None:
    assert with_pays(BREAKOUT, "super-tie", "standard", {"push-20": "8"}) is BREAKOUT


def test_a_wager_that_shares_the_table_shares_the_change() -> None:
    changed = with_pays(LUCKY_BREAK, "lucky-break", "1", {"22": "2"})
    token = changed.wager("lucky-break-token")
    assert [table.name for table in token.paytables] == ["1 edited", "2", "3", "4"]
    assert table_in(changed, "lucky-break", "1") == "1 edited"
    assert table_in(changed, "lucky-break", "2") == "2"


def test_python_that_makes_the_same_game() -> None:
    setup = Setup("breakout", "8D S17", (read_edit("super-tie.standard.push-20.9"),))
    room: dict[str, object] = {}
    exec(setup.python("GAME"), room)
    game = room["GAME"]
    assert getattr(game, "definition_hash", "") == setup.made().definition_hash


def test_a_file_of_the_same_name_is_not_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILES, "breakout", "own.py")
    assert 'find_game("breakout")' in Setup("breakout").python()


@pytest.mark.parametrize("name", CATALOGUE)
def test_what_needs_no_play_is_priced_without_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every entry is either priced at once or waits for play, and none is lost."""
    game = CATALOGUE[name]
    found = free_entries(game)
    here = {one.id for one in found.priced}
    assert here | set(found.waiting) == set(entry_ids(game))
    assert not here & set(found.waiting)
    monkeypatch.delattr(playbook, "play_game")  # nothing of these needs best play
    whole = Pricer(game, Ask(wagers=tuple(here)))
    for one in found.priced:
        wager = next(wager for wager in game.wagers if one.id in entry_names(game, wager))
        assert one.ev in [other.ev for other in whole.price(wager)]


def test_shares_of_the_return_add_up() -> None:
    for one in free_entries(BREAKOUT).priced:
        shares = [share_of_return(one, row) for row in one.outcomes]
        assert sum(shares) == pytest.approx(1, abs=1e-12)
        assert all(share >= 0 for share in shares)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup("breakout", "99D"), "no rule called"),
        (Setup("breakout", "", (read_edit("super-tie.standard.push-99.9"),)), "no outcome"),
        (Setup("breakout", "", (read_edit("super-tie.gold.push-20.9"),)), "no super-tie pay table"),
        (Setup("breakout", "", (read_edit("nothing.standard.push-20.9"),)), "no breakout wager"),
        (Setup("breakout", "", (read_edit("super-tie.standard.push-20.-9"),)), "cannot pay '-9'"),
        (Setup("breakout", "", (read_edit("super-tie.standard.push-20.9"),) * 2), "twice"),
        (Setup("chess"), "no game"),
    ],
)
def test_set_ups_that_cannot_be_say_why(setup: Setup, words: str) -> None:
    with pytest.raises(HolecardError, match=words):
        setup.made()
