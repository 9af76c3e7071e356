"""The cards of Know the game: questions generated from a game's definition, each with its id.

A card asks one thing that the definition says: what a line pays, a limit, who may bet what, when a
wager is settled, what a ruling decides. The wrong answers are other answers of its kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from holecard.dealing.rules import plain
from holecard.dealing.settle import WIN, result_pays
from holecard.games import CATALOGUE, gallery_games
from holecard.money import money_text
from holecard.report.rulings import Ruling, all_rulings, dealt_words, rulings_of
from holecard.report.sections.wager_words import STAYS, draws_words, settled
from holecard.report.sections.words import natural_pays
from holecard.text.own_rules import OWN_RESULTS, definition_of, own_rules
from holecard.text.words import line_pays, odds_words, outcome_words, sentence, the_hand, to_one
from holecard.train.dealt.steps import NEXT_CARD
from holecard.train.dealt.why import look_words, next_words, the_card
from holecard.wagers.game import Game
from holecard.wagers.meter import Meter, percent
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDES, Wager

PAYS, LIMITS, MAINS, WHEN, STAY, DRAWS, RULING, OPTION, OWN, METER, ENVY = (
    "pays", "limits", "with", "settled", "stays", "draws", "ruling", "option", "own", "meter",
    "envy",
)  # fmt: skip
DEALERS_THIRD = "dealer_third_rank"


@dataclass(frozen=True)
class Card:
    """A question with its answer; `others` are wrong answers to choose from."""

    id: str
    kind: str
    asks: str
    answer: str
    others: tuple[str, ...]
    why: str
    wager: str = ""


MADE: dict[tuple[str, str, str], tuple[Card, ...]] = {}


def cards_of(game: Game) -> tuple[Card, ...]:
    """Every card of the game, in the order of its definition; made once in a process."""
    key = game.id, game.line, game.definition_hash
    if key not in MADE:
        found = [card for make in MAKERS for card in make(game)]
        MADE[key] = tuple(one for one in found if one.others)
    return MADE[key]


def others(right: str, answers: Iterator[str] | list[str]) -> tuple[str, ...]:
    return tuple(one for one in dict.fromkeys(answers) if one and one != right)


def pay_cards(game: Game) -> Iterator[Card]:
    """Each line of each pay table; a wager paid by another's table has no lines of its own."""
    all_pays = [
        line_pays(wager, table, one)
        for wager in game.wagers
        for table in wager.paytables
        for one in wager.outcomes
        if one != RIDES
    ]
    for main in game.mains:
        win = to_one(result_pays(WIN, main.backs, game.rules))
        for words, pays in (("a win", win), ("a blackjack", natural_pays(game, main))):
            asks = f"What does {words} pay on {the_hand(main)}?"
            more = [*all_pays, "1 to 1", "3 to 2", "6 to 5", "2 to 1"]
            yield Card(f"{PAYS}:{main.id}:{words[2:]}", PAYS, asks, pays, others(pays, more),
                       f"{the_hand(main)}, {words}: {pays}", main.id)  # fmt: skip
    for wager in game.wagers:
        if not wager.table_of:
            yield from line_cards(wager, all_pays)


def own_cards(game: Game) -> Iterator[Card]:
    """What the game answers itself; wrong answers are what others of the gallery answer. Results
    of its own are asked one by one."""
    elsewhere = [rule for other in gallery_games().values() for rule in own_rules(other)]
    for rule in own_rules(game):
        if rule.question != OWN_RESULTS:
            more = [one.says for one in elsewhere if one.question == rule.question]
            yield Card(f"{OWN}:{rule.question}", OWN, f"{rule.question}: what is this game's rule?",
                       rule.says, others(rule.says, more), rule.says)  # fmt: skip
    for result in game.answers.results:
        right, asked = odds_words(result.pays), definition_of(result).removesuffix(".")
        why = f"{asked}: {right}."
        known = [odds_words(one.pays) for one in game.answers.results]
        more = [*known, "1 to 1", "3 to 2", "2 to 1", "5 to 1"]
        yield Card(f"{PAYS}:{result.name}", PAYS, f"What is paid: {asked}?", right,
                   others(right, more), why)  # fmt: skip


def line_cards(wager: Wager, all_pays: list[str]) -> Iterator[Card]:
    for table in wager.paytables:
        by_table = f" by pay table {table.name}" if len(wager.paytables) > 1 else ""
        own = [line_pays(wager, table, one) for one in wager.outcomes if one != RIDES]
        for outcome in (one for one in wager.outcomes if one not in ("lose", RIDES)):
            pays = line_pays(wager, table, outcome)
            words = outcome_words(wager, outcome)
            why = f"{sentence(wager.name)}{by_table}: {words}, {pays}."
            asks = f"What does {wager.name} pay for {words}{by_table}?"
            id = f"{PAYS}:{wager.id}:{table.name}:{outcome}"
            yield Card(id, PAYS, asks, pays, others(pays, [*own, *all_pays]), why, wager.id)
            if table.tip(outcome):
                yield tip_card(wager, table.name, outcome)


def tip_card(wager: Wager, table: str, outcome: str) -> Card:
    pays = wager.table(table)
    tip = money_text(pays.tip(outcome))
    words = outcome_words(wager, outcome)
    more = [money_text(one) for one in pays.tips.values()]
    return Card(
        f"tip:{wager.id}:{table}:{outcome}", "tip",
        f"What is the dealer's tip on {wager.name} for {words}?", tip, others(tip, more),
        f"{sentence(wager.name)}, {words}: a tip of {tip}, whatever the stake.", wager.id,
    )  # fmt: skip


def besides_cards(game: Game) -> Iterator[Card]:
    """What a wager's money hangs on beside its pay tables: its meter, other seats, its own card."""
    for wager in game.wagers:
        if wager.meter is not None:
            yield from meter_cards(wager, wager.meter)
        paid = [to_one(Fraction(pays)) for pays in wager.envy.values()]
        for outcome, right in zip(wager.envy, paid, strict=True):
            words = outcome_words(wager, outcome)
            asks = f"{wager.name} is bet, and another seat has {words}: what is paid for that?"
            more = [*paid, "nothing", "1 to 1", "5 to 1", "10 to 1", "25 to 1"]
            yield Card(f"{ENVY}:{wager.id}:{outcome}", ENVY, asks, right, others(right, more),
                       f"{sentence(wager.name)}, envy: {words}, {right}.", wager.id)  # fmt: skip
        if wager.deals_next:
            asks, right = f"Which card more does {wager.name} look at?", the_card(wager)
            ways = [look_words("third_rank"), f"of the dealer's hand {look_words(DEALERS_THIRD)}"]
            yield Card(f"{NEXT_CARD}:{wager.id}", NEXT_CARD, asks, right, others(right, ways),
                       next_words(wager), wager.id)  # fmt: skip


def meter_cards(wager: Wager, meter: Meter) -> Iterator[Card]:
    why = f"{sentence(wager.name)}: {meter.words}."
    start, share = money_text(meter.seed), percent(meter.share)
    starts = [money_text(one) for one in (meter.seed // 2, 2 * meter.seed, 500_00, 5_000_00)]
    for name, asks, right, more in (
        ("seed", f"Where does the meter of {wager.name} start again?", start, starts),
        ("share", f"How much of every bet on {wager.name} goes onto its meter?", share,
         ["5%", "10%", "20%", "25%", "50%"]),
    ):  # fmt: skip
        yield Card(f"{METER}:{wager.id}:{name}", METER, asks, right, others(right, more), why,
                   wager.id)  # fmt: skip


def limit_cards(game: Game) -> Iterator[Card]:
    known = ["$1", "$5", "$10", "$25", "$100", "$500", "$1,000", "$50"]
    for wager in game.placeable:
        if wager.kind == FEE:
            share = f"{wager.share} of the main wager"
            more = [f"{one} of the main wager" for one in ("1/2", "1/4", "1/10", "1/5", "1/3")]
            yield Card(
                f"{LIMITS}:{wager.id}", LIMITS, f"How much is the {wager.name}?", share,
                others(share, more), f"{wager.name}: exactly {share}.", wager.id,
            )  # fmt: skip
            continue
        for word, cents in (("least", wager.least), ("most", wager.most)):
            right = money_text(cents)
            name = the_hand(wager) if wager.kind == MAIN else wager.name
            yield Card(
                f"{LIMITS}:{wager.id}:{word}", LIMITS, f"What is the {word} on {name}?", right,
                others(right, known),
                f"{sentence(name)}: {money_text(wager.least)} to {money_text(wager.most)}.",
                wager.id,
            )  # fmt: skip


def main_cards(game: Game) -> Iterator[Card]:
    """Who may bet what: only where there is more than one main wager."""
    if len(game.mains) < 2:
        return
    names = [the_hand(main) for main in game.mains]
    ways = [f"only beside a wager on {one}" for one in names] + ["beside either main wager"]
    for wager in (one for one in game.placeable if one.kind not in (MAIN, FEE)):
        held = [the_hand(game.wager(one)) for one in wager.with_main]
        right = ways[names.index(held[0])] if len(held) == 1 else ways[-1]
        asks = f"Who may bet {wager.name}?"
        yield Card(f"{MAINS}:{wager.id}", MAINS, asks, right, others(right, ways),
                   f"{sentence(wager.name)}: {right}.", wager.id)  # fmt: skip


def when_cards(game: Game) -> Iterator[Card]:
    """When a wager leaves the felt, and what its cards do meanwhile."""
    elsewhere = [settled(one) for other in CATALOGUE.values() for one in other.wagers]
    for wager in game.wagers:
        right = settled(wager)
        more = [settled(one) for one in game.wagers] + elsewhere
        yield Card(
            f"{WHEN}:{wager.id}", WHEN, f"When is {name_of(wager)} settled?", right,
            others(right, more), f"{sentence(name_of(wager))}: {right}.", wager.id,
        )  # fmt: skip
        if wager.kind not in (MAIN, FEE, OFFER):
            gone = "They are picked up: nothing shows that it is in action."
            right = STAYS.get(wager.stays, gone)
            asks = f"The hand is settled and {wager.name} is not: what becomes of the cards?"
            ways = [*STAYS.values(), gone]
            yield Card(
                f"{STAY}:{wager.id}", STAY, asks, right, others(right, ways),
                f"{sentence(wager.name)}: {right}", wager.id,
            )  # fmt: skip


def name_of(wager: Wager) -> str:
    return the_hand(wager) if wager.kind == MAIN else wager.name


def draw_cards(game: Game) -> Iterator[Card]:
    """Whether the dealer draws for a wager alone."""
    ways = ["yes, in any case", "no", "yes, while a hand of the seat counts 26 or less",
            "yes, while a hand of the seat counts 21 or less"]  # fmt: skip
    for wager in (one for one in game.wagers if one.kind not in (MAIN, FEE)):
        words = draws_words(wager)
        right = f"yes, {words}" if words else "no"
        asks = f"Only {wager.name} is still in action: does the dealer draw?"
        yield Card(
            f"{DRAWS}:{wager.id}", DRAWS, asks, right, others(right, ways),
            f"{sentence(wager.name)} alone makes the dealer draw: {right}.", wager.id,
        )  # fmt: skip


def option_cards(game: Game) -> Iterator[Card]:
    """The house rules in force, where the sheet leaves the house a choice."""
    for key, option in game.options.items():
        right = plain(game.rules[key])
        asks = f"At this table, {option.says}: which is it?"
        ways = [plain(one) for one in option.allowed]
        yield Card(f"{OPTION}:{key}", OPTION, asks, right, others(right, ways),
                   f"{sentence(option.says)}: {right} [{game.line}].")  # fmt: skip


def ruling_cards(game: Game) -> Iterator[Card]:
    """What the sheet leaves open, and what is dealt; wrong answers are other rulings' words."""
    known = [one for one in all_rulings().values() if one.deal]
    for ruling in rulings_of(game):
        right = dealt_words(game, ruling)
        yield Card(
            f"{RULING}:{ruling.id}", RULING, f"{ruling.title}: {ruling.open}".replace("`", ""),
            right, others(right, [one.deal.replace("`", "") for one in near(ruling, known)]),
            f"{ruling.id} {ruling.title}: {right}",
        )  # fmt: skip


def near(ruling: Ruling, known: list[Ruling]) -> list[Ruling]:
    """Those of the same sheet before the rest."""
    return sorted(known, key=lambda one: one.id[0] != ruling.id[0])


MAKERS = (
    pay_cards,
    own_cards,
    besides_cards,
    limit_cards,
    main_cards,
    when_cards,
    draw_cards,
    option_cards,
    ruling_cards,
)
