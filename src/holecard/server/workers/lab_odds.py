"""The lab's figures, as a worker makes them: a set-up in, JSON out, solved play kept in between."""

from __future__ import annotations

import json
from functools import lru_cache

from holecard import __version__
from holecard.dealing.settle import OWN
from holecard.errors import BadDefinition, UnknownName, Unreadable
from holecard.lab.entries import (
    Entries,
    ShutBook,
    ask_for,
    entries,
    free_entries,
    share_of_return,
)
from holecard.lab.nets import wager_of
from holecard.lab.plays import NO_PAYMENT, check_payment, worst_for_house
from holecard.lab.setup import EDITED, Setup, entry_ids, odds_text, table_in
from holecard.odds.format import as_csv
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Pricer, extra_ids
from holecard.odds.result import GameOdds, Outcome, WagerOdds, wager_json
from holecard.server.wire.games import condition_words
from holecard.server.wire.lab_answers import (
    Copied,
    DeckCell,
    DeckCells,
    LabOdds,
    LabOffer,
    LabOutcome,
    LabRefused,
    LabWager,
    OfferChoice,
)
from holecard.text.words import name_words, odds_words, outcome_words
from holecard.wagers.game import Game
from holecard.wagers.offers import EVEN_MONEY_ID
from holecard.wagers.wager import MAIN, RIDES, Wager

SOFT_17 = (False, True)


@lru_cache(maxsize=12)
def playbook_of(game: str, rules_line: str) -> Playbook:
    """Pay tables change no play: it is solved once for the rules."""
    return Playbook(Setup(game, rules_line).made())


@lru_cache(maxsize=12)
def pricer_of(setup: Setup) -> Pricer:
    game = setup.made()
    return Pricer(game, ask_for(game), playbook_of(game.id, game.line))


@lru_cache(maxsize=64)
def priced(setup: Setup, wager: str) -> Entries:
    return entries(pricer_of(setup), (wager,))


def checked(setup: Setup, wager: str, table: str, play: str, beside: str = "") -> Game:
    """The game of a set-up, if it has that wager, pay table, play and payment."""
    game = setup.made()
    if wager not in entry_ids(game):
        raise UnknownName(f"{game.id} wager", wager, entry_ids(game))
    if play not in ("", "main", "wager"):
        raise Unreadable(f"cannot read the play {play!r}: main or wager")
    check_payment(game, beside)
    table_named(game, wager, table)
    return game


def entry_of(setup: Setup, wager: str, table: str, play: str, beside: str = "") -> WagerOdds:
    """One priced wager under one pay table, or the reason why there is none."""
    game = checked(setup, wager, table, play, beside)
    return fitting(game, priced(setup, wager), wager, table, play, beside)


def worst_of(setup: Setup, wager: str, table: str) -> WagerOdds:
    """The same wager and pay table under the play worst for the house."""
    named = table_named(setup.made(), wager, table)
    found = priced(setup, wager).priced
    return worst_for_house([one for one in found if one.paytable == (named or one.paytable)])


def fitting(
    game: Game, found: Entries, wager: str, table: str, play: str, beside: str = ""
) -> WagerOdds:
    """The one entry of these that is of that pay table, play and payment: for the main wager and
    without, unless told."""
    for _, words in found.refused:
        raise BadDefinition(words)
    named = table_named(game, wager, table)
    made = "" if beside == NO_PAYMENT else beside
    for one in found.priced:
        paid = one.id in extra_ids(game) or one.beside == made or not one.play
        if one.paytable == (named or one.paytable) and one.play in ("", play or "main") and paid:
            return one
    raise BadDefinition(f"{wager} has no figure under {game.line}")


def table_named(game: Game, wager: str, table: str) -> str:
    """A pay table's name in the set-up; none for a main wager, which has no table."""
    return table_in(game, wager, table) if wager_of(game, wager).kind != MAIN else ""


def ready() -> str:
    """A worker that has answered this has everything imported."""
    return "{}"


def free_odds(setup: Setup) -> str:
    game = setup.made()
    return odds_seen(game, free_entries(game)).model_dump_json()


def solved_odds(setup: Setup, names: tuple[str, ...]) -> str:
    found = [priced(setup, name) for name in names if checked(setup, name, "", "")]
    whole = Entries(
        tuple(one for part in found for one in part.priced),
        refused=tuple(one for part in found for one in part.refused),
    )
    return odds_seen(setup.made(), whole).model_dump_json()


def odds_seen(game: Game, found: Entries) -> LabOdds:
    return LabOdds(
        game=game.id,
        rules_line=game.line,
        definition_hash=game.definition_hash,
        version=__version__,
        wagers=[wager_seen(game, one) for one in found.priced],
        waiting=list(found.waiting),
        refused=[LabRefused(id=name, says=says) for name, says in found.refused],
    )


def wager_seen(game: Game, odds: WagerOdds) -> LabWager:
    wager = wager_of(game, odds.id)
    return LabWager(
        id=odds.id,
        name=odds.name,
        paytable=odds.paytable,
        edited=odds.paytable.removesuffix(EDITED) if odds.paytable.endswith(EDITED) else "",
        play=odds.play,
        beside=odds.beside,
        condition=condition_words(game, odds),
        main_edge=None if odds.main_ev is None else -odds.main_ev,
        method=odds.method,
        per=odds.per,
        ev=odds.ev,
        house_edge=odds.house_edge,
        rtp=odds.rtp,
        hit_frequency=odds.hit_frequency,
        push_frequency=odds.push_frequency,
        std_dev=odds.std_dev,
        element_of_risk=odds.element_of_risk,
        max_win=odds_text(odds.top_prize),
        given_ev=odds.given_ev,
        wagered=odds.wagered,
        tip=odds.tip,
        tip_from_player=odds.tip_from_player,
        tip_stake=odds.tip_stake,
        edge_after_tips=odds.edge_after_tips(),
        notes=list(odds.notes),
        offer=offer_seen(odds),
        outcomes=[outcome_seen(wager, odds, row) for row in odds.outcomes],
    )


def offer_seen(odds: WagerOdds) -> LabOffer | None:
    offer = odds.offered
    if offer is None:
        return None
    return LabOffer(
        chance=float(offer.chance),
        when=offer.when,
        stake=float(offer.stake),
        stake_says=f"{offer.stake} of the main wager" if offer.stake < 1 else "the main wager",
        chances=[row.probability for row in offer.outcomes],
        per_round=offer.ev_per_round,
        choices=[
            OfferChoice(says=name_words(name), value=float(value)) for name, value in offer.choices
        ],
    )


def outcome_seen(wager: Wager, odds: WagerOdds, row: Outcome) -> LabOutcome:
    table = None if wager.kind == MAIN else wager.table(odds.paytable)
    is_net = wager.kind == MAIN and wager.backs == OWN  # such a row is named by its net
    pays = odds.table_pays(row)  # a tip from the player shows in `returns`, not in the odds
    return LabOutcome(
        id=row.id,
        says=outcome_words(wager, row.id),
        probability=float(row.probability),
        pays=odds_text(pays),
        pays_says=says_pays(odds, row, is_net),
        odds=float(pays),
        returns=float(row.returns),
        share=share_of_return(odds, row),
        tip=row.tip,
        editable=table is not None and row.id in table.odds and row.id != RIDES,
    )


def says_pays(odds: WagerOdds, row: Outcome, is_net: bool) -> str:
    if odds.id == EVEN_MONEY_ID:
        return f"{float(row.pays):+g}"  # more or less than declining, in main wagers
    return "" if is_net else odds_words(odds.table_pays(row), row.id)


def deck_cells(
    setup: Setup, wager: str, table: str, play: str, decks: int, free: bool, beside: str = ""
) -> str:
    """One deck count under both soft-17 rules."""
    checked(setup, wager, table, play, beside)
    cells = []
    for h17 in SOFT_17:
        game = setup.made().but(decks=decks, hit_soft_17=h17)
        book = ShutBook(game) if free else Playbook(game)
        found = entries(Pricer(game, ask_for(game, play), book), (wager,))
        try:
            shown = wager_seen(game, fitting(game, found, wager, table, play, beside))
        except BadDefinition as wrong:
            cells.append(DeckCell(decks=decks, h17=h17, wager=None, says=str(wrong)))
        else:
            cells.append(DeckCell(decks=decks, h17=h17, wager=shown, says=""))
    return DeckCells(cells=cells).model_dump_json()


def copied(setup: Setup, wager: str, table: str, play: str, form: str, beside: str = "") -> str:
    """The entry as `holecard odds` prints it, or as lines of Python that work it out again."""
    game = setup.made()
    odds = entry_of(setup, wager, table, play, beside)
    if form == "python":
        return Copied(text=python_text(setup, odds)).model_dump_json()
    whole = GameOdds(game, (odds,), __version__)
    if form == "csv":
        return Copied(text=as_csv(whole)).model_dump_json()
    document = {**whole.as_json(), "wagers": [wager_json(odds)]}
    if setup.edits:
        document["edits"] = [one.text for one in setup.edits]
    return Copied(text=json.dumps(document, indent=2)).model_dump_json()


def python_text(setup: Setup, odds: WagerOdds) -> str:
    head, _, body = setup.python().partition("\n\n")
    words = (odds.id, odds.paytable, odds.play, odds.beside)
    find = ", ".join(f'"{word}"' for word in words if word)
    ask = f'wagers=("{odds.id}",)' + (f', play="{odds.play}"' if odds.play else "")
    return "\n".join(
        (
            head,
            "from holecard.odds.pricing.pricer import Ask, game_odds",
            "",
            body,
            f"odds = game_odds(game, Ask({ask})).find({find})",
            'print(f"{odds.house_edge:.6%}")',
            "",
        )
    )
