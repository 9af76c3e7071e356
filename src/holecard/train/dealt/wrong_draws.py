"""Mistakes with cards: the round is dealt again by a dealer whose table is wrong in one entry, or
with a card burned that may not be."""

from __future__ import annotations

from holecard.cards import card_symbol
from holecard.dealing import felt as f
from holecard.dealing.felt import lay_felt
from holecard.dealing.round import play_round
from holecard.dealing.tables import Tables
from holecard.errors import BadDefinition
from holecard.hand import SOFT, hand_text, state_of
from holecard.text.trace import Event
from holecard.train.dealt.mistakes import Round, Wrong
from holecard.train.dealt.shown import Shown, shown_steps
from holecard.train.dealt.steps import Step
from holecard.train.meter_reading import dealt_otherwise
from holecard.wagers.dealt import Dealt, seat_row

SOFT_17 = SOFT + 17


def dealt_by(round: Round, tables: Tables) -> Dealt | None:
    """The same bets, cards and choices, dealt by other tables; none where that asks for more or for
    fewer."""
    dealt = round.dealt
    given = [seat_row(dealt.game, seat) for seat in dealt.seats]
    script = [choice.action for choice in dealt.choices]
    felt = lay_felt(tables, given, dealt.felt.shoe, script)
    again = Dealt(dealt.game, dealt.seats, dealt.choices, felt, play_round(felt))
    if not again.done or len(again.taken) != len(dealt.choices):
        return None
    return dealt_otherwise(again, dealt)


def compared(round: Round, tables: Tables) -> Wrong | None:
    """The other dealer's steps, and the first that is another."""
    again = dealt_by(round, tables)
    if again is None:
        return None
    try:
        steps = shown_steps(again, round.profile)
    except BadDefinition:
        return None  # a hand no true dealer has, and a wager that does not know what it is
    for at, (one, true) in enumerate(zip(steps, round.steps, strict=False)):
        if one.as_json(round.game) != true.as_json(round.game):
            return steps, at
    return None


def with_draw(tables: Tables, state: int, draws: bool) -> Tables:
    changed = list(tables.draws)
    changed[state] = int(draws)
    return tables._replace(draws=changed)


def dealer_states(dealt: Dealt) -> list[int]:
    """What the dealer's hand was with two cards, with three, and so on."""
    cards = dealt.dealer_cards
    return [state_of(cards[:many]) for many in range(2, len(cards) + 1)]


def drawn_too_many(round: Round) -> Wrong | None:
    """The dealer draws where nothing needs it, or to a hand that stands."""
    tables, last = round.game.tables, dealer_states(round.dealt)[-1]
    if last == SOFT_17:
        return None
    if tables.draws[last]:
        return compared(round, tables._replace(needs=[-1] * len(tables.needs)))
    return compared(round, with_draw(tables, last, True)) if last % SOFT < 21 else None


def stopped_short(round: Round) -> Wrong | None:
    """The dealer does not draw to a hand that draws."""
    drew = [state for state in dealer_states(round.dealt)[:-1] if state != SOFT_17]
    if not drew:
        return None
    return compared(round, with_draw(round.game.tables, round.draw.choice(drew), False))


def soft_17(round: Round) -> Wrong | None:
    """A soft 17 played the other way."""
    tables = round.game.tables
    if SOFT_17 not in dealer_states(round.dealt):
        return None
    return compared(round, with_draw(tables, SOFT_17, not tables.draws[SOFT_17]))


def burned_after_split(round: Round) -> Wrong | None:
    """A seat that has made the payment burns a card though it has split."""
    able = [at for at, one in enumerate(round.steps) if is_split_hit(round.dealt, one)]
    if not able:
        return None
    at = round.draw.choice(able)
    kept = round.steps[at]
    event = kept.step.event
    burned = round.draw.choice(tuple(round.dealt.felt.shoe)[len(round.dealt.drawn) :])
    before = cards_before(round, at)
    took = f"Seat {event.seat}, hand {event.hand + 1} takes {card_symbol(burned)}: "
    says = (
        ("draw", took + f"{hand_text(state_of((*before, burned)))}.", burned),
        ("burn", f"Seat {event.seat} burns {card_symbol(burned)}.", burned),
        ("draw", event.says.replace("takes", "gets").replace(": ", " instead: ", 1), event.card),
    )
    more = [
        Shown(Step(kind, Event(kind, words, event.seat, event.hand, card), kept.step.at))
        for kind, words, card in says
    ]
    return [*round.steps[:at], *more, *round.steps[at + 1 :]], at + 1


def is_split_hit(dealt: Dealt, one: Shown) -> bool:
    """A card by hit or double to a split hand of a seat that could have burned it before."""
    if one.step.name != "card":
        return False
    place = [seat.seat for seat in dealt.seats].index(one.seat)
    return bool(dealt.seat_field(place, f.PAID)) and dealt.hand_count(place) > 1


def cards_before(round: Round, at: int) -> tuple[int, ...]:
    """The cards of the hand before this one came: a hand's last cards are those drawn to it."""
    event = round.steps[at].step.event
    place = [seat.seat for seat in round.dealt.seats].index(event.seat)
    later = sum(
        one.step.name == "card" and (one.seat, one.step.event.hand) == (event.seat, event.hand)
        for one in round.steps[at:]
    )
    cards = round.dealt.cards(place, event.hand)
    return cards[: len(cards) - later]
