/** Requests as the server tells them, each asked for once while the sheet is open, and again where somebody checks it. */
import { signal } from "@preact/signals";
import type { RebuiltCall } from "../../projections/shapes/views.ts";
import type { TurnRequest } from "../../server/contract/conversation_shapes.ts";
import { wasSent } from "../state/queries.ts";
import type { CallPlace } from "./agent_calls.ts";

export type Read =
  | { readonly state: "reading" }
  | { readonly state: "wrong"; readonly message: string }
  | { readonly state: "read"; readonly request: TurnRequest; readonly checkedAt: Date };

const READING: Read = { state: "reading" };

export class Requests {
  readonly #read = signal<ReadonlyMap<string, Read>>(new Map());

  constructor(readonly conversationId: string, readonly now: () => Date = () => new Date()) {}

  /** What is known of a turn's requests. */
  of(turnId: string): Read {
    return this.#read.value.get(turnId) ?? READING;
  }

  /** Asks for them, unless they were read or are on their way; `again` asks in any case. */
  async ask(turnId: string, again = false): Promise<void> {
    if (this.#read.peek().has(turnId) && !again) return;
    if (!again) this.#tell(turnId, READING);
    const answer = await wasSent(this.conversationId, turnId);
    this.#tell(
      turnId,
      answer.ok
        ? { state: "read", request: answer.value, checkedAt: this.now() }
        : { state: "wrong", message: answer.message },
    );
  }

  #tell(turnId: string, read: Read): void {
    this.#read.value = new Map(this.#read.peek()).set(turnId, read);
  }
}

/** A call of a turn that was read; null where it was not, or has fewer. */
export function callAt(read: Read, { index }: CallPlace): RebuiltCall | null {
  return read.state === "read" ? read.request.calls[index] ?? null : null;
}
