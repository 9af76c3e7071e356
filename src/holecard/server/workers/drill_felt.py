"""A question of the engine's with what a page needs to draw it: the dealer's words for wagers, and
events as the table pages have theirs."""

from __future__ import annotations

from holecard.server.wire.train_questions import (
    ErrorAsked,
    KnowAsked,
    NextAsked,
    PayAsked,
    PlayAsked,
    QuestionAsked,
    RoundShown,
    SettleAsked,
)
from holecard.text.line import deal_line, read_line
from holecard.text.words import paid_words
from holecard.train.dealt.felt_json import event_json, spots_json
from holecard.train.dealt.step_words import spot_name, step_says
from holecard.train.dealt.steps import steps_of as steps_in_order
from holecard.train.item import Item, Json, Setting
from holecard.train.meter_reading import meters_json
from holecard.train.profile import Profile
from holecard.train.questions.catch_error import BY_ID, CLEAN_WORDS, has_tips
from holecard.train.questions.found_rounds import ENVY
from holecard.wagers.game import Game
from holecard.wagers.wager import MAIN

QUESTIONS: dict[str, type[QuestionAsked]] = {
    "settle": SettleAsked,
    "pay": PayAsked,
    "next": NextAsked,
    "error": ErrorAsked,
    "know": KnowAsked,
    "play": PlayAsked,
}


def laid(game: Game, item: Item, guided: bool) -> Json:
    question: Json = {"meters": [], **item.question, "drill": item.drill, **words_for(game)}
    if item.drill in ("settle", "pay"):
        question |= {"guided": guided, "asks": asks_of(game, item, guided)}
        question["settled"] = [spotted(game, row) for row in question.get("settled", ())]
        if question["felt"]:
            seats = [seat_laid(game, one) for one in question["felt"]["seats"]]
            question["felt"] = question["felt"] | {"seats": seats}
    elif item.drill in ("next", "error"):
        question["spots"] = [seat_laid(game, one) for one in question["spots"]]
        question["events"] = [event_laid(one) for one in question["events"]]
    elif item.drill == "know":
        question = {"options": [], "facts": [], "seconds": 0} | question
    if item.drill == "next":
        options = question["options"]
        question["options"] = [one | {"whom": one["for"]} for one in options]
    return question


def words_for(game: Game) -> Json:
    names = {wager.id: spot_name(game, wager.id) for wager in game.wagers}
    envy = [wager.id for wager in game.wagers if wager.envy]
    return {"names": names, "tips": has_tips(game), "envy": envy}


def event_laid(event: Json) -> Json:
    empty: Json = {"parts": [], "card": "", "wager": "", "amount": None, "tip": 0, "total": None}
    found = empty | {"hand_says": "", "hand_why": ""} | event
    return found | ({"card": "??"} if found.get("hidden") else {})


def asks_of(game: Game, item: Item, guided: bool) -> list[Json]:
    """In the order of the house, or by seat where that is asked."""
    rows = [row for row in item.answer["wagers"] if row["asked"]]
    if not guided:
        rows = item.question.get("asks", rows)
    return [spotted(game, row) for row in rows]


def spotted(game: Game, row: Json) -> Json:
    return {"tip": 0, "envy": 0, "paytable": "", **row, "spot": spot_name(game, row["wager"])}


def seat_laid(game: Game, seat: Json) -> Json:
    bets = [spotted(game, one) for one in seat["bets"]]
    mains = [one["wager"] for one in bets if game.wager(one["wager"]).kind == MAIN]
    return {
        "hands": [],
        "burned": "",
        "next": "",
        **seat,
        "bets": bets,
        "main": mains[0] if mains else "",
    }


def shown_round(line: str, profile: Profile) -> RoundShown:
    """A round from its line, from the first card to the last chip; one of the coach's up to the
    decision."""
    dealt = deal_line(read_line(line))
    setting = Setting(dealt.game, 0, profile)
    steps = steps_in_order(dealt, profile)
    found = words_for(dealt.game) | {
        "meters": meters_json(dealt) if dealt.done else [],
        "spots": [seat_laid(dealt.game, one) for one in spots_json(setting, dealt)],
        "events": [event_laid(event_json(one.event)) for one in steps if one.event.kind != "ask"],
    }
    return RoundShown.model_validate(found)


def skill_name(game: Game, item: Item, skill: str) -> str:
    """A skill in words: what a trainee is told to work on."""
    first, _, second = skill.partition("/")
    if item.drill in ("settle", "pay") and second:
        envied = second.removeprefix(ENVY)
        envy = "envy, " if envied != second else ""
        return f"{spot_name(game, first)}: {envy}{paid_words(game, first, envied)}"
    if item.drill == "error":
        kind = BY_ID.get(second)
        return kind.says if kind else CLEAN_WORDS
    if item.drill == "next":
        return step_says(game, second)
    return str(item.question["order"] if item.drill == "settle" else item.question["says"])
