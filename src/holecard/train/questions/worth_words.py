"""What choices are worth, in words: to a tenth of a cent, and what lies between two of them is the
difference of what is shown, so that whoever subtracts comes to what is printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holecard.money import fine_money
from holecard.text.words import sentence
from holecard.train.item import Item

TENTHS = 10  # of a cent
LEAST = f"under {fine_money(1)}"


def worth_words(cents: float) -> str:
    return fine_money(round(TENTHS * cents))


def between(more: float, less: float) -> str:
    """What the lesser of two worths, which are not the same, gives away."""
    tenths = round(TENTHS * more) - round(TENTHS * less)
    return fine_money(tenths) if tenths else LEAST


def why_words(
    best: str, values: Mapping[str, float], costs: Mapping[str, float], words: Mapping[str, str]
) -> str:
    """One line: the best choice, the next that is worth less, and what lies between; `words` are
    what they are called now."""
    others = [(worth, name) for name, worth in values.items() if name != best]
    worth, name = max([(one, name) for one, name in others if costs[name]] or others)
    top, next_words = sentence(words[best]), words[name]
    if not costs[name]:
        return f"{top} and {next_words} are worth the same, {worth_words(worth)}, expected."
    told = f"{top} is worth {worth_words(values[best])}, {next_words} {worth_words(worth)}"
    return f"{told}: {between(values[best], worth)} between them, expected."


def called(question: Mapping[str, Any]) -> dict[str, str]:
    """What each choice of a question is called."""
    return {one["action"]: one["says"] for one in question["legal"]}


def worth_lines(item: Item) -> list[str]:
    """Each choice with what it is worth, the best first; of other drills none."""
    if "values" not in item.answer:
        return []
    words = called(item.question)
    return [f"{words[name]}: {worth_words(cents)}" for name, cents in item.answer["values"].items()]
