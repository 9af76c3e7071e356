# %% [markdown]
# # A player, curious
#
# Sixteen against a nine. What is each choice worth, in wagers?

# %%
import holecard as hc
from holecard.report.figures import session_figure
from holecard.server.workers.pictures import RoundPicture

hc.hand("classic", "Th 6c", "9d")

# %% [markdown]
# All of it as a chart:

# %%
hc.strategy("classic")

# %% [markdown]
# A round played out, and the felt after it:

# %%
dealt = hc.replay("classic | Th 9d 6c Ts 4h | 1 main 10 | hit stand |")
dealt

# %%
RoundPicture(repr(dealt))

# %% [markdown]
# Three hundred rounds at ten dollars, played like that. The house edge is small and the evening is
# wide:

# %%
session_figure(hc.session("classic", "main", rounds=300, stake=1000))
