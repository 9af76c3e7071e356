"""When a card of Know the game comes back: FSRS, without fuzz, so that the same answers give the
same days everywhere. A deck is plain JSON; whoever keeps it passes in the time and the ids."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from holecard.errors import MissingExtra, Unreadable
from holecard.train.item import Json, Setting
from holecard.train.questions.know import card_ids
from holecard.wagers.game import Game

if TYPE_CHECKING:
    from fsrs import Scheduler

KEPT_REVIEWS = 200  # ids of reviews that are known, so that one sent twice counts once
SLOW_MS = 20_000  # a right answer that took longer was hard


def scheduler() -> Scheduler:
    try:
        from fsrs import Scheduler
    except ModuleNotFoundError as missing:
        if missing.name != "fsrs":
            raise
        raise MissingExtra("the schedule of Know the game", "train") from missing
    return Scheduler(enable_fuzzing=False)


def new_deck() -> Json:
    return {"cards": {}, "reviews": []}


def card_number(id: str) -> int:
    """A card's number in the library's sense: the same for the same id everywhere."""
    return int.from_bytes(hashlib.sha256(id.encode()).digest()[:6], "big")


def reviewed(
    deck: Mapping[str, Any], card: str, right: bool, ms: int, now: datetime, review: str
) -> Json:
    """The deck after one answer. `review` is the answer's own id: one that is known changes
    nothing."""
    if now.tzinfo is None:
        raise Unreadable("the time of a review needs its time zone: UTC")
    check_deck(deck)
    if review in deck["reviews"]:
        return {"cards": dict(deck["cards"]), "reviews": list(deck["reviews"])}
    engine = scheduler()
    from fsrs import Card, Rating

    known = deck["cards"].get(card)
    before = Card.from_dict(known) if known else Card(card_id=card_number(card), due=now)
    rating = Rating.Again if not right else Rating.Hard if ms > SLOW_MS else Rating.Good
    after, _ = engine.review_card(before, rating, now)
    reviews = [*deck["reviews"], review][-KEPT_REVIEWS:]
    return {"cards": {**deck["cards"], card: after.to_dict()}, "reviews": reviews}


def check_deck(deck: Mapping[str, Any]) -> None:
    if not isinstance(deck.get("cards"), dict) or not isinstance(deck.get("reviews"), list):
        raise Unreadable('that is no deck: {"cards": {...}, "reviews": [...]}')


def due_cards(deck: Mapping[str, Any], ids: Iterable[str], now: datetime) -> list[str]:
    """The cards to answer now: those that are due, the longest waiting first, then new ones."""
    check_deck(deck)
    waiting = {id: datetime.fromisoformat(one["due"]) for id, one in deck["cards"].items()}
    known = list(ids)
    due = [id for id in known if id in waiting and waiting[id] <= now]
    return sorted(due, key=lambda id: waiting[id]) + [id for id in known if id not in waiting]


Review = tuple[str, bool, int, int]  # card, right, ms, when in ms


def due_plan(game: Game, seed: int, reviews: Iterable[Review], now: int) -> tuple[list[int], int]:
    """The cards to answer now, as items of Know the game from a seed: those due, then new ones; and
    how many are due. The deck is made again from every answer that was given."""
    deck = new_deck()
    for at, (card, right, ms, when) in enumerate(reviews):
        deck = reviewed(deck, card, right, ms, moment(when), str(at))
    ids = list(card_ids(game))
    due = due_cards(deck, ids, moment(now))
    Setting(game, seed).draw("know", "cards", 0).shuffle(ids)
    return [ids.index(one) for one in due], sum(one in deck["cards"] for one in due)


def moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def next_due(deck: Mapping[str, Any], now: datetime) -> timedelta | None:
    """How long until the next card is due; none where there is no card."""
    times = [datetime.fromisoformat(one["due"]) for one in deck["cards"].values()]
    return max(min(times) - now, timedelta(0)) if times else None
