// Which of the server's words are shown where: none of them is made here.
import { money } from "../base/money";
import type { PayTable, Table, Wager } from "./types";

/** `no insurance` where a sentence or a button begins with it. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function tableNamed(wager: Wager, name: string): PayTable | undefined {
  return wager.paytables.find((table) => table.name === name) ?? wager.paytables[0];
}

/** What is printed under a spot, by the pay table chosen. */
export function spotPays(wager: Wager, paytable: string): string[] {
  const chosen = wager.paytables.find((table) => table.name === paytable);
  return chosen ? [chosen.says] : wager.spot;
}

/** What a wager takes at this table; the two amounts stay on one line. */
export function limitsText(wager: Wager, table: Table): string {
  const { least, most } = table.stakes[wager.id] ?? wager;
  if (least === most) return money(least, true);
  return `${money(least, true)}–\u2060${money(most, true)}`;
}

/** A rule's value as people write it. */
export function plain(value: boolean | number | string): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
