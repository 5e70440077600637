/** What people say to tools that ask first: brought by the log, whichever process the click reached. */
import { PERMISSION_MINUTES } from "../../events/catalog/limits.ts";
import type { Clock } from "../runtime/environment.ts";

/** Milliseconds a tool waits for a person: time to come back to the desk, not to hold a place for ever. */
export const PERMISSION_MS = PERMISSION_MINUTES * 60_000;

/** A person's word, that none came in time, or that none can come: a program asked. */
export type Permission = "allowed" | "refused" | "unanswered" | "nobody";

interface Round {
  readonly turnId: string;
  readonly attempt: number;
  readonly round: number;
}

export class Permissions {
  readonly #waiting = new Map<string, (permission: Permission) => void>();

  constructor(readonly clock: Clock) {}

  /** Waits for the word on a call. Ask before the call is in the log, so that no word is missed. */
  async ask(of: Round, callId: string, signal: AbortSignal): Promise<Permission> {
    const key = keyOf(of, callId);
    const done = new AbortController();
    try {
      return await Promise.race([
        new Promise<Permission>((said) => this.#waiting.set(key, said)),
        this.clock.sleep(PERMISSION_MS, AbortSignal.any([signal, done.signal])).then(() =>
          "unanswered" as const
        ),
      ]);
    } finally {
      this.#waiting.delete(key);
      done.abort();
    }
  }

  decided(of: Round, callId: string, allowed: boolean): void {
    this.#waiting.get(keyOf(of, callId))?.(allowed ? "allowed" : "refused");
  }
}

function keyOf({ turnId, attempt, round }: Round, callId: string): string {
  return JSON.stringify([turnId, attempt, round, callId]);
}
