# %% [markdown]
# # A regulator, with a submission to check
#
# The sheet of Bad Beat prints a house edge for each of its pay tables. Here they are beside
# ours, with what must be known to repeat it: the rules line and the hash of the definition.

# %%
import holecard as hc
from holecard.report.sections.published import all_printed
from holecard.server.workers.pictures import RoundPicture

game = hc.find_game("bad-beat")
ours = hc.odds(game, wagers="bad-beat", play="wager")
print(f"{game.name}, {ours.line}, version {ours.version}, definition {game.definition_hash[:12]}")
for one in all_printed():
    if one.game == "bad-beat" and one.rules == "6D H17":
        edge = ours.find("bad-beat", one.figure).house_edge
        print(f"{one.figure}  print {one.value:.2%}  ours {edge:.4%}")

# %% [markdown]
# The submission leaves the play open; with the hands played for the side bet the printed edges are
# met within 0.022 points (ruling D4). One table in full:

# %%
ours.find("bad-beat", "P1")

# %% [markdown]
# A disputed round is one line. It is dealt again from its cards, and a line that claims another
# result is refused:

# %%
line = "bad-beat | Th 9c Td 2s Kc | 1 main 10 bad-beat 5 | stand |"
dealt = hc.replay(line)
dealt

# %%
RoundPicture(repr(dealt))

# %%
try:
    hc.replay(repr(dealt).replace("main -10", "main +10"))
except hc.HolecardError as refused:
    print(refused)
