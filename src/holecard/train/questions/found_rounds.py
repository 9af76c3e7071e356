"""Rounds for the lines of pay tables, looked for beforehand, so that nobody waits for a rare one.
`python -m holecard.train.questions.found_rounds` writes them, with those of the bets of each file
of your own that is named after it.

They are those of each game under its own rules, and more where another number of decks, or another
way to look, leaves none of them. A round is the seat, by its place among those that may hold the
wager, the cards drawn and the choices. Whether it comes to its outcome under the rules in force is
seen by dealing it: if none does, one is looked for as for any game (bring.py).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path

from holecard.cards import cards_text, read_cards
from holecard.errors import HolecardError
from holecard.games import CATALOGUE, CLASSIC, gallery_games
from holecard.shoe import check_cards
from holecard.train.questions.bring import (
    MOST_FOUND,
    Brought,
    Search,
    Wanted,
    bring,
    comes_to,
    sittings,
)
from holecard.wagers.dealt import deal_round, read_choice
from holecard.wagers.game import Game

FILE = "found_rounds.json"
LONG = 4000  # tries, where nobody waits
STARTS = 3  # of such searches, for what one does not bring
ENVY = "envy:"  # before an outcome of the seat that is envied

Rows = dict[str, dict[str, list[str]]]  # by wager and outcome


@lru_cache(maxsize=1)
def on_file() -> dict[str, Rows]:
    """By game."""
    text = resources.files("holecard.train.questions").joinpath(FILE).read_text(encoding="utf-8")
    found: dict[str, Rows] = json.loads(text)
    return found


def found_round(game: Game, wanted: Wanted, start: int) -> Brought | None:
    """A round that comes to what is wanted, by `start` another; none where none is found."""
    known = known_rounds(on_file(), game, wanted)
    for at in range(len(known)):
        brought = read_round(game, wanted, known[(start + at) % len(known)])
        if brought is not None:
            return brought
    found = bring(game, wanted)
    return found[start % len(found)] if found else None


def known_rounds(rows: dict[str, Rows], game: Game, wanted: Wanted) -> list[str]:
    """Of a game that is not there those of classic blackjack, which have its main wager's."""
    own = rows.get(game.id) or rows.get(CLASSIC.id, {})
    return own.get(wanted.wager, {}).get(outcome_key(wanted), [])


def outcome_key(wanted: Wanted) -> str:
    return ENVY * wanted.envy + wanted.outcome


def read_round(game: Game, wanted: Wanted, row: str) -> Brought | None:
    """The round of a row, if it can be dealt under these rules and still comes to its outcome."""
    place, text, words = (part.strip() for part in row.split("|"))
    seats, cards = sittings(game, wanted.wager, wanted.envy), read_cards(text)
    choices = tuple(map(read_choice, words.split()))
    try:
        check_cards(cards, game.rules.decks, game.answers.deck)
    except HolecardError:
        return None
    if int(place) >= len(seats):
        return None
    dealt = deal_round(game, seats[int(place)], cards, choices)
    if len(dealt.taken) != len(choices) or not comes_to(dealt, wanted):
        return None
    return Brought(dealt.seats, dealt.drawn, choices)


def as_row(game: Game, wanted: Wanted, brought: Brought) -> str:
    place = sittings(game, wanted.wager, wanted.envy).index(brought.seats)
    words = " ".join(map(str, brought.choices))
    return f"{place} | {cards_text(brought.cards)} | {words}".rstrip()


CHANGED = ("decks", "peek")  # rules under which a round found with others is often none


def nearby(game: Game) -> Iterator[Game]:
    """The game under its own rules, then with one of those changed."""
    yield game
    for key in CHANGED:
        for value in game.options[key].allowed if key in game.options else ():
            if value != game.rules[key]:
                try:
                    yield game.but(**{key: value})
                except HolecardError:
                    continue  # another of its rules excludes it


def searched(game: Game) -> Rows:
    """Three rounds of every line under the game's own rules, and one more wherever rules nearby
    leave none."""
    from holecard.train.profile import default_profile
    from holecard.train.questions.pay import pay_lines  # late: it asks here

    found: Rows = {}
    for ruled in nearby(game):
        for wanted in dict.fromkeys(line.wanted for line in pay_lines(ruled, default_profile())):
            rows = found.setdefault(wanted.wager, {}).setdefault(outcome_key(wanted), [])
            if not any(read_round(ruled, wanted, row) for row in rows):
                brought = long_search(ruled, wanted)[: 1 if rows else MOST_FOUND]
                rows += [as_row(ruled, wanted, one) for one in brought]
    return found


def long_search(game: Game, wanted: Wanted) -> Sequence[Brought]:
    for start in range(STARTS):
        key = game.definition_hash, game.line, wanted.wager, wanted.envy, start
        if key not in LONG_SEARCHES:
            LONG_SEARCHES[key] = Search(game, wanted.wager, wanted.envy, start)
        if found := LONG_SEARCHES[key].rounds(wanted.outcome, LONG):
            return found
    return ()


LONG_SEARCHES: dict[tuple[str, str, str, bool, int], Search] = {}


def together(found: Iterable[tuple[str, Rows]]) -> dict[str, Rows]:
    """By game; a file's game of the same name as another adds its rounds to the other's."""
    rows: dict[str, Rows] = {}
    for name, lines in found:
        for wager, outcomes in lines.items():
            for outcome, some in outcomes.items():
                known = rows.setdefault(name, {}).setdefault(wager, {}).setdefault(outcome, [])
                known += [row for row in some if row not in known]
    return rows


def main() -> None:
    from holecard.games.from_file import load_game

    games = [*CATALOGUE.values(), *gallery_games().values(), *map(load_game, sys.argv[1:])]
    text = json.dumps(together((game.id, searched(game)) for game in games), indent=1)
    Path(__file__).with_name(FILE).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
