/**
 * One decision in the making. Each event is folded as soon as it is added, beside the fold it was
 * given, which stays as it is: what is and what will be are asked in one place, the state.
 */
import type { DataOf, NewConversationEvent } from "../../events/catalog/conversation.ts";
import { versions } from "../../events/catalog/upcast.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import { tokensOf } from "../../projections/conversation/turns.ts";
import type { PriceOverrides } from "../../projections/usage/prices.ts";
import { panelOf } from "../../projections/panels/panels.ts";
import type { Deciding, Refusal, RefusalCode } from "./commands.ts";
import { beside } from "./overlay.ts";

export function refuse(code: RefusalCode, detail: string, path?: string): Refusal {
  return { ok: false, code, detail, ...(path ? { path } : {}) };
}

/** What a turn needs to be requested. */
interface Requesting extends
  Pick<
    Turn,
    | "participantId"
    | "mode"
    | "reason"
    | "retryOf"
    | "sources"
    | "task"
    | "panel"
    | "trial"
    | "without"
    | "judges"
    | "asks"
  > {
  /** Absent: the exchange is the turn's own. */
  readonly exchange?: string;
  /** Absent: everything up to this moment. */
  readonly through?: number;
}

type Notice = NonNullable<DataOf<"MessagePosted">["notice"]>;

/** What an exchange may use. */
interface Measure {
  readonly tokens?: number | undefined;
  readonly usd?: number | undefined;
}

export class Decision {
  readonly events: NewConversationEvent[] = [];
  /** The conversation with every event so far. */
  readonly state: ConversationState;
  readonly #deciding: Deciding;
  readonly #minted = new Set<string>();

  constructor(before: ConversationState, deciding: Deciding) {
    this.state = deciding.inPlace ? before : beside(before);
    this.#deciding = deciding;
  }

  get by(): Deciding["by"] {
    return this.#deciding.by;
  }

  get at(): string {
    return this.#deciding.at;
  }

  /** Turns that have not ended, in the order they were requested. */
  open(): Turn[] {
    return this.state.open.flatMap((id) => this.state.turns[id] ?? []);
  }

  /** @param salt of its words; absent: minted here, so that what is foreseen is what will be stored */
  add<T extends NewConversationEvent["type"]>(
    type: T,
    data: DataOf<T>,
    exchange?: string,
    salt = this.#deciding.salt(),
  ): void {
    const { by, at, commandId } = this.#deciding;
    const event = {
      id: `${commandId}/${this.events.length}`,
      type,
      v: versions[type],
      at,
      by,
      cause: commandId,
      ...(exchange ? { exchange } : {}),
      salt,
      data,
    } as NewConversationEvent; // `type` and `data` belong together by the signature above
    this.events.push(event);
    conversation.evolve(this.state, { ...event, seq: this.state.seq + 1 });
  }

  /** `<kind>_<12 hex>`, unlike any id of this conversation (C-3: 48 bits collide once in a blue moon). */
  mint(
    kind:
      | "message"
      | "turn"
      | "participant"
      | "schedule"
      | "panel"
      | "seat"
      | "expectation"
      | "trial"
      | "hands",
  ): string {
    const { messages, turns, participants, former, schedules, expectations } = this.state;
    const { panels = {}, trials = {} } = this.state;
    for (;;) {
      const id = `${kind}_${this.#deciding.hex()}`;
      const taken = id in messages || id in turns || id in panels || id in trials || this.#minted.has(id) ||
        (kind === "seat" &&
          Object.values(panels).some(({ seats }) => seats.some(({ seat }) => seat === id))) ||
        participants.some((p) => p.id === id) || former.some((p) => p.id === id) ||
        schedules?.some((one) => one.id === id) || expectations?.some((one) => one.id === id);
      if (taken) continue;
      this.#minted.add(id);
      return id;
    }
  }

  /** The same in an order by chance. */
  shuffled<T>(list: readonly T[]): T[] {
    const drawn = list.map((one) => ({ one, at: this.#deciding.hex() }));
    return drawn.sort((a, b) => a.at < b.at ? -1 : a.at > b.at ? 1 : 0).map(({ one }) => one);
  }

  /** Every `TurnRequested` is made here. What reads answers counts in no context, unless what it repeats does. */
  request(want: Requesting): { turnId: string; messageId: string } {
    const turnId = this.mint("turn");
    const messageId = this.mint("message");
    const { participantId, exchange = turnId, mode, reason, through = this.state.seq } = want;
    const { retryOf, sources, task, panel, trial, without, judges, asks } = want;
    const repeated = this.state.messages[this.state.turns[retryOf ?? ""]?.messageId ?? ""];
    this.add("TurnRequested", {
      turnId,
      participantId,
      messageId,
      mode,
      reason,
      through,
      ...(retryOf ? { retryOf } : {}),
      ...(sources ? { sources: [...sources] } : {}),
      ...(task ? { task } : {}),
      ...(panel ? { panel } : {}),
      ...(trial ? { trial } : {}),
      ...(without ? { without: [...without] } : {}),
      ...(judges ? { judges: "answers" in judges ? { answers: [...judges.answers] } : judges } : {}),
      ...(asks ? { asks } : {}),
    }, exchange);
    if (task && !trial && !repeated?.included) {
      this.add("InclusionSet", { messageId, included: false }, exchange);
    }
    return { turnId, messageId };
  }

  /** The prices that come before the dated list. */
  get prices(): PriceOverrides {
    return this.#deciding.prices?.() ?? {};
  }

  /** What these turns have cost, as far as their prices are known, in US dollars. */
  usdOf(turnIds: readonly string[]): number {
    return this.#deciding.usdOf?.(this.state, turnIds) ?? 0;
  }

  /** A message of the program itself; never part of a context (S0-40). */
  notify(
    code: Exclude<Notice["code"], "imported">,
    content: string,
    about: { exchange?: string; turnId?: string; participantId?: string } = {},
  ): void {
    const { exchange, ...subject } = about;
    this.add("MessagePosted", {
      messageId: this.mint("message"),
      author: { kind: "system", id: "system", name: "System" },
      role: "system",
      content,
      notice: { code, ...subject },
    }, exchange);
  }

  /**
   * Why the conversation may not cause another call now, in words; null when it may (P13). Asked before every turn,
   * also the next of a round; calls under way are not taken back, and money counts from the end of a turn on.
   * @param exchange what the call would be part of: where a schedule began it, it has a measure of its own
   */
  limit(exchange = ""): string | null {
    const { tokens, usd } = this.state.settings.limits ?? {};
    if (tokens !== undefined && this.state.tokens >= tokens) {
      return `Stopped: this conversation has used its ${tokens} tokens.`;
    }
    if (usd !== undefined && (this.#deciding.spentUsd?.() ?? 0) >= usd) {
      return `Stopped: this conversation has used its ${usd} US dollars.`;
    }
    return this.#runLimit(exchange);
  }

  /** The same of one run of a schedule. */
  #runLimit(exchange: string): string | null {
    const { schedules, messages } = this.state;
    const run = schedules?.find(({ running }) => running?.messageId === exchange)?.running;
    const own = run && this.#usedUp(exchange, run);
    if (own) {
      return own.tokens === undefined
        ? `Stopped: this run of a schedule has used its ${own.usd} US dollars.`
        : `Stopped: this run of a schedule has used its ${own.tokens} tokens.`;
    }
    const panel = panelOf(this.state, messages[exchange])?.limits;
    const used = panel && this.#usedUp(exchange, panel);
    if (!used) return null;
    return used.tokens === undefined
      ? `Stopped: this panel has used its ${used.usd} US dollars.`
      : `Stopped: this panel has used its ${used.tokens} tokens.`;
  }

  /** Which measure of its own an exchange has used up; null: none. */
  #usedUp(exchange: string, most: Measure): Measure | null {
    const turnIds = this.state.exchanges[exchange]?.turnIds ?? [];
    const { tokens, usd } = most;
    if (tokens !== undefined && this.tokensOf(turnIds) >= tokens) return { tokens };
    return usd !== undefined && this.usdOf(turnIds) >= usd ? { usd } : null;
  }

  /** What these turns have used. */
  tokensOf(turnIds: readonly string[]): number {
    const { messages, turns } = this.state;
    return turnIds.reduce((sum, id) => sum + tokensOf(messages[turns[id]?.messageId ?? ""]?.usage), 0);
  }
}
