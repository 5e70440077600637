/** What is asked of comparisons from outside. */
import type { Attachment } from "../../events/catalog/attachment.ts";
import type { Actor } from "../../events/catalog/envelope.ts";
import type { Answer, Asking, Joining } from "../conversation/commands.ts";
import type { Refused, Stored } from "../runtime/stream_actor.ts";

export type Outcome = Stored<Answer> | Refused;

/** What is compared. */
export interface ToCompare {
  /** Chosen by who asks: asked again under the same it is one comparison. */
  readonly comparisonId: string;
  readonly content: string;
  /** Files that go with it. */
  readonly attachments?: readonly Attachment[];
  readonly agents: readonly Joining[];
  /** Where these are asked. */
  readonly providers: readonly string[];
  readonly label?: string;
  readonly criteria?: readonly string[];
  /** Compared are the answer of this panel and that of one of the agents alone. */
  readonly judged?: { readonly asking: Asking; readonly aloneId: string };
  /** An agent that judges them, too; absent: people alone do. */
  readonly judge?: Joining;
}

/** Who asks. */
export interface Meta {
  readonly by: Actor;
}

/** Comparisons of a conversation, `of`. */
export interface Comparisons {
  /** Puts a question to agents. Whose answer is whose is drawn and fixed before anybody is asked. */
  compare(of: string, asked: ToCompare, meta: Meta): Promise<Outcome>;
  /** Who has not answered yet is a gap. */
  stopAsking(of: string, comparisonId: string, meta: Meta): Promise<Outcome>;
  /** Tells whose answers they are, and opens the room. */
  reveal(of: string, comparisonId: string, meta: Meta): Promise<Outcome>;
  /** Resolves once the room of what was revealed is open, or there is none. */
  opened(roomId: string): Promise<void>;
}
