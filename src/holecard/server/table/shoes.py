"""The shoes of a table: committed early, opened with the players' entropy, revealed when over.

A shoe with a promise that is not kept is never dealt: whoever has seen the others' entropy could
choose between two orders by showing its own or not (docs/decisions/0017-withheld-entropy.md).
"""

from __future__ import annotations

from holecard.errors import NotAllowed
from holecard.server.base.refusals import NotYours, Stale
from holecard.server.events.table import (
    EntropyCommitted,
    EntropyEnded,
    EntropyRevealed,
    ShoeCommitted,
    ShoeOpened,
    ShoeRevealed,
    ShoeVoided,
)
from holecard.server.fairness.seal import SEED_BYTES, EntropyNeeded, keeps_word, seal
from holecard.server.table.log_page import TablePage
from holecard.server.table.state import ShoeState
from holecard.server.wire.requests import GiveEntropy


def commit_shoe(page: TablePage, number: int) -> None:
    """Publish the hash of a new seed."""
    game = page.table.game
    decks, seed = game.rules.decks, page.outside.random(SEED_BYTES)
    sealed = seal(page.table.id, number, decks, seed, game.answers.deck)
    page.seeds[number] = sealed.seed
    page.add(ShoeCommitted(number, decks, sealed.commitment))


def open_shoe(page: TablePage) -> None:
    """Fix the order of the current shoe: from here on nobody can add to it."""
    shoe = page.table.current
    if shoe.opened:
        return
    if not shoe.reveals:
        raise EntropyNeeded("a shoe is opened with a player's entropy: nobody has given any")
    if shoe.withheld:
        raise EntropyNeeded(
            f"shoe {shoe.number} waits for entropy that was promised: it is not dealt without it"
        )
    mixed_in = tuple(sorted(shoe.reveals.values()))
    page.add(ShoeOpened(shoe.number, mixed_in, ()))


def turn_shoe(page: TablePage) -> None:
    """Reveal a shoe between rounds when it is used up or everybody has left it; the one committed
    long ago is next."""
    table = page.table
    shoe = table.current
    over = shoe.is_used_up(len(table.chairs) + 1) or (shoe.opened and not table.chairs)
    if table.playing or not over:
        return
    page.add(ShoeRevealed(shoe.number, shoe.seed.hex()))
    commit_shoe(page, page.table.current.number + 1)


def void_shoe(page: TablePage, why: str, withheld: tuple[str, ...] = ()) -> None:
    """Never deal from the current shoe, and show its seed: what it would have been can be seen."""
    shoe = page.table.current
    page.add(ShoeVoided(shoe.number, shoe.seed.hex(), why, withheld))
    commit_shoe(page, page.table.current.number + 1)


def end_promises(page: TablePage, player: str) -> None:
    """A player has got up. A promise nobody could yet gain by breaking just ends; after the first
    entropy is shown a broken one voids the shoe."""
    for shoe in page.table.shoes():
        if not shoe.wants_entropy(player):
            continue
        if shoe.reveals:
            void_shoe(page, "withheld", (player,))
        else:
            page.add(EntropyEnded(shoe.number, player))


def give_entropy(page: TablePage, player: str, asked: GiveEntropy) -> None:
    """A browser's promise, or the entropy it promised."""
    if not page.table.seats_of(player):
        raise NotYours("only seated players add to the shuffle: take a seat first")
    shoe = next((one for one in page.table.shoes() if one.number == asked.shoe), None)
    if shoe is None or shoe.opened:
        raise Stale(f"shoe {asked.shoe} takes no entropy now")
    if (asked.commitment is None) == (asked.entropy is None):
        raise NotAllowed("send the commitment first, and the entropy later: one of them at a time")
    if asked.commitment is not None:
        promise(page, player, shoe, asked.commitment)
    elif asked.entropy is not None:
        reveal(page, player, shoe, asked.entropy)


def promise(page: TablePage, player: str, shoe: ShoeState, commitment: str) -> None:
    if player in shoe.commits:
        raise NotAllowed(f"you have committed to entropy for shoe {shoe.number} already")
    if not shoe.wants_commitment(player):
        raise NotAllowed(f"shoe {shoe.number} is being opened: yours is mixed into the next")
    page.add(EntropyCommitted(shoe.number, player, commitment))


def reveal(page: TablePage, player: str, shoe: ShoeState, entropy: str) -> None:
    if shoe.number != page.table.current.number:
        raise NotAllowed(f"shoe {shoe.number} is not next yet: keep its entropy secret")
    if not shoe.wants_entropy(player):
        raise NotAllowed(f"shoe {shoe.number} waits for no entropy of yours")
    if not keeps_word(entropy, shoe.commits[player]):
        raise NotAllowed("this is not the entropy you committed to: its SHA-256 is another")
    page.add(EntropyRevealed(shoe.number, player, entropy))


def has_given(shoe: ShoeState, player: str) -> bool:
    """Whether the player may bet on the shoe: own entropy is in, or it was too late to promise."""
    late = bool(shoe.reveals) and player not in shoe.commits
    return shoe.opened or player in shoe.reveals or late


def check_given(shoe: ShoeState, player: str) -> None:
    if not has_given(shoe, player):
        raise EntropyNeeded(
            f"shoe {shoe.number} is new: your browser adds to its shuffle before you bet"
        )
