# %% [markdown]
# # A mathematician, with a sheet to price
#
# Exact figures are fractions until you ask for a float, and each says what it is per and how it was
# found.

# %%
from fractions import Fraction

import holecard as hc
from holecard.lab.effects import effects
from holecard.report.figures import effects_figure

tie = hc.odds("breakout", wagers="super-tie").find("super-tie")
tie

# %% [markdown]
# The outcomes cover everything, and the edge follows from them and the pay table alone:

# %%
total = sum(one.probability for one in tie.outcomes)
value = sum(one.probability * float(one.pays) for one in tie.outcomes)
print(
    f"sum of the chances {total:.12f}, house edge {-value:.12f}, as printed {tie.house_edge:.12f}"
)

# %% [markdown]
# A bet without decisions can be had as a fraction. Pair Up looks at two cards of six decks:

# %%
pair = hc.odds("breakout", wagers="pair-up").find("pair-up")
for one in pair.outcomes:
    print(f"{one.id:<14} {one.fraction}")
sum((one.fraction for one in pair.outcomes), Fraction(0))

# %% [markdown]
# To a pair every rank is the same. To Sweet 17, which bets on the dealer's total, it is not: the
# effect of removing one card of each rank.

# %%
effects_figure(effects(hc.find_game("breakout"), "sweet-17"))

# %% [markdown]
# And a second road to the same figure, which shares no code with the first: a hundred thousand
# rounds, dealt and settled by the compiled round.

# %%
hc.simulate("breakout", rounds=100_000, seed=7, wagers="super-tie")
