// What lies on the dealer's felt, as the felt's own components draw it. Nothing is worked out here.
import { money } from "../../base/money";
import { split } from "../../felt/cards";
import { apply, type ShownRound, type ShownSeat } from "../../felt/shown";
import type { DealerFelt, Due, Event, SeatLaid, ToSettle } from "../../wire/types";

export type Verdict = "take" | "push" | "leave" | "pay";
/** A wager by where it lies; split hands each have their own. */
export const keyOf = (one: { seat: number; wager: string; hand: number }): string => `${one.seat} ${one.wager} ${one.hand}`;

function seatOf(seat: SeatLaid): ShownSeat {
  return {
    seat: seat.seat,
    hands: seat.hands.map((hand) => ({ ...hand, cards: split(hand.cards), why: "", result: "", active: false, net: null })),
    burned: seat.burned,
    next: seat.next,
    button: seat.button,
    main: seat.main,
    raised: 0,
    bets: seat.bets.map(({ wager, stake, paytable }) => ({ wager, stake, paytable, riding: false, late: false })),
    settled: {},
    tucked: "",
  };
}

function empty(seats: SeatLaid[]): ShownRound {
  return { number: 0, dealer: [], dealerDoes: "", seats: seats.map(seatOf), events: [], tips: 0 };
}

/** A round whose cards are all out. */
export function laidOut(felt: DealerFelt): ShownRound {
  return { ...empty(felt.seats), dealer: split(felt.dealer.cards), dealerDoes: felt.dealer.says };
}

/** A round up to an event. */
export function upTo(seats: SeatLaid[], events: Event[], count: number): ShownRound {
  const shown = empty(seats);
  for (const event of events.slice(0, count)) apply(shown, event);
  return shown;
}

/** A wager settled, as it was said or as it was due, with what it is paid for other seats; a main
    wager when its last hand is. */
export function settleOne(shown: ShownRound, one: ToSettle, verdict: Verdict, cents: number, tip = 0, envy = 0): void {
  const seat = shown.seats.find((each) => each.seat === one.seat);
  if (!seat) return;
  const amount = (verdict === "pay" ? cents : verdict === "take" ? -cents : 0) + envy;
  const kind = verdict === "leave" ? "ride" : verdict;
  apply(shown, { kind, says: "", parts: [], seat: one.seat, hand: one.hand, card: "", wager: one.wager, amount, tip, hand_says: "", hand_why: "", total: null });
}

/** What lies there: of a hand its own stake, of any other wager what its spot holds. */
export function stakeAt(shown: ShownRound, one: ToSettle): number {
  const seat = shown.seats.find((each) => each.seat === one.seat);
  const hand = seat?.main === one.wager ? seat.hands[one.hand] : undefined;
  return hand?.stake ?? seat?.bets.find((bet) => bet.wager === one.wager)?.stake ?? 0;
}

export function settleDue(shown: ShownRound, due: Due): void {
  settleOne(shown, due, due.verdict as Verdict, due.cents, due.tip, due.envy);
}

/** What was due, as it stands at the spot: `pay $25`, `take, envy $10`. */
export function dueText(due: Due): string {
  const own = due.verdict === "pay" ? `pay ${money(due.cents, true)}` : due.verdict;
  return due.envy ? `${own}, envy ${money(due.envy, true)}` : own;
}
