"""Observations in three forms, and the spaces they lie in: named fields, one flat row, or text."""

from __future__ import annotations

import string
from typing import Any

import numpy as np
from gymnasium import spaces

from holecard.cards import SUIT_SYMBOLS
from holecard.dealing.actions import ACTION_NAMES
from holecard.envs.seen import (
    ACTIONS_KNOWN,
    BESIDE,
    FIELDS,
    MAY,
    SEE_BESIDE,
    SEE_SEEN,
    SEEN,
    TWO_PHASE,
    WIDE,
    WIDTH,
    Field,
    Row,
    bits_of,
)
from holecard.envs.sitting import Sitting
from holecard.errors import UnknownName
from holecard.money import MINUS, money_text
from holecard.play.view import SeatView, View
from holecard.text.words import name_words

DICT, FLAT, TEXT = FORMS = ("dict", "flat", "text")
MASK = "action_mask"
LONGEST_TEXT = 4000
LETTERS = string.ascii_letters + string.digits + string.punctuation + " \n·" + MINUS + SUIT_SYMBOLS


def check_form(form: str) -> str:
    if form not in FORMS:
        raise UnknownName("form of observation", form, FORMS)
    return form


def fields_of(counts: bool, two: bool = False) -> tuple[Field, ...]:
    """The fields that are observed; with the other hand where two are one player's."""
    fields = (*FIELDS, SEEN) if counts else FIELDS
    return (TWO_PHASE, *fields[1:], *BESIDE) if two else fields


def field_space(field: Field) -> spaces.Space[Any]:
    if field.size == 1:
        return spaces.Discrete(field.high + 1)
    return spaces.Box(0, field.high, (field.size,), np.int16)


def observation_space(
    form: str, counts: bool, actions: int, two: bool = False
) -> spaces.Space[Any]:
    fields = fields_of(counts, two)
    if form == TEXT:
        return spaces.Text(LONGEST_TEXT, min_length=1, charset=LETTERS)
    if form == FLAT:
        high = np.concatenate([np.full(one.size, one.high, np.float32) for one in fields])
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)
    named = {one.name: field_space(one) for one in fields if one.name != MAY}
    return spaces.Dict({**named, MASK: spaces.Box(0, 1, (actions,), np.int8)})


def mask_of(legal: int, actions: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    return np.array(bits_of(legal, actions), dtype=np.int8)


def named(row: Any, counts: bool) -> dict[str, Any]:
    """A row, or rows of many tables, as fields by name: parts of it, nothing is copied."""
    found, at = {}, 0
    for field in fields_of(True, row.shape[-1] == WIDE):
        if counts or field is not SEEN:
            part = row[..., at : at + field.size]
            found[field.name] = part[..., 0] if field.size == 1 else part
        at += field.size
    del found[MAY]
    return found


def observed(row: Any, counts: bool) -> Any:
    """Without the cards seen since the shuffle, where they are not wanted."""
    if row.shape[-1] == WIDTH:
        return row[..., : WIDTH if counts else SEE_SEEN]
    return row if counts else np.delete(row, np.s_[SEE_SEEN:WIDTH], axis=-1)


def flat(row: Any, counts: bool) -> Any:
    return observed(row, counts).astype(np.float32)


def row_of(observation: Any) -> Row:
    """The row of an observation by names or of a flat one; what it does not say is 0."""
    if isinstance(observation, dict):
        two = BESIDE[0].name in observation
        row, at = np.zeros(WIDE if two else WIDTH, dtype=np.int16), 0
        for field in fields_of(True, two):
            given = observation.get(MASK if field.name == MAY else field.name, 0)
            row[at : at + field.size] = given[: field.size] if field.name == MAY else given
            at += field.size
        return row
    given = np.asarray(observation)
    beside = WIDE - SEE_BESIDE
    two = given.size in (SEE_SEEN + beside, WIDE)
    row = np.zeros(WIDE if two else WIDTH, dtype=np.int16)
    row[: given.size - beside * two] = given[: given.size - beside * two]
    if two:
        row[SEE_BESIDE:] = given[-beside:]
    return row


def told(sitting: Sitting) -> str:
    """The table in words, for language models: what lies open, whose turn it is, what is legal."""
    view, game = sitting.view, sitting.game
    lines = [f"{game.name}, rules {game.line}"]
    if view is not None:
        lines.append(f"Dealer: {view.dealer} ({view.dealer_says})")
        lines += [line for seat in view.seats for line in seat_lines(seat, view)]
    if sitting.over:
        lines.append("The round is over.")
        lines += [f"Net: {money_text(int(sitting.net() * sitting.unit))}"]
    else:
        asked = f"seat {view.asked_seat}" if view else "what to bet"
        lines.append(f"Asked: {asked}")
    lines.append(f"Choices: {', '.join(choice_texts(sitting))}")
    return "\n".join(lines)


def seat_lines(seat: SeatView, view: View) -> list[str]:
    found = []
    for number, hand in enumerate(seat.hands):
        mark = "  <- to act" if hand.active else ""
        which = f"Seat {seat.seat}" + (f", hand {number + 1}" if len(seat.hands) > 1 else "")
        found.append(f"{which}: {hand.cards} ({hand.says}), {money_text(hand.stake)}{mark}")
    burned = [f"Seat {seat.seat} burned {seat.burned}"] if seat.burned else []
    return found + burned


def choice_texts(sitting: Sitting) -> list[str]:
    """Each legal action as its number and its words."""
    return [
        f"{action} {action_text(sitting, action)}"
        for action in range(sitting.actions)
        if sitting.legal >> action & 1
    ]


def action_text(sitting: Sitting, action: int) -> str:
    if action < ACTIONS_KNOWN:
        return name_words(ACTION_NAMES[action])
    bets = sitting.lines[action - ACTIONS_KNOWN][0].bets
    return "bet " + " ".join(f"{bet.wager} {money_text(bet.stake)}" for bet in bets)
