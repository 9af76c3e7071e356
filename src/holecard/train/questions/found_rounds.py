"""Rounds for the lines of each game's pay tables under its own rules, looked for beforehand: a rare
one takes a search of up to a second. `python -m holecard.train.questions.found_rounds` writes them.

A round is the seat, by its place among those that may hold the wager, the cards drawn and the
choices; null where the search found none. Whether it still comes to its outcome is seen by dealing
it: if not, it is looked for as under any other rules.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from holecard.cards import cards_text, read_cards
from holecard.games import CATALOGUE
from holecard.train.questions.bring import Brought, bring, sittings
from holecard.wagers.bets import party_of
from holecard.wagers.dealt import deal_round, read_choice
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts

FILE = "found_rounds.json"
SEARCHES = 3  # for each outcome, so that it does not always come with the same cards


@lru_cache(maxsize=1)
def on_file() -> dict[str, Any]:
    """By game; under its rules line, wager, outcome and search."""
    text = resources.files("holecard.train.questions").joinpath(FILE).read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def found_round(game: Game, wager: str, outcome: str, search: int) -> Brought | None:
    """What the search would find, from the file where it is there."""
    of = on_file().get(game.id, {})
    rows = of.get("rounds", {}).get(wager, {}).get(outcome) if of.get("line") == game.line else None
    if rows is None:
        return bring(game, wager, outcome, search)
    if rows[search] is None:
        return None
    brought = read_round(game, wager, rows[search])
    return (
        brought if comes_to(game, brought, wager, outcome) else bring(game, wager, outcome, search)
    )


def comes_to(game: Game, brought: Brought, wager: str, outcome: str) -> bool:
    dealt = deal_round(game, party_of(game, brought.seat), brought.cards, brought.choices)
    return dealt.done and (wager, outcome) in {(one.wager, one.outcome) for one in payouts(dealt)}


def read_round(game: Game, wager: str, row: list[Any]) -> Brought:
    place, cards, choices = row
    choices = tuple(read_choice(word) for word in choices.split())
    return Brought(sittings(game, wager)[place], read_cards(cards), choices)


def as_row(game: Game, wager: str, brought: Brought | None) -> list[Any] | None:
    if brought is None:
        return None
    choices = " ".join(str(choice) for choice in brought.choices)
    place = sittings(game, wager).index(brought.seat)
    return [place, cards_text(brought.cards), choices]


def searched(game: Game) -> dict[str, Any]:
    from holecard.train.profile import default_profile
    from holecard.train.questions.pay import pay_lines  # late: it asks here

    rounds: dict[str, dict[str, Any]] = {}
    for line in pay_lines(game, default_profile()):
        rounds.setdefault(line.wager, {})[line.outcome] = [
            as_row(game, line.wager, bring(game, line.wager, line.outcome, search))
            for search in range(SEARCHES)
        ]
    return {"line": game.line, "rounds": rounds}


def main() -> None:
    found = {game.id: searched(game) for game in CATALOGUE.values()}
    text = json.dumps(found, indent=0, separators=(",", ":"))
    Path(__file__).with_name(FILE).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
