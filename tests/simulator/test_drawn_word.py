"""The word that has drawn cards: every look of it is what the felt shows, at any table; and bets by
it agree with exact odds where there are any.

Seen to fail: with the run of reds counted over a black card, with hearts taken for black, and with
records of both words sorted by one.
"""

from __future__ import annotations

import random

from holecard import PayTable, Wager
from holecard.cards import cards_text, read_cards
from holecard.experiment.simulation import simulate_game
from holecard.games import CATALOGUE
from holecard.games.from_file import beside_classic, load_game
from holecard.games.gallery import GALLERY
from holecard.play.random_player import play_out
from holecard.shoe import shuffled
from holecard.simulator.engine.chart_round import steps
from holecard.simulator.engine.drawn_word import DRAWN, THIRD
from holecard.simulator.engine.net_word import NETTED
from holecard.text.line import read_line, replay
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.looks import LOOKS, NEXT_LOOKS
from tests.odds.test_examples_bets import EXAMPLES

GAMES = (*CATALOGUE.values(), GALLERY["spanish-21"], GALLERY["charlie"])
ROUNDS = 400


def test_every_look_is_what_the_felt_shows() -> None:
    pack, draw, seen = steps(compiled=False)["pack_drawn"], random.Random(7), set()
    for game in GAMES:
        seats = [SeatBets(place, (Bet(game.mains[0].id, 1000),)) for place in (2, 5)]
        for _ in range(ROUNDS // len(GAMES)):
            dealt = play_out(game, seats, shuffled(game.rules.decks, draw), draw)
            for place in range(len(seats)):
                word = pack(dealt.felt, place)
                for name in DRAWN.looks.keys() - NEXT_LOOKS:
                    found = LOOKS[name].read(dealt.felt, place)
                    assert DRAWN.look(word, name) == found, (name, cards_text(dealt.dealer_cards))
                    seen.add((name, found))
    assert {("dealer_coloured", 1), ("doubled", 1), ("third_rank", 0), ("third_suit", 4)} <= seen
    assert {("dealer_reds", 3), ("dealer_third_suit", 2), ("third_rank", 13)} <= seen


def test_looks_of_a_dealt_round() -> None:
    """By hand: 10♥ 6♦ then 2♠ against 5♦ 9♥ 3♥ K♣, which busts with 27 red cards in three."""
    line = "classic | Th 5d 6d 8h 2s 3h Kc | 1 main 10 | hit stand |"
    dealt = replay(read_line(line))
    read = {name: LOOKS[name].read(dealt.felt, 0) for name in LOOKS}
    assert read["first_colour"] == read["second_colour"] == read["up_colour"] == 1
    assert (read["third_rank"], read["third_suit"]) == (2, 3)
    assert (read["dealer_third_rank"], read["dealer_third_suit"]) == (3, 2)
    assert (read["dealer_reds"], read["dealer_coloured"], read["doubled"]) == (3, 0, 0)
    assert read_cards("3h")[0] == 4 * 2 + 2


def test_bets_by_both_words_agree_with_exact_odds() -> None:
    game = load_game(EXAMPLES / "push_22.py")
    found = simulate_game(game, 300_000, seed=11, wagers=("push-22",), play="mimic", check=True)
    assert found.checks and found.checks[0]["agrees"]
    assert [one.id for one in found.wagers] == ["push-22"]


def test_other_rounds_have_the_next_card_or_the_net() -> None:
    """A card that is dealt for a bet stands where the third one does; the third word has nets."""
    bet = Wager(
        id="next", name="Next", classify=lambda next_rank: 0, outcomes=("lose",),
        paytables=(PayTable("ours", {}),),
    )  # fmt: skip
    game, draw = beside_classic("n", (bet,)), random.Random(9)
    packs = [steps(compiled=False)[name] for name in ("pack_drawn", "pack_net")]
    for _ in range(100):
        seats = [SeatBets(1, (Bet("main", 1000), Bet("next", 500)))]
        dealt = play_out(game, seats, shuffled(6, draw)[:60], draw)
        words = [pack(dealt.felt, 0) for pack in packs]
        for layout, word, names in (
            (DRAWN, words[0], DRAWN.looks.keys() - THIRD),
            (NETTED, words[1], NETTED.looks.keys()),
        ):
            for name in names:
                assert layout.look(word, name) == LOOKS[name].read(dealt.felt, 0), name
