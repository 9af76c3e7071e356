// The checks of verify_shoe.py, made again in the browser, but for the money, which the script and
// `holecard verify` follow: same order, same words where they fail.
import { hex, sha256, unhex } from "../base/sha256";

interface Logged {
  seq: number;
  at: number;
  kind: string;
  body: Record<string, unknown>;
  transfers: unknown;
  hash: string;
}
export interface Proof {
  schema: string;
  table: string;
  number: number;
  decks: number;
  deck?: string; // the cards of a deck that is not of 52
  seed: string;
  commitment: string;
  entropies: string[];
  order: string;
  before: string;
  events: Logged[];
}

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";
const WORDS = 1 << 16;
const SEATS = 7;
const text = new TextEncoder();

function need(holds: boolean, why: string): void {
  if (!holds) throw new Error(why);
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function big(number: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, number);
  return new Uint8Array(view.buffer);
}

/** Bytes without end: the seed masked by the players' entropy, then (never seen) more. */
function* stream(seed: Uint8Array, entropies: string[]): Generator<number, never> {
  const players = sha256(text.encode(`holecard entropy 1\n${[...entropies].sort().join("\n")}`));
  let block = new Uint8Array();
  for (let at = 0; at < seed.length; at += 1) {
    if (at % 32 === 0) block = sha256(joined(text.encode("holecard mask 1\n"), players, big(at / 32))) as typeof block;
    yield seed[at]! ^ block[at % 32]!;
  }
  for (let count = 0; ; count += 1) {
    yield* sha256(joined(text.encode("holecard more 1\n"), seed, players, big(count)));
  }
}

function below(bound: number, source: Generator<number, never>): number {
  const limit = WORDS - (WORDS % bound);
  for (;;) {
    const word = (source.next().value << 8) | source.next().value;
    if (word < limit) return word % bound;
  }
}

/** The cards of one deck: all 52 unless the game names others, each once and in order. */
function deckOf(named: string): number[] {
  if (!named) return Array.from({ length: 52 }, (_, at) => at);
  const cards = named.split(" ").map((card) => 4 * RANKS.indexOf(card[0]!) + SUITS.indexOf(card[1]!));
  need(cards.every((card, at) => card >= 0 && (at === 0 || card > cards[at - 1]!)), "the deck is not in order");
  return cards;
}

export function shuffle(decks: number, seed: Uint8Array, entropies: string[], named = ""): string[] {
  const deck = deckOf(named);
  const cards = Array.from({ length: deck.length * decks }, (_, at) => deck[Math.floor(at / decks)]!);
  const source = stream(seed, entropies);
  for (let at = cards.length - 1; at > 0; at -= 1) {
    const other = below(at + 1, source);
    [cards[at], cards[other]] = [cards[other]!, cards[at]!];
  }
  return cards.map((card) => RANKS[card >> 2]! + SUITS[card & 3]!);
}

/** Python's json.dumps with sorted keys, no spaces, ASCII only: what the hashes were made of. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, one]) => `${canonical(key)}:${canonical(one)}`).join(",")}}`;
  }
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function checkChain(proof: Proof): void {
  let { before } = proof;
  need(proof.events.length > 0, "the file holds no events");
  proof.events.forEach((event, place) => {
    need(event.seq === proof.events[0]!.seq + place, `event ${event.seq} is out of place`);
    const fields = [`table:${proof.table}`, event.seq, event.at, event.kind, event.body, event.transfers];
    const found = hex(sha256(text.encode(`${before}\n${canonical(fields)}`)));
    need(found === event.hash, `event ${event.seq} was altered: its hash does not fit`);
    need(place === 0 || event.at >= proof.events[place - 1]!.at, "time runs backwards");
    before = event.hash;
  });
}

function ofKind(proof: Proof, kind: string): Logged[] {
  return proof.events.filter((event) => event.kind === kind && event.body["shoe"] === proof.number);
}

function only(found: Logged[], what: string): Logged {
  need(found.length === 1, `${what} is written ${found.length} times, not once`);
  return found[0]!;
}

/** Commitment first, then promises, then what was promised, then the first deal: what each gave. */
function checkOpening(proof: Proof): Map<string, string> {
  const committed = only(ofKind(proof, "shoe/committed"), "the commitment");
  need(committed.body["commitment"] === proof.commitment, "another commitment was published");
  const promised = new Map<string, string>();
  const given = new Map<string, string>();
  let opened: Logged | undefined;
  for (const event of proof.events) {
    const { kind, body } = event;
    if (body["shoe"] !== proof.number || !(kind.startsWith("entropy/") || kind === "shoe/opened")) continue;
    need(opened === undefined, `${kind} follows the opening of the shoe`);
    need(committed.seq < event.seq, `${kind} comes before the commitment`);
    const player = String(body["player"]);
    if (kind === "shoe/opened") opened = event;
    else if (kind === "entropy/committed") {
      need(given.size === 0, `${player} committed too late`);
      need(!promised.has(player), `${player} committed twice`);
      promised.set(player, String(body["commitment"]));
    } else if (kind === "entropy/ended") {
      need(given.size === 0, `${player} was let off a promise after entropy was shown`);
      need(promised.delete(player), `${player} had promised nothing`);
    } else {
      need(promised.has(player), `${player} gave entropy without committing to it`);
      need(!given.has(player), `${player} gave entropy twice`);
      need(promised.get(player) === hex(sha256(unhex(String(body["entropy"])))), `${player} broke its word`);
      given.set(player, String(body["entropy"]));
    }
  }
  if (!opened) return given;
  need(given.size > 0, "no player gave entropy");
  need(given.size <= SEATS, `${given.size} players gave entropy: a table has ${SEATS} seats`);
  const keptBack = [...promised.keys()].filter((one) => !given.has(one));
  need(keptBack.length === 0, `it was dealt although ${keptBack.join(", ")} kept entropy back`);
  const entropies = [...given.values()].sort().join();
  need((opened.body["entropies"] as string[]).join() === entropies, "other entropy was mixed in");
  need(proof.entropies.join() === entropies, "the file names other entropy than the events");
  return given;
}

function checkRounds(proof: Proof, order: string[]): number {
  const dealt = ofKind(proof, "round/dealt");
  const ended = ofKind(proof, "round/settled");
  need(dealt.length === ended.length, "a round was begun and not ended, or left out");
  const opened = only(ofKind(proof, "shoe/opened"), "the opening of the shoe").seq;
  const first = Number(dealt[0]?.body["round"]);
  let at = 0;
  dealt.forEach((begun, place) => {
    const number = Number(begun.body["round"]);
    const settled = ended[place]!;
    need(settled.body["round"] === number, `round ${number} was settled as another`);
    need(number === first + place, `round ${number}: a gap`);
    need(opened < begun.seq && begun.seq < settled.seq, `round ${number} is out of order`);
    need(begun.body["start"] === at, `round ${number} was not dealt from the next card`);
    const drawn = String(settled.body["drawn"]).split(" ").filter(Boolean);
    need(drawn.join() === order.slice(at, at + drawn.length).join(), `round ${number} shows other cards than the shoe`);
    at += drawn.length;
  });
  return dealt.length;
}

export interface Found {
  rounds: number;
  given: string[]; // the players whose entropy is in it
  void: boolean;
  withheld: string[];
}

/** What holds for the shoe; throws with the reason if anything does not fit. `noted` is what this
 *  browser saw before it bet, `kept` the entropy it added; either may be empty. */
export function check(proof: Proof, noted: string, kept: string): Found {
  need(proof.schema === "holecard.shoe/1", "not a holecard.shoe/1 file");
  need(noted === "" || noted === proof.commitment, "this is not the commitment this browser noted");
  const seed = unhex(proof.seed);
  need(seed.length >= 1024, "the seed is too short to reach every order");
  const of = proof.deck ? `${proof.decks}\n${proof.deck}` : `${proof.decks}`;
  const claim = `holecard shoe 1\n${proof.table}\n${proof.number}\n${of}\n${proof.seed}`;
  need(hex(sha256(text.encode(claim))) === proof.commitment, "the seed is not the one that was committed to");
  checkChain(proof);
  const ended = only([...ofKind(proof, "shoe/revealed"), ...ofKind(proof, "shoe/voided")], "its end");
  need(ended.body["seed"] === proof.seed, "another seed was revealed");
  need(ended.seq === proof.events.at(-1)!.seq, "events follow the reveal");
  const given = checkOpening(proof);
  const found = { rounds: 0, given: [...given.keys()], void: ended.kind === "shoe/voided", withheld: (ended.body["withheld"] as string[] | undefined) ?? [] };
  if (ofKind(proof, "shoe/opened").length === 0) {
    need(found.void, "it was revealed and never opened");
    need(ofKind(proof, "round/dealt").length === 0, "a round was dealt from a void shoe");
    return found;
  }
  need(kept === "" || [...given.values()].includes(kept), "the entropy this browser added was not mixed in");
  const order = shuffle(proof.decks, seed, proof.entropies, proof.deck);
  need(proof.order.split(" ").filter(Boolean).join() === order.join(), "the card order does not follow from the seed");
  return { ...found, rounds: checkRounds(proof, order) };
}
