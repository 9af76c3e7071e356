// The words of buttons, spots and pay tables. What a word means is the server's business.
import { money } from "../base/money";
import type { PayTable, Table, Wager, WagerEdge } from "./types";

export interface ActionWord {
  id: string;
  label: string;
  key: string;
}

export const ACTIONS: ActionWord[] = [
  { id: "hit", label: "Hit", key: "h" },
  { id: "stand", label: "Stand", key: "s" },
  { id: "double", label: "Double", key: "d" },
  { id: "split", label: "Split", key: "p" },
  { id: "surrender", label: "Surrender", key: "r" },
  { id: "burn", label: "Burn", key: "b" },
  { id: "keep", label: "Keep", key: "k" },
  { id: "insurance", label: "Insurance", key: "i" },
  { id: "no-insurance", label: "No insurance", key: "n" },
  { id: "even-money", label: "Even money", key: "e" },
];
/** Chosen when the clock runs out; the table's primary button. */
export const DEFAULTS = ["stand", "keep", "no-insurance"];
/** Seen at every table, legal or not. */
export const USUAL = ["hit", "stand", "double", "split"];

export function actionLabel(id: string): string {
  return ACTIONS.find((action) => action.id === id)?.label ?? id;
}

/** The dealer's pill: `Dealer shows 7`, `Dealer: 26 · busted`. */
export function dealerText(says: string): string {
  if (!says) return "";
  return says.startsWith("shows") ? `Dealer ${says}` : `Dealer: ${says.replace(", busted", " · busted")}`;
}

/** `push-17-19` as people say it: dashes are spaces, but for those of a range. */
export function outcomeText(outcome: string): string {
  const two = outcome.replace(/^(\d+)-(\d+)-(?!cards)/, "$1, $2-");
  return two.replace(/(?<!\d)-|-(?!\d)/g, " ");
}

/** What a pay table's line prints: `3 to 2`, `push`, `loses`, `stays`. */
export function paysText(pays: string, outcome = ""): string {
  if (outcome === "ride") return "stays";
  const [up = "0", down = "1"] = pays.split(":");
  if (Number(up) === 0) return "push";
  return Number(up) < 0 ? "loses" : `${up} to ${down}`;
}

function worth(pays: string): number {
  const [up = "0", down = "1"] = pays.split(":");
  return Number(up) / Number(down);
}

function brief(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

export function tableNamed(wager: Wager, name: string): PayTable | undefined {
  return wager.paytables.find((table) => table.name === name) ?? wager.paytables[0];
}

/** The range of pays printed under a spot. */
export function spotPays(wager: Wager, paytable: string, rules: Table["rules"]): string {
  if (wager.kind === "fee") return `${wager.share} of wager`;
  if (wager.kind === "main") return mainPays(wager, rules);
  const wins = (tableNamed(wager, paytable)?.pays ?? []).map((line) => worth(line.pays)).filter((pays) => pays > 0);
  if (wins.length === 0) return "";
  const [low, high] = [Math.min(...wins), Math.max(...wins)];
  return low === high ? `${brief(low)} to 1` : `${brief(low)}–${brief(high)} to 1`;
}

function mainPays(wager: Wager, rules: Table["rules"]): string {
  const natural = wager.natural_pays || String(rules["blackjack_pays"] ?? "");
  return natural === "" || natural === "1:1" ? "1 to 1" : `1 to 1 · BJ ${natural}`;
}

export function limitsOf(wager: Wager, table: Table): { least: number; most: number } {
  return table.limits[wager.id] ?? wager;
}

export function limitsText(wager: Wager, table: Table): string {
  const { least, most } = limitsOf(wager, table);
  return `${money(least, true)}–${money(most, true)}`;
}

/** A rule's value as people write it. */
export function plain(value: boolean | number | string): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** A priced wager's name; `main-burnout` is the main wager with the payment beside it. */
export function pricedName(wagers: Wager[], id: string): string {
  const plain = wagers.find((wager) => wager.id === id);
  if (plain) return plain.name;
  for (const main of wagers) {
    const beside = wagers.find((wager) => id === `${main.id}-${wager.id}`);
    if (beside) return `${main.name} with the ${beside.name}`;
  }
  return id;
}

/** The house edge of a bet as it lies among the seat's other bets. */
export function edgeOf(edges: WagerEdge[], wager: Wager, paytable: string, beside: string[] = []): WagerEdge | undefined {
  const joint = beside.map((other) => edges.find((edge) => edge.id === `${wager.id}-${other}`)).find(Boolean);
  const name = paytable || wager.paytables[0]?.name;
  const own = edges.filter((edge) => edge.id === wager.id);
  return joint ?? own.find((edge) => edge.paytable === name) ?? own[0];
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
