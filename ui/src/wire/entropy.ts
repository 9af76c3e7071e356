// This browser's share in the shuffle: random bytes per shoe, kept here until the server asks, and
// afterwards to see that it is they that were mixed in.
import { hex, sha256, unhex } from "../base/sha256";
import type { Table } from "./types";

type Shoe = Table["shoe"];

function place(table: string, shoe: number): string {
  return `holecard.entropy.${table}.${shoe}`;
}

/** What this browser made for a shoe; empty if it made nothing. */
export function keptEntropy(table: string, shoe: number): string {
  return localStorage.getItem(place(table, shoe)) ?? "";
}

/** The bytes for a shoe, as hex; made on first use. */
export function entropyFor(table: string, shoe: number): string {
  const kept = keptEntropy(table, shoe);
  if (kept) return kept;
  const made = hex(crypto.getRandomValues(new Uint8Array(32)));
  localStorage.setItem(place(table, shoe), made);
  return made;
}

export function commitmentFor(table: string, shoe: number): string {
  return hex(sha256(unhex(entropyFor(table, shoe))));
}

/** The house's commitment as this browser first saw it: the check page compares it. */
export function firstSeen(table: string, shoe: number, commitment: string): string {
  const key = `holecard.commitment.${table}.${shoe}`;
  const kept = localStorage.getItem(key);
  if (kept) return kept;
  if (commitment) localStorage.setItem(key, commitment);
  return commitment;
}

/** Whether the bytes may be shown: the house is bound to its seed, and everybody can see what this
 *  browser promised. Shown earlier they would let the house choose the order. */
export function mayShow(table: string, player: string, shoe: Shoe): boolean {
  const bound = firstSeen(table, shoe.number, shoe.commitment) === shoe.commitment;
  return bound && shoe.promises[player] === commitmentFor(table, shoe.number);
}

/** What the house says of this browser's part that is not so; empty if all is well. `promised` says
 *  whether this browser has sent its promise for the shoe and stayed. */
export function protest(table: string, player: string, shoe: Shoe, promised: boolean): string {
  const name = `shoe ${shoe.number}`;
  if (firstSeen(table, shoe.number, shoe.commitment) !== shoe.commitment) return `The house has changed its commitment to ${name} since this browser noted it.`;
  const kept = keptEntropy(table, shoe.number);
  const [word, given] = [shoe.promises[player], shoe.entropies[player]];
  if (word !== undefined && (!kept || word !== commitmentFor(table, shoe.number))) return `The house shows a promise for ${name} in your name that this browser did not make.`;
  if (given !== undefined && given !== kept) return `The house shows entropy for ${name} in your name that is not what this browser sent.`;
  if (promised && shoe.opened && given === undefined) return `The house opened ${name} without the entropy this browser promised.`;
  return "";
}
