# %% [markdown]
# # A dealer's trainer, with a game on Friday
#
# A drill's questions are rounds that the table dealt, and a seed names them. The first of a class:

# %%
from holecard import find_game
from holecard.server.workers.pictures import RoundPicture
from holecard.train.drills import grade, make_item
from holecard.train.item import Setting
from holecard.train.profile import default_profile

breakout = find_game("breakout")
setting = Setting(breakout, 7, default_profile())
item = make_item(setting, "pay", 0)
print(item.question["says"])

# %%
RoundPicture(item.line)

# %% [markdown]
# What is right, and why: the words are those of the rules and the rulings, not of the drill.

# %%
(right,) = item.answer["wagers"]
print(f"{right['verdict']} {right['cents'] / 100:.2f} dollars, in chips {right['chips']}")
print(item.why)

# %% [markdown]
# An answer is graded by the same text. One that is a chip short:

# %%
short = {"wagers": [{**right, "chips": right["chips"][:-1]}]}
for given in (item.answer, short):
    found = grade(item, given)
    print(found.points, "of", len(found.parts), "parts right")
