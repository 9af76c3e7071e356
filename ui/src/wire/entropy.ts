// This browser's share in the shuffle: random bytes per shoe, kept here until the server asks.
import { hex, sha256, unhex } from "../base/sha256";

function place(table: string, shoe: number): string {
  return `holecard.entropy.${table}.${shoe}`;
}

/** The bytes for a shoe, as hex; made on first use. */
export function entropyFor(table: string, shoe: number): string {
  const kept = localStorage.getItem(place(table, shoe));
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
