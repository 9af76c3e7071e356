// Calls to the server. A call that changes something carries a key of its own, so that sending it
// again after a lost connection has one effect.

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

const TRIES = 4;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function answer<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  return answered<T>(response.status, await response.json().catch(() => null));
}

/** What was answered, by POST or over the socket: the body, or the refusal thrown. */
export function answered<T>(status: number, body: unknown): T {
  if (status >= 200 && status < 300) return body as T;
  const said = (body ?? {}) as { code?: string; message?: string };
  const message = said.message ?? `The server answered ${status}.`;
  throw new Refusal(said.code ?? "server/unreadable", message, status);
}

async function patient(path: string, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(path, request);
      if (response.status !== 503 || attempt === TRIES) return response;
    } catch (lost) {
      if (attempt === TRIES) {
        throw new Refusal("network/lost", "The server cannot be reached. Nothing was lost.", 0);
      }
    }
    await pause(300 * 2 ** attempt);
  }
}

export async function get<T>(path: string): Promise<T> {
  return answer<T>(await patient(path, { headers: { Accept: "application/json" } }));
}

/** `randomUUID` only exists on secure origins; a table on the local network is not one. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function send<T>(path: string, body: object = {}, key = newKey()): Promise<T> {
  const request = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", "Idempotency-Key": key },
  };
  return answer<T>(await patient(path, request));
}

export function inWords(wrong: unknown): string {
  return wrong instanceof Error ? wrong.message : String(wrong);
}
