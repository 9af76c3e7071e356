"""What the house may have to pay: prizes at posted limits, the most in one round, broken chips."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from holecard.dealing.felt import SEATS
from holecard.dealing.settle import OWN
from holecard.lab.breakage import CHIPS, Breakage, breakage
from holecard.lab.largest_win import LargestWin
from holecard.lab.main_bound import main_bound
from holecard.lab.sittings import largest_bets
from holecard.money import money_text
from holecard.odds.composition import shoe_of
from holecard.odds.pricing.meters import meter_figures
from holecard.odds.solve.sights import Spec
from holecard.report.blocks import Block, Code, Section, Table, Words
from holecard.report.facts import Facts
from holecard.text.line import line_of
from holecard.text.words import outcome_words
from holecard.wagers.game import Game
from holecard.wagers.offers import offer_of
from holecard.wagers.wager import FEE, MAIN, OFFER, TO_DEALER, Wager

DASH = "–"  # noqa: RUF001
CAP, REPORTED = 50, 300  # to one
RESERVE = 2_500_000  # cents
RULES_SAY = (
    "Lines that public rules draw, as examples: WAC 230-15-490 (Washington, from 14 June 2021) "
    f"lets a house limit what one deal pays on an odds-based prize of {CAP} to 1 or more, but to "
    f"no less than the largest wager times the odds up to {CAP} to 1; WAC 230-15-455 wants a "
    f"reserve where more than one prize is over {money_text(RESERVE)}; WAC 230-15-491 leaves "
    "wagers made for the dealer out of the limit; the form W-2G of the United States reports a "
    f"payout of {REPORTED} times the wager and more. Which apply is for the house to say."
)


def liability_section(facts: Facts) -> Section:
    game = facts.game
    wins = facts.largest_wins
    blocks: list[Block] = [
        Words(RULES_SAY),
        prize_table(game),
        *meter_words(facts),
        Words(together_words(game, wins)),
        wins_table(wins),
        Words("The rounds for one player and for all, each as a line that replays:"),
        Code("\n".join(line_of(one.dealt) for one in (wins[0], wins[-1]))),
        *breakage_blocks(game),
    ]
    return Section("Liability", tuple(blocks))


def prize_table(game: Game) -> Table:
    rows = []
    for wager in game.wagers:
        if wager.kind == MAIN:
            best = best_of_main(game) if wager.backs == OWN else "blackjack"
            rows.append(prize_row(game, wager, "", best, main_bound(game, wager)))
        elif wager.kind not in (FEE, OFFER):
            rows += side_rows(game, wager)
    seats = most_seats(game)
    head = (
        "wager", "best outcome", "pays", "largest wager", "prize", f"{seats} seats",
        f"lowest cap at {CAP}:1", f"stake over {money_text(RESERVE)}", f"{REPORTED}:1",
    )  # fmt: skip
    caption = "The largest single prize of each wager at its posted maximum, and the aggregate"
    return Table("prizes", caption, head, tuple(rows), left=2)


def best_of_main(game: Game) -> str:
    if game.answers.results:
        return "every hand won at its best"
    return "raised, every hand won, doubled" if game.answers.raises else "every hand won, doubled"


def side_rows(game: Game, wager: Wager) -> Iterator[tuple[str, ...]]:
    """The best outcome of each pay table; and of what another seat brings, where there is envy."""
    for table in wager.paytables:
        # A table by the size of a bet is for bets up to the next size.
        paid, most = next(
            (one, most) for one, most in largest_bets(wager, table, wager.most)
            if one.name == table.name
        )  # fmt: skip
        top = max(wager.outcomes, key=paid.pays)
        name = table.name if len(wager.paytables) > 1 else ""
        seed = ", the meter at its seed" if wager.meter and top in wager.meter.pays else ""
        yield prize_row(game, wager, name, outcome_words(wager, top) + seed, paid.pays(top), most)
    if wager.envy:
        top = max(wager.envy, key=lambda one: Fraction(wager.envy[one]))
        words = f"{outcome_words(wager, top)} at another seat, each"
        yield prize_row(game, wager, "envy", words, Fraction(wager.envy[top]), wager.most)


def most_seats(game: Game) -> int:
    """All of a table; where a player has two, as many as go by twos."""
    return SEATS - SEATS % game.seats_a_player


def prize_row(
    game: Game, wager: Wager, table: str, outcome: str, pays: Fraction, most: int = 0
) -> tuple[str, ...]:
    most = most or wager.most
    won = pays * most
    cap = money_text(CAP * most) if pays >= CAP and wager.kind != MAIN else DASH
    name = f"{wager.id} {table}".strip() + (", for the dealer" * (wager.payee == TO_DEALER))
    return (
        name, outcome, str(pays), money_text(most), money_text(int(won)),
        money_text(int(most_seats(game) * won)), cap, money_text(passing_stake(pays)),
        "yes" if pays >= REPORTED else "no",
    )  # fmt: skip


def passing_stake(pays: Fraction) -> int:
    """The smallest whole dollars whose prize is over the reserve line."""
    dollars = int(Fraction(RESERVE, 100) / pays) + 1
    return 100 * dollars


METER = (
    "{name}: the tables here have its meter at its seed of {seed}. What is over the seed was put "
    "there by bets and is the players' own: it has no limit, is won by one seat of a round, and "
    "who wins it whole costs the house the seed again. {average}"
)
AVERAGE = "On average {average} is on it when it is won whole, once in {bets} bets."


def meter_words(facts: Facts) -> list[Block]:
    """What a meter adds to what the house may have to pay."""
    found: list[Block] = []
    for one in facts.firsts:
        wager = facts.wager(one)
        if wager.meter is not None and one.chances is not None:
            figures = meter_figures(wager, wager.table(one.paytable), one.chances)
            average = AVERAGE.format(
                average=money_text(round(figures.average)),
                bets=f"{float(figures.bets_to_win):,.0f}",
            )
            seed = money_text(wager.meter.seed)
            found.append(Words(METER.format(name=wager.name, seed=seed, average=average)))
    return found


ONE_BY_ONE = (
    "every hand is won by the best result that it may have, on the most that may lie there, and "
    "every other wager is taken at its best"
)
TOGETHER = (
    "by the seat's first two cards, how the dealer's hand ends and how the seat's own does, every "
    "wager is taken at the best that is left to it"
)
UNINSURED = " Insurance is left out: it wins only where the main wager cannot."
ENVIED = " For each other seat the most that it can bring by envy is added."


def together_words(game: Game, wins: tuple[LargestWin, ...]) -> str:
    tables = {bet.wager: bet.paytable for bet in wins[0].dealt.seats[0].bets if bet.paytable}
    several = [
        f"{one} {name}" for one, name in tables.items() if len(game.wager(one).paytables) > 1
    ]
    under = f" Pay tables: {', '.join(several)}, which let most be won." if several else ""
    own_hand = any(main.backs == OWN for main in game.mains)
    answered = own_hand and Spec(game, shoe_of(game)).answered
    proof = ONE_BY_ONE if answered else TOGETHER
    more = ENVIED * any(one.envy for one in game.wagers)
    insured = UNINSURED * (offer_of(game) is not None)
    tips = " Tips the house pays are in it." if any(one.tip for one in wins[-1].paid) else ""
    return (
        "What all wagers of a round can win together. The left figure is of a round that was dealt "
        "and paid by the table's own procedure, with stakes that suit the players best: it is "
        f"possible. The right one is proved: {proof}, so nothing pays more. Where they are equal, "
        f"it is the most; where not, the most lies between them.{more}{under}{tips}{insured}"
    )


def wins_table(wins: tuple[LargestWin, ...]) -> Table:
    rows = [
        (
            str(one.seats), money_text(one.cents), money_text(one.bound),
            "the most" if one.is_most else "between the two",
        )
        for one in wins
    ]  # fmt: skip
    head = ("seats", "a round that was dealt pays", "no round pays more than", "largest table win")
    return Table("largest", "The largest table win in one round", head, tuple(rows))


def breakage_blocks(game: Game) -> list[Block]:
    rows = [breakage_row(one) for one in breakage(game)]
    head = ("wager", "odds that break", *(f"with {money_text(chip)} chips" for chip in CHIPS),
            "refused unless a multiple of", "such as")  # fmt: skip
    tips = sorted(
        {tip for one in game.wagers for table in one.paytables for tip in table.tips.values()}
    )
    fixed = f" Dealer tips are fixed sums: {', '.join(map(money_text, tips))}." if tips else ""
    words = (
        "Stakes that are paid in whole chips, by the smallest chip in the rack. Holecard counts in "
        "cents: a stake whose payout, or payment, would not be whole cents is refused at the bet "
        f"and nothing is ever rounded (ruling R4); a house that has no smaller chip takes the "
        f"multiples of its own.{fixed}"
    )
    return [Words(words), Table("breakage", "Chip breakage", head, tuple(rows), left=2)]


def breakage_row(one: Breakage) -> tuple[str, ...]:
    if not one.broken:
        whole = [money_text(chip) for chip in CHIPS]
        return (one.wager.id, "none", *whole, money_text(1), DASH)
    multiples = [money_text(one.multiple * chip) for chip in CHIPS]
    stake, paid = one.worst(CHIPS[-1] if one.wager.kind == MAIN else CHIPS[-2])
    verb = "owes" if one.wager.kind == FEE else "pays" if paid > 0 else "given up costs"
    broken = ", ".join(broken_words(odds) for odds in one.broken)
    such = f"{money_text(stake)} {verb} ${abs(float(paid)) / 100:.2f}"
    return (one.wager.id, broken, *multiples, money_text(one.multiple), such)


def broken_words(odds: Fraction) -> str:
    """Odds to one; below nothing, what giving up costs."""
    return f"{abs(odds)}".replace("/", ":") + " given up" * (odds < 0)
