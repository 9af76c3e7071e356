"""Pay: odds times stake in the fewest chips. Every line of every pay table comes in its turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from holecard.dealing.settle import BLACKJACK, EVEN_MONEY, FIRST_OWN, OWN, WIN
from holecard.money import money_text
from holecard.text.line import line_of
from holecard.text.own_rules import definition_of
from holecard.text.words import outcome_words
from holecard.train.chips import fewest
from holecard.train.dealt.felt_json import felt_json
from holecard.train.dealt.settled_rows import Row, rows_of
from holecard.train.dealt.step_words import dealer_name
from holecard.train.dealt.steps import PAY
from holecard.train.dealt.why import why_row
from holecard.train.item import Drill, Grade, Item, Json, Setting, nothing_to_drill
from holecard.train.profile import Profile, is_drilled, stakes_of
from holecard.train.questions.bring import Brought
from holecard.train.questions.found_rounds import SEARCHES, found_round
from holecard.train.questions.settle import grade_row, key_of, paytable_of, read_rows, skill_of
from holecard.wagers.bets import Bet, fee_for, party_of
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.offers import offers_even_money
from holecard.wagers.wager import FEE, MAIN, OFFER, Wager


@dataclass(frozen=True)
class Line:
    """One line of a pay table: what an outcome of a wager pays."""

    wager: str
    paytable: str
    outcome: str


def pay_lines(game: Game, profile: Profile) -> tuple[Line, ...]:
    """Every line that pays, of the tables the house has posted, or of all of them."""
    found = []
    for wager in game.wagers:
        if wager.kind == MAIN:
            found += [Line(wager.id, "", game.result_name(one)) for one in wins_of(game, wager)]
            continue
        posted = profile.paytables.get(wager.id)
        if not is_drilled(wager):
            continue
        for table in wager.paytables:
            if posted in (None, table.name):
                paid = [one for one in wager.outcomes if table.pays(one) > 0]
                found += [Line(wager.id, table.name, one) for one in paid]
    return tuple(found)


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
    brought = brought_from(setting.game, line, draw.randrange(SEARCHES))
    if brought is None:
        return told_item(setting, line, number)
    dealt = with_stakes(setting, brought, line, number)
    row = paid_row(setting, dealt, line)
    question: Json = {
        "says": asks_words(setting.game, dealt, row),
        "seat": row.seat,
        "wager": row.wager,
        "name": setting.game.wager(row.wager).name,
        "stake": stake_of(dealt, row),
        "paytable": paytable_of(dealt, row),
        "felt": felt_json(setting, dealt),
        "chips": list(setting.profile.chips),
    }
    why = why_row(setting.game, row, line.paytable)
    paid = row.as_json() | {"asked": True, "outcome": row.outcome, "why": why}
    skills = (skill_of(row.wager, row.outcome),)
    return Item(number, "pay", line_of(dealt), question, {"wagers": [paid]}, why, skills)


def brought_from(game: Game, line: Line, start: int) -> Brought | None:
    """From one search, or from the next where that finds none."""
    for at in range(SEARCHES):
        found = found_round(game, line.wager, line.outcome, (start + at) % SEARCHES)
        if found is not None:
            return found
    return None


def told_item(setting: Setting, line: Line, number: int) -> Item:
    """A line so rare that no round was found for it: the outcome is told in words."""
    game, wager = setting.game, setting.game.wager(line.wager)
    stake = setting.draw("pay", "told", number).choice(stakes_of(game, setting.profile, wager))
    pays, tip = line_pays(game, line)
    cents = int(pays * stake) - tip * game.tip_from_player
    chips = setting.profile.chips
    row = Row(
        seat=1, hand=0, wager=wager.id, outcome=line.outcome, verdict=PAY, cents=cents, net=cents,
        chips=fewest(cents, chips), tip=tip, tip_chips=fewest(tip, chips), early=False, at=0,
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
    why = why_row(game, row, line.paytable)
    paid = row.as_json() | {"asked": True, "outcome": row.outcome, "why": why}
    return Item(
        number, "pay", "", question, {"wagers": [paid]}, why, (skill_of(wager.id, row.outcome),)
    )


def line_pays(game: Game, line: Line) -> tuple[Fraction, int]:
    """What a line pays to one, and the tip with it; a main wager's by its result."""
    wager = game.wager(line.wager)
    if wager.kind == MAIN:
        pays = {game.result_name(one): game.result_pays(one, OWN) for one in wins_of(game, wager)}
        return pays[line.outcome], 0
    table = wager.table(line.paytable)
    return table.pays(line.outcome), table.tip(line.outcome)


def told_words(game: Game, line: Line) -> str:
    """The outcome of a line; a result of the game's own by which hands have it."""
    wager = game.wager(line.wager)
    own = next((one for one in game.answers.results if one.name == line.outcome), None)
    if wager.kind == MAIN and own is not None:
        return f"{dealer_name(game, wager.id)}, {definition_of(own).removesuffix('.')}"
    return f"{wager.name}, {outcome_words(wager, line.outcome)}"


def with_stakes(setting: Setting, brought: Brought, line: Line, number: int) -> Dealt:
    """The same round with stakes of this house, under the pay table asked for."""
    draw, game = setting.draw("pay", "stakes", number), setting.game
    stakes = {
        wager.id: draw.choice(stakes_of(game, setting.profile, wager))
        for wager in (game.wager(bet.wager) for bet in brought.seat.bets)
        if wager.kind != FEE
    }
    main = next(bet.wager for bet in brought.seat.bets if game.wager(bet.wager).kind == MAIN)
    bets = tuple(
        Bet(
            bet.wager,
            stakes.get(bet.wager) or fee_for(game.wager(bet.wager), stakes[main]),
            line.paytable if bet.wager == line.wager else bet.paytable,
        )
        for bet in brought.seat.bets
    )
    number = next(iter(game.seats_with(draw.randint(1, 7))), brought.seat.seat)
    seats = party_of(game, replace(brought.seat, bets=bets, seat=number))
    return deal_round(game, seats, brought.cards, in_full(brought.choices))


def in_full(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(one.action) for one in choices)


def paid_row(setting: Setting, dealt: Dealt, line: Line) -> Row:
    return next(
        row
        for row in rows_of(dealt, setting.profile)
        if row.seat == dealt.seats[0].seat
        and (row.wager, row.outcome) == (line.wager, line.outcome)
    )


def stake_of(dealt: Dealt, row: Row) -> int:
    if dealt.game.wager(row.wager).kind == MAIN:
        return dealt.hand_stake(0, row.hand)
    if dealt.game.wager(row.wager).kind == OFFER:
        return dealt.insurance_stake(0)
    return dealt.seats[0].stake(row.wager)


def asks_words(game: Game, dealt: Dealt, row: Row) -> str:
    return f"{money_text(stake_of(dealt, row))}, {dealer_name(game, row.wager)}: pay it."


def grade_pay(item: Item, answer: Json) -> Grade:
    """The amount, and the tip where there is one; more chips than needed are a remark."""
    row = item.answer["wagers"][0]
    part, remarks = grade_row(row, read_rows(answer, item).get(key_of(row)))
    return Grade((part,), tuple(remarks))


PAY_DRILL = Drill("pay", "Pay", "Odds times stake, fewest chips", make_pay, grade_pay)
