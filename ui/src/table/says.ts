// The sentence at the bottom of the table: what happens now.
import { money, signed } from "../base/money";
import type { TableState } from "./state.svelte";
import type { Bet, Paid } from "../wire/types";
import { capital } from "../wire/words";

interface Sentence {
  head: string;
  sub: string;
}

function staked(table: TableState): number {
  return table.mine.flatMap((seat) => table.draft.at(seat)).filter((bet) => !bet.riding).reduce((sum, bet) => sum + bet.stake, 0);
}

/** What the round came to for our seats. */
function roundNet(table: TableState): number {
  const seats = table.table?.round?.seats ?? [];
  return seats.filter((one) => table.mine.includes(one.seat)).reduce((sum, one) => sum + one.net, 0);
}

/** `$10 on your hand and $5 on Bad Beat`. */
function listed(table: TableState, bets: Bet[]): string {
  const words = bets.map((bet) => (bet.stake ? `${money(bet.stake, true)} on ${table.wager(bet.wager)?.name}` : `the ${table.wager(bet.wager)?.name}`));
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function betting(table: TableState): Sentence {
  const { refused } = table.draft;
  if (refused) return { head: "That bet cannot stand", sub: refused.message };
  const sum = staked(table);
  if (sum > 0) return { head: `${money(sum, true)} on the table`, sub: "Add more, or deal when you are ready" };
  const first = Object.values(table.lastBets).flat();
  if (table.firstBets && first.length) return { head: "Place your bets", sub: `Pick a chip and tap a circle, or deal with ${listed(table, first)}` };
  const clear = matchMedia("(hover: none)").matches ? "Hold" : "Right-click or hold";
  return { head: "Place your bets", sub: `Pick a chip, tap a circle. ${clear} a circle to clear it` };
}

function acting(table: TableState): Sentence {
  const round = table.table!.round!;
  const seat = round.seats.find((one) => one.seat === round.asked_seat);
  const hand = seat?.hands[round.asked_hand];
  const several = table.mine.length > 1 || (seat?.hands.length ?? 0) > 1;
  const which = [table.mine.length > 1 ? `seat ${round.asked_seat}` : "", (seat?.hands.length ?? 0) > 1 ? `hand ${round.asked_hand + 1} of ${seat?.hands.length}` : ""].filter(Boolean).join(", ");
  const party = table.swaps ? round.seats.filter((one) => table.party(round.asked_seat).includes(one.seat)) : [];
  if (party.length) {
    const both = party.map((one) => one.hands[0]?.says ?? "").join(" and ");
    const whose = table.mine.length > party.length ? `seats ${party.map((one) => one.seat).join(" and ")}: ` : "";
    return { head: round.question, sub: capital(`${whose}you have ${both}, the dealer ${round.dealer_does}`) };
  }
  const held = hand ? `you have ${hand.says}, ` : "";
  const says = capital(`${several ? `${which}: ` : ""}${held}the dealer ${round.dealer_does}`);
  if (round.question) return { head: round.question, sub: says };
  if (table.burns) return { head: "That card busts you. Burn it?", sub: says };
  if (round.legal.includes("burn")) return { head: "Burn that card, or keep it?", sub: says };
  if (round.legal.includes("even-money")) return { head: "Even money?", sub: says };
  if (round.legal.includes("insurance")) return { head: "Insurance?", sub: says };
  return { head: "Your move", sub: says };
}

/** Bets that are taken now that the dealer's card is up. */
function late(table: TableState): Sentence {
  const round = table.table!.round!;
  const names = (round.late?.wagers ?? []).map((id) => table.wager(id)?.name ?? id).join(" or ");
  const shows = `The dealer ${round.dealer_does}`;
  return { head: `Bet on ${names}?`, sub: table.lateSum ? `${shows}: bet it, or add more` : `${shows}: tap its circle, or play on without` };
}

function others(table: TableState): Sentence {
  const late = table.table?.round?.late;
  if (late) {
    const names = late.waits.map((player) => table.table?.chairs.find((chair) => chair.player === player)?.name ?? "").join(", ");
    return { head: "Late bets are open", sub: `Waiting for ${names}` };
  }
  const asked = table.table?.round?.asked_seat ?? 0;
  const name = table.chair(asked)?.name || `Seat ${asked}`;
  return { head: `${name} is deciding`, sub: `Seat ${asked}. Your turn comes` };
}

function came(one: Paid): string {
  if (one.rides) return "rides";
  const own = one.to_player === 0 ? "push" : signed(one.to_player);
  return one.to_dealer ? `${own}, ${signed(one.to_dealer)} for the dealer` : own;
}

/** A minus stays with its figure, and the figure with the last word before it. */
function whole(text: string): string {
  return text.replace(/ (?=[+−]\$)/g, "\u00a0").replaceAll("−$", "−\u2060$");
}

function result(table: TableState): Sentence {
  if (table.table?.round?.called_off) return { head: "Called off", sub: "The shoe ran out: every wager went back" };
  const net = roundNet(table);
  const head = net > 0 ? `You win ${money(net, true)}` : net < 0 ? `You lose ${money(-net, true)}` : "Nothing won, nothing lost";
  const parts = (table.table?.round?.paid ?? [])
    .filter((one) => table.mine.includes(one.seat))
    .map((one) => whole(`${table.wager(one.wager)?.name ?? one.wager} ${came(one)}`));
  return { head, sub: parts.join(", ") };
}

export function sentence(table: TableState): Sentence {
  if (table.line === "lost") return { head: "Reconnecting", sub: "Your hand is safe: nothing can be done until the table answers" };
  if (table.broke) return { head: "You are out", sub: "It is play money: take a new purse and go on" };
  switch (table.mode) {
    case "betting":
      return betting(table);
    case "waiting":
      return { head: "Ready", sub: "Waiting for the other players to bet" };
    case "dealing":
      return { head: "The dealer is at work", sub: table.stage.shown?.events.at(-1)?.says ?? "" };
    case "late":
      return late(table);
    case "acting":
      return acting(table);
    case "others":
      return others(table);
    case "result":
      return result(table);
    case "watching":
      return table.table?.phase === "playing"
        ? { head: "You are watching", sub: table.table.chairs.every((one) => one.player) ? "Every seat is taken" : "Take a free seat and join the next round" }
        : { head: "Take a seat", sub: "It costs nothing: the money is play money" };
  }
}
