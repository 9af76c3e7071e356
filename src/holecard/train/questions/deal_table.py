"""Rounds to ask about: a table of seats that bet every kind of wager, and cards that bring the
cases a dealer must know more often than a shoe does. Nothing here knows who wins."""

from __future__ import annotations

import random
from collections.abc import Sequence

from holecard.cards import value
from holecard.dealing.actions import DECLINE, DOUBLE, HIT, INSURE, KEEP, SWITCH
from holecard.dealing.felt import SEATS
from holecard.dealing.own_tables import RAISES, SPECIAL
from holecard.errors import BadDefinition, RefusedWager
from holecard.play.random_player import may_stand, random_choice
from holecard.report.sections.examples import simple_choice
from holecard.report.sections.shown_rounds import DEALER_HANDS, RANK_VALUES, SEAT_HANDS
from holecard.shoe import full_shoe
from holecard.train.chips import can_make
from holecard.train.item import Setting
from holecard.train.meter_reading import with_reading
from holecard.train.profile import stakes_of
from holecard.wagers.bets import Bet, SeatBets, check_seat, check_table, fee_for, with_late
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.riding import Carried
from holecard.wagers.wager import FEE, MAIN, RIDING, Wager

CARDS_A_SEAT = 22
STACKED = 0.6  # how often the dealer, and a seat, starts with a hand that is a case of its own
RECKLESS = 0.15  # how often a seat hits whatever it has: hands far over 21 come no other way
ANY_CHOICE = 0.15  # how often a seat does anything legal instead of something sensible
LOW_CARDS = 0.2  # how often cards up to LOWEST come first, where hands are settled by their cards
LOWEST = 4
BESIDE = 0.55  # how often a wager stands beside a main wager
TRIES = 50
# How many seats: with few of them it more often comes to one wager alone.
SEATED = (1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7)


def deal_table(setting: Setting, draw: random.Random, most: int = SEATS) -> Dealt:
    """A finished round with 1 to `most` seats."""
    for _ in range(TRIES):
        many = min(most, draw.choice(SEATED))
        parties = seated(setting.game, many, draw)
        tables = posted_tables(setting, draw)
        seats = [one for party in parties for one in sit_party(setting, party, tables, draw)]
        check_table(setting.game, seats)
        dealt = play(setting, seats, stack(setting.game, len(seats), draw), draw)
        if dealt.done and (dealt.played_on or not any(seat.late for seat in seats)):
            read = with_reading(setting.profile, dealt, draw)
            if read is not None:
                return read
    raise BadDefinition(f"{setting.game.id}: none of {TRIES} rounds came to an end")


def seated(game: Game, many: int, draw: random.Random) -> list[tuple[int, ...]]:
    """About so many seats, by those that are played as one."""
    whole = sorted({game.seats_with(seat) for seat in range(1, SEATS + 1)} - {()})
    return sorted(draw.sample(whole, max(1, min(many // game.seats_a_player, len(whole)))))


def sit_party(
    setting: Setting, party: tuple[int, ...], tables: dict[str, str], draw: random.Random
) -> list[SeatBets]:
    """Seats that are played as one: the same main wager, and others beside each."""
    first, *rest = party
    seats = [sit(setting, first, tables, draw)]
    main = seats[0].main(setting.game)
    return seats + [sit(setting, seat, tables, draw, main) for seat in rest]


def posted_tables(setting: Setting, draw: random.Random) -> dict[str, str]:
    """One pay table is posted for each wager: the house's, or any where it does not say."""
    found = {}
    for wager in setting.game.wagers:
        if wager.paytables:
            names = [table.name for table in wager.paytables]
            found[wager.id] = setting.profile.paytables.get(wager.id) or draw.choice(names)
    return {
        name: found.get(setting.game.wager(name).table_of, table) for name, table in found.items()
    }


def sit(
    setting: Setting,
    seat: int,
    tables: dict[str, str],
    draw: random.Random,
    like: Bet | None = None,
) -> SeatBets:
    """A main wager, that of `like` if given, and others beside it; with bonuses that ride the
    button shows some wins."""
    game = setting.game
    main = game.wager(like.wager) if like else draw.choice(game.mains)
    stake = like.stake if like else draw.choice(stakes_of(game, setting.profile, main))
    button = draw.randint(0, 4) if game.rides and draw.random() < 0.7 else 0
    bets = SeatBets(seat, (Bet(main.id, stake),))
    for wager in game.placeable:
        if wager.kind == MAIN or draw.random() >= BESIDE or not fits(wager, main):
            continue
        amount = fee_for(wager, stake) if wager.kind == FEE else 0
        bet = Bet(wager.id, amount or side_stake(setting, wager, draw), tables.get(wager.id, ""))
        bets = with_bet(game, bets, bet, button)
    for wager in game.late:
        if draw.random() < BESIDE and fits(wager, main):
            bet = Bet(wager.id, side_stake(setting, wager, draw), tables.get(wager.id, ""))
            bets = with_late(game, bets, [bet])
    check_seat(game, bets)
    return bets


def fits(wager: Wager, main: Wager) -> bool:
    return wager.kind == RIDING or may_stand(wager, main, Carried())


def side_stake(setting: Setting, wager: Wager, draw: random.Random) -> int:
    return draw.choice(stakes_of(setting.game, setting.profile, wager))


def with_bet(game: Game, seat: SeatBets, bet: Bet, button: int) -> SeatBets:
    """The seat with one bet more; without it where the table would refuse that."""
    riding = game.wager(bet.wager).kind == RIDING
    more = SeatBets(
        seat.seat,
        (*seat.bets, bet),
        button if riding else seat.button,
        seat.riding | ({bet.wager} if riding and button else set()),
    )
    try:
        check_seat(game, more)
    except RefusedWager:
        return seat
    return more


def stack(game: Game, seats: int, draw: random.Random) -> tuple[int, ...]:
    """The top of a shuffled shoe; dealer and some seats start with a hand worth asking about."""
    rest = full_shoe(game.rules.decks, game.answers.deck)
    draw.shuffle(rest)
    if game.tables.asks[SPECIAL] and draw.random() < LOW_CARDS:
        rest.sort(key=lambda card: value(card) > LOWEST)  # in which order each is drawn stays
    wanted = [draw.choice(SEAT_HANDS) if draw.random() < STACKED else "  " for _ in range(seats)]
    wanted.append(draw.choice(DEALER_HANDS) if draw.random() < STACKED else "  ")
    first = [take(rest, hand[turn]) for turn in range(2) for hand in wanted]
    top = up_card_first(first, seats) if game.tables.asks[RAISES] else first
    return (*top, *rest[: CARDS_A_SEAT * (seats + 1)])


def up_card_first(cards: list[int], seats: int) -> list[int]:
    return [cards[seats], *cards[:seats], *cards[seats + 1 :]]


def take(rest: list[int], name: str) -> int:
    """The next card of the shoe, or the next of this value while there is one."""
    fits = (at for at, card in enumerate(rest) if value(card) == RANK_VALUES.get(name))
    return rest.pop(next(fits, 0))


def play(
    setting: Setting, seats: Sequence[SeatBets], cards: Sequence[int], draw: random.Random
) -> Dealt:
    choices: list[Choice] = []
    dealt = deal_round(setting.game, seats, cards)
    while dealt.ask is not None:
        choices.append(choose(setting, dealt, draw))
        dealt = deal_round(setting.game, seats, cards, choices)
    return dealt


def choose(setting: Setting, dealt: Dealt, draw: random.Random) -> Choice:
    assert dealt.ask is not None
    if SWITCH in dealt.ask.legal:
        return Choice(draw.choice((SWITCH, KEEP)))
    way = draw.random()
    if way < RECKLESS and HIT in dealt.ask.legal:
        return Choice(HIT)
    if way < RECKLESS + ANY_CHOICE:
        return in_chips(setting, dealt, random_choice(dealt, draw, less=True))
    return in_chips(setting, dealt, Choice(simple_choice(dealt, draw)))


def in_chips(setting: Setting, dealt: Dealt, choice: Choice) -> Choice:
    """Doubling and insurance in amounts that the house has chips for, less of it in dollars."""
    if choice.action not in (DOUBLE, INSURE):
        return choice
    least, most = dealt.amounts(choice.action)
    unit = setting.profile.smallest
    step = unit if choice.amount is None else max(100, unit)
    amount = (most if choice.amount is None else choice.amount) // step * step
    if least <= amount < most and can_make(amount, setting.profile.chips):
        return Choice(choice.action, amount)
    if choice.action == INSURE and not can_make(most, setting.profile.chips):
        return Choice(DECLINE)
    return Choice(choice.action)
