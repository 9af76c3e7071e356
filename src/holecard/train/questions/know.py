"""Know the game: cards from the definition, and the thirty-second pitch."""

from __future__ import annotations

from typing import Any

from holecard.train.item import Drill, Grade, Item, Json, Part, Setting, no_answer
from holecard.train.questions.cards_of import Card, cards_of
from holecard.wagers.game import Game

CHOICES = 4
PITCH = "pitch"
PITCH_SECONDS = 30
RIGHT = '{"option": 2}, or {"facts": [0, 1]} for the pitch'


def card_ids(game: Game) -> tuple[str, ...]:
    """Every card by its id, the pitch first: what a schedule keeps."""
    return (PITCH, *(card.id for card in cards_of(game)))


def make_know(setting: Setting, number: int) -> Item:
    """The cards in an order drawn from the seed, all before one comes again."""
    return know_card(setting, card_at(setting, number), number)


def card_at(setting: Setting, number: int) -> str:
    """Which card a question is."""
    ids = list(card_ids(setting.game))
    turn, place = divmod(number, len(ids))
    setting.draw("know", "cards", turn).shuffle(ids)
    return ids[place]


def know_card(setting: Setting, id: str, number: int = 0) -> Item:
    """One card by its id, for whoever keeps a schedule."""
    if id == PITCH:
        return pitch_item(setting.game, number)
    found = next((card for card in cards_of(setting.game) if card.id == id), None)
    if found is None:
        raise no_answer("know", f"{setting.game.id} has no card {id[:60]!r}", "a card of card_ids")
    return card_item(setting, found, number)


def card_item(setting: Setting, card: Card, number: int) -> Item:
    """The nearest wrong answers, which come first among the others, and some of the rest."""
    draw = setting.draw("know", card.id, number)
    close = list(card.others[: 2 * CHOICES])
    draw.shuffle(close)
    options = [card.answer, *close[: CHOICES - 1]]
    draw.shuffle(options)
    question: Json = {"card": card.id, "says": card.asks, "options": options}
    answer: Json = {"option": options.index(card.answer), "says": card.answer}
    return Item(number, "know", "", question, answer, card.why, (f"know/{card.kind}",))


def pitch_item(game: Game, number: int) -> Item:
    """Say it aloud, then tick what was said: right with every fact, the time is told apart."""
    question: Json = {
        "card": PITCH,
        "says": f"Explain {game.name} to a new player.",
        "seconds": PITCH_SECONDS,
        "facts": list(game.facts),
    }
    answer: Json = {"facts": list(range(len(game.facts))), "says": game.pitch}
    return Item(number, "know", "", question, answer, game.pitch, (f"know/{PITCH}",))


def grade_know(item: Item, answer: Json) -> Grade:
    if not isinstance(answer, dict):
        raise no_answer("know", f"{str(answer)[:40]!r}", RIGHT)
    if item.question["card"] == PITCH:
        return grade_pitch(item, answer.get("facts"))
    option = answer.get("option")
    if type(option) is not int or not 0 <= option < len(item.question["options"]):
        raise no_answer("know", f"option is {str(option)[:40]!r}", RIGHT)
    right = option == item.answer["option"]
    says = "" if right else f"Right is: {item.answer['says']}"
    return Grade((Part(item.skills[0], right, says=says, why="" if right else item.why),))


def grade_pitch(item: Item, facts: Any) -> Grade:
    count = len(item.question["facts"])
    if not isinstance(facts, list) or not all(
        type(one) is int and 0 <= one < count for one in facts
    ):
        raise no_answer("know", f"facts are {str(facts)[:40]!r}", RIGHT)
    missed = [one for at, one in enumerate(item.question["facts"]) if at not in facts]
    says = f"Left out: {'; '.join(missed)}." if missed else ""
    return Grade((Part(item.skills[0], not missed, says=says, why=item.why),))


KNOW = Drill("know", "Know the game", "Limits, pays, rulings, the pitch", make_know, grade_know)
