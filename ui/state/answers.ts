/** What the server answers with, where the catalog and the folds have no type of their own for it. */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { Price } from "../../events/catalog/workspace.ts";
import type { Omission } from "../../projections/context/context.ts";
import type { ListRow } from "../../projections/conversation/list.ts";
import type { Body, ConversationState } from "../../projections/conversation/state.ts";
import type { UsageTotal } from "../../projections/usage/usage.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";

/** What is known of an answer that is being written. */
export interface DraftData {
  readonly turnId: string;
  readonly messageId: string;
  readonly attempt: number;
  readonly at?: number;
  readonly text: string;
  readonly reasoning?: string | { readonly at: number; readonly text: string };
}

/** An answer that waits because its provider asked for it. */
export interface WaitData {
  readonly turnId: string;
  /** ISO 8601; null when it waits no more. */
  readonly until: string | null;
}

export interface Listed {
  readonly items: readonly ListRow[];
}
/** A conversation's fold with what is not in the log yet. */
export interface Opened {
  readonly fold: ConversationState;
  readonly drafts: readonly DraftData[];
  readonly waits: readonly WaitData[];
}
export interface Bodies {
  readonly bodies: Readonly<Record<string, Body | null>>;
}
export interface Events {
  readonly events: readonly AnyEvent[];
  /** Seq to ask on from; null at the end. */
  readonly next: number | null;
}
/** A conversation that was made. */
export interface Made {
  readonly conversation: { readonly id: string };
}
/** Seq of the last event that a command wrote. */
export interface Written {
  readonly seq: number;
}

export interface Hit {
  readonly conversationId: string;
  readonly messageId: string | null;
  readonly title: string;
  readonly snippet: string;
  readonly marks: readonly (readonly [number, number])[];
}
export interface Hits {
  readonly items: readonly Hit[];
}

interface Left {
  readonly messageIds: readonly string[];
  readonly omitted: readonly { readonly messageId: string; readonly why: Omission }[];
}
/** What an agent would be sent. */
export interface WouldSend extends Left {
  readonly model: string;
  readonly body: string;
  readonly tokens: { readonly estimated: number; readonly window: number | null };
}
/** What a turn was sent. */
export interface Sent extends Left {
  readonly model: string;
  readonly provider: string;
  readonly calls: readonly {
    readonly attempt: number;
    readonly round: number;
    readonly body: string;
    readonly sha256: string;
    readonly at: string;
    readonly error?: string;
  }[];
}

export type UsageRow = UsageTotal & { readonly key: string };
export interface Usage {
  readonly total: UsageTotal;
  readonly byAgent: readonly UsageRow[];
  readonly byModel: readonly UsageRow[];
  readonly byDay: readonly UsageRow[];
  readonly pricesAsOf: string;
}

export interface Workspace {
  readonly fold: WorkspaceState;
  /** Providers whose stored key cannot be read. */
  readonly unreadableKeys: readonly string[];
}
export interface Prices {
  readonly asOf: string;
  readonly listed: Readonly<Record<string, Price>>;
  readonly own: Readonly<Record<string, Price>>;
}
export interface Tokens {
  readonly items: readonly { readonly id: string; readonly lastUsedAt: string | null }[];
}
export interface Models {
  readonly items: readonly string[];
}
export interface Tested {
  readonly ok: boolean;
  readonly latencyMs: number;
  readonly error?: string;
}
export interface Session {
  /** The server wants a password. */
  readonly password: boolean;
  readonly signedIn: boolean;
}
export interface Uploaded {
  readonly sha256: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}
