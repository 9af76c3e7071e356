// A pay table changed under the finger: the chances are the server's, only the pays are new. The
// arithmetic is that of the server's figures, and a test holds the two together.
import type { LabOutcome, LabWager } from "../wire/types";

export type Pays = Record<string, string>;
const WORDS: Record<string, number> = { loses: -1, push: 0 };

/** `9`, `3:2`, `push` or `loses` as odds to one; null if it is none of these. */
export function readOdds(text: string): number | null {
  const word = text.trim().toLowerCase();
  if (word in WORDS) return WORDS[word]!;
  const found = /^(\d{1,6})(?:[:/](\d{1,6}))?$/.exec(word);
  if (!found || Number(found[2] ?? 1) === 0) return null;
  return Number(found[1]) / Number(found[2] ?? 1);
}

/** As an address keeps it. */
export function oddsText(odds: number): string {
  if (odds === -1) return "loses";
  return odds === 0 ? "push" : String(odds);
}

/** What is wrong with odds typed by hand. */
export function whyNot(text: string): string {
  const word = text.trim();
  if (word === "") return "Type odds, such as 9 or 3:2.";
  if (/^-/.test(word)) return "Odds are 0 or more; type loses for an outcome that takes the wager.";
  if (/^\d+$/.test(word)) return "Odds have six digits at most.";
  return `“${word.slice(0, 20)}” is no odds: a number such as 9 or 3:2, push or loses.`;
}

const LADDER: [number, number][] = [[20, 1], [100, 5], [500, 25], [1000, 50], [Infinity, 100]];
const MOST = 999_999;

/** The next odds up or down: whole numbers, in larger steps further up. */
export function stepped(odds: number, way: 1 | -1): number {
  if (odds < 1) return way > 0 ? Math.floor(odds) + 1 : Math.max(-1, Math.ceil(odds) - 1);
  const size = LADDER.find(([below]) => (way > 0 ? odds < below : odds <= below))![1];
  const next = way > 0 ? Math.floor(odds / size) * size + size : Math.ceil(odds / size) * size - size;
  return Math.min(MOST, next);
}

function total(rows: LabOutcome[], of: (row: LabOutcome) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}

/** What an outcome brings: its odds, less a tip that the player pays. */
function net(wager: LabWager, row: LabOutcome): number {
  return row.odds - (wager.tip_from_player ? row.tip / wager.tip_stake : 0);
}

/** The wager under changed pays; the same wager if none are. */
export function reprice(wager: LabWager, pays: Pays): LabWager {
  const bare = wager.outcomes.map((row) => {
    const text = row.editable ? (pays[row.id] ?? row.pays) : row.pays;
    const odds = text === row.pays ? row.odds : (readOdds(text) ?? row.odds);
    const changed = { ...row, pays: text, odds };
    return { ...changed, returns: row.probability * net(wager, changed) };
  });
  const mean = total(bare, (row) => row.returns);
  const back = total(bare, (row) => row.probability * (1 + net(wager, row)));
  const tips = wager.tip / wager.tip_stake;
  const ev = wager.given_ev ?? mean;
  const offer = wager.offer && { ...wager.offer, per_round: wager.offer.chance * wager.offer.stake * bare.reduce((sum, row, at) => sum + wager.offer!.chances[at]! * row.odds, 0) };
  const top = bare.reduce((most, row) => (row.odds > most.odds ? row : most));
  return {
    ...wager,
    ev,
    house_edge: -ev,
    rtp: 1 + ev,
    hit_frequency: total(bare, (row) => (net(wager, row) > 0 ? row.probability : 0)),
    push_frequency: total(bare, (row) => (net(wager, row) === 0 ? row.probability : 0)),
    std_dev: Math.sqrt(total(bare, (row) => row.probability * (net(wager, row) - mean) ** 2)),
    element_of_risk: -ev / wager.wagered,
    max_win: top.pays,
    offer,
    edge_after_tips: -ev - tips,
    outcomes: bare.map((row) => ({ ...row, share: back ? (row.probability * (1 + net(wager, row))) / back : 0 })),
  };
}
