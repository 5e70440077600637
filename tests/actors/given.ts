/** `given(history).when(command)` and what must follow, for decisions about a conversation. */
import assert from "node:assert/strict";
import {
  ConversationEvent,
  type DataOf,
  type NewConversationEvent,
} from "../../events/catalog/conversation.ts";
import type { Actor } from "../../events/catalog/envelope.ts";
import { decide } from "../../actors/conversation/decide.ts";
import type { Accepted, Command, RefusalCode } from "../../actors/conversation/commands.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { saltNumber } from "../arbitrary_history.ts";
import { ANN, History } from "../history.ts";
import { watched } from "../sim/invariants.ts";

type Type = NewConversationEvent["type"];

export class Decided {
  constructor(
    readonly history: History,
    readonly before: ConversationState,
    readonly decision: ReturnType<typeof decide>,
  ) {}

  get accepted(): Accepted {
    assert.ok(this.decision.ok, `refused: ${JSON.stringify(this.decision)}`);
    return this.decision;
  }

  /** The event types, in order; every event must be of the catalog. */
  then(...types: Type[]): this {
    for (const event of this.accepted.events) ConversationEvent.parse(event);
    assert.deepEqual(this.accepted.events.map((e) => e.type), types);
    return this;
  }

  all<T extends Type>(type: T): DataOf<T>[] {
    return this.accepted.events.filter((e) => e.type === type).map((e) => e.data as DataOf<T>);
  }

  one<T extends Type>(type: T): DataOf<T> {
    const [data, ...more] = this.all(type);
    if (data === undefined || more.length > 0) throw new Error(`not exactly one event of type ${type}`);
    return data;
  }

  /** Who was asked to speak, in order. */
  speakers(): string[] {
    return this.all("TurnRequested").map((data) => data.participantId);
  }

  refused(code: RefusalCode, detail?: string | RegExp): this {
    assert.ok(!this.decision.ok, "accepted");
    assert.equal(this.decision.code, code);
    if (typeof detail === "string") assert.equal(this.decision.detail, detail);
    else if (detail) assert.match(this.decision.detail, detail);
    return this;
  }

  /** The history with what was decided. */
  get next(): History {
    const next = new History(this.history.id);
    next.events.push(...this.history.events);
    for (const event of this.accepted.events) next.events.push({ ...event, seq: next.seq + 1 });
    return next;
  }
}

/** `hex` is where random ids come from; absent: a counter. `spentUsd`: what the conversation has cost so far; `runUsd`: one run of a schedule. */
export function given(history: History, hex?: () => string, spentUsd?: number, runUsd = 0) {
  return {
    when(command: Command, by: Actor = ANN): Decided {
      const state = history.state();
      let minted = history.seq * 1_000;
      const decision = watched(decide, assert.fail)(command, state, {
        by,
        commandId: `command-${history.seq}`,
        at: "2026-01-01T13:00:00.000Z",
        hex: hex ?? (() => (minted++).toString(16).padStart(12, "0")),
        salt: () => saltNumber(minted++),
        usdOf: () => runUsd,
        ...(spentUsd === undefined ? {} : { spentUsd: () => spentUsd }),
      });
      return new Decided(history, state, decision);
    },
  };
}

/** No history at all: the state a `start` is decided on. */
export function nothing(): History {
  return new History();
}
