// What is drawn at a seat, from the round on the felt or from the bets for the next one.
import { stakeOf, type Settled, type ShownHand, type ShownSeat } from "../felt/shown";
import type { TableState } from "./state.svelte";
import type { Bet, Wager } from "../wire/types";

export interface SeatNow {
  seat: number;
  name: string;
  player: string;
  mine: boolean;
  taken: boolean;
  button: number;
  confirmed: boolean;
  bets: Bet[];
  round: ShownSeat | null;
}

export function seatNow(state: TableState, seat: number): SeatNow {
  const chair = state.chair(seat);
  const shown = state.showsRound ? state.stage.shown?.seats.find((one) => one.seat === seat) : undefined;
  return {
    seat,
    name: chair?.name ?? "",
    player: chair?.player ?? "",
    mine: state.mine.includes(seat),
    taken: Boolean(chair?.player),
    button: buttonOf(state, seat, shown),
    confirmed: chair?.confirmed ?? false,
    bets: state.showsRound ? [...(shown?.bets ?? (chair?.bets ?? []).filter((bet) => bet.riding)), ...state.lateAt(seat)] : state.draft.at(seat),
    round: shown ?? null,
  };
}

/** The button as the round began with it; as the round leaves it once every event is shown. */
function buttonOf(state: TableState, seat: number, shown: ShownSeat | undefined): number {
  const over = state.table?.phase === "betting" && !state.stage.busy;
  return shown && !over ? shown.button : (state.chair(seat)?.button ?? 0);
}

export function stakeOn(now: SeatNow, wager: Wager): number {
  const bet = now.bets.find((one) => one.wager === wager.id);
  return bet ? stakeOf(bet, now.round) : 0;
}

/** What became of the stake of one hand among several. */
export function handSettled(hand: ShownHand): Settled | undefined {
  if (hand.net === null) return undefined;
  // A lost hand that was the house's own costs nothing, and its chips go all the same.
  const lost = hand.net < 0 || hand.result === "lose";
  return { kind: hand.net > 0 ? "pay" : lost ? "take" : "push", net: hand.net, tip: 0 };
}

/** The spots of a game from left to right: main wagers in the middle, the others around
 *  them; null keeps a place free, so that the middle stays in the middle. */
export function spotsOf(wagers: Wager[], bets: Bet[]): (Wager | null)[] {
  const placed = (wager: Wager): boolean => bets.some((bet) => bet.wager === wager.id);
  const seen = wagers.filter((wager) => wager.kind !== "offer" || placed(wager));
  const mains = seen.filter((wager) => wager.kind === "main");
  const fees = seen.filter((wager) => wager.kind === "fee");
  const others = seen.filter((wager) => !["main", "fee"].includes(wager.kind));
  const half = fees.length ? Math.floor(others.length / 2) : Math.ceil(others.length / 2);
  const [left, right] = [[...others.slice(0, half), ...fees], others.slice(half)];
  const gaps = Array.from({ length: Math.abs(left.length - right.length) }, () => null);
  return left.length > right.length
    ? [...left, ...mains, ...right, ...gaps]
    : [...gaps, ...left, ...mains, ...right];
}

/** The seats around the focused one: those that act after it on its left, before it on its right. */
export function placesAround(focus: number, seats: number): { seat: number; place: number }[] {
  return Array.from({ length: seats - 1 }, (_, at) => ({
    seat: ((focus + at) % seats) + 1,
    place: at + 1,
  }));
}
