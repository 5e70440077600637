/** What the fold of a conversation and the row of the list both take from an event: a page needs no more of it to show the list. */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { Attachment, DataOf } from "../../events/catalog/conversation.ts";
import { TITLE_FROM_MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import type { ConversationState } from "../shapes/folds.ts";
import { isPlan } from "./planned.ts";

/**
 * One line, cut after the first 60 code points: the title until someone chooses one. Files alone give a name.
 * @outside
 */
export function titleFrom(content: string, files: readonly Attachment[] = []): string {
  const text = content.trim() || (files[0]?.name ?? "");
  const line: string[] = [];
  // No further than needed: as characters of their own, a message of some MB is some hundred MB.
  for (const [part] of text.matchAll(/\s+|\S/gu)) {
    if (line.push(part.trim() === "" ? " " : part) > TITLE_FROM_MESSAGE_CODE_POINTS) break;
  }
  const cut = line.slice(0, TITLE_FROM_MESSAGE_CODE_POINTS).join("");
  return line.length > TITLE_FROM_MESSAGE_CODE_POINTS ? cut.trimEnd() + "…" : cut;
}

/** A conversation before its first event. */
export function emptyConversation(id: string): ConversationState {
  return {
    id,
    seq: 0,
    title: "",
    titled: false,
    mode: "parallel",
    manager: null,
    settings: {},
    lineage: null,
    createdAt: "",
    updatedAt: "",
    archived: false,
    pinned: false,
    labels: [],
    deleted: false,
    group: false,
    people: [],
    participants: [],
    former: [],
    order: [],
    messages: {},
    bodies: {},
    turns: {},
    open: [],
    exchanges: {},
    queue: [],
    lastSaid: null,
    question: null,
    answers: {},
    tokens: 0,
  };
}

/** Whether it is an answer that was given in another product: the last that was said there, as answers are here. */
export const isAnswerFromElsewhere = (
  { author, origin }: Pick<DataOf<"MessagePosted">, "author" | "origin">,
): boolean => author.kind === "agent" && origin !== undefined;

/** `members` in the order of `ids`; those not named keep their order, at the end. */
export function reordered<P extends { readonly id: string }>(
  members: readonly P[],
  ids: readonly string[],
): P[] {
  const place = new Map(ids.map((id, index) => [id, index]));
  const at = (member: P) => place.get(member.id) ?? ids.length;
  return [...members].sort((a, b) => at(a) - at(b));
}

/** How it is filed, and what is gone of it: that moves it nowhere in the list. */
const FILING: ReadonlySet<string> = new Set(["ConversationFiled", "ProjectSet", "ContentErased"]);

/**
 * The time of what an event tells, which moves its conversation up in the list: of words from elsewhere their own. Null
 * where it is no news of what is in it: how it is filed, what is planned, that it was imported, and that words of it were
 * erased. A time beyond the import is a claim, which
 * keeps nothing on top of the list.
 */
export function newsAt(event: AnyEvent): string | null {
  const known = conversationEvent(event);
  if (FILING.has(known.type) || isPlan(known)) return null;
  const told = known.type === "ConversationStarted" || known.type === "MessagePosted";
  const origin = told ? known.data.origin : undefined;
  if (!origin) return event.at;
  return origin.at === undefined ? null : earlierOf(origin.at, event.at);
}

const earlierOf = (a: string, b: string): string => (a < b ? a : b);

/** The later of two times: a clock set back must not let an active conversation sink in the list. */
export const laterOf = (a: string, b: string): string => (a > b ? a : b);

/** The event that closes a conversation: nothing follows it, and what was before it goes. */
export const isDeletion = ({ type }: { readonly type: string }): boolean => type === "ConversationDeleted";

/** Whether from this event on a conversation is there for nobody, for now or for good. */
export const hides = ({ type }: { readonly type: string }): boolean =>
  type === "DeletionRequested" || type === "ConversationDeleted";
