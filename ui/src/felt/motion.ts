// How things move: cards from the shoe, chips to and from the tray. Each is a Svelte transition.
import { cubicIn, cubicInOut, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { pace } from "../base/pace.svelte";
import { still } from "../base/theme.svelte";

/** A felt has a shoe, a tray and each seat's rail; there are two felts while a round is replayed. */
type Place = "shoe" | "tray" | "rail";

function placeOf(node: Element, place: Place): DOMRect | undefined {
  const seat = place === "rail" ? node.closest("[data-seat]") : node.closest("[data-felt]");
  return seat?.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect();
}

function offset(node: Element, to: Place): { x: number; y: number } {
  const place = placeOf(node, to);
  const here = node.getBoundingClientRect();
  if (!place) return { x: 0, y: to === "rail" ? 60 : -60 };
  return {
    x: place.left + place.width / 2 - here.left - here.width / 2,
    y: place.top + place.height / 2 - here.top - here.height / 2,
  };
}

function slide(node: Element, to: Place, duration: number, turn: number, leaves = false): TransitionConfig {
  if (still() || pace.beat === 0) return { duration: 0 };
  const { x, y } = offset(node, to);
  return {
    duration,
    // Out of the shoe fast and down gently; a stack is pushed off slowly, so that it is seen to go.
    easing: leaves ? cubicIn : cubicOut,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u}px) rotate(${turn * u}deg); opacity: ${Math.min(1, t * 4)}`,
  };
}

export function fromShoe(node: Element): TransitionConfig {
  return slide(node, "shoe", 220, 24);
}

const SAME_MOMENT = 60;
let parted: Record<string, { x: number; y: number; at: number }> = {};

/** A card that leaves its hand for another: where it lay is where it is seen to come from. */
export function part(node: HTMLElement, card: string): TransitionConfig {
  const { left: x, top: y } = node.getBoundingClientRect();
  parted = { ...parted, [card]: { x, y, at: performance.now() } };
  node.style.display = "none"; // what comes in its place lies where it lay
  return { duration: 0 };
}

/** A card that has just left another hand slides over; nothing for any other. */
export function across(node: Element, card: string): TransitionConfig | undefined {
  const from = parted[card];
  if (!from || performance.now() - from.at > SAME_MOMENT) return undefined;
  if (still() || pace.beat === 0) return { duration: 0 };
  const here = node.getBoundingClientRect();
  const [x, y] = [from.x - here.left, from.y - here.top];
  return {
    duration: 420,
    easing: cubicInOut,
    // In an arc, so that the two are seen to pass each other.
    css: (t, u) => `transform: translate(${x * u}px, ${y * u - 26 * Math.sin(Math.PI * t)}px); position: relative; z-index: 2`,
  };
}

export function fromTray(node: Element): TransitionConfig {
  return slide(node, "tray", 250, 0);
}

/** Chips that leave their spot: those the house takes go to the tray, all others to the player. */
export function away(node: Element, taken: boolean): TransitionConfig {
  return slide(node, taken ? "tray" : "rail", 250, 0, true);
}

/** A card turned over on its place. */
export function turnOver(_node: Element): TransitionConfig {
  if (still()) return { duration: 0 };
  return { duration: 240, easing: cubicOut, css: (t) => `transform: scaleX(${t})` };
}

/** A burned card lifts and fades. */
export function lift(_node: Element): TransitionConfig {
  if (still()) return { duration: 0 };
  return {
    duration: 250,
    css: (t, u) => `transform: translateY(${-46 * u}px) rotate(${-8 * u}deg); opacity: ${t}`,
  };
}

/** A small thing that appears where it belongs. */
export function appear(_node: Element): TransitionConfig {
  if (still()) return { duration: 0 };
  return { duration: 180, css: (t, u) => `transform: translateY(${6 * u}px); opacity: ${t}` };
}
