"""A round in words, from the rules that are in force: nothing is said by heart."""

from __future__ import annotations

from holecard.cards import ACE, TEN
from holecard.dealing.actions import DOUBLE
from holecard.dealing.answers import LEAST_FINAL
from holecard.dealing.own_tables import (
    AGAINST,
    EARLY,
    ENDS,
    FREE,
    NO_EVEN_MONEY,
    RAISES,
    SHAPED,
    SPECIAL,
    SUIT_CLASSES,
    SWITCHES,
    own_tables,
    shape_place,
)
from holecard.dealing.settle import BLACKJACK, DEALER, OWN, STANDINGS, SURRENDER, result_pays
from holecard.dealing.tables import ACES_TWO, natural_now
from holecard.hand import BLACKJACK_STATE, STATES
from holecard.money import money_text
from holecard.report.sections.wager_words import draws_words
from holecard.text.own_rules import (
    double_words,
    early_words,
    ends_words,
    even_money_words,
    free_words,
    is_open,
    raise_words,
    results_words,
    shoe_words,
    surrender_words,
    swap_words,
    takes_words,
    wins_words,
)
from holecard.text.words import the_hand, to_one
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, RIDING, SIDE, Wager

DOUBLES = {
    "any": "on any first two cards of a hand",
    "9-11": "on a hard two-card total of 9, 10 or 11",
    "10-11": "on a hard two-card total of 10 or 11",
}
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


def play_steps(game: Game) -> tuple[str, ...]:
    """A round in the order it is dealt."""
    steps = [bets_step(game), deal_step(game), insurance_step(game)]
    steps += [early_words(game) if game.tables.asks[EARLY] else "", peek_step(game)]
    steps += [swap_words() if game.tables.asks[SWITCHES] else "", natural_step(game)]
    if any(main.backs == OWN for main in game.mains):
        steps += [seat_step(game), split_step(game)]
    if any(main.backs == DEALER for main in game.mains):
        steps.append(
            "A seat that backs the dealer's hand decides nothing: the house draws its cards by the "
            "dealer's own rule, soft 17 included. If they bust they stay before the seat."
        )
    steps += [fee_step(fee, game) for fee in game.wagers if fee.kind == FEE]
    steps += [dealer_step(game), settle_step(game)]
    if game.rides:
        steps.append(riding_step(game))
    return tuple(step for step in steps if step)


def bets_step(game: Game) -> str:
    mains = " or ".join(f"{the_hand(main)} ({limits(main)})" for main in game.mains)
    one = ", and not on both in a round" if len(game.mains) > 1 else ""
    words = (
        f"The game is dealt from {shoe_words(game)}. Before the deal each seat makes a main wager "
        f"on {mains}{one}."
    )
    if len(game.placeable) > len(game.mains):
        words += (
            " Its other wagers are made at the same time, before any card is dealt, and need that "
            "main wager at the same seat."
        )
    return words + (
        " A player may play several seats; each wager belongs to one seat and is made by its own "
        "player. A wager that some result could not pay in whole cents is refused."
    )


def limits(wager: Wager) -> str:
    return f"{money_text(wager.least)} to {money_text(wager.most)}"


def deal_step(game: Game) -> str:
    shown = (
        "all cards lie face up, both of the dealer's too"
        if game.rules.dealer_shows == "both"
        else "the hole card lies face down, all others face up"
    )
    raises = bool(game.tables.asks[RAISES])
    order = f"{raise_words(game)} Then each" if raises else "Each"
    up = "" if raises else "the dealer the up card, "
    return (
        f"{order} seat in order gets a card, {up}each seat a second card, and the "
        f"dealer the hole card: {shown}. Aces count 1 or 11, pictures "
        "10, other cards their number. An ace with a ten-value card in the first two is a "
        "blackjack."
    )


def insurance_step(game: Game) -> str:
    if not game.rules.insurance:
        return "Neither insurance nor even money is offered."
    pays = to_one(game.wager("insurance").table().pays("dealer-blackjack"))
    who = "each seat that backs its own hand" if len(game.mains) > 1 else "each seat"
    even = (
        "A seat that has a blackjack is offered even money instead: the wager is paid 1 to 1 "
        "at once, whatever the hole card is."
    )
    if game.tables.asks[NO_EVEN_MONEY]:
        even = even_money_words()
    words = (
        f"If the dealer shows an ace, {who} is offered insurance before the hole card is looked "
        f"at: up to half the main wager, paid {pays} if the dealer has a blackjack and lost if "
        f"not. {even}"
    )
    if any(main.backs == DEALER for main in game.mains):
        words += " A wager on the dealer's hand is offered neither."
    return words


def peek_step(game: Game) -> str:
    if game.rules.dealer_shows == "both":
        return "A dealer blackjack is seen at once and settles the main wagers before anyone acts."
    if game.rules.peek:
        return (
            "If the dealer shows an ace or a ten-value card, the dealer looks at the hole card. "
            "With a blackjack it is turned over, every wager is settled, and nobody acts."
        )
    if game.answers.takes is not None:
        return takes_words(game)
    return (
        "The dealer does not look for a blackjack before the seats have acted. One that is found "
        "then takes every wager on the hands it beats, doubles and split hands included."
    )


def natural_step(game: Game) -> str:
    """What becomes of a seat's blackjack, by whose hand the wager backs and whether it waits."""
    words = []
    for main in game.mains:
        pays = natural_pays(game, main)
        whose = f" on {the_hand(main)}" if len(game.mains) > 1 else ""
        does = f"is paid {pays}" if main.backs == OWN else "is lost"
        own = own_tables(game.rules, game.answers)
        at_once = all(natural_now(main.backs, up, game.rules, own) for up in range(1, 11))
        when = "at once, before anyone acts" if at_once else waiting_words(game)
        words.append(
            f"With a blackjack at the seat and none at the dealer the wager{whose} {does} {when}."
        )
    return " ".join(words)


def natural_pays(game: Game, main: Wager) -> str:
    """What a blackjack pays against a dealer who has none, by its suits where the game says so."""
    if main.backs != OWN or not game.tables.asks[SPECIAL]:
        return to_one(result_pays(BLACKJACK, main.backs, game.rules))
    tables = game.tables
    plain = tables.row[2 * STATES + BLACKJACK_STATE]
    rows = {plain}
    if tables.asks[SHAPED]:
        shapes = [tables.shape[shape_place(0, (ACE, TEN), suits)] for suits in range(SUIT_CLASSES)]
        rows |= {row - 1 for row in shapes if row}
    found = {game.result_pays(tables.settles[row * STANDINGS + LEAST_FINAL], OWN) for row in rows}
    return " or ".join(to_one(pays) for pays in sorted(found))


def waiting_words(game: Game) -> str:
    if game.rules.natural_beats_21:
        return "at once, but under an ace or a ten-value card only when the hole card is turned"
    return "when the dealer's hand is complete, unless that is a 21, which ties it"


def seat_step(game: Game) -> str:
    rules = game.rules
    words = [
        "The seats then act in order. A hand may stand, or hit as often as it likes; it takes no "
        "card once it counts 21, and over 21 it has busted and loses at once."
    ]
    if game.tables.asks[ENDS]:
        words.append(ends_words(game))
    if game.answers.may_double is not None:
        words.append(double_words(game))
    elif rules.double_on == "none":
        words.append("No hand may be doubled.")
    else:
        less = "up to the wager" if rules.double_for_less else "exactly the wager"
        after = "after a split too" if rules.double_after_split else "not after a split"
        words.append(
            f"It may be doubled {DOUBLES[rules.double_on]}, {after}, for {less} again: it gets one "
            "more card and stands."
        )
    if game.answers.may_surrender is not None or game.tables.asks[AGAINST]:
        words.append(f"{surrender_words(game)}{late_words(game) if game.surrenders else ''}")
    elif rules.surrender == "late":
        half = -result_pays(SURRENDER, OWN, rules)
        words.append(
            f"The first two cards may be surrendered for {half} of the wager, not after a split; "
            f"the hand counts as lost.{late_words(game)}"
        )
    elif not game.tables.asks[EARLY]:
        words.append("Surrender is not allowed.")
    return " ".join(words)


def late_words(game: Game) -> str:
    """G1: what a surrendered hand loses to a blackjack the dealer has not looked for."""
    if game.rules.peek:
        return ""
    return " Under an ace or a ten-value card a dealer blackjack then takes the whole wager."


def split_step(game: Game) -> str:
    rules = game.rules
    if rules.max_hands == 1:
        return "Pairs are not split."
    pair = "rank" if rules.split_tens_by == "rank" else "value (any two ten-value cards)"
    often = "split once only, into" if rules.max_hands == 2 else "split, and split again, up to"
    words = (
        f"Two cards of one {pair} may be {often} {NUMBERS[rules.max_hands]} hands, each with a "
        "wager equal to the first and a second card dealt to it; the hands are played one after "
        "the other. An ace with a ten-value card after a split is 21, no blackjack. "
    )
    free = f" {free_words(game)}" if game.tables.asks[FREE] else ""
    return words + ace_words(game) + free


def ace_words(game: Game) -> str:
    rules = game.rules
    again = rules.resplit_aces and rules.max_hands > 2
    splits = "Split aces may be split again" if again else "Split aces are not split again"
    if not rules.hit_split_aces:
        return f"{splits}; each gets one card, and is neither hit nor doubled."
    may = "hit and doubled" if is_open(game, DOUBLE, ACES_TWO) else "hit, not doubled"
    return f"{splits}; each may be {may}."


def fee_step(fee: Wager, game: Game) -> str:
    parts = f"{fee.share.numerator} part in {fee.share.denominator}"
    dollar = f"$1 for each {money_text(100 * fee.share.denominator)}"
    bust = "a card that busted the hand included"
    if not game.rules.extra.get("burn_after_bust", True):
        bust = "but no card that busted the hand"
    return (
        f"{fee.name}: {parts} of the main wager ({dollar}), made with the wagers and never "
        "returned, whether used or not; a double does not double it. A seat that has made it and "
        "has not split may burn the card a hit or a double has just brought, once in a round, "
        f"{bust}. The card goes to the discards, the next card replaces it and stays, and the hand "
        "plays on as after any hit, or stands after a double."
    )


def dealer_step(game: Game) -> str:
    soft = "hits soft 17" if game.rules.hit_soft_17 else "stands on soft 17"
    turned = "The hole card is turned. " if game.rules.dealer_shows == "one" else ""
    return (
        f"{turned}The dealer draws only if a wager still needs the dealer's final hand: a main "
        f"wager that is not settled{needs_words(game)} Then the dealer hits 16 and less, stands on "
        f"hard 17 to 21 and on soft 18 and more, and {soft}; over 21 is a bust."
    )


def needs_words(game: Game) -> str:
    """Which other wagers make the dealer draw, and for which alone the dealer does not."""
    needing: dict[str, list[str]] = {}
    alone = []
    for one in game.wagers:
        if words := draws_words(one):
            needing.setdefault(words, []).append(one.name)
        elif one.kind == SIDE:
            alone.append(one.name)
    more = "".join(f", or {' or '.join(names)} {words}" for words, names in needing.items())
    for_them = f" For {' or '.join(alone)} alone the dealer does not draw." if alone else ""
    return f"{more}.{for_them}"


def settle_step(game: Game) -> str:
    rules = game.rules
    words = []
    if any(main.backs == OWN for main in game.mains):
        ties = (
            "a tie is a push"
            if rules.ties == "push"
            else ("the dealer wins every tie, blackjack against blackjack included")
        )
        beats = "beats" if rules.natural_beats_21 else "is tied by"
        if own := wins_words(game) if game.answers.who_wins is not None else "":
            ties = ties.removesuffix(", blackjack against blackjack included")
            words.append(f"{own} {results_words(game)} Where that says nothing:".replace("  ", " "))
        words.append(
            f"A hand that has not busted and is higher than the dealer's, or faces a dealer bust, "
            f"is paid 1 to 1; {ties}; a lower hand loses. A blackjack pays "
            f"{to_one(rules.blackjack_pays)} and {beats} a 21 that the dealer draws."
        )
    if any(main.backs == DEALER for main in game.mains):
        words.append(
            "A wager on the dealer's hand is paid 1 to 1 where that hand beats the seat's, and "
            f"{to_one(result_pays(BLACKJACK, DEALER, rules))} by a dealer blackjack unless the "
            "seat has one too, which is a push. It pushes on equal totals, where both hands bust, "
            "and where the seat's busts and the dealer's final hand is 17; it loses where the "
            "seat's hand is higher or the dealer's busts. Once the seat's hand has busted it "
            "cannot lose."
        )
    return " ".join(words)


def riding_step(game: Game) -> str:
    names = [one.name for one in game.wagers if one.kind == RIDING]
    return (
        f"{', '.join(names[:-1])} and {names[-1]} are made while the seat's button shows 0, in any "
        "combination, and stay from round to round until they win or lose, over rounds the seat "
        "sits out too. The button counts the wins in a row while one of them is on the felt and "
        "goes back to 0 when none is left. A push neither counts nor breaks the row. "
        f"{majority_words(game)} Insurance changes nothing. Even money taken is a win if the "
        "dealer has no blackjack; two blackjacks are a push. Each is paid when its win comes and "
        "the longer ones stay; a lost round takes all that remain. A player who leaves gets them "
        "back."
    )


def majority_words(game: Game) -> str:
    if game.rules.extra.get("majority") == "all":
        return (
            "After a split, more than half of all its hands won is a win, more than half lost a "
            "loss, and anything else a push; pushed hands count."
        )
    return (
        "After a split, more hands won than lost is a win, fewer a loss, as many of each a push; "
        "pushed hands are left out."
    )
