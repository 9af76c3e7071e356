"""What a pit asks of a game: what it wins an hour, and how the dealer's hands end."""

from __future__ import annotations

from holecard.lab.earnings import ROUNDS_AN_HOUR, Earning, earnings
from holecard.lab.final_hands import ENDS, FinalHands
from holecard.money import money_text
from holecard.odds.solve.hands import NAMES
from holecard.report.blocks import Block, Section, Table, Words
from holecard.report.facts import Facts
from holecard.wagers.wager import MAIN

MOST_CARDS = 8  # and more, in one column


def operations_section(facts: Facts) -> Section:
    return Section("Operations", (*hour_blocks(facts), *final_blocks(facts.final_hands)))


def hour_blocks(facts: Facts) -> list[Block]:
    parts = earnings(facts.game, facts.firsts)
    rows = [
        ("rounds an hour", *(f"{number}" for number in ROUNDS_AN_HOUR)),
        *(hour_row(one) for one in parts),
    ]
    sides = [one for one in parts if one.odds.offered or facts.wager(one.odds).kind != MAIN]
    offers = [one for one in parts if one.odds.offered]
    words = (
        "Expected win of the house an hour in dollars: rounds times seats times the share of seats "
        "that bet times the average bet times the house edge, tips the house pays taken off. "
        "Rounds an hour with 1 to 7 players are Kilby's for blackjack, as Grochowski quoted them "
        "(2012); side bets slow a table down, so count your own. Main wagers are by every seat: of "
        "several main entries take one, or share the seats out. The figures are for the play named "
        "with them above; bets that ride are not settled every round and are left out."
    )
    if sides:
        share = f"{float(sides[0].take_up):.0%}"
        words += f" Each side bet is taken by {share} of the seats and adds to the main wager's."
    if offers:
        words += (
            f" {' and '.join(one.odds.id for one in offers)}: as often as it is offered, by the "
            "same share of the seats, at the most that may be put on it."
        )
    head = ("wager, bet, seats that take it", *(f"{n} seat{'s' * (n > 1)}" for n in range(1, 8)))
    table = Table("hour", "Expected win of the house in an hour, in dollars", head, tuple(rows))
    return [Words(words), table]


def hour_row(one: Earning) -> tuple[str, ...]:
    name = f"{one.odds.id}, {money_text(one.bet)}, {float(one.take_up):.0%}"
    hours = (one.an_hour(seats, rounds) for seats, rounds in enumerate(ROUNDS_AN_HOUR, start=1))
    return (name, *(f"{cents / 100:,.2f}" for cents in hours))


def final_blocks(hands: FinalHands) -> list[Block]:
    numbers = range(2, MOST_CARDS + 1)
    rows = []
    for end in ENDS:
        cells = [sum(hands.all.get((end, n), 0) for n in columns(number)) for number in numbers]
        rows.append((end, *(f"{float(one):.8f}" for one in cells), f"{float(sum(cells)):.10f}"))
    totals = [
        sum(hands.all.get((end, n), 0) for end in ENDS for n in columns(number))
        for number in numbers
    ]
    last = ("all", *(f"{float(one):.8f}" for one in totals), f"{float(sum(totals)):.10f}")
    heads = (*(f"{number} cards" for number in numbers[:-1]), f"{MOST_CARDS} or more")
    by_up = [
        (name, *(f"{float(chance):.8f}" for chance in hands.ends(worth).values()))
        for worth, name in enumerate(NAMES, start=1)
    ]
    words = (
        "How the dealer's hand ends when it is played out, from a full shoe: counted over every "
        "order of cards, the same however the seats play. A dealer blackjack is included, so the "
        "rows by up card are before the hole card is looked at. A hand comes to a soft 17 with a "
        f"chance of {float(hands.soft_17):.10f}."
    )
    return [
        Words(words),
        Table("finals", "The dealer's final hand by number of cards", ("ends with", *heads, "all"),
              (*rows, last), total=True),
        Table("finals-up", "The dealer's final hand by up card", ("up card", *ENDS), tuple(by_up)),
    ]  # fmt: skip


def columns(number: int) -> range:
    return range(number, number + 1) if number < MOST_CARDS else range(number, 25)
