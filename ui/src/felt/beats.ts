// How long the felt rests on an event before the next one, in milliseconds.
import type { Event } from "../wire/types";

const BEATS: Record<string, number> = {
  deal: 170,
  draw: 260,
  turn: 300,
  burn: 320,
  split: 220,
  pay: 280,
  take: 280,
  push: 320,
  ride: 160,
  tuck: 240,
  peek: 260,
};
const OTHER_BEAT = 90;
const MONEY = ["pay", "take", "push"];

/** Before the money moves, a breath to see the last card. */
export const BEFORE_MONEY = 260;

export function beatOf(event: Event): number {
  return BEATS[event.kind] ?? OTHER_BEAT;
}

export function movesMoney(event: Event | undefined): boolean {
  return event !== undefined && MONEY.includes(event.kind);
}
