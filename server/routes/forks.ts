/** New conversations that begin as another did: from an event on, or with other words in the place of a message. */
import { forkStream } from "../../events/store/transfer/fork.ts";
import { checkPosting } from "../../actors/conversation/rules/message.ts";
import type { DataOf } from "../../events/catalog/conversation.ts";
import { titleFrom } from "../../projections/conversation/shared_steps.ts";
import {
  type Copy,
  copyTitle,
  freeCount,
  messagesUpTo,
  titleLanguage,
} from "../../projections/conversation/copy_title.ts";
import { titledAs } from "../../projections/conversation/list_order.ts";
import { messageView } from "../../projections/conversation/message_view.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { Continue, Fork } from "../contract/conversation_requests.ts";
import { Continued, Imported } from "../contract/conversation_shapes.ts";
import {
  conversationIdFor,
  conversationOf,
  execute,
  given,
  noConversation,
  reusedKey,
} from "../http/commands.ts";
import { Problem, wrongField } from "../http/problem.ts";
import { type Call, Reply, type Route, route } from "../http/route.ts";
import { AllConversations } from "./all_conversations.ts";
import { describe } from "./conversations.ts";
import { eraseMeanwhile } from "./erasing.ts";
import { imported } from "./transfer.ts";
import { resolveAttachments } from "./uploads.ts";

type Lineage = NonNullable<DataOf<"ConversationStarted">["lineage"]>;

/** A title for a copy that no listed conversation has, in the language that is asked for. */
export async function titleOfCopy(call: Call, title: string, copy: Copy): Promise<string> {
  const all = new AllConversations(call.services);
  const language = titleLanguage(call.request.headers.get("accept-language") ?? "");
  const called = (count: number) => copyTitle(title, copy, count, language);
  const count = await freeCount(async (count) => {
    const name = titledAs(called(count));
    return ((await all.under([name], 1)).get(name)?.ids.length ?? 0) > 0;
  });
  return called(count);
}

/** What a copy says of where it comes from. */
export const lineageOf = (
  { id, title }: ConversationState,
  more: Pick<Lineage, "seq" | "kind" | "messageId">,
): Lineage => ({ conversationId: id, ...more, ...(title === "" ? {} : { title }) });

/** The conversation that an earlier try under the same key made; null: there is none. */
async function madeBefore(call: Call, id: string, wanted: Lineage): Promise<ConversationState | null> {
  const state = await call.services.system.conversation(id);
  const { lineage } = state ?? {};
  const same = lineage?.conversationId === wanted.conversationId && lineage.seq === wanted.seq &&
    lineage.kind === wanted.kind && lineage.messageId === wanted.messageId;
  if (state && !same) {
    throw reusedKey();
  }
  return state;
}

/** Makes conversation `to` of the events up to `lineage.seq`, called `title`; it belongs where the other one does. */
async function forked(
  call: Call,
  { id: from, projectId, erasedThrough }: ConversationState,
  to: string,
  begun: { readonly title: string; readonly lineage: Lineage },
): Promise<Reply<Imported>> {
  const { store, system } = call.services;
  const { title, lineage } = begun;
  const { seq } = lineage;
  // In the order of a start: see rules/conversation.ts.
  const begin = ({ lineage: _, ...data }: Record<string, unknown>) => ({ lineage, ...data, title });
  const lines = await forkStream(store, from, seq, to, begin, erasedThrough);
  if (!lines) throw noConversation();
  // A fork is made of its own words, but for those that came in from somewhere else.
  const foreign = await system.foreign(from);
  // Forked before what marks it as imported, it has to be marked anew.
  const copy = { foreign: Math.min(foreign, seq), elsewhere: seq < foreign, as: { title, projectId } };
  const made = await imported(call, lines, copy);
  if (!await eraseMeanwhile(call, from, to)) return made;
  const now = await conversationOf(call, to);
  return new Reply({ conversation: describe(now), seq: now.seq, created: made.value.created }, made.status);
}

export const forks: Route[] = [
  route("POST", "/api/conversations/:id/fork", {
    summary: "Continue from an event as a new conversation",
    body: Fork,
    status: 201,
    answer: Imported,
    async handle(call) {
      const state = await conversationOf(call);
      const { seq: head, title: old } = state;
      const { seq } = call.body;
      if (seq > head) {
        throw wrongField("seq", `must be at most ${head}`, `seq: the conversation has ${head} events`);
      }
      const { count, last } = messagesUpTo(state, seq);
      const lineage = lineageOf(state, { seq, kind: "fork", ...given({ messageId: last }) });
      const to = conversationIdFor(call);
      const before = await madeBefore(call, to, lineage);
      if (before) return new Reply({ conversation: describe(before), seq: before.seq, created: true }, 201);
      const title = call.body.title ??
        await titleOfCopy(call, old, { kind: "fork", message: count });
      return await forked(call, state, to, { title, lineage });
    },
  }),
  route("POST", "/api/conversations/:id/continue", {
    summary: "A new conversation that goes on with other words in the place of a message",
    body: Continue,
    status: 201,
    answer: Continued,
    async handle(call) {
      const { messageId, content, mentions, attachments: named } = call.body;
      const state = await conversationOf(call);
      const { title: old, titled } = state;
      const message = state.messages[messageId];
      if (!message) throw new Problem("not_found", "There is no such message.");
      if (message.author.kind !== "human" || message.role !== "user") {
        throw wrongField(
          "messageId",
          "must be what a person said",
          "Only what a person said can be said otherwise.",
        );
      }
      const { count } = messagesUpTo(state, message.seq);
      const lineage = lineageOf(state, { seq: message.seq - 1, kind: "changed", messageId });
      const attachments = named === undefined
        ? message.attachments
        : await resolveAttachments(call.services.system, named);
      // What cannot be said is refused before anything is made.
      const wrong = checkPosting({ content, ...given({ attachments }) });
      if (wrong) throw wrongField(wrong.path ?? "content", wrong.detail);
      const to = conversationIdFor(call);
      if (!await madeBefore(call, to, lineage)) {
        // A title that is only the beginning of what was said begins with what is said now.
        const own = titled || count > 1 ? old : titleFrom(content, attachments);
        const title = call.body.title ??
          await titleOfCopy(call, own, { kind: "changed", message: count });
        await forked(call, state, to, { title, lineage });
      }
      const command = { type: "post", content, ...given({ attachments, mentions }) } as const;
      const { answer, seq } = await execute(call, to, command);
      const now = await conversationOf(call, to);
      const said = messageView(now, answer.messageId ?? "");
      if (!said) throw new Problem("not_found", "There is no such message.");
      return { conversation: describe(now), message: said, seq };
    },
  }),
];
