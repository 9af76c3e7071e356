"""A playbook plays what the solver plays when it is called by hand, and a pricer plays by it.

Seen to fail: with the paid charts derived from the chart of best play with the burn; with a file's
chart for the burn followed without it; with the pricer's main or side wagers always under best
play; with the fit left unchecked.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from holecard.errors import BadDefinition, UnknownName, Unreadable
from holecard.experiment.simulation import Simulation
from holecard.games import BAD_BEAT, BREAKOUT, CATALOGUE, CLASSIC, LUCKY_BREAK
from holecard.odds import playbook as module
from holecard.odds.charts.burn_files import given_json
from holecard.odds.charts.by_total import IMPOSSIBLE, total_chart
from holecard.odds.charts.files import NAMED
from holecard.odds.charts.with_burn import BurnChart, burn_chart, follow
from holecard.odds.composition import full_decks
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.solve import best_play
from holecard.odds.solve.best_play import Play, Sight, play_game, solve
from holecard.odds.solve.burn import BurnSight, play_burnout
from holecard.odds.solve.round_results import round_odds
from holecard.odds.solve.sights import Seen, Spec
from holecard.report.rulings import rulings_of, switched
from holecard.wagers.game import Game
from tests.night import at_night, night
from tests.odds.solved import PAID, paid_book


def same_play(one: Play, other: Play) -> bool:
    """Every value, every choice and every burn."""
    for mine, its in zip(one.sights, other.sights, strict=True):
        if not np.array_equal(mine.values, its.values) or not np.array_equal(mine.acts, its.acts):
            return False
        if mine.split != its.split or isinstance(mine, BurnSight) != isinstance(its, BurnSight):
            return False
        if not np.array_equal(mine.burned, its.burned):
            return False
    return one.ev == other.ev and one.wagered == other.wagered


def worth_as_much(one: Play, other: Play) -> bool:
    return one.ev == pytest.approx(other.ev, abs=1e-15)


def spec_of(game: Game) -> Spec:
    return Spec(game, full_decks(game.rules.decks))


@pytest.mark.parametrize("name", ["classic", "burnout", *at_night("face-up")])
def test_best_play_and_its_chart_are_the_solvers(name: str) -> None:
    found = paid_book() if name == "burnout" else Playbook(CATALOGUE[name].but(decks=2))
    best = play_game(found.spec)
    assert same_play(found.best, best) and found.play is found.best and found.given is None
    chart = total_chart(best)
    followed = play_game(found.spec, chart=chart)
    assert found.by_total.chart == found.by_total.given == chart
    assert same_play(found.by_total.followed, followed)
    assert found.by_total.cost == best.ev - followed.ev > 0


@pytest.mark.nightly
def test_the_payment_made_is_the_solvers_too() -> None:
    spec = spec_of(PAID)
    best = play_burnout(spec)
    given = burn_chart(best, total_chart(play_game(spec)))
    followed = follow(spec, given)
    paid = paid_book().paid
    assert same_play(paid.best, best) and paid.play is paid.best and paid.given is None
    assert paid.by_total.given == given and paid.by_total.chart == given.chart
    assert same_play(paid.by_total.followed, followed)
    assert paid.by_total.cost == best.ev - followed.ev > 0
    by_total = paid_book("total")
    assert by_total.given == given.after and by_total.paid.given == given
    assert same_play(by_total.play, follow(spec, given.after))
    assert same_play(by_total.paid.play, followed)


@pytest.mark.parametrize("name", NAMED)
def test_a_named_chart_is_followed_and_never_burns(name: str) -> None:
    found = Playbook(PAID, name)
    assert found.given is NAMED[name] and found.paid.given is NAMED[name]
    assert same_play(found.play, play_game(found.spec, chart=NAMED[name]))
    assert found.paid.play is found.play
    assert found.play.ev < paid_book().best.ev < paid_book().paid.best.ev
    assert found.paid.words == f"{name}, which never burns"


def test_a_file_is_followed_with_its_lists_or_without(tmp_path: Path) -> None:
    paid, plain = tmp_path / "paid.json", tmp_path / "plain.json"
    known = paid_book()
    paid.write_text(json.dumps(given_json(known.paid.by_total.given)), encoding="utf-8")
    plain.write_text(json.dumps(given_json(known.by_total.given)), encoding="utf-8")
    with_lists = Playbook(PAID, str(paid))
    assert isinstance(with_lists.paid.given, BurnChart)
    # Worth as much, not the same play: a file leaves out lists that no card comes to.
    assert worth_as_much(with_lists.play, known.by_total.followed)
    assert worth_as_much(with_lists.paid.play, known.paid.by_total.followed)
    without = Playbook(PAID, str(plain))
    assert worth_as_much(without.play, known.by_total.followed)
    assert without.paid.play is without.play


def test_a_playbook_has_its_own_shoe_and_splits() -> None:
    shoe = full_decks(2).without((0, 1, 2, 3))
    found = Playbook(CLASSIC.but(decks=2), convention="cdz-", shoe=shoe)
    assert found.best.ev == play_game(Spec(CLASSIC.but(decks=2), shoe), "cdz-").ev
    assert found.best.ev != Playbook(CLASSIC.but(decks=2), convention="cdz-").best.ev
    assert found.by_total.followed.convention == "cdz-"


def test_everything_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: Counter[str] = Counter()
    for name in ("play_game", "play_burnout", "total_chart", "burn_chart", "follow"):
        monkeypatch.setattr(module, name, counting(name, solved))
    found = Playbook(PAID)
    for _ in range(2):
        for page in (found, found.paid):
            assert page.best and page.play and page.by_total.followed and page.by_total.cost
    ask = Ask(wagers=("main", "main-burnout", "bonus-2"), play="main")
    assert game_odds(PAID, ask, found) and game_odds(PAID, ask, found)
    once = ("play_game", "play_burnout", "total_chart", "burn_chart")
    assert solved == dict.fromkeys(once, 1) | {"follow": 2}


def counting(name: str, solved: Counter[str]) -> object:
    really = getattr(module, name)

    def count(*given: object) -> object:
        solved[name] += 1
        return really(*given)

    return count


# The pricer plays by the book it is given.


def test_main_wagers_are_priced_under_the_book() -> None:
    for name in ("best", "total", "mimic"):
        found = game_odds(PAID, Ask(wagers=("main", "main-burnout")), paid_book(name))
        assert found.find("main").ev == paid_book(name).play.ev
        after = paid_book(name).paid.play.ev - 0.2
        assert found.find("main-burnout").ev == pytest.approx(after, abs=1e-15)
    words = [one.method for one in found.wagers]
    assert words == ["exact under mimic", "exact under mimic, which never burns"]


def test_side_wagers_are_priced_under_the_book() -> None:
    """A mimic stands on no less than 17 and never doubles: Bad Beat sees it, and so do streaks. The
    seat that plays for Bad Beat alone plays by no book."""
    game = BAD_BEAT.but(decks=2)
    mimic, best = Playbook(game, "mimic"), Playbook(game)
    ask = Ask(wagers=("bad-beat",), paytables={"bad-beat": "P1"})
    under, usual = game_odds(game, ask, mimic), game_odds(game, ask, best)
    assert under.find("bad-beat", play="main").method == "exact under mimic for the main wager"
    apart = under.find("bad-beat", play="main").ev - usual.find("bad-beat", play="main").ev
    assert abs(apart) > 1e-4
    alone = [found.find("bad-beat", play="wager") for found in (under, usual)]
    assert alone[0].ev == alone[1].ev and alone[0].method == alone[1].method
    assert game_odds(game, ask).find("bad-beat", play="main") == usual.find("bad-beat", play="main")


def test_riding_wagers_are_priced_under_the_book() -> None:
    ask = Ask(wagers=("bonus-2",), play="main")
    under, usual = (game_odds(PAID, ask, paid_book(one)) for one in ("mimic", "best"))
    assert under.wagers[0].method == "exact chain of rounds under mimic for the main wager"
    assert under.wagers[0].ev < usual.wagers[0].ev - 0.01


def test_a_book_that_passes_26_is_not_said_to_stay_below(tmp_path: Path) -> None:
    """Lucky Break looks at the lowest total: a chart that hits everything can pass 26."""
    ask = Ask(wagers=("lucky-break",))
    noted = game_odds(LUCKY_BREAK, ask, Playbook(LUCKY_BREAK, "mimic")).wagers[0].notes
    assert noted == ("mimic never hits a hard 17, so no hand of the seat can pass 26",)
    rows = given_json(Playbook(LUCKY_BREAK).by_total.given)
    rows["hard"]["18"] = ["H"] * len(rows["columns"])
    rows["pairs"]["99"] = [IMPOSSIBLE] * len(rows["columns"])
    file = tmp_path / "wild.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(BadDefinition, match=r"totals over 26, which .*wild.json can reach"):
        game_odds(LUCKY_BREAK, ask, Playbook(LUCKY_BREAK, str(file)))


@pytest.mark.parametrize(
    ("other", "differs"),
    [
        (Playbook(BREAKOUT.but(hit_soft_17=False)), "the same rules"),
        (Playbook(BREAKOUT, shoe=full_decks(5)), "the same shoe"),
        (Playbook(BREAKOUT, convention="cdz-"), "the same splits"),
        (Playbook(CLASSIC.but(decks=2), convention="cdp"), "the same rules and shoe and splits"),
    ],
)
def test_a_book_for_something_else_is_refused(other: Playbook, differs: str) -> None:
    with pytest.raises(BadDefinition, match=differs):
        game_odds(BREAKOUT, Ask(wagers=("super-tie",)), other)


def test_a_simulation_refuses_a_book_for_something_else() -> None:
    with pytest.raises(BadDefinition, match="the same rules"):
        Simulation(game=BREAKOUT, rounds=1000, play=Playbook(BREAKOUT.but(hit_soft_17=False)))
    with pytest.raises(BadDefinition, match="the same shoe"):
        Simulation(game=BREAKOUT, rounds=1000, play=Playbook(BREAKOUT, shoe=full_decks(5)))


def test_what_cannot_be_played_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no chart called 'mimik'"):
        Playbook(CLASSIC, "mimik")
    with pytest.raises(Unreadable, match="cannot read the chart"):
        Playbook(CLASSIC, str(tmp_path / "none.json"))
    with pytest.raises(BadDefinition, match="no split convention 'cdx': one of cdz-, cdp1, cdp"):
        Playbook(CLASSIC, convention="cdx")
    with pytest.raises(BadDefinition, match="classic has no payment to make"):
        Playbook(CLASSIC).page(paid=True)


def rules_beside(game: Game) -> list[Game]:
    """The game under each other value of one of its options."""
    return [ruled for ruling in rulings_of(game) for _, ruled in switched(game, ruling)]


@pytest.mark.parametrize("name", ["classic", *at_night("burnout", "breakout", "face-up")])
def test_a_book_under_other_rules_is_that_of_those_rules(
    name: str, request: pytest.FixtureRequest
) -> None:
    """Seen to fail: with `Spec.asked` without which hands may be given up;
    without how many hands a pair becomes."""
    book = Playbook(CATALOGUE[name])
    others = [
        *rules_beside(book.game),
        *(book.game.but(hit_soft_17=soft) for soft in (True, False)),
    ]
    for line in ("das=no", "surrender=late", "peek=no", "resplit_aces=yes", "max_hands=2"):
        key, value = line.split("=")
        others += [book.game.set(key, value)] if key in book.game.options else []
    for other in others if night(request) else others[::4]:
        near, anew = book.under(other).best, Playbook(other).best
        assert same_play(near, anew), other.line
        assert round_odds(near) == round_odds(anew), other.line


@pytest.mark.parametrize(("line", "solves"), [("insurance=no", 0), ("peek=no", 2)])
def test_under_other_rules_only_what_they_change_is_solved(
    monkeypatch: pytest.MonkeyPatch, line: str, solves: int
) -> None:
    """Nothing without insurance; an ace and a ten-value card where the dealer does not look. Seen
    to fail: with a book for each reading of a sheet, which solves ten."""
    book = Playbook(CLASSIC)
    assert book.best.ev
    solved = []

    def counted(spec: Spec, seen: Seen, *more: Any) -> Sight:
        solved.append(seen.values)
        return solve(spec, seen, *more)

    monkeypatch.setattr(best_play, "solve", counted)
    key, value = line.split("=")
    assert book.under(CLASSIC.set(key, value)).best.ev
    assert len(solved) == solves
