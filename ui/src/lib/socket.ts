// The table's event stream: opened, kept alive, opened again when it breaks.
import type { SocketMessage } from "./types";

export type Line = "loading" | "live" | "lost" | "gone" | "closed";

const PING_EVERY = 20_000;
const LONGEST_WAIT = 8_000;
const NO_TABLE = 4404;
const NO_SESSION = 4401;

export class TableSocket {
  private socket: WebSocket | null = null;
  private tries = 0;
  private ping: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private over = false;

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
      this.heard(JSON.parse(String(message.data)) as SocketMessage);
    };
    socket.onopen = () => {
      this.ping = setInterval(() => socket.send('{"type":"ping"}'), PING_EVERY);
    };
    socket.onclose = (event) => this.closed(event.code);
  }

  private closed(code: number): void {
    clearInterval(this.ping);
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
