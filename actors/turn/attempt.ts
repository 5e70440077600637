/** One attempt at a turn while it runs: its place in the log, what it has given so far, and whether it goes on. */
import type { Actor } from "../../events/envelope.ts";
import type { TurnCommand } from "../conversation/commands.ts";
import type { WritingDraft } from "../draft_writer.ts";
import type { TurnPorts } from "./ports.ts";

/** The turn is no longer this attempt's: it was stopped, taken over, or the program stops. Not an error. */
export class Gone extends Error {
  override readonly name = "Gone";
}

export class Attempt {
  /** Calls made so far; tool rounds are numbered by the call that asked for them. */
  round = 0;
  /** Monotonic time of the first text. */
  firstTextAt: number | null = null;

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

  /** Lets through what may be shown; the writer stores it first. */
  give(text: string, reasoning = ""): void {
    if (text === "" && reasoning === "") return;
    if (text !== "") this.firstTextAt ??= this.ports.environment.monotonic();
    this.ports.writer.add(this.draft, text, reasoning);
  }

  /** Records something of this attempt. Throws `Gone` when the log says it is over. */
  async tell(command: TurnCommand): Promise<void> {
    const { conversations, commandId } = this.ports;
    const result = await conversations.insist(this.conversationId, {
      command,
      by: this.by,
      commandId: commandId(),
    }, this.signal);
    if (!result.ok || this.signal.aborted) this.leave();
  }

  leave(): never {
    throw new Gone("The turn has ended or another attempt runs.");
  }
}
