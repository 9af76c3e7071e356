"""The bottom bar: what happens now in one sentence, and the keys that can be pressed."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text

from holecard.dealing.actions import (
    ACTION_NAMES,
    BURN,
    DECLINE,
    EVEN_MONEY,
    INSURE,
    KEEP,
    KEYS,
    SURRENDER,
)
from holecard.money import money_text
from holecard.play.table import Table
from holecard.play.view import View
from holecard.terminal.block import Block, joined, wrapped
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, FAINT, INK, MIST, REFUSED
from holecard.terminal.log import net_of
from holecard.terminal.placing import CHIPS, Placing
from holecard.terminal.sitting import Sitting
from holecard.wagers.dealt import Choice
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, OFFER

PRIMARY = Style(color=INK, bgcolor=BRASS, bold=True)
KEY = f"bold {BRASS}"
Hint = tuple[str, str]  # key, words


def clickable(text: Text, action: str) -> Text:
    """Words that do something when clicked."""
    text.apply_meta({"act": action})
    return text


def primary(key: str, words: str, action: str) -> Text:
    """The one next thing to do."""
    return clickable(Text(f" {key} {words} ", PRIMARY), action)


def hints(pairs: Iterable[Hint]) -> list[Text]:
    return [Text.assemble((key, KEY), (f" {words}", MIST)) for key, words in pairs]


def refused(words: str) -> Text:
    return Text(f"✗ {words}", f"bold {REFUSED}")


def bar_text(sentence: Text, rows: Iterable[Iterable[Text]], width: int) -> Text:
    """The sentence, then each row of keys; a row too long runs on into the next."""
    lines: Block = list(wrapped([Text(word) for word in sentence.plain.split()], width, " "))
    for line in lines:
        line.stylize(sentence.style)
    carry: list[Text] = []
    for row in rows:
        carry += row
        if len(wrapped(carry, width)) == 1:
            lines += wrapped(carry, width)
            carry = []
    return joined([*lines, *wrapped(carry, width)])


def bets_sentence(placing: Placing) -> Text:
    wager = placing.wager
    what = "pays or takes back" if wager.kind == FEE else f"puts {money_text(placing.chip)} on"
    where = f", seat {placing.seat}" if len(placing.seats) > 1 else ""
    return Text(f"Your bets: Enter {what} {wager.name}{where}.", f"bold {CREAM}")


def chip_row(placing: Placing) -> list[Text]:
    row = []
    for number, chip in enumerate(CHIPS, 1):
        here = chip == placing.chip
        words = Text.assemble((str(number), KEY), (f" {money_text(chip)}", CREAM))
        if here:
            words = Text(f"<{number} {money_text(chip)}>", f"bold {BRIGHT}")
        row.append(clickable(words, f"chip({number - 1})"))
    return row


def bets_rows(placing: Placing) -> list[list[Text]]:
    several = len(placing.wager.paytables) > 1
    keys: list[Hint] = [("←→", "spot"), ("Enter", "put"), ("⌫", "clear")]
    keys += [("t", "table")] if several else []
    keys += [("+ -", "seats")]
    keys += [("[ ]", "seat")] if len(placing.seats) > 1 else []
    deal = primary("Space", f"Deal {money_text(placing.total)}".strip(), "go")
    again = [clickable(one, "again") for one in hints([("a", "same again")])]
    return [[deal, *again, *chip_row(placing)], [*hints(keys), *common_keys()]]


def common_keys() -> list[Text]:
    return hints([("?", "help"), ("y", "history"), ("q", "leave")])


def asked_sentence(table: Table, seen: View) -> Text:
    seat = next(seat for seat in seen.seats if seat.seat == seen.asked_seat)
    hand = next((hand for hand in seat.hands if hand.active), seat.hands[0])
    who = f"Seat {seat.seat}" + (f", hand {seen.asked_hand + 1}," if len(seat.hands) > 1 else "")
    dealer = seen.dealer_says if seen.dealer_says.startswith("shows") else f"has {seen.dealer_says}"
    words = f"{who} has {hand.says}, the dealer {dealer}."
    if INSURE in table.legal and table.dealt:
        most = money_text(table.dealt.extra_stake(Choice(INSURE)))
        words += f" Insurance, up to {most}?"
    elif EVEN_MONEY in table.legal:
        words += " Even money?"
    elif BURN in table.legal:
        words += " Burn the last card or keep it?"
    else:
        words += " Your turn."
    return Text(words, f"bold {CREAM}")


def offered(game: Game) -> list[str]:
    """The keys of every action this table can ever ask for."""
    kinds = {wager.kind for wager in game.wagers}
    never = set() if FEE in kinds else {BURN, KEEP}
    never |= set() if OFFER in kinds else {INSURE, DECLINE, EVEN_MONEY}
    never |= {SURRENDER} if game.rules.surrender == "none" else set()
    return [key for key, action in KEYS.items() if action not in never]


def action_row(table: Table) -> list[Text]:
    """Legal actions in brackets and bright; the others stay, dim."""
    row = []
    for key in offered(table.game):
        name = ACTION_NAMES[KEYS[key]].replace("-", " ")
        if KEYS[key] in table.legal:
            words = Text.assemble(("[", BRASS), (key, KEY), ("] ", BRASS), (name, f"bold {CREAM}"))
            row.append(clickable(words, f"choose('{key}')"))
        else:
            row.append(Text(f"{key} {name}", FAINT))
    return row


def over_sentence(seen: View) -> Text:
    if seen.called_off:
        return Text("The shoe ran out: the round is called off, every wager goes back.")
    net = net_of(seen.paid)
    won = f"You win {money_text(net)}." if net > 0 else f"You lose {money_text(-net)}."
    riding = sum(one.stake for one in seen.paid if one.rides)
    rides = f" {money_text(riding)} rides on." if riding else ""
    return Text(f"The round is over. {won if net else 'You are even.'}{rides}", f"bold {CREAM}")


def over_rows() -> list[list[Text]]:
    again = [clickable(one, "again") for one in hints([("a", "same again")])]
    return [[primary("Space", "New bets", "go"), *again], common_keys()]


def dealing_rows() -> list[list[Text]]:
    return [[primary("Space", "Show the rest", "go")], common_keys()]


def now(sitting: Sitting) -> tuple[Text, list[list[Text]]]:
    """The sentence and the keys for what happens now; a refusal takes the sentence's place."""
    sentence, rows = phase(sitting)
    return (refused(sitting.refusal) if sitting.refusal else sentence), rows


def phase(sitting: Sitting) -> tuple[Text, list[list[Text]]]:
    seen = sitting.seen
    if seen is None:
        return bets_sentence(sitting.placing), bets_rows(sitting.placing)
    if sitting.revealing:
        return Text("The dealer deals.", f"bold {CREAM}"), dealing_rows()
    if seen.asked_seat:
        return asked_sentence(sitting.table, seen), [action_row(sitting.table), common_keys()]
    return over_sentence(seen), over_rows()
