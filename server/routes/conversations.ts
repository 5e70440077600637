/** Conversations: list, start, read, change, delete. */
import type { z } from "zod";
import { factsOf } from "../../events/catalog/modes.ts";
import type { Posting } from "../../actors/conversation/commands.ts";
import { agentStatus } from "../../projections/conversation/conversation.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { PriceOverrides } from "../../projections/usage/prices.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import { type MessageView, messageViews } from "../../projections/conversation/message_view.ts";
import { inTurns } from "../../actors/runtime/yield_loop.ts";
import { PAGE_MESSAGES } from "../../events/catalog/limits.ts";
import { endOf, isLonger, pageOf } from "../../projections/serialise.ts";
import { AllConversations, shelfAsked } from "./all_conversations.ts";
import {
  ChangeConversation,
  ConversationQuery,
  CreateConversation,
  ListQuery,
  PostMessage,
  Read,
} from "../contract/conversation_requests.ts";
import {
  Changed,
  ConversationAnswer,
  ConversationList,
  type ConversationView,
  Filed,
  Started,
} from "../contract/conversation_shapes.ts";
import { NoFields, Nothing } from "../contract/values.ts";
import {
  carried,
  conversationIdFor,
  conversationOf,
  execute,
  given,
  metaOf,
  noConversation,
  param,
  seqQuery,
} from "../http/commands.ts";
import { askingOf } from "./panels.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { agencyOf, joining, projectOf } from "./joining_agents.ts";
import { placeOf } from "./list_page.ts";
import { wrongField } from "../http/problem.ts";
import { type Call, Reply, type Route, route } from "../http/route.ts";
import { FILE_UPLOAD, resolveAttachments } from "./uploads.ts";

/** Tells with the answer to a deletion until when it can be undone (ISO 8601, UTC); absent: not any more. */
export const RESTORE_UNTIL = "restore-until";

export function describe(state: ConversationState): ConversationView {
  const { id, seq, title, mode, manager, settings, lineage, createdAt, updatedAt } = state;
  return {
    id,
    seq,
    title,
    mode,
    manualResponses: factsOf(mode).onRequest === true,
    rounds: settings.rounds ?? 1,
    limits: settings.limits ?? {},
    webAccess: settings.webAccess ?? false,
    onNewMessage: settings.onNewMessage ?? "cancel",
    manager,
    lineage,
    archived: state.archived,
    pinned: state.pinned,
    labels: state.labels,
    ...given({ projectId: state.projectId }),
    createdAt,
    updatedAt,
    messageCount: state.order.length,
  };
}

/** Whether a row has each of these words in its title or in what was said last. */
const saying = (words: readonly string[]) => (row: ListRow): boolean => {
  const { text: said = "", files = "" } = row.lastMessage ?? {};
  const text = `${row.title} ${said} ${files}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** The first message, given as text or as an object, with the files beside it. */
async function firstMessage(
  { body: { message, attachments = [] }, services }: Call<z.infer<typeof CreateConversation>>,
  workspace: WorkspaceState,
): Promise<Posting | undefined> {
  if (message === undefined && attachments.length === 0) return undefined;
  const { content, id, attachments: own = [], panel: asked }: z.output<typeof PostMessage> =
    typeof message === "object" ? message : { content: message ?? "" };
  const files = await resolveAttachments(services.system, [...own, ...attachments]);
  const panel = asked && askingOf(workspace, asked, "message.panel");
  return { content, ...given({ id, attachments: files, panel }) };
}

/** Headers that are made before others have their turn: a millisecond or two. */
const HEADERS_AT_ONCE = 200;

/**
 * The answer for a fold: headers of all messages (or those asked for), their turns, texts of the last page.
 * @param state which changes no more, or of which only the end is asked for
 */
async function folded(
  { services: { system }, query }: Call<unknown, z.infer<typeof ConversationQuery>>,
  state: ConversationState,
  { position, prices, read }: {
    readonly position: string;
    readonly prices: PriceOverrides | undefined;
    readonly read: number;
  },
): Promise<ConversationAnswer> {
  const { seq } = state;
  const isOpen = new Set(state.open);
  const drafts = query.at === undefined
    ? system.drafts(state.id).filter(({ turnId }) => isOpen.has(turnId))
    : [];
  if (query.view === "fold") {
    const waits = system.waits(state.id);
    const { fold, missing } = endOf(state, query.headers ?? Infinity);
    const more = missing > 0 ? { missing } : {};
    return { seq, position, fold, ...more, drafts, waits, read, fileUpload: FILE_UPLOAD };
  }
  const headers: Omit<MessageView, "content" | "reasoning">[] = [];
  await inTurns(state.order, HEADERS_AT_ONCE, (id) => {
    for (const { content: _, reasoning: __, ...header } of messageViews(state, [id], prices)) {
      headers.push(header);
    }
  });
  return {
    seq,
    position,
    conversation: describe(state),
    participants: state.participants,
    headers,
    messages: messageViews(state, pageOf(state, null, PAGE_MESSAGES).ids, prices),
    turns: Object.values(state.turns),
    drafts,
    status: Object.fromEntries(state.participants.map((p) => [p.id, agentStatus(state, p)])),
    read,
    fileUpload: FILE_UPLOAD,
  };
}

export const conversations: Route[] = [
  route("GET", "/api/conversations", {
    summary: "Conversations, newest first",
    query: ListQuery,
    answer: ConversationList,
    async handle({ query: { cursor, limit, archived = false, project, q = "" }, services, by }) {
      const after = cursor ? placeOf(cursor) : null;
      if (cursor && !after) {
        const detail = "cursor: the `next` of an earlier answer";
        throw wrongField("cursor", "must be the next of an earlier answer", detail);
      }
      const words = q.toLowerCase().split(/\s+/).filter(Boolean);
      // The position comes first: what happens while the rows are read is then told by the stream again.
      const position = await services.system.log.order.end();
      const all = new AllConversations(services);
      const shelf = shelfAsked(archived, project);
      const page = words.length > 0
        ? await all.pageOf(saying(words), shelf, after, limit)
        : await all.page(shelf, after, limit);
      const read = Object.fromEntries(
        await services.system.readMarks(page.items.map(({ id }) => id), by.id),
      );
      return { ...page, position, read, ...all.leftOut };
    },
  }),
  route("POST", "/api/conversations", {
    summary: "Start a conversation, with its roster and first message",
    body: CreateConversation,
    optionalBody: true,
    status: 201,
    answer: Started,
    async handle(call) {
      const { body, services } = call;
      const { title = "", agencyId, projectId, rounds, webAccess, onNewMessage, limits } = body;
      const workspace = await services.system.workspace();
      const agency = agencyId === undefined ? undefined : agencyOf(workspace, agencyId);
      const project = projectId === undefined ? undefined : projectOf(workspace, projectId);
      const chosen = body.agentIds?.map((id, index) => joining(workspace, id, `agentIds.${index}`)) ??
        (agency ? [] : project?.agents ?? []);
      const members = agency?.agents ?? [];
      const agents = [...members, ...chosen.filter((c) => !members.some((m) => m.agentId === c.agentId))];
      const mode = body.mode ?? (body.manualResponses ? "manual" : agency ? "manager" : "parallel");
      const message = await firstMessage(call, workspace);
      const id = conversationIdFor(call);
      const settings = given({ rounds, webAccess, onNewMessage, limits });
      const more = given({ managing: agency?.managing, message, projectId });
      const { seq } = await execute(call, id, { type: "start", title, mode, settings, agents, ...more });
      const state = await services.system.conversationAt(id, seq);
      if (!state) throw noConversation();
      return { conversation: { ...describe(state), participants: state.participants }, seq };
    },
  }),
  route("GET", "/api/conversations/:id", {
    summary: "The conversation as the fold of its events, now or as of an event",
    query: ConversationQuery,
    answer: ConversationAnswer,
    long: true,
    async handle(call) {
      const { system } = call.services;
      const position = await system.log.order.end();
      const prices = pricesInForce(await system.workspace());
      const read = await system.readMark(param(call, "id"), call.by.id);
      const current = await system.glance(param(call, "id"));
      if (!current) throw noConversation();
      const at = seqQuery(call, current);
      const { view, headers = Infinity } = call.query;
      // What is told is so at one moment, however long it takes to be put into words. The end is taken out of it at once.
      const state = at !== undefined
        ? await system.conversationAt(current.id, at)
        : view === "fold" && isLonger(current, headers)
        ? current
        : await system.copyOf(current.id);
      if (!state) throw noConversation();
      return await folded(call, state, { position, prices, read });
    },
  }),
  route("PATCH", "/api/conversations/:id", {
    summary: "Rename, archive, move into a project, change mode or limits",
    body: ChangeConversation,
    answer: Filed,
    async handle(call) {
      const { title, mode, archived, pinned, labels, projectId, agencyId, managerAgentId, ...settings } =
        call.body;
      const id = param(call, "id");
      if (typeof projectId === "string") projectOf(await call.services.system.workspace(), projectId);
      const managing = agencyId !== undefined
        ? agencyOf(await call.services.system.workspace(), agencyId).managing
        : managerAgentId === undefined
        ? undefined
        : { managerAgentId, principles: "" };
      const changes = given({ title, mode, archived, pinned, labels, projectId, managing });
      const { seq } = await execute(call, id, { type: "change", ...changes, settings: given(settings) });
      const changed = { conversation: describe(await conversationOf(call)), seq };
      return projectId === undefined
        ? changed
        : { ...changed, overfull: await call.services.system.overfull(id) };
    },
  }),
  route("POST", "/api/conversations/:id/read", {
    whenFull: true,
    summary: "Say how far one has seen a conversation; it never goes back",
    body: Read,
    answer: Read,
    async handle(call) {
      const { id, seq: head } = await conversationOf(call);
      const seq = Math.min(call.body.seq, head);
      return { seq: await call.services.system.markRead({ conversationId: id, by: call.by.id, seq }) };
    },
  }),
  route("DELETE", "/api/conversations/:id", {
    summary: "Delete a conversation and its content; Restore-Until says until when it can be had back",
    status: 204,
    answer: Nothing,
    async handle(call) {
      const id = param(call, "id");
      const { system } = call.services;
      const outcome = await system.execute(id, { type: "delete" }, metaOf(call));
      if (!outcome.ok && outcome.code === "not_found") {
        // Deleting what was deleted is fine; what never was is not there.
        if ((await system.log.head(id)).seq === 0 || await system.withheld(id)) throw noConversation();
        return;
      }
      const { answer: { until } } = carried(outcome);
      return new Reply(undefined, 204, until === undefined ? {} : { [RESTORE_UNTIL]: until });
    },
  }),
  route("POST", "/api/conversations/:id/restore", {
    whenFull: true,
    summary: "Have a deleted conversation back, as long as it is not gone for good",
    body: NoFields,
    optionalBody: true,
    answer: Changed,
    async handle(call) {
      const id = param(call, "id");
      const { seq } = await execute(call, id, { type: "restore" });
      return { conversation: describe(await conversationOf(call)), seq };
    },
  }),
];
