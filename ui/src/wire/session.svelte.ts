// Who is sitting at this browser: an anonymous session with play money.
import { get, send } from "./api";
import type { Session } from "./types";

class Self {
  info = $state<Session | null>(null);

  async begin(): Promise<void> {
    this.info = await send<Session>("/api/session");
  }

  async refresh(): Promise<void> {
    this.info = await get<Session>("/api/session");
  }

  async rename(name: string): Promise<void> {
    this.info = await send<Session>("/api/session/name", { name });
  }

  async refill(): Promise<void> {
    this.info = await send<Session>("/api/session/refill");
  }

  purse(cents: number): void {
    if (this.info) this.info = { ...this.info, purse: cents };
  }
}

export const self = new Self();
