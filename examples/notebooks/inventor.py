# %% [markdown]
# # An inventor, with a bet in mind
#
# You have an idea: the player wins if the first two cards and the dealer's up card are all red, and
# more if they are of one rank. What does it cost, how does it depend on the decks, and how does an
# evening with it feel?

# %%
import holecard as hc
from holecard.lab.setup import with_pays
from holecard.report.figures import edges_figure, session_figure


def all_red(first_suit, second_suit, up_suit, first_rank, second_rank, up_rank):
    if not all(suit in (1, 2) for suit in (first_suit, second_suit, up_suit)):
        return 0
    return 2 if first_rank == second_rank == up_rank else 1


ALL_RED = hc.Wager(
    id="all-red",
    name="All Red",
    says="your first two cards and the up card are red",
    classify=all_red,
    outcomes=("lose", "red", "red-triple"),
    paytables=(hc.PayTable("standard", {"red": 6, "red-triple": 100}),),
)
game = hc.beside_classic("all-red", (ALL_RED,))
hc.odds(game, wagers="all-red").find("all-red")

# %% [markdown]
# The edge is exact: every deal of three cards was counted. A triple pays a hundred and hardly
# matters. What if a plain red hand paid only five?


# %%
def edge(game):
    return hc.odds(game, wagers="all-red").find("all-red").house_edge


cheaper = with_pays(game, "all-red", "standard", {"red": "5"})
print(f"6 to 1: {edge(game):.3%}   5 to 1: {edge(cheaper):.3%}")

# %% [markdown]
# A felt stands in many pits. The edge by decks, under both soft-17 rules (which this bet does
# not see):

# %%
rows = [
    ("All Red", decks, h17, edge(game.but(decks=decks, hit_soft_17=h17)))
    for decks in (1, 2, 4, 6, 8)
    for h17 in (True, False)
]
edges_figure(rows)

# %% [markdown]
# Two hundred rounds at five dollars. Nothing is simulated: the distribution is computed.

# %%
session_figure(hc.session(game, "all-red", rounds=200, stake=500))

# %% [markdown]
# Next: put this cell's bet in a file, and `holecard serve --game FILE` brings it to the tables.
