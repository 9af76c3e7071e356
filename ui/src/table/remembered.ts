// What was last bet on each game from this device: offered again at another table of it.
import type { Bet } from "../wire/types";

const key = (game: string): string => `holecard.bets.${game}`;

export function remember(game: string, bets: Bet[]): void {
  localStorage.setItem(key(game), JSON.stringify(bets.filter((bet) => !bet.riding)));
}

export function remembered(game: string): Bet[] {
  try {
    return JSON.parse(localStorage.getItem(key(game)) ?? "[]") as Bet[];
  } catch {
    return [];
  }
}
