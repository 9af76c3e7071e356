"""The naive reading against rounds made by hand from the sheets' own words and figures."""

from copy import deepcopy
from typing import Any

import pytest

from tests.rules.naive import Disagreement, Memory, Seats, check

Json = dict[str, Any]


def hand(text: str) -> Json:
    """`8h 3d Tc = 2000 push split doubled`; a burned card as `burned:Ts`."""
    cards, rest = text.split(" = ")
    stake, result, *marks = rest.split()
    burned = [mark.removeprefix("burned:") for mark in marks if mark.startswith("burned:")]
    return {
        "cards": cards.strip(),
        "stake": int(stake),
        "from_split": "split" in marks,
        "doubled": "doubled" in marks,
        "burned": burned[0] if burned else None,
        "result": result,
    }


def wager(text: str) -> Json:
    """`main 1000 -2000 -2` is id, stake, net and pays; more as `paytable=P1`, `tip=500`."""
    name, stake, net, pays, *marks = text.split()
    made: Json = {"id": name, "paytable": "standard", "stake": int(stake), "outcome": ""}
    made |= {"pays": pays, "net": int(net), "tip": 0}
    for mark in marks:
        key, _, said = mark.partition("=")
        made[key] = int(said) if key in ("tip", "streak") else said
    return made


def seat(number: int, text: str) -> Json:
    """`start | choices | hand ; hand | wager ; wager`."""
    start, choices, hands, wagers = text.split("|")
    return {
        "seat": number,
        "start": start.strip(),
        "choices": choices.split(),
        "hands": [hand(one) for one in hands.split(";")],
        "wagers": [wager(one) for one in wagers.split(";")],
    }


def deal(drawn: str, dealer: str, *seats: str, **rules: object) -> Json:
    """The dealer's cards as `6d Td 5h = 21`."""
    cards, total = dealer.split(" = ")
    return {
        "round": 7,
        "shoe": 1,
        "rules": rules,
        "drawn": drawn,
        "dealer": {"cards": cards, "total": int(total)},
        "seats": [seat(number, text) for number, text in enumerate(seats, 1)],
    }


CLASSIC = {
    "play order after a resplit": deal(
        "8h 6d 8c Td 8s 3d Tc Th 5s 9d 5h",
        "6d Td 5h = 21",
        "8h 8c | split split double stand hit"
        "| 8h 3d Tc = 2000 push split doubled; 8s Th = 1000 lose split; 8c 5s 9d = 1000 lose split"
        "| main 1000 -2000 -2",
    ),
    "R3 R11 insurance for less, even money": deal(
        "Th Ac As 9c Kh Kd",
        "As Kd = 21",
        "Th 9c | insurance | Th 9c = 1000 lose | main 1000 -1000 -1; insurance 400 800 2",
        "Ac Kh | even-money | Ac Kh = 1000 even-money | main 1000 1000 1",
    ),
    "R12 double lost in full": deal(
        "6h Kd 5c Ac 9s",
        "Kd Ac = 21",
        "6h 5c | double | 6h 5c 9s = 2000 lose doubled | main 1000 -2000 -2",
        peek=False,
    ),
    "R5 all busted": deal(
        "Th 6d 6c 9d Kc", "6d 9d = 15", "Th 6c | hit | Th 6c Kc = 1000 lose | main 1000 -1000 -1"
    ),
    "R5 natural paid": deal(
        "Ah 6d Kc 9d", "6d 9d = 15", "Ah Kc | | Ah Kc = 1000 blackjack | main 1000 1500 3/2"
    ),
    "late surrender": deal(
        "Th 9d 6c 2d",
        "9d 2d = 11",
        "Th 6c | surrender | Th 6c = 1000 surrender | main 1000 -500 -1/2",
        surrender="late",
    ),
    "R1 split aces": deal(
        "Ah 6d Ac Td Kc Ad 5s",
        "6d Td 5s = 21",
        "Ah Ac | split | Ah Kc = 1000 push split; Ac Ad = 1000 lose split | main 1000 -1000 -1",
    ),
    "resplit aces": deal(
        "Ah 6d Ac Td Ad 9s 2s Kc 5s",
        "6d Td 5s = 21",
        "Ah Ac | split split"
        "| Ah 9s = 1000 lose split; Ad 2s = 1000 lose split; Ac Kc = 1000 push split"
        "| main 1000 -2000 -2",
        resplit_aces=True,
    ),
}

BREAKOUT = {
    "fig. 5": deal(
        "Ts 7h 6d Td Kc",
        "7h Td = 17",
        "Ts 6d | | Ts 6d Kc = 2500 push"
        "| dealer-hand 2500 0 0; pair-up 500 -500 -1; super-tie 500 -500 -1; sweet-17 100 600 6",
    ),
    "fig. 10 and the tip taken from the player": deal(
        "2c 2d 3c 3d 4c 5c Th 4d 7d Ts",
        "2d 3d 4d 7d Ts = 26",
        "2c 3c | | 2c 3c 4c 5c Th = 2500 push"
        "| dealer-hand 2500 0 0; breakout-bonus 500 50000 100; super-tie 500 400 1 tip=100",
        tip_from="player",
    ),
    "fig. 12": deal(
        "7h 6h 7c 5d 7s Th",
        "6h 5d Th = 21",
        "7h 7c | | 7h 7c 7s = 2500 push"
        "| dealer-hand 2500 0 0; super-tie 500 7500 15 tip=500; pair-up 500 1500 3",
    ),
    "B6 nothing but Pair Up left": deal(
        "Ah Th 7h Kd 7d 7s 6c",
        "7h 7s = 14",
        "Ah Kd | | Ah Kd = 2500 lose | dealer-hand 2500 -2500 -1; super-tie 500 -500 -1;"
        "breakout-bonus 500 -500 -1; pair-up 500 1500 3",
        "Th 7d | hit | Th 7d 6c = 1000 lose | player-hand 1000 -1000 -1",
    ),
    "B6 Sweet 17 left": deal(
        "Ah 7h Kd 7c 3s",
        "7h 7c 3s = 17",
        "Ah Kd | | Ah Kd = 2500 lose | dealer-hand 2500 -2500 -1; sweet-17 500 3000 6",
    ),
    "B8 B9": deal(
        "Th Ks Ah 7d Kd Kc",
        "Ah Kc = 21",
        "Th 7d | | Th 7d = 2500 blackjack | dealer-hand 2500 3750 3/2",
        "Ks Kd | no-insurance | Ks Kd = 1000 lose | player-hand 1000 -1000 -1; pair-up 500 1500 3",
        blackjack_pays="6:5",
    ),
    "B4 B9 blackjack push": deal(
        "Ah Ks Kd Ac",
        "Ks Ac = 21",
        "Ah Kd | | Ah Kd = 2500 push"
        "| dealer-hand 2500 0 0; super-tie 500 12500 25 tip=1000; pair-up 500 -500 -1",
    ),
    "B4": deal(
        "8h 9s 8h 9s 3c",
        "9s 9s = 18",
        "8h 8h | | 8h 8h 3c = 2500 lose | dealer-hand 2500 -2500 -1; pair-up 500 25000 50",
    ),
}


def lucky_break(winnings: str, **rules: object) -> Json:
    """Payoffs: $1, a dealer's 26 with five suited cards, pay table 1; a token beside it."""
    return deal(
        "Th 2c 8d 3c 4c 7c Tc",
        "2c 3c 4c 7c Tc = 26",
        "Th 8d | stand | Th 8d = 1000 win | main 1000 1000 1;"
        f"lucky-break 100 {winnings} paytable=1;"
        f"lucky-break-token 100 {winnings} paytable=1 for=dealer",
        **rules,
    )


LUCKY_BREAK = {
    "$3 and $150": lucky_break("15300 153"),
    "L1 replaces": lucky_break("15000 150", multiplier="replaces"),
    "a bust of 26 stays in action": deal(
        "Th 6c 7d 9c 9h Tc",
        "6c 9c Tc = 25",
        "Th 7d | hit | Th 7d 9h = 1000 lose"
        "| main 1000 -1000 -1; lucky-break 100 1200 12 paytable=3",
    ),
    "L4b": deal(
        "Th 6c 7d 9c Kh",
        "6c 9c = 15",
        "Th 7d | hit | Th 7d Kh = 1000 lose"
        "| main 1000 -1000 -1; lucky-break 100 -100 -1 paytable=3",
    ),
    "L2 unsuited": deal(
        "Ah 6c Kd 9c Th",
        "6c 9c Th = 25",
        "Ah Kd | | Ah Kd = 1000 blackjack | main 1000 1500 3/2; lucky-break 100 200 2 paytable=4",
    ),
}

BURNOUT = {
    "U2 a double's bust burned": deal(
        "6h 6d 6c Td Ts 9s 5h",
        "6d Td 5h = 21",
        "6h 6c | double burn | 6h 6c 9s = 2000 push doubled burned:Ts"
        "| main 1000 0 0; burnout 200 -200 -1",
    ),
    "U3 play goes on": deal(
        "6h 6d 6c Td 2s Ts 5d 2h",
        "6d Td 2h = 18",
        "6h 6c | hit keep hit burn stand | 6h 6c 2s 5d = 1000 win burned:Ts"
        "| main 1000 1000 1; burnout 200 -200 -1",
    ),
    "U3 no burn after a split": deal(
        "6h 6d 6c Td 2s Ts 5d 5h",
        "6d Td 5h = 21",
        "6h 6c | split hit stand stand | 6h 2s Ts = 1000 lose split; 6c 5d = 1000 lose split"
        "| main 1000 -2000 -2; burnout 200 -200 -1",
    ),
}

BAD_BEAT = {
    "20 beaten": deal(
        "Th 6d Jd Td 5s",
        "6d Td 5s = 21",
        "Th Jd | stand | Th Jd = 1000 lose | main 1000 -1000 -1; bad-beat 100 3000 30 paytable=P3",
    ),
    "19 beaten": deal(
        "Th 6d 9d Td 4s",
        "6d Td 4s = 20",
        "Th 9d | stand | Th 9d = 1000 lose | main 1000 -1000 -1; bad-beat 100 2000 20 paytable=L5",
    ),
    "D1 beaten by a blackjack": deal(
        "Th Kd 9d As",
        "Kd As = 21",
        "Th 9d | | Th 9d = 1000 lose | main 1000 -1000 -1; bad-beat 100 1500 15 paytable=P1",
    ),
    "D1 blackjacks and even money": deal(
        "Ah As Kh Kd",
        "As Kd = 21",
        "Ah Kh | even-money | Ah Kh = 1000 even-money"
        "| main 1000 1000 1; bad-beat 100 500 5 paytable=P1",
    ),
    "D2 D3": deal(
        "Ah 6d Ac Td Kc Ad 5s",
        "6d Td 5s = 21",
        "Ah Ac | split | Ah Kc = 1000 push split; Ac Ad = 1000 lose split"
        "| main 1000 -1000 -1; bad-beat 100 1000 10 paytable=P2",
    ),
    "option 1": deal(
        "Ah 6d Ac Td Kc Ad 5s",
        "6d Td 5s = 21",
        "Ah Ac | split | Ah Kc = 1000 push split; Ac Ad = 1000 lose split"
        "| main 1000 -1000 -1; bad-beat 100 -100 -1 paytable=P2",
        option=1,
    ),
    "19 push": deal(
        "Th 9s 9d Td",
        "9s Td = 19",
        "Th 9d | stand | Th 9d = 1000 push | main 1000 0 0; bad-beat 100 500 5 paytable=P4",
    ),
    "P pushes on a win": deal(
        "Th 8s 9d Td",
        "8s Td = 18",
        "Th 9d | stand | Th 9d = 1000 win | main 1000 1000 1; bad-beat 100 0 0 paytable=P1",
    ),
    "L loses on a win": deal(
        "Th 6s 9d Td Kc",
        "6s Td Kc = 26",
        "Th 9d | stand | Th 9d = 1000 win | main 1000 1000 1; bad-beat 100 -100 -1 paytable=L1",
    ),
    "no drawing to 19": deal(
        "Th 8s 4d Td 5c",
        "8s Td = 18",
        "Th 4d | hit stand | Th 4d 5c = 1000 win"
        "| main 1000 1000 1; bad-beat 100 -100 -1 paytable=P1",
    ),
}

FACE_UP = {
    "F2 tie": deal(
        "Th 9d 8d 9s",
        "9d 9s = 18",
        "Th 8d | stand | Th 8d = 1000 lose | main 1000 -1000 -1;"
        "four-card 500 -500 -1 outcome=lose; two-card 500 1500 3 outcome=ours",
    ),
    "F2 F4 naturals": deal(
        "Ah Kd Kc As", "Kd As = 21", "Ah Kc | | Ah Kc = 1000 lose | main 1000 -1000 -1"
    ),
    "F1 F2 natural paid at once": deal(
        "Ah 6d Kc 9d", "6d 9d = 15", "Ah Kc | | Ah Kc = 1000 blackjack | main 1000 1000 1"
    ),
    "F3 F8": deal(
        "4h 6d 5c Ad 9h 3d",
        "6d Ad 3d = 20",
        "4h 5c | double | 4h 5c 9h = 1250 lose doubled | main 1000 -1250 -5/4",
    ),
    "F5 split aces are hit": deal(
        "Ah 6d Ac Td 5d 4s Kc 5s",
        "6d Td 5s = 21",
        "Ah Ac | split hit stand | Ah 5d 4s = 1000 lose split; Ac Kc = 1000 lose split"
        "| main 1000 -2000 -2",
    ),
}

GAMES = {
    "classic": CLASSIC,
    "breakout": BREAKOUT,
    "lucky-break": LUCKY_BREAK,
    "burnout": BURNOUT,
    "bad-beat": BAD_BEAT,
    "face-up": FACE_UP,
}
ROUNDS = [(game, name) for game, rounds in GAMES.items() for name in rounds]


@pytest.mark.parametrize(("game", "name"), ROUNDS)
def test_round_reads_as_the_sheet_does(game: str, name: str) -> None:
    check(game, GAMES[game][name], {})


@pytest.mark.parametrize(("game", "name"), ROUNDS)
def test_no_figure_can_be_changed_unnoticed(game: str, name: str) -> None:
    for *way, key in figures(GAMES[game][name]):
        changed = at = deepcopy(GAMES[game][name])
        for step in way:
            at = at[step]
        at[key] = other(at[key])
        with pytest.raises(Disagreement, match=f"{game} round 7"):
            check(game, changed, {})


def figures(round_: Json) -> list[list[Any]]:
    """Where the dump states something that the naive reading finds by itself."""
    paths: list[list[Any]] = [["drawn"], ["dealer", "cards"], ["dealer", "total"]]
    for at, place in enumerate(round_["seats"]):
        paths += [["seats", at, "start"], ["seats", at, "choices"]]
        for number, played in enumerate(place["hands"]):
            paths += [["seats", at, "hands", number, key] for key in played]
        for number in range(len(place["wagers"])):
            paths += [["seats", at, "wagers", number, key] for key in ("net", "pays", "tip")]
    return paths


def other(figure: Any) -> Any:
    if isinstance(figure, bool):
        return not figure
    if isinstance(figure, int):
        return figure + 1
    if isinstance(figure, list):
        return [*figure, "stand"]
    if figure is None:
        return "2c"
    return "7" if figure[-1].isdigit() else f"{figure} 2c"


@pytest.mark.parametrize(
    ("game", "name", "rules"),
    [
        ("classic", "play order after a resplit", {"max_hands": 2}),
        ("classic", "play order after a resplit", {"double_after_split": False}),
        ("classic", "resplit aces", {"resplit_aces": False}),
        ("classic", "R12 double lost in full", {"double_on": "none"}),
        ("classic", "R12 double lost in full", {"peek": True}),
        ("classic", "late surrender", {"surrender": "none"}),
        ("classic", "R3 R11 insurance for less, even money", {"insurance": False}),
        ("classic", "R5 natural paid", {"natural_beats_21": False}),
        ("breakout", "fig. 10 and the tip taken from the player", {"tip_from": "house"}),
        ("lucky-break", "$3 and $150", {"multiplier": "replaces"}),
        ("burnout", "U2 a double's bust burned", {"burn_after_bust": False}),
        ("burnout", "U2 a double's bust burned", {"double_on": "9-11"}),
        ("bad-beat", "D2 D3", {"option": 1}),
        ("face-up", "F3 F8", {"double_for_less": False}),
        ("face-up", "F3 F8", {"hit_soft_17": False}),
        ("face-up", "F5 split aces are hit", {"hit_split_aces": False}),
        ("face-up", "F2 tie", {"ties": "push"}),
    ],
)
def test_rule_decides(game: str, name: str, rules: Json) -> None:
    round_ = GAMES[game][name]
    with pytest.raises(Disagreement):
        check(game, {**round_, "rules": {**round_["rules"], **rules}}, {})


def test_tens_of_two_ranks_are_a_pair_by_value_only() -> None:
    round_ = deal(
        "Th 6d Kc Td 9s 8s 5s",
        "6d Td 5s = 21",
        "Th Kc | split stand stand | Th 9s = 1000 lose split; Kc 8s = 1000 lose split"
        "| main 1000 -2000 -2",
    )
    check("classic", round_, {})
    with pytest.raises(Disagreement, match="chose split when asked for double or hit or stand"):
        check("classic", {**round_, "rules": {"split_tens_by": "rank"}}, {})


def streak_round(result: str, *bonuses: str) -> Json:
    """Stands on 18 against a dealer's 17, 18 or 19."""
    up, total, net = {"win": ("7d", 17, 1), "push": ("8d", 18, 0), "lose": ("9d", 19, -1)}[result]
    wagers = ";".join([f"main 1000 {net * 1000} {net}", *bonuses])
    played = f"Th 8c | stand | Th 8c = 1000 {result} | {wagers}"
    return deal(f"Th {up} 8c Tc", f"{up} Tc = {total}", played)


def test_bonus_wagers_ride_until_won_or_lost() -> None:
    memory: Memory = {}
    two, four = "bonus-2 500 0 0 outcome=ride streak=", "bonus-4 100 0 0 outcome=ride streak="
    check("burnout", streak_round("win", two + "1", four + "1"), memory)
    check("burnout", streak_round("push", two + "1", four + "1"), memory)
    won = "bonus-2 500 1000 2 outcome=win streak=2"
    check("burnout", streak_round("win", won, four + "2"), memory)
    assert memory == {1: Seats(2, {"bonus-4": 100})}
    with pytest.raises(Disagreement, match="riding from the last round"):
        check("burnout", streak_round("win"), deepcopy(memory))
    with pytest.raises(Disagreement, match="placed at button 2"):
        check("burnout", streak_round("win", two + "3", four + "3"), deepcopy(memory))
    check("burnout", streak_round("lose", "bonus-4 100 -100 -1 outcome=lose streak=0"), memory)
    assert memory == {1: Seats()}
    check("burnout", streak_round("win"), memory)
    assert memory == {1: Seats()}


def test_both_blackjack_is_a_push_for_the_streak() -> None:
    round_ = deepcopy(BAD_BEAT["D1 blackjacks and even money"])
    round_["seats"][0]["wagers"][1] = wager("bonus-3 500 0 0 outcome=ride streak=1")
    memory: Memory = {1: Seats(1, {"bonus-3": 500})}
    check("burnout", round_, memory)
    assert memory == {1: Seats(1, {"bonus-3": 500})}
