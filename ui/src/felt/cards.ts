// Reading the server's card text (`Ah 9c ??`) for drawing and for screen readers.
export type Suit = "s" | "h" | "d" | "c";

export const BACK = "??";
const RANKS: Record<string, string> = {
  A: "ace",
  T: "10",
  J: "jack",
  Q: "queen",
  K: "king",
};
const SUITS: Record<Suit, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

export function split(cards: string): string[] {
  return cards.split(" ").filter((card) => card !== "");
}

export function rankOf(card: string): string {
  return card[0] === "T" ? "10" : (card[0] ?? "");
}

export function suitOf(card: string): Suit {
  return (card[1] ?? "s") as Suit;
}

export function spoken(card: string): string {
  if (card === BACK) return "a card face down";
  const rank = RANKS[card[0] ?? ""] ?? card[0];
  return `${rank} of ${SUITS[suitOf(card)]}`;
}

// Each suit drawn in a 100 by 100 box.
export const SUIT_PATHS: Record<Suit, string> = {
  h: "M50 92C30 72 6 55 6 32C6 17 17 8 29 8C39 8 46 14 50 23C54 14 61 8 71 8C83 8 94 17 94 32C94 55 70 72 50 92Z",
  s: "M50 5C58 23 93 40 93 63C93 76 83 83 73 83C65 83 58 79 54 72C55 82 59 90 67 96H33C41 90 45 82 46 72C42 79 35 83 27 83C17 83 7 76 7 63C7 40 42 23 50 5Z",
  d: "M50 3C58 21 71 38 87 50C71 62 58 79 50 97C42 79 29 62 13 50C29 38 42 21 50 3Z",
  c: "M50 5C62 5 71 14 71 26C71 32 68 38 64 42C67 40 71 39 75 39C87 39 96 48 96 60C96 72 87 81 75 81C66 81 58 76 54 68C55 80 59 90 68 96H32C41 90 45 80 46 68C42 76 34 81 25 81C13 81 4 72 4 60C4 48 13 39 25 39C29 39 33 40 36 42C32 38 29 32 29 26C29 14 38 5 50 5Z",
};

// Where the pips of a number card lie: columns 0, 1, 2 and height 0 (top) to 1 (bottom).
const L = 0;
const M = 1;
const R = 2;
export const PIPS: Record<string, [number, number][]> = {
  "2": [[M, 0], [M, 1]],
  "3": [[M, 0], [M, 0.5], [M, 1]],
  "4": [[L, 0], [R, 0], [L, 1], [R, 1]],
  "5": [[L, 0], [R, 0], [M, 0.5], [L, 1], [R, 1]],
  "6": [[L, 0], [R, 0], [L, 0.5], [R, 0.5], [L, 1], [R, 1]],
  "7": [[L, 0], [R, 0], [M, 0.25], [L, 0.5], [R, 0.5], [L, 1], [R, 1]],
  "8": [[L, 0], [R, 0], [M, 0.25], [L, 0.5], [R, 0.5], [M, 0.75], [L, 1], [R, 1]],
  "9": [[L, 0], [R, 0], [L, 0.333], [R, 0.333], [M, 0.5], [L, 0.667], [R, 0.667], [L, 1], [R, 1]],
  "10": [[L, 0], [R, 0], [M, 0.167], [L, 0.333], [R, 0.333], [L, 0.667], [R, 0.667], [M, 0.833], [L, 1], [R, 1]],
};
