// How long the felt rests on an event before the next one, in milliseconds.
import type { Noise } from "../base/sound.svelte";
import type { Event } from "../wire/types";

const BEATS: Record<string, number> = {
  deal: 170,
  draw: 260,
  turn: 300,
  burn: 320,
  split: 220,
  switch: 300,
  pay: 280,
  take: 280,
  push: 320,
  ride: 160,
  tuck: 240,
  peek: 260,
};
/** What an event sounds like. */
const NOISES: Record<string, Noise> = { deal: "shoe", draw: "shoe", turn: "card", burn: "card", split: "card", switch: "card", tuck: "card", pay: "chip", take: "chip", push: "chip" };
const OTHER_BEAT = 90;
const MONEY = ["pay", "take", "push"];

/** Before the money moves, a breath to see the last card. */
export const BEFORE_MONEY = 260;

export function beatOf(event: Event): number {
  return BEATS[event.kind] ?? OTHER_BEAT;
}

export function noiseOf(event: Event): Noise | undefined {
  return NOISES[event.kind];
}

export function movesMoney(event: Event | undefined): boolean {
  return event !== undefined && MONEY.includes(event.kind);
}
