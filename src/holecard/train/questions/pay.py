"""Pay: odds times stake in the fewest chips. Every line of every pay table comes in its turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from holecard.dealing.felt import SEATS
from holecard.dealing.settle import BLACKJACK, EVEN_MONEY, FIRST_OWN, OWN, WIN
from holecard.money import money_text
from holecard.text.line import line_of
from holecard.text.own_rules import definition_of
from holecard.text.words import outcome_words, sentence
from holecard.train.chips import fewest
from holecard.train.dealt.felt_json import felt_json
from holecard.train.dealt.settled_rows import Row, rows_of
from holecard.train.dealt.step_words import dealer_name
from holecard.train.dealt.steps import PAY
from holecard.train.dealt.why import envied_words, why_row
from holecard.train.item import Drill, Grade, Item, Json, Setting, nothing_to_drill
from holecard.train.meter_reading import readings, with_meters, with_reading
from holecard.train.profile import Profile, stakes_of
from holecard.train.questions.bring import MOST_FOUND, Brought, Wanted
from holecard.train.questions.found_rounds import ENVY, found_round
from holecard.train.questions.settle import grade_row, key_of, read_rows, skill_of, table_of
from holecard.wagers.bets import Bet, SeatBets, fee_for, party_of, table_for
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.offers import offers_even_money
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, MAIN, OFFER, Wager


@dataclass(frozen=True)
class Line:
    """One line of a pay table: what an outcome of a wager pays."""

    wager: str
    paytable: str
    outcome: str
    envy: bool = False  # of another seat, for which the bet is paid

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.wager, self.outcome, self.envy)


def pay_lines(game: Game, profile: Profile) -> tuple[Line, ...]:
    """Every line that pays, of the tables the house has posted, or of all of them."""
    found = []
    for wager in game.wagers:
        if wager.kind == MAIN:
            found += [Line(wager.id, "", game.result_name(one)) for one in wins_of(game, wager)]
            continue
        metered = wager.meter.pays if wager.meter else {}
        tables = posted_tables(wager, profile)
        for table in tables:
            paid = [one for one in wager.outcomes if one in metered or table.pays(one) > 0]
            found += [Line(wager.id, table.name, one) for one in paid]
        found += [Line(wager.id, tables[0].name, one, envy=True) for one in wager.envy if tables]
    return tuple(found)


def posted_tables(wager: Wager, profile: Profile) -> list[PayTable]:
    """Those of the house, where it says; of tables by size all that it takes bets for."""
    posted = profile.paytables.get(wager.id)
    sized = wager.table(posted).sized if posted else ""
    return [
        table
        for table in wager.paytables
        if posted in (None, table.name) or (sized and table.sized == sized)
        if not table.sized or takes_size(wager, table, profile)
    ]


def takes_size(wager: Wager, table: PayTable, profile: Profile) -> bool:
    """Whether the house takes bets of the size that a table is for."""
    later = [one.least for one in wager.paytables if one.sized and one.least > table.least]
    return profile.least(wager) < min(later, default=wager.most + 1)


def wins_of(game: Game, main: Wager) -> list[int]:
    """The results of a main wager that pay, and not all alike."""
    even = [EVEN_MONEY] * (main.backs == OWN and offers_even_money(game))
    own = range(FIRST_OWN, FIRST_OWN + len(game.answers.results)) if main.backs == OWN else ()
    return [one for one in (WIN, BLACKJACK, *even, *own) if game.result_pays(one, main.backs) > 0]


def line_for(setting: Setting, number: int) -> Line:
    """The lines in an order drawn from the seed, all of them before one comes again."""
    lines = list(pay_lines(setting.game, setting.profile))
    if not lines:
        raise nothing_to_drill("pay", setting.game, "no wager of it is ever paid")
    turn, place = divmod(number, len(lines))
    setting.draw("pay", "lines", turn).shuffle(lines)
    return lines[place]


def make_pay(setting: Setting, number: int) -> Item:
    draw = setting.draw("pay", number)
    line = line_for(setting, number)
    brought = found_round(setting.game, line.wanted, draw.randrange(MOST_FOUND))
    dealt = None if brought is None else with_stakes(setting, brought, line, number)
    if dealt is None:
        return told_item(setting, line, number)
    row = paid_row(setting, dealt, line)
    question: Json = {
        "says": asks_words(setting.game, dealt, row, line),
        "seat": row.seat,
        "wager": row.wager,
        "name": setting.game.wager(row.wager).name,
        "stake": stake_of(dealt, row),
        "paytable": line.paytable if dealt.seats[0].has(line.wager) else "",
        "felt": felt_json(setting, dealt),
        "chips": list(setting.profile.chips),
    }
    question = with_meters(question, dealt)
    why = line_why(setting.game, row, line, table_of(dealt, row))
    paid = row.as_json() | {"asked": True, "outcome": row.outcome, "why": why}
    skills = (skill_of(row.wager, row.outcome),)
    return Item(number, "pay", line_of(dealt), question, {"wagers": [paid]}, why, skills)


def told_item(setting: Setting, line: Line, number: int) -> Item:
    """A line so rare that no round was found for it: the outcome is told in words."""
    game, wager = setting.game, setting.game.wager(line.wager)
    draw = setting.draw("pay", "told", number)
    stake = draw.choice(stakes_on(setting, line, wager))
    held = draw.choice(readings(setting.profile, wager, wager.meter)) if wager.meter else None
    bet = Bet(wager.id, stake, line.paytable, held)
    table = table_for(game, SeatBets(1, (bet,)), bet) if wager.paytables else None
    pays, tip = line_pays(game, line, table)
    cents = int(pays * stake) - tip * game.tip_from_player
    chips = setting.profile.chips
    row = Row(
        seat=1, hand=0, wager=wager.id, outcome=outcome_of(line), verdict=PAY, cents=cents,
        net=cents, chips=fewest(cents, chips), tip=tip, tip_chips=fewest(tip, chips), early=False,
        at=0, meter=held, stake=stake,
    )  # fmt: skip
    question: Json = {
        "says": f"{money_text(stake)}, {told_words(game, line)}: pay it.",
        "seat": 1,
        "wager": wager.id,
        "name": wager.name,
        "stake": stake,
        "paytable": line.paytable,
        "felt": None,
        "chips": list(chips),
    }
    if held is not None:
        question["meters"] = [{"wager": wager.id, "name": wager.name, "cents": held}]
    why = line_why(game, row, line, table)
    paid = row.as_json() | {"asked": True, "outcome": row.outcome, "why": why}
    return Item(
        number, "pay", "", question, {"wagers": [paid]}, why, (skill_of(wager.id, row.outcome),)
    )


def line_why(game: Game, row: Row, line: Line, table: PayTable | None) -> str:
    if not line.envy:
        return why_row(game, row, table)
    wager = game.wager(line.wager)
    return f"{sentence(wager.name)}: {' '.join(envied_words(wager, row))}"


def line_pays(game: Game, line: Line, table: PayTable | None) -> tuple[Fraction, int]:
    """What a line pays by a table, to one, and the tip with it; a main wager's by its result."""
    wager = game.wager(line.wager)
    if table is None:
        pays = {game.result_name(one): game.result_pays(one, OWN) for one in wins_of(game, wager)}
        return pays[line.outcome], 0
    if line.envy:
        return Fraction(wager.envy[line.outcome]), 0
    return table.pays(line.outcome), table.tip(line.outcome)


def told_words(game: Game, line: Line) -> str:
    """The outcome of a line; a result of the game's own by which hands have it."""
    wager = game.wager(line.wager)
    own = next((one for one in game.answers.results if one.name == line.outcome), None)
    if wager.kind == MAIN and own is not None:
        return f"{dealer_name(game, wager.id)}, {definition_of(own).removesuffix('.')}"
    for_another = "for another seat's " if line.envy else ""
    return f"{wager.name}, {for_another}{outcome_words(wager, line.outcome)}"


def outcome_of(line: Line) -> str:
    """What a line is called among the skills."""
    return f"{ENVY}{line.outcome}" if line.envy else line.outcome


def stakes_on(setting: Setting, line: Line, wager: Wager) -> Sequence[int]:
    """Stakes of this house; of a wager paid by size those that the line's table is for."""
    stakes = stakes_of(setting.game, setting.profile, wager)
    if wager.id != line.wager or not line.paytable or not wager.table(line.paytable).sized:
        return stakes
    return [one for one in stakes if wager.table_sized(line.paytable, one).name == line.paytable]


def with_stakes(setting: Setting, brought: Brought, line: Line, number: int) -> Dealt | None:
    """The same round with stakes of this house, under the pay table asked for; none where nothing
    on the meter could be paid in its chips."""
    draw, game = setting.draw("pay", "stakes", number), setting.game
    first = brought.seats[0]
    stakes = {
        wager.id: draw.choice(stakes_on(setting, line, wager))
        for wager in (game.wager(bet.wager) for bet in first.bets)
        if wager.kind != FEE
    }
    main = next(bet.wager for bet in first.bets if game.wager(bet.wager).kind == MAIN)
    bets = tuple(
        Bet(
            bet.wager,
            stakes.get(bet.wager) or fee_for(game.wager(bet.wager), stakes[main]),
            line.paytable if bet.wager == line.wager else bet.paytable,
        )
        for bet in first.bets
    )
    number = next(iter(game.seats_with(draw.randint(1, 7))), first.seat)
    seats = party_of(game, replace(first, bets=bets, seat=number))
    if len(brought.seats) > len(seats):
        seats = beside(seats[0], brought.seats[1], stakes[main])
    dealt = deal_round(game, seats, brought.cards, in_full(brought.choices))
    return with_reading(setting.profile, dealt, draw)


def beside(seat: SeatBets, other: SeatBets, stake: int) -> tuple[SeatBets, ...]:
    """The seat, and the one it envies beside it, which bets as much on its own hand."""
    first = min(seat.seat, SEATS - 1)
    bets = tuple(replace(bet, stake=stake) for bet in other.bets)
    return replace(seat, seat=first), replace(other, bets=bets, seat=first + 1)


def in_full(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(one.action) for one in choices)


def paid_row(setting: Setting, dealt: Dealt, line: Line) -> Row:
    """What is asked for: the payment of the line, of an envious bet for the other seat alone."""
    mine = [
        row
        for row in rows_of(dealt, setting.profile)
        if (row.seat, row.wager) == (dealt.seats[0].seat, line.wager)
    ]
    if not line.envy:
        return next(row for row in mine if row.outcome == line.outcome)
    paid = mine[0]
    return replace(
        paid, outcome=outcome_of(line), verdict=PAY, cents=paid.envy, net=paid.envy,
        chips=paid.envy_chips, tip=0, tip_chips=(), envy=0, envy_chips=(),
    )  # fmt: skip


def stake_of(dealt: Dealt, row: Row) -> int:
    if dealt.game.wager(row.wager).kind == MAIN:
        return dealt.hand_stake(0, row.hand)
    if dealt.game.wager(row.wager).kind == OFFER:
        return dealt.insurance_stake(0)
    return dealt.seats[0].stake(row.wager)


def asks_words(game: Game, dealt: Dealt, row: Row, line: Line) -> str:
    words = f"{money_text(stake_of(dealt, row))}, {dealer_name(game, row.wager)}"
    if line.envy:
        return f"{words}: pay it for seat {row.envied[0][0]}."
    return f"{words}: pay it."


def grade_pay(item: Item, answer: Json) -> Grade:
    """The amount, and the tip where there is one; more chips than needed are a remark."""
    row = item.answer["wagers"][0]
    part, remarks = grade_row(row, read_rows(answer, item).get(key_of(row)))
    return Grade((part,), tuple(remarks))


PAY_DRILL = Drill("pay", "Pay", "Odds times stake, fewest chips", make_pay, grade_pay)
