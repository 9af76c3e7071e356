# %% [markdown]
# # A researcher, with an agent
#
# Every game is a Gymnasium environment, and its optimum is known: how far an agent is from best
# play is a number, not a guess (`pip install 'holecard[rl,report]'`). First what four ways to play
# are worth, each solved and not sampled:

# %%
from collections import defaultdict

import gymnasium
import numpy as np

import holecard as hc
import holecard.envs  # the ids become known
from holecard.odds.playbook import Playbook
from holecard.report.figures import learning_figure
from holecard.server.workers.pictures import RoundPicture

game = hc.find_game("classic")
for name in ("never-bust", "mimic", "total"):
    print(f"{name:<12} {Playbook(game, name).play.ev:+.6f} wagers a round")

env = gymnasium.make("holecard/Classic-v0", reward="regret").unwrapped
print(f"{'best':<12} {env.optimal_value:+.6f}")

# %% [markdown]
# A round from cards of our choice. The agent sees what its seat sees: the queen lies face down, and
# the observation does not have it.

# %%
seen, info = env.reset(options={"shoe": "Th 9d 6c Qs 4h 8c"})
print(f"{seen['total']} against {seen['dealer'].tolist()}, legal {info['action_mask'].tolist()}")
for action in np.flatnonzero(info["action_mask"]):
    print(f"action {action} gives away {env.regret(seen, action):.6f} wagers")
print("best:", env.optimal_action(seen))

# %%
while not env.step(env.optimal_action(seen))[2]:
    seen = env.seen()
RoundPicture(env.round_line)

# %% [markdown]
# Now one learner, twice. It keeps a mean for each hand, up card and action. Once the mean is of
# what rounds brought, which is mostly luck; once of what the choice gave away, which has none.


# %%
def cell(seen):
    hand = (int(seen["total"]), int(seen["soft"]), int(seen["dealer"][0]))
    return (*hand, seen["action_mask"].tobytes())


class Learner:
    def __init__(self, reward):
        self.env = gymnasium.make("holecard/Classic-v0", reward=reward).unwrapped
        self.draw = np.random.default_rng(7)
        self.means = defaultdict(lambda: np.zeros(11))
        self.counts = defaultdict(lambda: np.zeros(11))

    def best(self, seen):
        legal = np.flatnonzero(seen["action_mask"])
        return legal[self.means[cell(seen)][legal].argmax()]

    def daring(self, seen):
        if self.draw.random() > 0.2:
            return self.best(seen)
        return self.draw.choice(np.flatnonzero(seen["action_mask"]))

    def learn(self, rounds):
        for made, rewards in played(self.env, rounds, self.daring):
            # A result is that of every choice before it; a regret is that of one.
            credits = rewards if self.env.reward == "regret" else [rewards[-1]] * len(made)
            for (at, action), credit in zip(made, credits, strict=True):
                self.counts[at][action] += 1
                step = 1 / self.counts[at][action]
                self.means[at][action] += step * (credit - self.means[at][action])


def played(env, rounds, choose):
    for _ in range(rounds):
        (seen, _), ended, made, rewards = env.reset(), False, [], []
        while not ended:
            action = choose(seen)
            made.append((cell(seen), action))
            seen, reward, ended, *_ = env.step(action)
            rewards.append(reward)
        yield made, rewards


def given_away(choose):
    """The mean of 1,500 rounds, the same ones for everybody."""
    env.reset(seed=5)
    return -sum(sum(rewards) for _, rewards in played(env, 1_500, choose)) / 1_500


checks, curves = (100, 300, 1_000, 3_000, 10_000), {}
for name, reward in (("from results", "sampled"), ("from regrets", "regret")):
    learner, done = Learner(reward), 0
    learner.env.reset(seed=1)
    curves[name] = []
    for rounds in checks:
        learner.learn(rounds - done)
        done = rounds
        curves[name].append((rounds, given_away(learner.best)))
learning_figure(curves, "given away a round")

# %% [markdown]
# Both saw the same number of rounds. What an agent gives away here is itself a mean over hands that
# came up, so its last digits are luck; how each of those hands ended is not in it.

# %%
for name, curve in curves.items():
    print(f"{name}: {curve[-1][1]:.2%} of a wager given away a round, after {curve[-1][0]:,}")

# %% [markdown]
# Four thousand tables at a time are `gymnasium.make_vec("holecard/Classic-v0", num_envs=4096)`,
# stepped in machine code; agents to begin with are in `examples/agents`.
