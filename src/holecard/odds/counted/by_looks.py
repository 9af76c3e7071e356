"""Wagers that need no strategy: the enumeration each of them needs, picked by what it looks at."""

from __future__ import annotations

from holecard.dealing.settle import BLACKJACK, DEALER, LOSE, PUSH, RESULT_NAMES, WIN, result_pays
from holecard.errors import BadDefinition, UnknownName
from holecard.odds.composition import Composition
from holecard.odds.counted.both_hands import JOINT_LOOKS, joint_chances
from holecard.odds.counted.dealer_hand import (
    HOUSE_LOOKS,
    can_finish,
    house_chances,
    is_finished,
)
from holecard.odds.counted.first_cards import deal_chances
from holecard.odds.counted.outcome_grid import DEAL_LOOKS
from holecard.odds.counted.red_run import REDS, red_chances
from holecard.odds.result import Chances, WagerOdds, priced
from holecard.wagers.game import Game
from holecard.wagers.looks import FINISHED
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import OFFER, SIDE, Wager

RESULTS = (LOSE, PUSH, WIN, BLACKJACK)


def free_chances(
    game: Game,
    wager: Wager,
    shoe: Composition,
    exact: bool = False,
    lowest: int | None = None,
) -> Chances | None:
    """The chances of a wager's outcomes where no strategy matters; none where one does.

    They are exact fractions, except beside a main wager on the dealer's hand, where fractions take
    half a second and are made if `exact`. `lowest` says that the seat's lowest total is known to be
    26 or less. An offer's chances are given that it is made."""
    if wager.kind not in (SIDE, OFFER):
        return None
    looks = set(wager.looks)
    if looks <= DEAL_LOOKS:
        return deal_chances(game, wager, shoe)
    if wager.kind == OFFER:
        return None
    if looks == {REDS} and is_finished(wager, lowest):
        return red_chances(game, wager, shoe)
    if can_finish(wager, lowest):
        return house_chances(game, wager, shoe, lowest)
    if looks <= JOINT_LOOKS and backs_dealer_only(game, wager):
        return joint_chances(game, wager, shoe, exact)
    if looks <= HOUSE_LOOKS | {REDS} and ("lowest" not in looks or lowest is not None):
        check_finished(wager, lowest)
    return None


def backs_dealer_only(game: Game, wager: Wager) -> bool:
    """Whether every main wager it may stand beside backs the dealer's hand."""
    beside = [main for main in game.mains if not wager.with_main or main.id in wager.with_main]
    return all(main.backs == DEALER for main in beside)


def check_finished(wager: Wager, lowest: int | None) -> None:
    """Refuse a wager on the dealer's finished hand that leaves it to others whether it is."""
    looks = [name for name in wager.looks if name in FINISHED]
    if looks and not is_finished(wager, lowest):
        raise BadDefinition(
            f"{wager.id} looks at {', '.join(looks)}, but the dealer draws only while another "
            "wager needs the hand, so its odds depend on how the seats play: give it "
            "needs=always if it makes the dealer draw, or price it with `holecard simulate`"
        )


def main_dealer_chances(game: Game, shoe: Composition, exact: bool = False) -> WagerOdds:
    """The odds of the main wager on the dealer's hand, a row for each result."""
    main = next((main for main in game.mains if main.backs == DEALER), None)
    if main is None:
        raise UnknownName("wager on the dealer's hand", game.id, [main.id for main in game.mains])
    names = tuple(RESULT_NAMES[result] for result in RESULTS)
    odds = {
        RESULT_NAMES[result]: result_pays(result, DEALER, game.rules)
        for result in RESULTS
        if result != LOSE
    }
    table = PayTable("standard", odds)
    asked = Wager(
        id=main.id, name=main.name, classify=by_result, outcomes=names, paytables=(table,)
    )
    return priced(asked, table, joint_chances(game, asked, shoe, exact))


def by_result(hand_result: int) -> int:
    return RESULTS.index(hand_result)
