# %% [markdown]
# # A researcher, with an agent
#
# Here the optimum is known, so an agent's distance from it is too. First the value of four ways to
# play classic blackjack, each solved and not sampled:

# %%
import holecard as hc
from holecard.odds.playbook import Playbook
from holecard.play.view import view

game = hc.find_game("classic")
for name in ("never-bust", "mimic", "total"):
    print(f"{name:<12} {Playbook(game, name).play.ev:+.6f} wagers a round")
print(f"{'best':<12} {Playbook(game).play.ev:+.6f}")

# %% [markdown]
# An agent sees what its seat sees. Here is one decision, and one that the dealer's hole card cannot
# change:


# %%
def seen(cards):
    return view(hc.deal_round(game, "1 main 10", cards))


one, other = seen("Th 9d 6c Ts"), seen("Th 9d 6c 2s")
print(one.seats[0].hands[0].cards, "against", one.dealer, "and the same view:", one == other)

# %% [markdown]
# The regret of a choice is exact, so learning from it has no noise:

# %%
worth = hc.hand(game, "Th 6c", "9d").actions
{name: round(max(worth.values()) - value, 6) for name, value in worth.items()}
