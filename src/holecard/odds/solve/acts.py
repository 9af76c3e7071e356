"""What is done with a hand, as the solver's arrays have it: a place in ACTIONS, simplest first.

Arrays over actions are short that way, and of two acts worth the same the first is taken. What an
action is called, and its number in a round, is said in dealing/actions.py alone.
"""

from __future__ import annotations

from holecard.dealing import actions
from holecard.dealing.actions import ACTION_NAMES, KEYS

ACTIONS = (actions.STAND, actions.HIT, actions.DOUBLE, actions.SPLIT, actions.SURRENDER)
STAND = ACTIONS.index(actions.STAND)
HIT = ACTIONS.index(actions.HIT)
DOUBLE = ACTIONS.index(actions.DOUBLE)
SPLIT = ACTIONS.index(actions.SPLIT)
SURRENDER = ACTIONS.index(actions.SURRENDER)
BEST_ACT = -1  # no act is given: the best one is taken

KEY_OF = {action: key for key, action in KEYS.items()}
WORDS = tuple(ACTION_NAMES[action] for action in ACTIONS)
LETTERS = tuple(KEY_OF[action].upper() for action in ACTIONS)
