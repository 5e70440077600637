/** One attempt at a turn while it runs: its place in the log, what it has given so far, and whether it goes on. */
import type { Actor } from "../../events/catalog/envelope.ts";
import type { TurnCommand } from "../conversation/commands.ts";
import type { WritingDraft } from "../live/draft_writer.ts";
import { providerError } from "../providers/error_codes.ts";
import type { TurnPorts } from "./ports.ts";

/** UTF-8 bytes of one answer over all its calls: what one stored text can hold, so that it can always be kept. */
export const ANSWER_BYTES = 10 * 1024 * 1024;
const encoder = new TextEncoder();

const TOO_MUCH = "What the agent asked for is more than the log can hold. It was stopped.";

/** The turn is no longer this attempt's: it was stopped, taken over, or the program stops. Not an error. */
export class Gone extends Error {
  override readonly name = "Gone";
}

export class Attempt {
  /** Calls made so far; tool rounds are numbered by the call that asked for them. */
  round = 0;
  /** Monotonic time of the first text. */
  firstTextAt: number | null = null;
  #bytes = 0;

  constructor(
    readonly ports: TurnPorts,
    readonly conversationId: string,
    readonly ids: { readonly turnId: string; readonly attempt: number },
    readonly by: Actor,
    readonly draft: WritingDraft,
    readonly signal: AbortSignal,
  ) {}

  /** For log lines. */
  get about() {
    return { conversationId: this.conversationId, ...this.ids, agent: this.by.name };
  }

  /** How much was let through so far, text and reasoning. */
  get given(): number {
    return this.draft.text.length + this.draft.reasoning.length;
  }

  /** Lets through what may be shown; the writer stores it first. Throws a `ProviderError` beyond `ANSWER_BYTES`. */
  give(text: string, reasoning = ""): void {
    if (text === "" && reasoning === "") return;
    const bytes = this.#bytes + encoder.encode(text).length + encoder.encode(reasoning).length;
    if (bytes > ANSWER_BYTES) throw providerError("too_large");
    this.#bytes = bytes;
    if (text !== "") this.firstTextAt ??= this.ports.environment.monotonic();
    this.ports.writer.add(this.draft, text, reasoning);
  }

  /**
   * Records something of this attempt. Throws `Gone` when the log says it is over, and a `ProviderError` when it
   * can never be stored: then the turn fails, for nothing is lost and no call is paid twice.
   */
  async tell(command: TurnCommand): Promise<void> {
    const { conversations, commandId } = this.ports;
    const result = await conversations.insist(this.conversationId, {
      command,
      by: this.by,
      commandId: commandId(),
    }, this.signal);
    if (!result.ok && result.code === "too_large") throw providerError("too_large", { sentence: TOO_MUCH });
    if (!result.ok || this.signal.aborted) this.leave();
  }

  /** Does what may have to wait because the provider asked for it, and tells people until when. */
  async waiting<T>(wait: (waits: (ms: number) => void) => Promise<T>): Promise<T> {
    const { environment, hub } = this.ports;
    const { conversationId, ids: { turnId } } = this;
    let told = false;
    try {
      return await wait((ms) => {
        told = true;
        const until = new Date(Date.parse(environment.now()) + ms).toISOString();
        hub.waits({ conversationId, turnId, until });
      });
    } finally {
      if (told) hub.waits({ conversationId, turnId, until: null });
    }
  }

  leave(): never {
    throw new Gone("The turn has ended or another attempt runs.");
  }
}
