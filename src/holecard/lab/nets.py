"""What one round of a wager comes to in cents at a stake, for the player and for the house."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from holecard.errors import BadDefinition, UnknownName
from holecard.money import money_text
from holecard.odds.pricing.pricer import extra_ids
from holecard.odds.result import Outcome, WagerOdds
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, RIDING, Wager

Nets = Mapping[int, float]
SEAT = 1


def wager_of(game: Game, name: str) -> Wager:
    """The wager whose stake an entry is per: `main-burnout` is staked as `main`."""
    return game.mains[0] if name in extra_ids(game) else game.wager(name)


def known_entry(game: Game, name: str) -> str:
    """A name the odds have an entry for, or a refusal that suggests the nearest."""
    priced = {wager.id for wager in game.wagers if wager.kind != FEE} | extra_ids(game)
    if name not in priced:
        raise UnknownName(f"{game.id} wager", name, priced)
    return name


def nets_of(game: Game, odds: WagerOdds, stake: int) -> tuple[Nets, Nets]:
    """Chances by net in cents: the player's, and the house's (who may pay a tip on top, B5)."""
    wager = wager_of(game, odds.id)
    wager.check_limits(stake, SEAT)
    player: defaultdict[int, float] = defaultdict(float)
    house: defaultdict[int, float] = defaultdict(float)
    for row in odds.outcomes:
        won = whole_net(row, odds.table_pays(row), stake, wager)
        chance = float(row.probability)
        player[won - (row.tip if odds.tip_from_player else 0)] += chance
        house[-won - (0 if odds.tip_from_player else row.tip)] += chance
    return dict(player), dict(house)


def whole_net(row: Outcome, pays: Fraction, stake: int, wager: Wager) -> int:
    net = pays * stake
    if net.denominator != 1:
        raise BadDefinition(
            f"{wager.name} at {money_text(stake)} would pay a fraction of a cent on {row.id} "
            f"({pays} to 1): take a stake that pays whole cents (R4)"
        )
    return net.numerator


def counted_in(game: Game, odds: WagerOdds) -> str:
    """What a session of this wager is counted in: a riding bet may take several rounds, and not
    every round has an offer."""
    if odds.offered:
        return "offers"
    if game.seats_a_player > 1:
        return "hands, one of each round,"  # those of one round share the dealer's
    return "wagers settled" if wager_of(game, odds.id).kind == RIDING else "rounds"
