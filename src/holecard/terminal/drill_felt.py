"""What lies on the felt of a question, seen from the dealer's side: cards, chips, or the round's
steps so far."""

from __future__ import annotations

from rich.text import Text

from holecard.money import money_text
from holecard.terminal.asking import Asking, Wagers, Watch
from holecard.terminal.block import Block, centred, flow, joined, wrapped
from holecard.terminal.cards import SMALL, hand_art, with_suits
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, FELT_MIST
from holecard.train.item import Json

STEPS = 16  # shown at once


def felt_text(asking: Asking, width: int) -> Text:
    asked = asking.asked
    if asking.item.drill == "play":
        return joined(own_hands(asked, width))
    if asked.get("felt"):
        return joined(table(asking, asked["felt"], width))
    if "events" in asked:
        return joined([*spots(asked, width), *meter_lines(asked, width), Text(), *steps(asking)])
    return Text("\n").join([Text(), *centred([Text(asking.says, f"bold {CREAM}")], width)])


def table(asking: Asking, felt: Json, width: int) -> Block:
    """The far arc: seat 1 on the left, the dealer's own hand near."""
    lines = flow([far_seat(asking, one) for one in felt["seats"]], width)
    dealer = felt["dealer"]
    own = [*hand_art(dealer["cards"].split(), SMALL), Text(f"Dealer {dealer['says']}", CREAM)]
    order = wrapped(
        [Text(one, FELT_MIST) for one in asking.asked.get("order", "").split()], width, " "
    )
    return [*lines, *meter_lines(asking.asked, width), Text(), *centred(own, width), Text(), *order]


def meter_lines(asked: Json, width: int) -> Block:
    """What is on each meter when the first of its bets is paid."""
    said = [f"{one['name']} meter {money_text(one['cents'])}" for one in asked.get("meters", ())]
    lines = centred([Text(one, f"bold {BRASS}") for one in said], width)
    return [Text(), *lines] if said else []


def far_seat(asking: Asking, seat: Json) -> Block:
    burned = f", burned {seat['burned']}" if seat["burned"] else ""
    button = f", button {seat['button']}" if seat["button"] else ""
    block: Block = [Text(f"Seat {seat['seat']}{button}{burned}", f"bold {BRASS}")]
    for hand in seat["hands"]:
        block += [*hand_art(hand["cards"].split(), SMALL), Text(hand_words(hand), CREAM)]
    if seat.get("next"):
        block += [*hand_art([seat["next"]], SMALL), Text("for a bet", FELT_MIST)]
    return [*block, *(bet_line(asking, seat, bet) for bet in seat["bets"])]


def hand_words(hand: Json) -> str:
    return f"{hand['says']}{', doubled' if hand['doubled'] else ''}"


def bet_line(asking: Asking, seat: Json, bet: Json) -> Text:
    """A wager with its stake; lit while it is asked, and what was done to it after."""
    words = f"{bet['name']} {money_text(bet['stake'])}"
    if not isinstance(asking, Wagers):
        return Text(words, FELT_MIST)
    at = {"seat": seat["seat"], "wager": bet["wager"]}
    lit = bool(asking.open) and all(asking.row[name] == at[name] for name in at)
    done = asking.settled(at | {"hand": 0})
    if lit:
        return Text(f"► {words}", f"bold {BRIGHT}")
    return Text(f"{'✓' if done else '·'} {words}{f': {done}' if done else ''}", FELT_MIST)


def spots(asked: Json, width: int) -> Block:
    blocks = [
        [
            Text(f"Seat {one['seat']}", f"bold {BRASS}"),
            *(Text(f"· {bet['name']} {money_text(bet['stake'])}", FELT_MIST)
              for bet in one["bets"]),
        ]
        for one in asked["spots"]
    ]  # fmt: skip
    return flow(blocks, width)


def steps(asking: Asking) -> Block:
    """The latest steps; of a round to judge, those about the one that is marked."""
    says = [one["says"] for one in asking.asked["events"]]
    at = asking.at if isinstance(asking, Watch) else len(says) - 1
    first = max(0, min(at - STEPS // 2, len(says) - STEPS))
    lines = []
    for number, words in enumerate(says[first : first + STEPS], start=first):
        marked = isinstance(asking, Watch) and number == at
        line = Text(f"{'►' if marked else ' '}{number + 1:>3}  ", BRIGHT if marked else FELT_MIST)
        lines.append(line.append_text(with_suits(words, f"bold {BRIGHT}" if marked else CREAM)))
    return lines


def own_hands(asked: Json, width: int) -> Block:
    """The player's side: the dealer's cards far, the hands near."""
    dealer = asked["dealer"]
    block: Block = [*hand_art(dealer["cards"].split(), SMALL), Text(f"Dealer {dealer['says']}")]
    lines = [*centred(block, width), Text()]
    for hand in asked["hands"]:
        mark = "► " if hand["active"] and len(asked["hands"]) > 1 else ""
        own = [*hand_art(hand["cards"].split(), SMALL), Text(f"{mark}{hand['says']}", CREAM)]
        lines += centred(own, width)
    burn = {"": "", "unused": "the burn is paid for"}.get(asked["burn"], f"burned {asked['burn']}")
    return [*lines, *centred([Text(f"{money_text(asked['stake'])} {burn}".strip(), BRASS)], width)]
