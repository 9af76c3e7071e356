"""What the house may have to pay: prizes at posted limits, the most in one round, broken chips."""

from __future__ import annotations

from fractions import Fraction

from holecard.dealing.felt import SEATS
from holecard.dealing.settle import OWN
from holecard.lab.breakage import CHIPS, Breakage, breakage
from holecard.lab.largest_win import LargestWin
from holecard.lab.main_bound import main_bound
from holecard.money import money_text
from holecard.report.blocks import Block, Code, Section, Table, Words
from holecard.report.facts import Facts
from holecard.text.line import line_of
from holecard.text.words import outcome_words
from holecard.wagers.game import Game
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
        Words(together_words(game, wins)),
        wins_table(wins),
        Words("The rounds for one seat and for all, each as a line that replays:"),
        Code("\n".join(line_of(one.dealt) for one in (wins[0], wins[-1]))),
        *breakage_blocks(game),
    ]
    return Section("Liability", tuple(blocks))


def prize_table(game: Game) -> Table:
    rows = []
    for wager in game.wagers:
        if wager.kind == MAIN:
            best = "every hand won, doubled" if wager.backs == OWN else "blackjack"
            rows.append(prize_row(wager, "", best, main_bound(game, wager)))
        elif wager.kind not in (FEE, OFFER):
            for table in wager.paytables:
                top = max(wager.outcomes, key=table.pays)
                name = table.name if len(wager.paytables) > 1 else ""
                rows.append(prize_row(wager, name, outcome_words(wager, top), table.pays(top)))
    head = (
        "wager", "best outcome", "pays", "largest wager", "prize", f"{SEATS} seats",
        f"lowest cap at {CAP}:1", f"stake over {money_text(RESERVE)}", f"{REPORTED}:1",
    )  # fmt: skip
    caption = "The largest single prize of each wager at its posted maximum, and the aggregate"
    return Table("prizes", caption, head, tuple(rows), left=2)


def prize_row(wager: Wager, table: str, outcome: str, pays: Fraction) -> tuple[str, ...]:
    won = pays * wager.most
    cap = money_text(CAP * wager.most) if pays >= CAP and wager.kind != MAIN else DASH
    name = f"{wager.id} {table}".strip() + (", for the dealer" * (wager.payee == TO_DEALER))
    return (
        name, outcome, str(pays), money_text(wager.most), money_text(int(won)),
        money_text(int(SEATS * won)), cap, money_text(passing_stake(pays)),
        "yes" if pays >= REPORTED else "no",
    )  # fmt: skip


def passing_stake(pays: Fraction) -> int:
    """The smallest whole dollars whose prize is over the reserve line."""
    dollars = int(Fraction(RESERVE, 100) / pays) + 1
    return 100 * dollars


def together_words(game: Game, wins: tuple[LargestWin, ...]) -> str:
    tables = {bet.wager: bet.paytable for bet in wins[0].dealt.seats[0].bets if bet.paytable}
    several = [
        f"{one} {name}" for one, name in tables.items() if len(game.wager(one).paytables) > 1
    ]
    under = f" Pay tables: {', '.join(several)}, which let most be won." if several else ""
    tips = " Tips the house pays are in it." if any(one.tip for one in wins[-1].paid) else ""
    return (
        "What all wagers of a round can win together. The left figure is of a round that was dealt "
        "and paid by the table's own procedure, with stakes that suit the players best: it is "
        "possible. The right one is proved: by the seat's first two cards, how the dealer's hand "
        "ends and how the seat's own does, every wager is taken at the best that is left to it, so "
        "nothing pays more. Where they are equal, it is the most; where not, the most lies between "
        f"them.{under}{tips} Insurance is left out: it wins only where the main wager cannot."
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
    verb = "owes" if one.wager.kind == FEE else "pays"
    broken = ", ".join(str(odds).replace("/", ":") for odds in one.broken)
    such = f"{money_text(stake)} {verb} ${float(paid) / 100:.2f}"
    return (one.wager.id, broken, *multiples, money_text(one.multiple), such)
