// The round as it is drawn while its events are played one after another. Nothing is worked out
// here: an event says what the dealer does, and the server's view has the last word.
import { split } from "./cards";
import { signed } from "../base/money";
import type { Bet, Event, Round, SeatSeen } from "../wire/types";

export interface ShownHand {
  cards: string[];
  says: string;
  why: string;
  stake: number;
  doubled: boolean;
  result: string;
  active: boolean;
  net: number | null;
}
export interface Settled {
  kind: string;
  net: number;
  tip: number;
}
export interface ShownSeat {
  seat: number;
  hands: ShownHand[];
  burned: string;
  button: number;
  bets: Bet[];
  settled: Record<string, Settled>;
  tucked: string;
}
export interface ShownRound {
  number: number;
  dealer: string[];
  dealerSays: string;
  seats: ShownSeat[];
  events: Event[];
  tips: number;
}

function newHand(cards: string[], stake: number): ShownHand {
  return { cards, says: "", why: "", stake, doubled: false, result: "", active: false, net: null };
}

function newSeat(seat: SeatSeen): ShownSeat {
  const { seat: number, button, bets } = seat;
  return { seat: number, hands: [], burned: "", button, bets: [...bets], settled: {}, tucked: "" };
}

export function freshRound(round: Round): ShownRound {
  const seats = round.seats.map(newSeat);
  return { number: round.number, dealer: [], dealerSays: "", seats, events: [], tips: 0 };
}

/** What a draw leaves, from the dealer's voice: `Seat 1 takes K♣: 26, busted.` */
function saidTotal(event: Event): string {
  const at = event.says.lastIndexOf(": ");
  return at < 0 ? "" : event.says.slice(at + 2).replace(/\.$/, "");
}

function handOf(seat: ShownSeat, hand: number, stake: number): ShownHand {
  while (seat.hands.length <= hand) seat.hands.push(newHand([], stake));
  return seat.hands[hand]!;
}

function toDealer(shown: ShownRound, event: Event): void {
  if (event.kind === "turn") {
    const hidden = shown.dealer.indexOf("??");
    if (hidden >= 0) shown.dealer[hidden] = event.card;
    shown.dealerSays = saidTotal(event) || shown.dealerSays;
  } else if (event.card) {
    shown.dealer.push(event.card);
    if (event.kind === "draw") shown.dealerSays = saidTotal(event);
  }
}

function toHand(seat: ShownSeat, event: Event, stake: number): void {
  const hand = handOf(seat, event.hand, stake);
  if (event.kind === "split") {
    const moved = hand.cards.pop();
    hand.says = "";
    seat.hands.splice(event.hand + 1, 0, newHand(moved ? [moved] : [], stake));
  } else if (event.kind === "burn") {
    hand.cards.pop();
    hand.says = "";
    seat.burned = event.card;
  } else if (event.card) {
    hand.cards.push(event.card);
    if (event.kind === "draw") hand.says = saidTotal(event);
  }
}

function settle(shown: ShownRound, seat: ShownSeat, event: Event, main: string): void {
  shown.tips += event.tip;
  const hand = event.wager === main ? seat.hands[event.hand] : undefined;
  if (hand) {
    hand.net = event.amount;
    hand.result = { pay: "win", take: "lose", push: "push" }[event.kind] ?? "";
    // The chips of a main wager lie there until its last hand is settled.
    if (seat.hands.some((one) => one.net === null)) return;
  }
  const net = hand ? seat.hands.reduce((sum, one) => sum + (one.net ?? 0), 0) : (event.amount ?? 0);
  const kind = event.kind === "ride" ? "ride" : net > 0 ? "pay" : net < 0 ? "take" : "push";
  seat.settled[event.wager] = { kind, net, tip: event.tip };
}

/** What became of a wager, as printed at its spot. */
export function resultText(one: Settled): string {
  if (one.kind === "ride") return "rides";
  return one.net === 0 ? "push" : signed(one.net);
}

/** One event on the felt. `mains` are the wagers that belong to a hand. */
export function apply(shown: ShownRound, event: Event, mains: string[]): void {
  shown.events.push(event);
  const seat = shown.seats.find((one) => one.seat === event.seat);
  if (!seat) {
    toDealer(shown, event);
    return;
  }
  const main = seat.bets.find((bet) => mains.includes(bet.wager));
  const stake = main?.stake ?? 0;
  if (["deal", "draw", "split", "burn"].includes(event.kind)) toHand(seat, event, stake);
  else if (["pay", "take", "push", "ride"].includes(event.kind)) {
    settle(shown, seat, event, main?.wager ?? "");
  } else if (event.kind === "double") {
    const hand = handOf(seat, event.hand, stake);
    hand.stake += event.amount ?? 0;
    hand.doubled = true;
  } else if (event.kind === "insure") {
    seat.bets.push({ wager: "insurance", stake: event.amount ?? 0, paytable: "", riding: false });
  } else if (event.kind === "tuck") seat.tucked ||= event.wager;
}

/** The server's view, once every event has been shown. */
export function snap(shown: ShownRound, round: Round): void {
  shown.dealer = split(round.dealer);
  shown.dealerSays = round.dealer_says;
  for (const seen of round.seats) {
    const seat = shown.seats.find((one) => one.seat === seen.seat);
    if (!seat) continue;
    const nets = seat.hands.map((hand) => hand.net);
    seat.burned = seen.burned;
    seat.hands = seen.hands.map((hand, at) => ({
      ...hand,
      cards: split(hand.cards),
      net: nets[at] ?? null,
    }));
  }
}
