"""The bottom bar: what happens now in one sentence, and the keys that can be pressed."""

from __future__ import annotations

from collections.abc import Iterable

from rich.style import Style
from rich.text import Text

from holecard.dealing.actions import ACTION_NAMES, BURN, EVEN_MONEY, INSURE
from holecard.money import money_text
from holecard.play.choice_words import choice_words
from holecard.play.table import Table
from holecard.play.view import View, actions_of, key_of
from holecard.terminal.block import Block, joined, wrapped
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, FAINT, INK, MIST, REFUSED
from holecard.terminal.placing import CHIPS, Placing
from holecard.terminal.sitting import Sitting
from holecard.text.words import name_words
from holecard.wagers.payout import net_of
from holecard.wagers.wager import FEE

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
    hand = next((hand for hand in seat.hands if hand.active), None)
    who = f"Seat {seat.seat}" + (f", hand {seen.asked_hand + 1}," if len(seat.hands) > 1 else "")
    has = f"{who} has {hand.says}, the dealer" if hand else f"{who}: the dealer"
    words = f"{has} {seen.dealer_does}."
    if seen.question:
        words += f" {seen.question}"
    elif INSURE in table.legal and table.dealt:
        _, most = table.dealt.amounts(INSURE)
        words += f" Insurance, up to {money_text(most)}?"
    elif EVEN_MONEY in table.legal:
        words += " Even money?"
    elif BURN in table.legal:
        words += " Burn the last card or keep it?"
    else:
        words += " Your turn."
    return Text(words, f"bold {CREAM}")


def action_row(table: Table) -> list[Text]:
    """Legal actions in brackets and bright; the others stay, dim."""
    row = []
    for action in actions_of(table.game):
        key, name = key_of(ACTION_NAMES[action]), name_words(ACTION_NAMES[action])
        if table.dealt and action in table.legal:
            name = choice_words(table.dealt, action)
        if action in table.legal:
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
    if sitting.advice:
        sentence = Text(sitting.advice, f"bold {BRIGHT}")
    return (refused(sitting.refusal) if sitting.refusal else sentence), rows


def phase(sitting: Sitting) -> tuple[Text, list[list[Text]]]:
    seen = sitting.seen
    if seen is None:
        return bets_sentence(sitting.placing), bets_rows(sitting.placing)
    if sitting.revealing:
        return Text("The dealer deals.", f"bold {CREAM}"), dealing_rows()
    if seen.asked_seat:
        ask = [clickable(one, "hint") for one in hints([("w", "what now?")])]
        keys = [*ask, *common_keys()] if sitting.hints else common_keys()
        if sitting.late:
            bet = hints([("l", f"bet {sitting.late.name}")])
            keys = [*(clickable(one, "late") for one in bet), *keys]
        return asked_sentence(sitting.table, seen), [action_row(sitting.table), keys]
    return over_sentence(seen), over_rows()
