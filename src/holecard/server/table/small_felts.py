"""The lobby's small felts: of each game one hand that shows what it is about, dealt from its round
line, with a sentence that says what happened and one figure."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

from holecard.dealing.actions import DECLINE, KEEP, STAND
from holecard.errors import BadDefinition
from holecard.games import BROUGHT, gallery_games
from holecard.money import money_text
from holecard.play.view import view
from holecard.server.table.table_json import view_seen
from holecard.server.wire.game_answers import WagerEdge
from holecard.server.wire.lobby_answers import GallerySeen, SmallFelts, SmallFeltSeen
from holecard.server.wire.shipped_edges import shipped_edge
from holecard.server.wire.table_answers import RoundSeen
from holecard.shoe import shuffled
from holecard.text.line import Line, line_of, read_line
from holecard.text.words import sentence
from holecard.wagers.bets import Bet, SeatBets, party_of
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout, payouts
from holecard.wagers.wager import SIDE, Wager

HUNDRED = 100_00
STAKE = 1000  # on each spot of a hand of a game that was brought
LOOKED_THROUGH = 3000


@dataclass(frozen=True, kw_only=True)
class SmallFelt:
    line: str
    says: str
    wager: str  # the spot that is looked at
    on: str  # what the figure is of
    beside: str = ""  # the payment it takes for granted,
    play: str = ""  # and the play, as a `WagerEdge` names them


SMALL_FELTS = (
    SmallFelt(
        line="breakout | Ts 7h 6d 7s Kc 6d | 1 dealer-hand 25 | | 1 dealer-hand +25",
        says="You busted, the dealer made 20, and you win: you had backed the dealer.",
        wager="dealer-hand",
        on="on the dealer's hand",
    ),
    SmallFelt(
        line=(
            "lucky-break | Td 2c 9s 3c 4c 7c Kc | 1 main 10 lucky-break 1 | stand | "
            "1 main +10 lucky-break +153"
        ),
        says="The dealer busts with 26 in five clubs. Your $1 on that wins $153.",
        wager="lucky-break",
        on="on Lucky Break",
    ),
    SmallFelt(
        line=(
            "burnout | 7h Th 9h 9c Qc 5d | 1 main 25 burnout 5 | hit burn | 1 main +25 burnout -5"
        ),
        says="The queen would have busted you. Burn it: the next card makes 21.",
        wager="main",
        on="on your hand, the burn paid for",
        beside="burnout",
        play="main",
    ),
    SmallFelt(
        line="bad-beat | Kd 6h Qs 5c Td | 1 main 10 bad-beat 5 | stand | 1 main -10 bad-beat +100",
        says="Your 20 loses to a 21. You had a bet on bad luck: 20 to 1.",
        wager="bad-beat",
        on="on Bad Beat, played for that bet alone",
        play="wager",
    ),
    SmallFelt(
        line="face-up | Th Ts 8c Qd 3d | 1 main 10 | hit | 1 main +10",
        says="The dealer's 20 lies open before you act. So you hit 18, and make 21.",
        wager="main",
        on="on your hand, played well: ties are the dealer's",
        play="main",
    ),
    SmallFelt(
        line="classic | As Td Kh 9c | 1 main 10 | | 1 main +15",
        says="The game you know: an ace and a king are blackjack, and pay 3 to 2.",
        wager="main",
        on="on your hand, played well",
        play="main",
    ),
)


def small_felts() -> SmallFelts:
    shown = (*SMALL_FELTS, *(brought_felt(game) for game in BROUGHT.values()))
    return SmallFelts(
        felts=[small_felt_seen(one) for one in shown],
        gallery=[gallery_seen(game) for game in gallery_games().values()],
    )


def gallery_seen(game: Game) -> GallerySeen:
    edge = shipped_edge(game, game.mains[0].id, "", "main")
    keeps = keeps_words(edge, "on your hand, played well") if edge else ""
    return GallerySeen(game=game.id, edge=edge, keeps=keeps)


def brought_felt(game: Game) -> SmallFelt:
    """A hand of a game that was brought as a file, in which everybody stands: the first that its
    first side bet wins, or else its main wager."""
    main = game.mains[0]
    sides = [one for one in game.placeable if one.kind == SIDE and beside(one, main)][:1]
    for looked_at in (*sides, main):
        found = winning(game, main, looked_at)
        if found is not None:
            break
    else:
        raise BadDefinition(f"{game.id}: in {LOOKED_THROUGH} rounds {main.name} never wins")
    dealt, won = found
    said = looked_at.defines.get(won.outcome) or sentence(looked_at.says) + "."
    return SmallFelt(
        line=line_of(dealt),
        says=f"{said} Your {money_text(won.stake)} on {looked_at.name} wins {money_text(won.net)}.",
        wager=looked_at.id,
        on=f"on {looked_at.name}",
    )


def winning(game: Game, main: Wager, wager: Wager) -> tuple[Dealt, Payout] | None:
    """The first round of some that a wager wins beside a main wager."""
    draw = random.Random(game.id)
    bets = [Bet(one.id, payable(one)) for one in ([main] if wager is main else [main, wager])]
    for _ in range(LOOKED_THROUGH):
        shoe = shuffled(game.rules.decks, draw, game.answers.deck)
        dealt = stood(game, party_of(game, SeatBets(1, tuple(bets))), shoe)
        paid = next(one for one in payouts(dealt) if one.wager == wager.id)
        if paid.net > 0:
            return dealt, paid
    return None


def payable(wager: Wager) -> int:
    """About the usual stake, and one that is paid in whole cents whatever happens."""
    odds = [table.pays(name) for table in wager.paytables for name in wager.outcomes]
    step = lcm(*(one.denominator for one in odds))
    return min(wager.most, max(wager.least, STAKE)) // step * step or step


def beside(wager: Wager, main: Wager) -> bool:
    return not wager.with_main or main.id in wager.with_main


def stood(game: Game, seats: tuple[SeatBets, ...], shoe: Sequence[int]) -> Dealt:
    """A round in which offers are declined and every hand stands."""
    choices: tuple[Choice, ...] = ()
    dealt = deal_round(game, seats, shoe)
    while dealt.ask is not None:
        does = next((one for one in (STAND, DECLINE, KEEP) if one in dealt.ask.legal), None)
        choices += (Choice(next(iter(dealt.ask.legal)) if does is None else does),)
        dealt = deal_round(game, seats, shoe, choices)
    return dealt


def small_felt_seen(felt: SmallFelt) -> SmallFeltSeen:
    line = read_line(felt.line)
    edge = shipped_edge(line.game, felt.wager, felt.beside, felt.play)
    return SmallFeltSeen(
        game=line.game.id,
        line=str(line),
        says=felt.says,
        wager=felt.wager,
        edge=edge,
        keeps=keeps_words(edge, felt.on) if edge else "",
        views=line_views(line),
    )


def keeps_words(edge: WagerEdge, on: str) -> str:
    """An edge in money, to the cent of $100: the digits that are printed as a percentage."""
    cents = round(edge.house_edge * HUNDRED)
    moved = money_text(abs(cents)) if abs(cents) >= 100 else f"{abs(cents)} cents"
    does = "keeps" if cents >= 0 else "loses"  # early surrender is worth more than the house has
    return f"the house {does} {moved} of every {money_text(HUNDRED)} {on}"


def line_views(line: Line) -> list[RoundSeen]:
    """The round as it stood before each choice, then at the end."""
    dealt = [
        deal_round(line.game, line.seats, line.cards, line.choices[:made])
        for made in range(len(line.choices) + 1)
    ]
    return [view_seen(view(one), 1, made, one) for made, one in enumerate(dealt)]
