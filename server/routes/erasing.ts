/** Erasing the words of a message, here and in the conversations that were made of this one. */
import type { ToErase } from "../../actors/erasing/erase_content.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { messageView } from "../../projections/conversation/message_view.ts";
import { CopiesList, ErasedMessage, EraseQuery } from "../contract/erasing_shapes.ts";
import { carried, conversationOf, metaOf, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { AllConversations } from "./all_conversations.ts";

/** Conversations of one family that are looked through. */
export const FAMILY = 500;

interface Copied {
  readonly conversationId: string;
  readonly title: string;
  readonly messageIds: readonly string[];
}

const noMessage = () => new Problem("not_found", "There is no such message.");

/** The other conversations that have one beginning, or one set of questions, with this one. */
async function familyOf(call: Call, id: string): Promise<string[]> {
  const beside = new Map<string, Set<string>>();
  const join = (a: string, b: string) => beside.set(a, (beside.get(a) ?? new Set()).add(b));
  for (const { id, lineage } of await new AllConversations(call.services).rows()) {
    if (!lineage) continue;
    join(id, lineage.conversationId);
    join(lineage.conversationId, id);
  }
  const known = new Set([id]);
  for (const one of known) {
    for (const other of beside.get(one) ?? []) if (known.size <= FAMILY) known.add(other);
  }
  return [...known].slice(1);
}

/** Messages of a conversation that say what one of another says: the same in a fork, the same words in a repetition. */
function sameIn(state: ConversationState, id: string, text: string): string[] {
  return state.order.filter((other) => {
    const message = state.messages[other];
    if (!message || message.erased) return false;
    if (other === id) return true;
    const repeated = message.author.kind === "human" && text.trim() !== "";
    return repeated && state.bodies[other]?.content === text;
  });
}

/** Where else a message stands. */
async function copiesOf(call: Call, state: ConversationState, messageId: string): Promise<Copied[]> {
  const message = state.messages[messageId];
  if (!message) throw noMessage();
  const text = message.author.kind === "human" ? state.bodies[messageId]?.content ?? "" : "";
  const { id } = state;
  const found: Copied[] = [];
  for (const other of await familyOf(call, id)) {
    const there = await call.services.system.conversation(other);
    const messageIds = there ? sameIn(there, messageId, text) : [];
    if (there && messageIds.length > 0) {
      found.push({ conversationId: other, title: there.title, messageIds });
    }
  }
  return found;
}

/** The use of a tool that the query names; of several under one id the last that has words. */
function useOf(
  state: ConversationState,
  messageId: string,
  { call, attempt, round }: EraseQuery,
): ToErase["use"] {
  if (call === undefined) return undefined;
  const use = state.bodies[messageId]?.tools?.findLast((one) =>
    one.callId === call && (attempt ?? one.attempt) === one.attempt && (round ?? one.round) === one.round
  );
  if (!use) throw new Problem("not_found", "The message used no tool under this id.");
  return { attempt: use.attempt, round: use.round, callId: use.callId };
}

export const erasing: Route[] = [
  route("GET", "/api/conversations/:id/messages/:messageId/copies", {
    summary: "The conversations made of this one, or this one of them, in which the message stands too",
    answer: CopiesList,
    async handle(call) {
      const state = await conversationOf(call);
      const copies = await copiesOf(call, state, param(call, "messageId"));
      return {
        items: copies.map(({ messageIds, ...copy }) => ({ ...copy, messageIds: [...messageIds] })),
        next: null,
      };
    },
  }),
  route("DELETE", "/api/conversations/:id/messages/:messageId/content", {
    summary: "Erase the words of a message, or of one use of a tool in it; nobody can have them back",
    query: EraseQuery,
    answer: ErasedMessage,
    async handle(call) {
      const { system } = call.services;
      const [id, messageId] = [param(call, "id"), param(call, "messageId")];
      const state = await conversationOf(call);
      const { why, copies: wanted = false } = call.query;
      const use = useOf(state, messageId, call.query);
      // Looked for before the words are gone by which they are known.
      const copies = wanted ? await copiesOf(call, await conversationOf(call), messageId) : [];
      const { seq } = carried(await system.eraseContent(id, { messageId, use, why }, metaOf(call)));
      const erased: { conversationId: string; messageId: string }[] = [];
      for (const copy of copies) {
        for (const messageId of copy.messageIds) {
          const done = await system.eraseContent(copy.conversationId, { messageId, use, why }, {
            by: call.by,
          });
          // What is just being written there is for its own conversation to end.
          if (done.ok) erased.push({ conversationId: copy.conversationId, messageId });
        }
      }
      const message = messageView(await conversationOf(call, id), messageId);
      if (!message) throw noMessage();
      return { message, seq, copies: erased };
    },
  }),
];
