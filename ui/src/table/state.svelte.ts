// One table as this browser has it: what the server last said, the felt being played, our bets.
import { answered, get, inWords, newKey, Refusal, send } from "../wire/api";
import { Draft } from "./draft.svelte";
import { commitmentFor, entropyFor, firstSeen, mayShow, protest } from "../wire/entropy";
import { gameUnder } from "../wire/games";
import { self } from "../wire/session.svelte";
import { TableSocket, type Line } from "../wire/socket";
import { Stage } from "../felt/stage.svelte";
import type { Bet, Chair, Done, Game, Hint, SocketMessage, Table, Wager, You } from "../wire/types";

type Mode = "watching" | "betting" | "waiting" | "acting" | "others" | "dealing" | "result";

export class TableState {
  table = $state.raw<Table | null>(null);
  you = $state.raw<You | null>(null);
  game = $state.raw<Game | null>(null);
  line = $state<Line>("loading");
  trouble = $state("");
  protest = $state(""); // what the house says of our part in the shuffle that is not so
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  acting = $state(false);
  cleared = $state(0); // the number of the round whose cards were collected here
  skew = 0; // server clock minus ours, ms
  readonly stage = new Stage();
  readonly draft = new Draft(
    () => this.table!,
    () => this.game!,
    (body) => this.carry("bets", body),
  );
  private readonly socket: TableSocket;
  private giving = new Set<string>();
  private promised = new Set<number>(); // shoes we sent our hash for, and have not got up since

  constructor(readonly id: string) {
    this.socket = new TableSocket(
      id,
      (message) => void this.heard(message),
      (line) => (this.line = line),
      () => self.begin(),
    );
  }

  close(): void {
    this.socket.close();
    this.stage.drop();
  }

  chair(seat: number): Chair | undefined {
    return this.table?.chairs.find((chair) => chair.seat === seat);
  }

  wager(id: string): Wager | undefined {
    return this.game?.wagers.find((wager) => wager.id === id);
  }

  get mine(): number[] {
    return this.you?.seats ?? [];
  }

  get mode(): Mode {
    const { table, stage } = this;
    if (!table) return "watching";
    if (stage.busy) return "dealing";
    if (table.phase === "playing") return this.playing();
    if (this.mine.length === 0) return "watching";
    if (this.ready) return "waiting";
    const finished = table.round?.done && table.round.number !== this.cleared;
    const dealtIn = table.round?.seats.some((seat) => this.mine.includes(seat.seat));
    return finished && dealtIn && !this.betting ? "result" : "betting";
  }

  private playing(): Mode {
    if (this.mine.length === 0) return "watching";
    return this.mine.includes(this.table?.round?.asked_seat ?? 0) ? "acting" : "others";
  }

  /** Something of ours lies on a spot for the coming round. */
  get betting(): boolean {
    return this.mine.some((seat) => this.draft.at(seat).some((bet) => !bet.riding));
  }

  get ready(): boolean {
    return this.mine.length > 0 && this.mine.every((seat) => this.chair(seat)?.confirmed);
  }

  /** Whether the felt shows the round, or the spots for the next one. */
  get showsRound(): boolean {
    const { shown } = this.stage;
    if (!shown || !this.table?.round) return false;
    if (this.stage.busy || this.table.phase === "playing") return true;
    return shown.number !== this.cleared && !this.betting;
  }

  get lastBets(): Record<number, Bet[]> {
    const seats = this.mine.flatMap((seat) => {
      const bets = this.chair(seat)?.last_bets ?? [];
      const riding = (this.chair(seat)?.bets ?? []).filter((bet) => bet.riding).map((bet) => bet.wager);
      const again = bets.filter((bet) => !riding.includes(bet.wager));
      return again.length ? [[seat, again] as const] : [];
    });
    return Object.fromEntries(seats);
  }

  collect(): void {
    this.cleared = this.table?.round?.number ?? 0;
  }

  private async heard(message: SocketMessage): Promise<void> {
    if (message.type === "you") {
      this.you = message.you;
      self.purse(message.you.purse);
      if (this.mine.length === 0) this.promised.clear();
      void this.give();
    } else if (message.type === "table") await this.seen(message.table, message.now);
    else if (message.type === "refused") this.trouble = message.message;
  }

  private async seen(table: Table, now: number): Promise<void> {
    const first = this.table === null;
    if (this.table && table.version < this.table.version) return;
    this.skew = now - Date.now();
    if (this.table && table.next_round !== this.table.next_round) this.draft.forget();
    if (this.hint && (table.round?.step !== this.hint.step || table.round.number !== this.hint.round)) this.hint = null;
    firstSeen(table.id, table.shoe.number, table.shoe.commitment);
    firstSeen(table.id, table.next_shoe.number, table.next_shoe.commitment);
    this.game ??= await gameUnder(table.game, table.rules_line);
    this.table = table;
    for (const shoe of [table.shoe, table.next_shoe]) {
      this.protest ||= protest(table.id, this.you?.player ?? "", shoe, this.promised.has(shoe.number));
    }
    void this.give();
    this.stage.sync(table.round, first);
  }

  /** Our part of the shuffle, whenever the server asks for it. */
  private async give(): Promise<void> {
    const { needs_commitment: hashes, needs_entropy: bytes } = this.you ?? { needs_commitment: [], needs_entropy: [] };
    for (const shoe of hashes) {
      if (await this.give1(shoe, "commitment", { shoe, commitment: commitmentFor(this.id, shoe) })) this.promised.add(shoe);
    }
    for (const shoe of bytes) {
      const shown = [this.table?.shoe, this.table?.next_shoe].find((one) => one?.number === shoe);
      if (!shown || !mayShow(this.id, this.you?.player ?? "", shown)) continue;
      await this.give1(shoe, "entropy", { shoe, entropy: entropyFor(this.id, shoe) });
    }
  }

  private async give1(shoe: number, what: string, body: object): Promise<boolean> {
    const key = `${shoe} ${what}`;
    if (this.giving.has(key)) return false;
    this.giving.add(key);
    try {
      await this.carry("entropy", body);
      return true;
    } catch {
      this.giving.delete(key);
      return false;
    }
  }

  /** Over the socket if it is up, else by POST, under one key: whatever happens it is done once. */
  private async carry(action: string, body: object): Promise<Done> {
    const key = newKey();
    const said = await this.socket.ask(action, key, body);
    if (said && said.status !== 503) return answered<Done>(said.status, said.body);
    return send<Done>(`/api/tables/${this.id}/${action}`, body, key);
  }

  private async command(action: string, body: object): Promise<boolean> {
    this.trouble = "";
    this.acting = true;
    try {
      await this.carry(action, body);
      return true;
    } catch (wrong) {
      if (!(wrong instanceof Refusal && wrong.code === "table/stale")) this.trouble = inWords(wrong);
      return false;
    } finally {
      this.acting = false;
    }
  }

  sit(seat: number): Promise<boolean> {
    // Our part of the shuffle follows when the server names the shoes that want it.
    return this.command("seats", { seats: [seat], commitment: null });
  }

  leave(seats: number[]): Promise<boolean> {
    for (const seat of seats) delete this.draft.bets[seat];
    return this.command("leave", { seats });
  }

  async deal(): Promise<void> {
    if (this.acting || !(await this.draft.flush())) return;
    await this.command("deal", { round: this.table?.next_round ?? 0 });
  }

  async again(andDeal: boolean): Promise<void> {
    this.collect();
    const placed = await this.draft.replace(this.lastBets);
    if (placed && andDeal) await this.deal();
  }

  async choose(choice: string, amount: number | null = null): Promise<void> {
    const round = this.table?.round;
    if (!round || this.acting) return;
    const { number, step, asked_seat: seat } = round;
    await this.command("choose", { round: number, step, seat, choice, amount });
  }

  async askHint(): Promise<void> {
    if (this.hinting) return;
    this.hinting = true;
    this.trouble = "";
    try {
      this.hint = await get<Hint>(`/api/tables/${this.id}/hint`);
    } catch (wrong) {
      this.trouble = inWords(wrong);
    } finally {
      this.hinting = false;
    }
  }
}
