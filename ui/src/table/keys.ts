// The keyboard: the letters printed on the buttons, digits for chips, Space for what comes next.
import { elsewhere, onButton } from "../base/keys";
import { CHIPS, MAX_CHIP } from "../base/money";
import type { TableState } from "./state.svelte";

function space(event: KeyboardEvent, table: TableState): void {
  if (table.stage.busy) {
    event.preventDefault();
    table.stage.skip();
    return;
  }
  // A focused button keeps its own Space.
  if (onButton(event)) return;
  event.preventDefault();
  document.querySelector<HTMLButtonElement>("#primary:not(:disabled)")?.click();
}

/** A key that is held down says nothing new: neither to us nor to a focused button. */
function held(event: KeyboardEvent): boolean {
  if (event.repeat && [" ", "Enter"].includes(event.key)) event.preventDefault();
  return event.repeat;
}

export function onKey(event: KeyboardEvent, table: TableState, pick: (cents: number) => void): void {
  if (elsewhere(event) || held(event)) return;
  const key = event.key.toLowerCase();
  const action = table.game?.actions.find((one) => one.key === key);
  const chip = [...CHIPS, MAX_CHIP][Number(key) - 1];
  if (key === " ") space(event, table);
  else if (key === "escape") (document.activeElement as HTMLElement | null)?.blur();
  else if (table.mode === "acting") {
    if (key === "?") void table.askHint();
    else if (action && table.table?.round?.legal.includes(action.id)) void table.choose(action.id);
  } else if (["betting", "late"].includes(table.mode) && chip) pick(chip);
  else if (table.mode === "late" && key === "z") table.lateBets = {};
  else if (table.mode === "betting" && key === "z") table.draft.undo();
  else if (table.mode === "betting" && key === "a") void table.again(false);
  else if (table.mode === "result" && key === "c") table.collect();
}
