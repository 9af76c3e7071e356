"""Drills over HTTP: grades are the engine's, an answer counts once from whatever tab it comes, and
a kill loses none.

Seen to fail: with `taken` always false in `count` (a second tab breaks); with `UNSAID` not used in
an exam; with one wager's part of a table taken by another place.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holecard.errors import HolecardError
from holecard.games import find_game
from holecard.server.academy.earlier import Earlier, earlier
from holecard.server.base.settings import Settings
from holecard.server.house import house_profile
from holecard.server.wire.train_answers import BeginRun
from holecard.train.certificate import certificate_pdf
from holecard.train.drills import grade, make_item
from holecard.train.item import Item, Setting
from holecard.train.kept import progress_json, read_progress
from holecard.train.profile import read_profile
from holecard.train.progress_file import ProgressFile
from holecard.train.result import verify_exam
from holecard.train.session import answer as answer_there
from holecard.train.terminal_run import begin as begin_there
from tests.people.person import JSON, Person, key
from tests.server.conftest import Local, quick_settings
from tests.server.spawned import Spawned, free_port

DRILLS = ("settle", "next", "pay", "error", "know")
GAME = "breakout"


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Local]:
    """One server for all that only needs a person of its own."""
    port = free_port()
    local = Local(quick_settings(str(tmp_path_factory.mktemp("school") / "tables.db"), port), port)
    yield local
    local.close()


def say(person: Person, path: str, body: JSON, status: int = 200, same: str = "") -> JSON:
    answer = person.web.post(path, json=body, headers={"Idempotency-Key": same or key()})
    assert answer.status_code == status, answer.text
    found: JSON = answer.json()
    return found


def begin(person: Person, drill: str, game: str = GAME, **more: Any) -> str:
    asked = {"drill": drill, "seed": 7, "items": 3, **more}
    return str(say(person, f"/api/train/games/{game}/runs", asked)["run"])


def ask(person: Person, run: str, place: int = 0) -> JSON:
    found = person.web.get(f"/api/train/runs/{run}/questions/{place}")
    assert found.status_code == 200, found.text
    told: JSON = found.json()
    return told


def give(
    person: Person, run: str, answer: JSON, place: int = 0, status: int = 200, **more: Any
) -> JSON:
    body = {"place": place, "step": None, "ms": 1500, "answer": answer, **more}
    return say(person, f"/api/train/runs/{run}/answers", body, status)


def stand(person: Person, game: str = GAME) -> JSON:
    found: JSON = person.web.get(f"/api/train/games/{game}").json()
    return found


def item_of(drill: str, number: int = 0, game: str = GAME) -> Item:
    return make_item(Setting(find_game(game), 7), drill, number)


def perfect(item: Item) -> JSON:
    """What a dealer who knows the round answers."""
    if "wagers" in item.answer:
        return {"wagers": [row for row in item.answer["wagers"] if row["asked"]]}
    names = ("step", "seats", "clean", "kind", "option", "facts")
    return {name: item.answer[name] for name in names if name in item.answer}


def wrong(item: Item) -> JSON:
    if "wagers" in item.answer:
        return {"wagers": [row | {"verdict": "leave"} for row in perfect(item)["wagers"]]}
    if item.drill == "next":
        others = (one["step"] for one in item.question["options"])
        return {"step": next(one for one in others if one != item.answer["step"]), "seats": []}
    if item.drill == "error":
        return {"clean": False, "step": 0, "kind": "skipped"}
    if "facts" in item.answer:
        return {"facts": []}
    return {"option": (item.answer["option"] + 1) % len(item.question["options"])}


@pytest.mark.parametrize("drill", DRILLS)
def test_grades_are_the_engines(school: Local, drill: str) -> None:
    ann = school.person()
    run = begin(ann, drill)
    for place, answer in enumerate((perfect, wrong)):
        item = item_of(drill, place)
        told = ask(ann, run, place)
        assert told["drill"] == drill and told["question"]["says"] == item.question["says"]
        seen = give(ann, run, answer(item), place)
        due = grade(item, answer(item)).as_json()
        assert seen["right"] == due["right"] == (answer is perfect)
        shown = [{name: one[name] for name in due["parts"][0]} for one in seen["parts"]]
        assert (shown, seen["remarks"]) == (due["parts"], due["remarks"])
        assert seen["line"] == item.line
    assert stand(ann)["answers"] == 2


@pytest.mark.parametrize("drill", DRILLS)
def test_a_question_tells_nothing_of_its_answer(school: Local, drill: str) -> None:
    """Only fields by name leave, and none of them is the engine's reason or its line."""
    ann = school.person()
    item = item_of(drill)
    text = ann.web.get(f"/api/train/runs/{begin(ann, drill, mode='exam')}/questions/0").text
    for secret in (item.line, item.why):
        assert not secret or secret[:60] not in text
    assert all(name not in text for name in ('"answer"', '"why"', '"outcome"', '"asked"'))


def test_wagers_one_by_one_are_graded_as_a_table(school: Local) -> None:
    ann = school.person()
    item, run = item_of("settle"), begin(ann, "settle")
    rows = perfect(item)["wagers"]
    asks = ask(ann, run)["question"]["asks"]
    assert [(one["seat"], one["wager"], one["hand"]) for one in asks] == [
        (one["seat"], one["wager"], one["hand"]) for one in rows
    ]
    for step, row in enumerate(rows):
        told = row if step else row | {"verdict": "leave"}
        seen = give(ann, run, {"wagers": [told]}, step=step)
        assert (seen["right"], len(seen["parts"])) == (step > 0, 1)
        assert seen["run"]["answered"] == (step == len(rows) - 1)
    told = [rows[0] | {"verdict": "leave"}, *rows[1:]]
    whole = grade(item, {"wagers": told})
    assert stand(ann)["drills"][0]["right"] == sum(part.right for part in whole.parts[:-1])


def test_two_tabs_count_once(school: Local) -> None:
    ann = school.person()
    run = begin(ann, "pay")
    assert begin(ann, "pay") == run, "the second tab goes on with what is open"
    item = item_of("pay")
    first = give(ann, run, wrong(item))
    second = give(ann, run, perfect(item))
    assert (first["counted"], second["counted"]) == (True, False)
    same, body = key(), {"place": 1, "step": None, "ms": 9, "answer": perfect(item_of("pay", 1))}
    path = f"/api/train/runs/{run}/answers"
    assert say(ann, path, body, same=same) == say(ann, path, body, same=same)
    pay = stand(ann)["drills"][2]
    assert (pay["id"], pay["tries"], pay["right"]) == ("pay", 2, 1)


def test_an_exam_says_nothing_until_its_end(school: Local) -> None:
    ann = school.person()
    run = begin(ann, "all", mode="exam", items=5)
    for place, drill in enumerate(DRILLS):
        assert ann.web.get(f"/api/train/runs/{run}/result").status_code == 409
        answer = wrong(item_of(drill)) if drill == "pay" else perfect(item_of(drill))
        seen = give(ann, run, answer, place)
        assert seen["noted"] and seen["right"] is None and not seen["due"] and not seen["why"]
    assert seen["over"]
    result = ann.web.get(f"/api/train/runs/{run}/result").json()
    again = verify_exam(result["file"], find_game(GAME))
    assert [one.right for one in again.given] == [True, True, False, True, True]
    assert [miss["drill"] for miss in result["misses"]] == ["pay"] and not result["passed"]
    printed = ann.web.get(f"/api/train/runs/{run}/certificate.pdf?name=Ann").content
    assert printed == certificate_pdf(result["file"], find_game(GAME), "Ann")
    refused = ann.web.get(f"/api/train/runs/{run}/certificate.pdf?name=%E2%80%AEAnn")
    assert refused.status_code == 422
    missed = begin(ann, "pay", misses=run)
    assert ask(ann, missed)["question"]["says"] == item_of("pay").question["says"]


def test_decisions_made_at_a_table_are_asked_again(web: Local) -> None:
    """Each as it stood, no card that came later; only of one's own seats, and of rounds that are
    over."""
    ann, house = web.person(), web.house
    ann.open("classic")
    ann.sit(1)
    felt = ann.start()
    while felt["done"] or "hit" not in felt["legal"]:
        felt = ann.start() if felt["done"] else played(ann, "stand")
    felt = played(ann, "hit")
    while not felt["done"]:
        felt = played(ann, "stand")
    line = ann.get(ann.at("rounds"))["rounds"][0]["line"]
    number = ann.get(ann.at("rounds"))["rounds"][0]["number"]
    choices = line.split("|")[3].split()
    made, hit = len(choices), choices.index("hit")

    def looked(player: str, step: int) -> Earlier:
        asked = BeginRun.model_validate(
            {"drill": "play", "table": ann.table, "decisions": [{"round": number, "step": step}]}
        )
        with house.store.read() as base:
            return earlier(house.floor, house.profile, base, player, "classic", asked)

    me = ann.get("/api/session")["player"]
    (own,) = looked(me, hit).own
    cards, whole = own.split("|")[1].split(), line.split("|")[1].split()
    assert cards == whole[: len(cards)] and len(cards) < len(whole)
    assert len(own.split("|")[3].split()) == hit
    with pytest.raises(HolecardError, match="not yours"):
        looked("somebody", hit)
    with pytest.raises(HolecardError, match="decisions, from 0"):
        looked(me, made)


def played(person: Person, choice: str) -> JSON:
    person.choose(choice if choice in person.round()["legal"] else person.round()["legal"][-1])
    return person.round()


@pytest.mark.nightly
def test_what_was_missed_is_asked_as_it_was_drawn(school: Local) -> None:
    """Under the rules of its run. Seen to fail: with the default rules."""
    ann = school.person()
    setting = Setting(find_game(GAME).read("1D"), 7)
    run = begin(ann, "pay", rules="1D")
    give(ann, run, wrong(make_item(setting, "pay", 0)))
    again = begin(ann, "pay", misses=run)
    assert ask(ann, again)["question"]["says"] == make_item(setting, "pay", 0).question["says"]
    assert ann.web.get(f"/api/train/runs/{again}").json()["rules_line"] == setting.game.line


def test_a_house_of_its_own(tmp_path: Path) -> None:
    """The operator's profile is followed, shown, and written into the result; an impossible one is
    refused before the doors open."""
    profile = tmp_path / "house.toml"
    profile.write_text(
        'name = "The Corner"\nseats = "left-to-right"\npasses = "take-first"\n'
        'chips = ["100", "25", "5", "1", "0.50"]\n[minimums]\nmain = "25"\n'
    )
    port = free_port()
    settings = quick_settings(str(tmp_path / "tables.db"), port)
    local = Local(replace(settings, house_profile=profile), port)
    try:
        ann = local.person()
        house = stand(ann)["house"]
        assert house["name"] == "The Corner" and "every losing wager first" in house["order"]
        item = make_item(Setting(find_game(GAME), 7, read_profile(profile)), "settle", 0)
        run = begin(ann, "settle", mode="exam", items=1)
        give(ann, run, perfect(item))
        told = ann.web.get(f"/api/train/runs/{run}/result").json()
        assert told["passed"] and told["house"] == "The Corner"
        assert verify_exam(told["file"], find_game(GAME)).profile == read_profile(profile)
    finally:
        local.close()
    profile.write_text('chips = ["100"]\n')
    with pytest.raises(HolecardError, match="does not do for"):
        house_profile(replace(settings, house_profile=profile))


def test_a_class_of_thirty_behind_one_address(tmp_path: Path) -> None:
    """With the limits as they are shipped: all arrive, begin, ask and answer at once, each with
    questions of their own. Seen to fail: with the lab's twelve questions an address."""
    port = free_port()
    settings = Settings(
        database=str(tmp_path / "t.db"), origins=(f"http://127.0.0.1:{port}",), lab_ready=False
    )
    local = Local(settings, port)

    def lesson(pupil: int) -> JSON:
        person = local.person()
        run = begin(person, "know", seed=pupil)
        item = make_item(Setting(find_game(GAME), pupil), "know", 0)
        return give(person, run, perfect(item))

    try:
        with ThreadPoolExecutor(30) as room:
            told = list(room.map(lesson, range(30)))
        assert [one["right"] for one in told] == [True] * 30
    finally:
        local.close()


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ({"answer": {}}, 400, "that is no answer to settle"),
        ({"answer": {"wagers": [{"seat": 9, "wager": "x", "verdict": "take"}]}}, 400, "seat 9"),
        ({"answer": {"wagers": []}, "step": 99}, 400, "no 100"),
        ({"answer": {"wagers": []}, "place": 2}, 409, "place 3 is not reached"),
        ({"answer": {"wagers": []}, "ms": -1}, 422, "ms"),
        ({"answer": "push"}, 422, "answer"),
    ],
)
def test_what_is_no_answer_changes_nothing(
    school: Local, body: JSON, status: int, says: str
) -> None:
    ann = school.person()
    run = begin(ann, "settle")
    refused = give(ann, run, body["answer"], body.get("place", 0), status, **{
        name: one for name, one in body.items() if name in ("step", "ms")
    })  # fmt: skip
    assert says in refused["message"]
    assert stand(ann)["answers"] == 0


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        ({"drill": "settel"}, 404, "did you mean 'settle'"),
        ({"drill": "settle", "seed": 2**53}, 422, "seed"),
        ({"drill": "settle", "items": 0}, 422, "items"),
        ({"drill": "settle", "mode": "hard"}, 422, "mode"),
    ],
)
def test_runs_that_cannot_be_are_refused(
    school: Local, asked: JSON, status: int, says: str
) -> None:
    ann = school.person()
    assert says in say(ann, f"/api/train/games/{GAME}/runs", asked, status)["message"]
    assert ann.web.get("/api/train/runs/aaaaaaaa/questions/0").status_code == 404


def test_progress_goes_out_and_comes_back(school: Local) -> None:
    ann, bob = school.person(), school.person()
    run = begin(ann, "pay")
    give(ann, run, wrong(item_of("pay")))
    give(ann, run, perfect(item_of("pay", 1)), 1)
    saved = ann.web.get("/api/train/progress").json()
    (kept,) = saved["runs"]
    assert "grade" not in str(kept)
    (there,) = read_progress(saved)  # a terminal takes the same file
    assert [one.right for one in there.answers] == [False, True]
    path = "/api/train/progress"
    assert say(bob, path, kept | {"first": True}) == {"answers": 2, "known": 0}
    assert stand(bob)["answers"] == 0 and not bob.web.get(path).json()["runs"], "it lies aside"
    assert say(bob, f"{path}/keep", {}) == {"answers": 2, "known": 0}
    mine, theirs = stand(ann), stand(bob)
    assert mine["drills"] == theirs["drills"] and mine["weak"] == theirs["weak"]
    assert say(bob, path, kept | {"first": True}) == {"answers": 0, "known": 2}
    assert say(bob, f"{path}/keep", {}) == {"answers": 0, "known": 0}
    assert stand(bob)["answers"] == 2
    say(bob, path, kept | {"seed": 8, "first": True}, 422)


def test_a_bad_file_changes_nothing(school: Local, tmp_path: Path) -> None:
    """The first run is good, the second is not; and a file of a terminal does as well as the web's.
    Seen to fail: with each run counted as it came."""
    ann, path = school.person(), "/api/train/progress"
    file = ProgressFile(tmp_path / "training.json")
    for answers in ((perfect, wrong), (perfect,)):
        run = begin_there(Setting(find_game(GAME), 7), ("pay",), "learn", 5, False, file)
        for place, given in enumerate(answers):
            run.answered(
                answer_there(run.session, find_game(GAME), given(item_of("pay", place)), 9)[0]
            )
    good, bad = progress_json(file.runs())["runs"]
    assert say(ann, path, good | {"first": True}) == {"answers": 2, "known": 0}
    bad["answers"][0]["place"] = 3
    say(ann, path, bad, 422)
    assert stand(ann)["answers"] == 0
    bad["answers"][0]["place"] = 0
    say(ann, path, bad | {"first": True})
    assert say(ann, f"{path}/keep", {}) == {"answers": 1, "known": 0}, "the bad file is forgotten"
    assert stand(ann)["drills"][2]["right"] == 1


def test_what_was_missed_comes_back_first(school: Local) -> None:
    """Without a seed a run opens on the worst miss; cards come by their schedule."""
    ann = school.person()
    give(ann, begin(ann, "pay"), wrong(item_of("pay")))
    run = begin(ann, "pay", seed=None)
    told = ask(ann, run)
    assert told["again"] and told["question"]["says"] == item_of("pay").question["says"]
    assert stand(ann)["worst"] == "pay"
    cards = begin(ann, "know", seed=None)
    first = ask(ann, cards)["question"]
    assert first["card"] == "pitch", "a new deck begins with the pitch"
    give(ann, cards, {"facts": list(range(len(first["facts"])))})
    assert ask(ann, cards, 1)["question"]["card"] != "pitch"
    assert stand(ann)["due"] == 0, "a card that is known is not due at once"


def test_a_kill_loses_no_answer(server: Spawned) -> None:
    server.start()
    ann = server.person()
    run = begin(ann, "know")
    for place in range(2):
        give(ann, run, perfect(item_of("know", place)), place)
    server.kill()
    server.start()
    told = ann.web.get(f"/api/train/runs/{run}").json()
    assert (told["answered"], told["right"]) == (2, 2)
    assert stand(ann)["answers"] == 2


@pytest.mark.nightly
def test_the_coach_prices_by_the_solver(school: Local) -> None:
    """Values of a decision and the edge played at are the engine's, to the digit."""
    from holecard.train.edge import Answered, edge_played

    ann = school.person()
    item = item_of("play", game="classic")
    run = begin(ann, "play", "classic")
    action = min(item.answer["values"], key=item.answer["values"].__getitem__)
    seen = give(ann, run, {"action": action})
    assert seen["values"] == item.answer["values"] and seen["best"] == item.answer["action"]
    assert seen["cost"] == item.answer["costs"][action] > 0
    told = ann.web.get("/api/train/games/classic/edge").json()
    answered = Answered(item.answer["cell"], item.answer["two"], action)
    due = edge_played(find_game("classic"), [answered]).as_json()
    assert {name: told[name] for name in due} == due
    assert told["heat"] == [{"cell": item.answer["cell"], "tries": 1, "right": 0}]
