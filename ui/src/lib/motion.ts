// How things move: cards from the shoe, chips to and from the tray. Each is a Svelte transition.
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { still } from "./theme.svelte";

function offset(node: Element, to: string): { x: number; y: number } {
  const place = document.querySelector(to)?.getBoundingClientRect();
  const here = node.getBoundingClientRect();
  if (!place) return { x: 0, y: -60 };
  return {
    x: place.left + place.width / 2 - here.left - here.width / 2,
    y: place.top + place.height / 2 - here.top - here.height / 2,
  };
}

function slide(node: Element, to: string, duration: number, turn: number): TransitionConfig {
  if (still()) return { duration: 0 };
  const { x, y } = offset(node, to);
  return {
    duration,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u}px) rotate(${turn * u}deg); opacity: ${Math.min(1, t * 3)}`,
  };
}

export function fromShoe(node: Element): TransitionConfig {
  return slide(node, "#shoe", 220, 24);
}

export function fromTray(node: Element): TransitionConfig {
  return slide(node, "#tray", 240, 0);
}

export function toTray(node: Element): TransitionConfig {
  return slide(node, "#tray", 240, 0);
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
