"""The gallery: the field's best-known main games, one file each, by the name typed for it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from holecard.games.gallery.charlie import CHARLIE
from holecard.games.gallery.double_attack import DOUBLE_ATTACK
from holecard.games.gallery.double_exposure import DOUBLE_EXPOSURE
from holecard.games.gallery.early_surrender import EARLY_SURRENDER
from holecard.games.gallery.free_bet import FREE_BET
from holecard.games.gallery.no_hole_card import NO_HOLE_CARD
from holecard.games.gallery.pontoon import PONTOON
from holecard.games.gallery.push_22 import PUSH_22
from holecard.games.gallery.spanish_21 import SPANISH_21
from holecard.games.gallery.super_fun_21 import SUPER_FUN_21
from holecard.games.gallery.switch import SWITCH
from holecard.wagers.game import Game

GALLERY: Mapping[str, Game] = MappingProxyType(
    {
        game.id: game
        for game in (
            DOUBLE_EXPOSURE,
            SPANISH_21,
            FREE_BET,
            PUSH_22,
            SUPER_FUN_21,
            PONTOON,
            DOUBLE_ATTACK,
            CHARLIE,
            EARLY_SURRENDER,
            NO_HOLE_CARD,
            SWITCH,
        )
    }
)

__all__ = ["GALLERY"]
