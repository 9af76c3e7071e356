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
  next: string; // a card that was dealt for a bet, and is of no hand
  button: number;
  main: string; // the wager its hands are played for
  raised: number; // what was added to it before its cards came
  bets: Bet[];
  settled: Record<string, Settled>;
  tucked: string;
}
export interface ShownRound {
  number: number;
  dealer: string[];
  dealerDoes: string; // `shows 7`, `has 20`
  seats: ShownSeat[];
  events: Event[];
  tips: number;
}

function newSeat(seat: SeatSeen): ShownSeat {
  const { seat: number, button, main, bets } = seat;
  return { seat: number, hands: [], burned: "", next: "", button, main, raised: 0, bets: bets.filter((bet) => !bet.late), settled: {}, tucked: "" };
}

export function freshRound(round: Round): ShownRound {
  const seats = round.seats.map(newSeat);
  return { number: round.number, dealer: [], dealerDoes: "", seats, events: [], tips: 0 };
}

function newHand(cards: string[], stake: number): ShownHand {
  return { cards, says: "", why: "", stake, doubled: false, result: "", active: false, net: null };
}

function handOf(seat: ShownSeat, hand: number, stake: number): ShownHand {
  while (seat.hands.length <= hand) seat.hands.push(newHand([], stake));
  return seat.hands[hand]!;
}

function toDealer(shown: ShownRound, event: Event): void {
  if (event.kind === "turn") {
    const hidden = shown.dealer.indexOf("??");
    if (hidden >= 0) shown.dealer[hidden] = event.card;
  } else if (event.card) shown.dealer.push(event.card);
  shown.dealerDoes = event.hand_says || shown.dealerDoes;
}

/** The second cards of two hands change places at once; the event of the second hand finds it done. */
function swap(hand: ShownHand, other: ShownHand | undefined, card: string): void {
  if (other?.cards[1] === card && hand.cards[1] !== card) other.cards[1] = hand.cards[1]!;
  hand.cards[1] = card;
}

function toHand(seat: ShownSeat, event: Event, stake: number, other?: ShownHand): void {
  const hand = handOf(seat, event.hand, stake);
  hand.says = event.hand_says;
  hand.why = event.hand_why;
  if (event.kind === "split") {
    const moved = hand.cards.pop();
    const other = { ...newHand(moved ? [moved] : [], stake), says: event.hand_says };
    seat.hands.splice(event.hand + 1, 0, other);
  } else if (event.kind === "switch") {
    swap(hand, other, event.card);
  } else if (event.kind === "burn") {
    hand.cards.pop();
    seat.burned = event.card;
  } else if (event.card) hand.cards.push(event.card);
}

function settle(shown: ShownRound, seat: ShownSeat, event: Event): void {
  shown.tips += event.tip;
  const hand = event.wager === seat.main ? seat.hands[event.hand] : undefined;
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

/** What lies on a spot: a main wager carries all its hands, doubles included. */
export function stakeOf(bet: Bet, seat: ShownSeat | null): number {
  if (bet.wager !== seat?.main) return bet.stake;
  if (!seat.hands.length) return bet.stake + seat.raised;
  return seat.hands.reduce((sum, hand) => sum + hand.stake, 0);
}

/** One event on the felt. */
export function apply(shown: ShownRound, event: Event): void {
  shown.events.push(event);
  const seat = shown.seats.find((one) => one.seat === event.seat);
  if (!seat) {
    toDealer(shown, event);
    return;
  }
  const stake = (seat.bets.find((bet) => bet.wager === seat.main)?.stake ?? 0) + seat.raised;
  const next = shown.seats[shown.seats.indexOf(seat) + 1]?.hands[0];
  if (["deal", "draw", "split", "burn", "switch"].includes(event.kind)) toHand(seat, event, stake, next);
  else if (["pay", "take", "push", "ride"].includes(event.kind)) settle(shown, seat, event);
  else if (event.kind === "next") seat.next = event.card;
  else if (event.kind === "raise") seat.raised += event.amount ?? 0;
  else if (event.kind === "double") {
    const hand = handOf(seat, event.hand, stake);
    hand.stake += event.amount ?? 0;
    hand.doubled = true;
  } else if (event.kind === "insure") {
    seat.bets.push({ wager: "insurance", stake: event.amount ?? 0, paytable: "", riding: false, late: false });
  } else if (event.kind === "bet") lay(seat, { wager: event.wager, stake: event.amount ?? 0, paytable: "", riding: false, late: true });
  else if (event.kind === "tuck") seat.tucked ||= event.wager;
}

/** A bet that was made when the dealer's card was up: it may lie there already. */
function lay(seat: ShownSeat, bet: Bet): void {
  if (!seat.bets.some((one) => one.wager === bet.wager)) seat.bets.push(bet);
}

/** How many cards these events take out of the shoe. */
export function cardsIn(events: Event[]): number {
  return events.filter((event) => ["deal", "draw", "next"].includes(event.kind)).length;
}

/** The server's view, once every event has been shown. */
export function snap(shown: ShownRound, round: Round): void {
  shown.dealer = split(round.dealer);
  shown.dealerDoes = round.dealer_does;
  for (const seen of round.seats) {
    const seat = shown.seats.find((one) => one.seat === seen.seat);
    if (!seat) continue;
    const nets = seat.hands.map((hand) => hand.net);
    seat.burned = seen.burned;
    for (const bet of seen.bets) lay(seat, bet);
    seat.hands = seen.hands.map((hand, at) => ({
      ...hand,
      says: hand.hand_says,
      cards: split(hand.cards),
      net: nets[at] ?? null,
    }));
  }
}
