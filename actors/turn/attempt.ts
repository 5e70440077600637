/**
 * One attempt at a turn, from before its claim to its end: who answers and with what, its place in the log, what it
 * has given so far, and whether it goes on.
 */
import type { Usage } from "../../events/catalog/conversation.ts";
import type { Actor } from "../../events/catalog/envelope.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { TurnCommand } from "../conversation/commands.ts";
import type { WritingDraft } from "../live/draft_writer.ts";
import { providerError } from "../providers/error_messages.ts";
import { uncited } from "./cited_text.ts";
import { Citations } from "./citations.ts";
import type { Opening } from "./opening.ts";
import type { Caller, TurnPorts } from "./ports.ts";
import type { Preparation } from "./prepare.ts";
import { Sources } from "./sources.ts";

/** UTF-8 bytes of one answer over all its calls: what one stored text can hold, so that it can always be kept. */
export const ANSWER_BYTES = 10 * 1024 * 1024;
/** Of a unit of UTF-16, at most. */
const BYTES_A_UNIT = 3;
const encoder = new TextEncoder();

const TOO_MUCH = "What the agent asked for is more than the log can hold. It was stopped.";

/** Why an attempt is told to stop. `shutdown`: the turn goes back for another process; else it is over already. */
type StopReason = "shutdown" | "over";

/** The turn is no longer this attempt's: it was stopped, taken over, or the program stops. Not an error. */
export class Gone extends Error {
  override readonly name = "Gone";
  /** As spans tell it. */
  readonly code = "stopped";
}

export class Attempt {
  readonly conversationId: string;
  readonly ids: { readonly turnId: string; readonly attempt: number };
  readonly by: Actor;
  /** The turn is the manager's, whom people hear. */
  readonly manages: boolean;
  /**
   * What a tool that asks is told: a program asked, and waits, or a check is run. Null: a person may be there, as where one
   * asks again.
   */
  readonly unattended: "nobody" | "unanswered" | null;
  /** An earlier attempt ran tools: what they gave is not lost. */
  readonly carries: boolean;
  /** On its way while the turn is claimed; null for a turn that cannot be prepared. */
  readonly caller: Promise<Caller> | null;
  /** Monotonic time. */
  readonly startedAt: number;
  /** The first call, where the claim's commit holds it. */
  opening: Opening | null = null;
  /** Calls made so far; tool rounds are numbered by the call that asked for them. */
  round = 0;
  /** What it named as its sources so far. */
  readonly citations = new Citations();
  /** What its searches found so far. */
  readonly sources = new Sources();
  /** Of all calls so far. */
  usage: Usage | null = null;
  /** Monotonic time of the first text. */
  firstTextAt: number | null = null;
  readonly #stopped = new AbortController();
  #stopReason: StopReason | null = null;
  #draft: WritingDraft | null = null;
  /** Of what it has given; null: too few to be counted. */
  #bytes: number | null = null;

  constructor(
    readonly ports: TurnPorts,
    state: ConversationState,
    readonly turn: Turn,
    attempt: number,
    readonly prepared: Preparation,
  ) {
    const participant = participantOf(state, turn.participantId);
    this.conversationId = state.id;
    this.ids = { turnId: turn.id, attempt };
    this.by = {
      kind: "agent",
      id: participant?.agentId ?? turn.participantId,
      name: participant?.name ?? "Agent",
    };
    this.manages = state.manager?.participantId === turn.participantId;
    const inRun = state.run?.questions.includes(turn.exchange);
    this.unattended = state.bodies[turn.exchange]?.call ? "nobody" : inRun ? "unanswered" : null;
    this.carries = attempt > 1 && (state.bodies[turn.messageId]?.tools ?? []).length > 0;
    this.caller = prepared.ok ? ports.caller(prepared.provider) : null;
    this.caller?.catch(() => undefined);
    this.startedAt = ports.environment.monotonic();
  }

  /** Tools whose calls end the turn: the calling program runs them. */
  get clients(): ReadonlySet<string> {
    return this.prepared.ok ? this.prepared.clients : new Set();
  }

  /** For log lines. */
  get about() {
    return { conversationId: this.conversationId, ...this.ids, agent: this.by.name };
  }

  get signal(): AbortSignal {
    return this.#stopped.signal;
  }

  /** Null while it goes on. The first reason counts. */
  get stopReason(): StopReason | null {
    return this.#stopReason;
  }

  stop(why: StopReason): void {
    this.#stopReason ??= why;
    // A reason of its own: without one the platform makes an error, with its stack, for each turn.
    this.#stopped.abort(why);
  }

  /** It is ours: what it gives is written from now on. `stamp` is the lock of the claimed work row. */
  begin(stamp: string): void {
    const { conversationId, ids, turn: { messageId }, ports: { hub, logger, owner, writer } } = this;
    logger("info", "turn_started", { ...this.about, messageId });
    hub.expect(ids.turnId, ids.attempt);
    this.#draft = writer.open(
      { conversationId, ...ids, messageId, owner, stamp },
      () => this.stop("over"),
    );
  }

  /** Nothing more is written. The lock of its work row, or null when it is not ours (any more). */
  async close(): Promise<string | null> {
    const draft = this.#draft;
    if (draft) await this.ports.writer.close(draft);
    return draft && !draft.lost ? draft.stamp : null;
  }

  /** What was let through of its answer, and of what came before it. */
  get text(): string {
    return this.#draft?.text ?? "";
  }
  get reasoning(): string {
    return this.#draft?.reasoning ?? "";
  }

  /** How much was let through so far, text and reasoning. */
  get given(): number {
    return this.text.length + this.reasoning.length;
  }

  /** Lets through what may be shown; the writer stores it first. Throws a `ProviderError` beyond `ANSWER_BYTES`. */
  give(text: string, reasoning = ""): void {
    if (!this.#draft || (text === "" && reasoning === "")) return;
    if (this.#isTooLong(text, reasoning)) throw providerError("too_large");
    if (text !== "") this.firstTextAt ??= this.ports.environment.monotonic();
    this.ports.writer.add(this.#draft, text, reasoning);
  }

  /** Whether numbers in brackets may be sources. In an answer of a given form they are lists, and what it says stays so. */
  get cites(): boolean {
    const { sources, prepared } = this;
    return !sources.none && prepared.ok && !prepared.form && prepared.shell.call?.format === undefined;
  }

  /** What stands behind the text so far, without the numbers of its sources; these are noted where they stood. */
  uncited(words: string, before: number): string {
    if (!this.cites) return words;
    const { text, cited } = uncited(words, this.sources);
    for (const { source, at } of cited) this.citations.add(source, before + at);
    return text;
  }

  /** Bytes are counted from where there may be too many: to encode each piece for it costs more than to keep it. */
  #isTooLong(text: string, reasoning: string): boolean {
    if (BYTES_A_UNIT * (this.given + text.length + reasoning.length) <= ANSWER_BYTES) return false;
    const bytes = (...texts: string[]) => texts.reduce((sum, one) => sum + encoder.encode(one).length, 0);
    this.#bytes ??= bytes(this.text, this.reasoning);
    this.#bytes += bytes(text, reasoning);
    return this.#bytes > ANSWER_BYTES;
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
