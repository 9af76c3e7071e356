"""The entries of a game's odds by name: wager, pay table, and the play the figure is for."""

from __future__ import annotations

from holecard.odds.result import WagerOdds

Key = tuple[str, str, str, str]  # wager, pay table, play, payment made
FOR = {"wager": "for itself", "main": "", "": ""}


def key_of(odds: WagerOdds) -> Key:
    return odds.id, odds.paytable, odds.play, odds.beside


def is_plain(odds: WagerOdds) -> bool:
    """Played for the main wager, or without any play; no payment beside it."""
    return odds.play in ("", "main") and not odds.beside


def name_of(wagers: tuple[WagerOdds, ...], key: Key) -> str:
    """A wager with its pay table, play and payment where it has several."""
    wager, table, play, beside = key
    entries = [one for one in wagers if one.id == wager]
    words = f"{wager} {table}" if len({one.paytable for one in entries}) > 1 else wager
    paid = f"with {beside}" if beside and len({one.beside for one in entries}) > 1 else ""
    return ", ".join(part for part in (words, FOR[play], paid) if part)


def condition_words(odds: WagerOdds) -> str:
    """The play a figure is for, in words: what the method says of it."""
    paid = f", {odds.beside} paid every round" if odds.beside and "burn" not in odds.method else ""
    return f"{'no decision matters' if odds.method == 'exact' else odds.method}{paid}"
