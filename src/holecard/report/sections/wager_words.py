"""What may be bet, by whom and how much, and what it pays: read from each wager's definition."""

from __future__ import annotations

from fractions import Fraction

from holecard.dealing.felt import ACTED, DEALT, LOOKED
from holecard.dealing.settle import OWN
from holecard.dealing.tables import TOTALS
from holecard.money import money_text
from holecard.report.blocks import Block, Table, Words
from holecard.text.words import definition, line_pays, outcome_words, sentence, the_hand, to_one
from holecard.wagers.game import Game
from holecard.wagers.looks import looked_at
from holecard.wagers.paytable import PayTable, Printed
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDING, TO_DEALER, Wager

STAGES = {
    DEALT: "right after the deal",
    LOOKED: "once the dealer has looked",
    ACTED: "when the seat has acted",
}
STAYS = {
    "tuck": "Cards of a settled hand are tucked face up under it while it is in action.",
    "leave": "Cards of a settled hand are left out while it is in action.",
}
KINDS = {
    MAIN: "Main wager",
    FEE: "Payment",
    OFFER: "Offered in mid-round",
    RIDING: "Stays from round to round until it wins or loses",
}


def draws_words(wager: Wager) -> str:
    """Whether the dealer draws for this wager alone, once no main wager needs it."""
    if wager.kind == MAIN:
        return ""
    drawn = [total for total in range(4, TOTALS) if wager.needs_dealer(0, total)]
    if len(drawn) == TOTALS - 4:
        return "in any case"
    if drawn:
        return f"while a hand of the seat counts {max(drawn)} or less"
    return ""


def wager_table(game: Game) -> Table:
    rows = [
        (f"{sentence(one.name)} ({one.id})", wager_says(game, one), stakes(one), settled(one))
        for one in game.wagers
    ]
    return Table(
        "wagers", "Wagers: what they are on, who may make them, how much, when they are settled",
        ("wager", "what it is on", "from, to", "settled"), tuple(rows), prose=True,
        widths=(17, 48, 12, 23),
    )  # fmt: skip


def stakes(wager: Wager) -> str:
    if wager.kind == FEE:
        return f"exactly {wager.share} of the main wager"
    if wager.kind == OFFER:
        return "up to half the main wager"
    return f"{money_text(wager.least)} to {money_text(wager.most)}"


def settled(wager: Wager) -> str:
    """When the wager leaves the felt; under which condition is told by its terms and the cases."""
    if wager.kind == FEE:
        return "taken with the deal, never returned"
    if wager.kind == MAIN:
        busts = "when the hand busts, " * (wager.backs == OWN)
        return f"{busts}with a blackjack as the rules say, else at the end"
    if wager.kind == RIDING:
        return "at the end of the round that decides it"
    if not wager.settles:
        return "at the end of the round"
    stages = [STAGES[stage] for stage in sorted(wager.settles)]
    if any(not looked_at(one, wager.id) and one() for one in wager.settles.values()):
        return stages[0]
    return f"{', '.join(stages)}: where it is decided by then; else at the end"


def wager_says(game: Game, wager: Wager) -> str:
    """What the wager is on and who may make it."""
    said = [f"{KINDS.get(wager.kind, 'Side bet')}: {wager.says or wager.name}."]
    if wager.with_main:
        names = " or ".join(the_hand(game.wager(name)) for name in wager.with_main)
        said.append(f"Only beside a wager on {names}.")
    elif wager.kind not in (MAIN, OFFER) and len(game.mains) > 1:
        said.append("Beside either main wager.")
    if wager.payee == TO_DEALER:
        said.append("The player gives the stake away; if it wins, stake and pay are the dealer's.")
    if wager.table_of:
        said.append(f"Paid by the pay table of {game.wager(wager.table_of).name}.")
    said += pays_besides(wager)
    said += wager.terms
    if wager.stays:
        said.append(STAYS[wager.stays])
    return " ".join(said)


def pays_besides(wager: Wager) -> list[str]:
    """What decides its money beside the odds of its pay tables."""
    said = []
    if wager.meter is not None:
        said.append(f"{sentence(wager.meter.words)}. Its figures are with the seed on it.")
    sized = [table for table in wager.paytables if table.sized]
    if sized:
        sizes = ", ".join(f"{one.name} from {money_text(one.least)}" for one in sized)
        said.append(f"Paid by the table of the bet's size: {sizes}.")
    return said + envy_words(wager)


def envy_words(wager: Wager) -> list[str]:
    """What it is paid for other seats, an outcome a sentence."""
    return [
        f"For each other seat of the round that has {outcome_words(wager, outcome)}, it is "
        f"paid {to_one(Fraction(pays))} besides."
        for outcome, pays in wager.envy.items()
    ]


def pay_blocks(game: Game) -> list[Block]:
    """Every outcome of every wager, what it is, and what each table pays for it."""
    blocks: list[Block] = []
    for wager in game.wagers:
        if wager.paytables and not wager.table_of:
            blocks += [printed_table(wager, one) for one in wager.printed]
            blocks.append(outcome_table(wager))
            blocks += tip_words(game, wager)
    return blocks


def outcome_table(wager: Wager) -> Table:
    tables = wager.paytables
    tips = tables[0].tips
    heads = [one.name for one in tables] if len(tables) > 1 else ["pays"]
    rows = []
    for outcome in wager.outcomes:
        pays = [pays_words(wager, one, outcome, len(tables) > 4) for one in tables]
        tip = [money_text(tips[outcome]) if outcome in tips else ""] * bool(tips)
        rows.append((outcome_words(wager, outcome), definition(wager, outcome), *pays, *tip))
    caption = f"{sentence(wager.name)}: every outcome and what it pays"
    caption += ", by pay table" if len(tables) > 1 else ""
    caption += ", to 1" if len(tables) > 4 else ""
    caption += ": Holecard's own table, the rule sheet prints none" if tables[0].ours else ""
    numbers = 6 if len(tables) > 4 else 9
    wide = numbers * (len(tables) + bool(tips))
    widths = (16, 84 - wide, *(numbers for _ in (*tables, *["tip"] * bool(tips))))
    return Table(
        f"pays-{wager.id}", caption,
        ("outcome", "what it is", *heads, *["dealer's tip"] * bool(tips)), tuple(rows), prose=True,
        widths=widths,
    )  # fmt: skip


def pays_words(wager: Wager, table: PayTable, outcome: str, narrow: bool) -> str:
    words = line_pays(wager, table, outcome)
    return words.removesuffix(" to 1") if narrow else words


def printed_table(wager: Wager, printed: Printed) -> Table:
    caption = f"{sentence(wager.name)}: {printed.caption}"
    name = printed.caption.partition(" ")[0]
    return Table(f"{name}-{wager.id}", caption, printed.head, printed.rows)


def tip_words(game: Game, wager: Wager) -> list[Block]:
    if not any(table.tips for table in wager.paytables):
        return []
    pays = "comes out of what the player wins" if game.tip_from_player else "is paid by the house"
    more = "" if game.tip_from_player else ", on top of the odds"
    return [
        Words(
            f"{wager.name}: the dealer's tip is a fixed amount for each line, whatever the stake, "
            f"and {pays}{more}."
        )
    ]
