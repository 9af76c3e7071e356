"""The rack card: one page to lay beside the felt, pays and procedure in the dealer's order."""

from __future__ import annotations

from holecard.dealing.felt import ACTED, DEALT, LOOKED
from holecard.dealing.own_tables import EARLY
from holecard.dealing.settle import BLACKJACK, OWN, WIN, result_pays
from holecard.money import money_text
from holecard.report.blocks import Block, Section, Table
from holecard.report.facts import Facts
from holecard.report.sections.words import (
    deal_step,
    dealer_step,
    fee_step,
    insurance_step,
    limits,
    natural_step,
    peek_step,
    riding_step,
    seat_step,
    settle_step,
    split_step,
)
from holecard.text.own_rules import definition_of, early_words
from holecard.text.words import line_pays, outcome_words, to_one
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDES, Wager


def rack_card(facts: Facts) -> Section:
    game = facts.game
    return Section(f"Rack card: {game.name}", (procedure(game), *pays(game)), own_page=True)


def procedure(game: Game) -> Table:
    """A round as the dealer does it; what is settled early at the step where it is."""
    own = any(main.backs == OWN for main in game.mains)
    steps = [
        ("Bets", bets(game)),
        *((fee.name, fee_step(fee, game)) for fee in game.wagers if fee.kind == FEE),
        ("Deal", join(deal_step(game), settled(game, DEALT))),
        ("Ace up", insurance_step(game)),
        ("Before the look", early_words(game) if game.tables.asks[EARLY] else ""),
        ("Look", join(peek_step(game), settled(game, LOOKED))),
        ("Blackjack", natural_step(game)),
        ("Seats", join(*(seat_step(game), split_step(game)) * own, settled(game, ACTED))),
        ("Dealer", dealer_step(game)),
        ("Settle", settle_step(game)),
        ("Bets that stay", riding_step(game) if game.rides else ""),
    ]
    rows = tuple((when, what) for when, what in steps if what)
    return Table("rack-steps", "", ("when", "what"), rows, prose=True, widths=(13, 87))


def join(*words: str) -> str:
    return " ".join(word for word in words if word)


def bets(game: Game) -> str:
    spots = [f"{one.name} {limits(one)}" for one in game.placeable if one.kind != FEE]
    return f"{'; '.join(spots)}."


def settled(game: Game, stage: int) -> str:
    names = [one.name for one in game.wagers if stage in one.settles]
    return f"Decided at this point, where it is: {', '.join(names)}." if names else ""


def pays(game: Game) -> list[Block]:
    mains = [
        (f"{main.name}, blackjack", to_one(result_pays(BLACKJACK, main.backs, game.rules)))
        for main in game.mains
    ]
    offers = [
        (one.name, to_one(max(map(one.table().pays, one.outcomes))))
        for one in game.wagers
        if one.kind == OFFER
    ]
    wins = [
        (f"{main.name}, win", to_one(result_pays(WIN, main.backs, game.rules)))
        for main in game.mains
    ]
    own = [(definition_of(one).removesuffix("."), to_one(one.pays)) for one in game.answers.results]
    table = Table("rack-mains", "", ("pays", "to 1"), (*wins, *mains, *own, *offers))
    others = [one for one in game.wagers if one.kind not in (MAIN, FEE, OFFER) and not one.table_of]
    return [table, *(side_pays(one) for one in others)]


def side_pays(wager: Wager) -> Table:
    names = [table.name for table in wager.paytables] if len(wager.paytables) > 1 else ["pays"]
    first = wager.paytables[0]
    rows = [
        (
            outcome_words(wager, one), *(line_pays(wager, table, one) for table in wager.paytables),
            *([money_text(first.tip(one)) if first.tip(one) else ""] if first.tips else []),
        )
        for one in wager.outcomes
        if one != RIDES and any(table.pays(one) >= 0 for table in wager.paytables)
    ]  # fmt: skip
    head = (wager.name, *names, *(["tip"] if first.tips else []))
    return Table(f"rack-{wager.id}", "", head, tuple(rows))
