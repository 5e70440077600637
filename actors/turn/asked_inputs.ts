/** What servers of tools ask people while calls of them run: answered by the log, whichever process the person's word reached. */
import type { DataOf } from "../../events/catalog/conversation.ts";

export type Answered = DataOf<"InputAnswered">;
export type NamedInput = Pick<Answered, "turnId" | "attempt" | "round" | "callId" | "input">;

/** Those of this process that wait. */
export class AskedInputs {
  readonly #waiting = new Map<string, (answered: Answered) => void>();

  /** Expect it before it is asked, so that no word is missed. */
  expect(named: NamedInput): { readonly answered: Promise<Answered>; forget(): void } {
    const key = keyOf(named);
    const answered = new Promise<Answered>((resolve) => this.#waiting.set(key, resolve));
    return { answered, forget: () => this.#waiting.delete(key) };
  }

  answered(data: Answered): void {
    this.#waiting.get(keyOf(data))?.(data);
  }
}

const keyOf = ({ turnId, attempt, round, callId, input }: NamedInput): string =>
  JSON.stringify([turnId, attempt, round, callId, input]);
