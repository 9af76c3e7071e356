// A run of a drill: its question, the answer on its way, what was said to it, and the clock.
import { get, inWords, newKey, send } from "../../wire/api";
import { still } from "../../base/theme.svelte";
import type { Begun, DrillName, Graded, Mode, PlaceAsked, Storm } from "../../wire/types";

const TICK = 100;
/** How long a right answer is looked at before the next question. */
const GLANCE = 200;

export interface Wanted {
  drill: DrillName | "all";
  mode: Mode;
  /** A number, or what stood in its place in the address. */
  seed: number | string | null;
  items: number | string;
  rules: string;
  stake?: number | string;
  pick?: string;
  misses?: string | null;
  /** Decisions made at a table, asked again. */
  table?: string;
  decisions?: { round: number; step: number }[];
  again?: boolean;
}

/** `2:05`. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class Drill {
  run = $state.raw<Begun | null>(null);
  asked = $state.raw<PlaceAsked | null>(null);
  /** What was wrong, while the paper lies there. */
  missed = $state.raw<Graded | null>(null);
  last = $state.raw<Graded | null>(null);
  /** The coach's answer, which is read whether right or not. */
  told = $state.raw<Graded | null>(null);
  storm = $state.raw<Storm | null>(null);
  marks = $state<boolean[]>([]);
  busy = $state(false);
  over = $state(false);
  trouble = $state("");
  ms = $state(0);
  private began = 0;
  private stopped = true;
  private timer = setInterval(() => this.tick(), TICK);

  constructor(
    private readonly game: string,
    private readonly wanted: Wanted,
  ) {}

  get exam(): boolean {
    return this.run?.mode === "exam";
  }

  /** Seconds left of a storm, running. */
  get left(): number {
    return Math.max(0, (this.storm?.seconds_left ?? 0) - (this.stopped ? 0 : this.ms / 1000));
  }

  close(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    if (this.stopped) return;
    this.ms = performance.now() - this.began;
    if (this.run?.mode === "storm" && this.storm && this.left === 0 && !this.over) void this.end();
  }

  async begin(): Promise<void> {
    try {
      this.run = await send<Begun>(`/api/train/games/${this.game}/runs`, { ...this.wanted });
      await this.ask(this.run.answered);
    } catch (wrong) {
      this.trouble = inWords(wrong);
    }
  }

  private async ask(place: number): Promise<void> {
    if (!this.run) return;
    if (this.run.mode === "storm") this.storm = await get<Storm>(`/api/train/runs/${this.run.run}/storm`);
    this.asked = await get<PlaceAsked>(`/api/train/runs/${this.run.run}/questions/${place}`);
    this.start();
  }

  /** The clock of one wager, step or card. */
  start(): void {
    this.began = performance.now();
    this.ms = 0;
    this.stopped = false;
  }

  /** Give an answer. With a step it is for one wager of a table; `then` is done when it was right. */
  async answer(answer: object, step: number | null = null, then: () => void = () => {}): Promise<void> {
    if (!this.run || !this.asked || this.busy || this.missed || this.told) return;
    const ms = Math.round(performance.now() - this.began);
    this.stopped = true;
    this.busy = true;
    this.trouble = "";
    const said = { place: this.asked.place, step, ms, answer };
    try {
      const graded = await send<Graded>(`/api/train/runs/${this.run.run}/answers`, said, newKey());
      await this.heard(graded, then);
    } catch (wrong) {
      this.trouble = inWords(wrong);
      this.stopped = false;
    }
    this.busy = false;
  }

  private async heard(graded: Graded, then: () => void): Promise<void> {
    this.run = graded.run;
    this.last = graded;
    if (graded.right !== null) this.marks.push(graded.right);
    if (graded.run.mode === "storm") {
      this.ms = 0; // it is off the clock the server keeps
      this.storm = await get<Storm>(`/api/train/runs/${graded.run.run}/storm`);
    }
    if (this.asked?.drill === "play" && graded.right !== null) {
      this.told = graded;
      return;
    }
    if (graded.right === false) {
      this.missed = graded;
      return;
    }
    then();
    await this.goOn(graded);
  }

  /** The paper is read: on to the next. */
  async read(): Promise<void> {
    const graded = this.missed ?? this.told;
    if (!graded) return;
    this.missed = null;
    this.told = null;
    await this.goOn(graded);
  }

  private async goOn(graded: Graded): Promise<void> {
    if (graded.over) {
      this.over = true;
      return;
    }
    if (graded.run.answered <= graded.place) {
      this.start(); // another wager of the same table
      return;
    }
    if (!still()) await new Promise((resolve) => setTimeout(resolve, GLANCE));
    try {
      await this.ask(graded.run.answered);
    } catch (wrong) {
      this.trouble = inWords(wrong);
    }
  }

  async end(): Promise<void> {
    if (!this.run) return;
    this.stopped = true;
    this.run = await send<Begun>(`/api/train/runs/${this.run.run}/end`);
    this.over = true;
  }
}
