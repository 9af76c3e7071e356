"""The figures of the door: odds, strategy, one hand, a session, a simulation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from holecard.door.asked import game_of, names_of, table_names
from holecard.errors import NotAllowed, Unreadable
from holecard.money import read_cents
from holecard.wagers.game import Game
from holecard.wagers.wager import MAIN

if TYPE_CHECKING:
    from holecard.lab.session import Session
    from holecard.odds.composition import Composition
    from holecard.odds.result import GameOdds
    from holecard.odds.solve.own_bets.hand_result import HandValues
    from holecard.odds.strategy import Strategy
    from holecard.simulator.result import SimResult

PLAYED_FOR = ("main", "wager")


def odds(
    game: Game | str,
    wagers: Sequence[str] | str = (),
    paytables: Mapping[str, str] | None = None,
    *,
    play: str = "",
    shoe: Composition | str = "",
    without: str = "",
    splits: str = "cdp1",
) -> GameOdds:
    """The exact odds of every wager of a game, or of those named, under its rules.

    `paytables` names one pay table of a wager: `{"bad-beat": "P1"}`; the others keep all of
    theirs. `play` is what the seat plays for where that matters: "main", "wager", or both if left.
    `shoe` is another shoe than full decks, such as "A:23 2:24 ... T:96", `without` are cards taken
    out of it ("As Kd"), `splits` is how split hands are played: cdz-, cdp1 or cdp.

    >>> import holecard as hc
    >>> found = hc.odds(hc.find_game("breakout").but(decks=8), wagers=["sweet-17"])
    >>> found.find("sweet-17")
    <sweet-17 standard: house edge 6.613470%, exact>
    >>> found.rows[0]["hit_frequency"]
    0.133409...
    """
    from holecard.lab.nets import known_entry
    from holecard.odds.pricing.pricer import Ask, game_odds

    ruled = game_of(game)
    return game_odds(
        ruled,
        Ask(
            wagers=tuple(known_entry(ruled, name) for name in names_of(wagers)),
            paytables=table_names(ruled, paytables),
            play=played_for(play) if play else "",
            convention=splits,
            shoe=shoe_of(ruled, shoe, without),
        ),
    )


def shoe_of(game: Game, shoe: Composition | str, without: str) -> Composition:
    """The shoe that is meant: the game's own unless another is given, some cards taken out."""
    from holecard.cards import read_cards
    from holecard.odds.composition import Composition, read_composition, shoe_of

    if isinstance(shoe, Composition):
        cards = shoe
    else:
        cards = read_composition(shoe) if shoe else shoe_of(game)
    return cards.without(read_cards(without)) if without else cards


def played_for(play: str) -> str:
    if play not in PLAYED_FOR:
        raise Unreadable(f"cannot play for {play!r}: {' or '.join(PLAYED_FOR)}")
    return play


def strategy(
    game: Game | str,
    *,
    paid: bool = False,
    splits: str = "cdp1",
    wager: str = "",
    paytable: str = "",
) -> Strategy:
    """Best play of a game as charts: hard, soft and pairs by what the dealer shows.

    `paid` is Burnout's: with the payment made, and what to burn. With a `wager` named it is played
    for that one alone (bad-beat under a `paytable`, a bonus on a streak), not for the main wager.

    >>> import holecard as hc
    >>> found = hc.strategy("classic")
    >>> found
    <strategy for classic 6D H17 DAS SP4 3:2 peek: best play -0.6...% per initial wager, ...>
    >>> [row["T"] for row in found.rows if row["hand"] == "16"]
    ['H']
    """
    from holecard.odds.strategy import best_strategy

    return best_strategy(game_of(game), paid, splits, wager, paytable)


def hand(
    game: Game | str, cards: str, dealer: str, *, drew: str = "", splits: str = "cdp1"
) -> HandValues:
    """What every legal action is worth for a hand, per initial wager, under best play after it.

    `dealer` is what the dealer shows: one card, both in Face Up. `drew` is Burnout's: the card a
    hit just brought, to keep or to burn.

    >>> import holecard as hc
    >>> found = hc.hand("classic", "T 6", "T")
    >>> found
    <T 6 v T in classic 6D H17 DAS SP4 3:2 peek: hit -0.534676>
    >>> list(found.actions)
    ['hit', 'stand', 'double']
    """
    from holecard.odds.solve.one_hand import hand_values, read_values
    from holecard.odds.solve.own_bets.hand_result import HandValues

    ruled = game_of(game)
    burning = read_values(drew) if drew else ()
    found = hand_values(ruled, read_values(cards), read_values(dealer), splits, burning)
    return HandValues(ruled, cards, dealer, found["given"], found["values"], splits)


def session(
    game: Game | str,
    wager: str = "",
    rounds: int | str = 1000,
    stake: int | str = "",
    bankroll: int | str = "",
    *,
    paytable: str = "",
    play: str = "",
    beside: str = "",
) -> Session:
    """What the player and the house have after many rounds of one wager, added up exactly.

    The first main wager, its first pay table and $5 (or the least it takes) if left. Money is in
    cents, or in dollars as text: `stake="25"`. With a bankroll, the risk of ruin too. `play` is
    main or wager, `beside` a payment made or "none": what is left open is what is worst for the
    house, and the result says so.

    >>> import holecard as hc
    >>> found = hc.session("breakout", "sweet-17", rounds=100, stake="10")
    >>> found
    <session of breakout 6D H17 DAS SP4 3:2 peek: sweet-17 standard: 100 rounds at $10>
    >>> [f"{row['side']} {row['ahead']:.4f}" for row in found.rows]
    ['player 0.3553', 'house 0.6447']
    """
    from holecard.lab.distribution import read_rounds
    from holecard.lab.nets import known_entry, wager_of
    from holecard.lab.plays import check_payment, meant, worst_for_house, worst_words
    from holecard.lab.session import session as play_session
    from holecard.lab.setup import usual_stake

    ruled = game_of(game)
    name = known_entry(ruled, wager or ruled.mains[0].id)
    asked = wager_of(ruled, name)
    first = "" if asked.kind == MAIN else asked.table().name
    tables = {name: paytable or first} if paytable or first else {}
    check_payment(ruled, beside)
    entries = odds(ruled, name, tables, play=played_for(play) if play else "").wagers
    found = meant(entries, play, beside)
    return play_session(
        ruled,
        worst_for_house(found),
        read_rounds(str(rounds)),
        usual_stake(asked) if stake == "" else read_cents(stake),
        None if bankroll == "" else read_cents(bankroll),
        chosen=worst_words(found),
    )


def simulate(
    game: Game | str,
    rounds: int | str = 1_000_000,
    seed: int = 1,
    *,
    play: str = "best",
    wagers: Sequence[str] | str = (),
    paytables: Mapping[str, str] | None = None,
    beside: str = "",
    players: int = 1,
    penetration: float | None = None,
    count: str = "",
    trigger: str = "1",
    until_se: float | None = None,
    splits: str = "cdp1",
    jobs: int = 1,
    check: bool = False,
) -> SimResult:
    """Every wager of a game as counted over so many rounds; the same seed gives the same bytes.

    `play` is best, total, mimic, never-bust, a chart file, or wager: best play for the wager named
    alone. `beside` is a payment made in every round: "burnout". Each round has a fresh shoe unless
    `penetration` says which share of it is dealt; then `count` ("hi-lo", or tags) and `trigger`
    are a counter's. `until_se` stops at a standard error, `jobs` is a number of processes, and
    with `check` each figure is held against the exact one.

    >>> import holecard as hc
    >>> found = hc.simulate("classic", rounds=10_000, seed=3, play="mimic")
    >>> found
    <simulation of classic 6D H17 DAS SP4 3:2 peek: mimic; 10,000 rounds, seed 3>
    >>> found.find("main").rounds
    10000
    """
    from holecard.experiment.simulation import check_seed, read_penetration, simulate_game
    from holecard.odds.playbook import named_book
    from holecard.simulator.card_count import read_count

    ruled = game_of(game)
    tables = table_names(ruled, paytables)
    if count and penetration is None:
        raise NotAllowed("a count needs a penetration: a fresh shoe has nothing to count")
    return simulate_game(
        ruled,
        rounds,
        check_seed(seed),
        play=named_book(ruled, play, splits, names_of(wagers), tables),
        wagers=names_of(wagers),
        tables=tables,
        beside=beside,
        players=players,
        penetration=None if penetration is None else read_penetration(penetration),
        count=read_count(count, trigger) if count else None,
        until_se=until_se,
        jobs=jobs,
        check=check,
    )
