// Keys of a drill: whoever is open says which of its buttons a key presses.
import { elsewhere, onButton } from "../../base/keys";

export type Moves = Record<string, (() => void) | undefined>;

/** Do what the key stands for, if anything. */
export function press(event: KeyboardEvent, moves: Moves): void {
  if (elsewhere(event) || (["Enter", " "].includes(event.key) && onButton(event))) return;
  const move = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!move) return;
  event.preventDefault();
  move();
}
