// From the lobby to a chair: a table of one's own, and a seat at it, ready to bet.
import { send } from "../wire/api";
import { router } from "../base/router.svelte";
import type { Done, Opened } from "../wire/types";

const KEY = "holecard.game";
const MIDDLE = 4;

/** The game somebody sat down to last from this device. */
export function lastPlayed(): string {
  return localStorage.getItem(KEY) ?? "";
}

export async function sitDown(game: string): Promise<void> {
  const { table } = await send<Opened>("/api/tables", { game, private: true });
  // Our part of the shuffle follows from the table page, when the server names the shoes.
  await send<Done>(`/api/tables/${table}/seats`, { seats: [MIDDLE], commitment: null });
  localStorage.setItem(KEY, game);
  router.go(`/table/${table}`);
}
