// The table's socket: opened, kept alive, opened again when it breaks. Events come in, commands go out.
import type { Answered, SocketMessage } from "./types";

export type Line = "loading" | "live" | "lost" | "gone" | "closed";

const PING_EVERY = 20_000;
const LONGEST_WAIT = 8_000;
const PATIENCE = 5_000;
const NO_TABLE = 4404;
const NO_SESSION = 4401;

export class TableSocket {
  private socket: WebSocket | null = null;
  private tries = 0;
  private ping: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private over = false;
  private asked = new Map<string, (answer: Answered | null) => void>();

  constructor(
    private readonly table: string,
    private readonly heard: (message: SocketMessage) => void,
    private readonly line: (line: Line) => void,
    private readonly renew: () => Promise<unknown>,
  ) {
    this.open();
    window.addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.now);
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/events`);
    this.socket = socket;
    socket.onmessage = (message) => {
      this.tries = 0;
      this.line("live");
      for (const said of JSON.parse(String(message.data)) as SocketMessage[]) {
        if (said.type === "answer") this.answer(said.key, said);
        else this.heard(said);
      }
    };
    socket.onopen = () => {
      this.ping = setInterval(() => socket.send('{"type":"ping"}'), PING_EVERY);
    };
    socket.onclose = (event) => this.closed(event.code);
  }

  /** A command's answer; null if the socket is not up, or breaks or falls silent before it. */
  ask(action: string, key: string, body: object): Promise<Answered | null> {
    const { socket } = this;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.answer(key, null), PATIENCE);
      this.asked.set(key, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      socket.send(JSON.stringify({ type: "command", action, key, body }));
    });
  }

  private answer(key: string, answer: Answered | null): void {
    this.asked.get(key)?.(answer);
    this.asked.delete(key);
  }

  private closed(code: number): void {
    clearInterval(this.ping);
    for (const key of [...this.asked.keys()]) this.answer(key, null);
    if (this.over) return;
    if (code === NO_TABLE) {
      this.line("gone");
      return;
    }
    this.line("lost");
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.tries) * (0.75 + Math.random() / 2);
    this.tries += 1;
    this.retry = setTimeout(() => {
      const ready = code === NO_SESSION ? this.renew().catch(() => null) : Promise.resolve();
      void ready.then(() => this.over || this.open());
    }, wait);
  }

  /** The network or the reader is back: do not wait for the timer. */
  private now = (): void => {
    if (this.over || document.hidden || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.retry);
    this.open();
  };

  close(): void {
    this.over = true;
    clearInterval(this.ping);
    clearTimeout(this.retry);
    window.removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.now);
    this.socket?.close();
  }
}
