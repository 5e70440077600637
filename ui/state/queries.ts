/** What the interface asks of the server: every path that is read. */
import type { WebSearchView } from "../../server/contract/web_search_shapes.ts";
import type {
  ConversationList,
  MessagePage,
  OpenedFold,
  TurnRequest,
} from "../../server/contract/conversation_shapes.ts";
import type { TurnDifference } from "../../server/contract/difference_shapes.ts";
import type { WouldSend } from "../../projections/shapes/views.ts";
import type { EventPage } from "../../server/contract/event_frames.ts";
import type { SearchHits, UsageAnswer } from "../../server/contract/insights.ts";
import type { WebhookListAnswer } from "../../server/contract/webhook_shapes.ts";
import type { SessionAnswer, StatusAnswer } from "../../server/contract/process.ts";
import type {
  McpServerView,
  McpTools,
  ModelNames,
  OpenedWorkspace,
  Prices,
  ProjectView,
  TokenList,
} from "../../server/contract/resources.ts";
import type { ForeignProof, SigningState } from "../../server/contract/signing_shapes.ts";
import type { AllSchedules } from "../../server/contract/schedule_shapes.ts";
import type { Retention, RetentionPreview } from "../../server/contract/retention_shapes.ts";
import type { CheckList, VersionList } from "../../server/contract/check_shapes.ts";
import type { LabelList, PanelWorth, Ranking } from "../../server/contract/ranking_shapes.ts";
import { type Answer, get } from "./api.ts";

/** Path of a conversation; its id may come from an address that somebody typed. */
export const conversation = (id: string, rest = ""): string =>
  `/api/conversations/${encodeURIComponent(id)}${rest}`;

/** Conversations in one list: a sidebar of more is searched, not read. */
const LISTED = 500;
/** Those that come first: more than any window shows. */
const NEWEST = 100;
const LIST = `/api/conversations?limit=${NEWEST}`;
const WORKSPACE = "/api/workspace";
/** What every page reads: its document has them asked for before there is a script that could. */
export const FIRST = [LIST, WORKSPACE];
/** The newest of the list, which is the whole of most … */
export const listedFirst = () => get<ConversationList>(LIST);
/** … what follows them, … */
export const listedNext = (cursor: string) =>
  get<ConversationList>(
    `/api/conversations?limit=${LISTED - NEWEST}&cursor=${encodeURIComponent(cursor)}`,
  );
/** … and both at once. */
export const listed = () => get<ConversationList>(`/api/conversations?limit=${LISTED}`);
export const listedArchived = () => get<ConversationList>(`/api/conversations?archived=true&limit=${LISTED}`);
/** Conversations of a project, a page of them. */
export const listedIn = (projectId: string, cursor = "") =>
  get<ConversationList>(
    `/api/conversations?project=${encodeURIComponent(projectId)}&limit=100${
      cursor && `&cursor=${encodeURIComponent(cursor)}`
    }`,
  );
/** A project with how large what it gives is. */
export const project = (id: string) => get<ProjectView>(`/api/projects/${encodeURIComponent(id)}`);
export const opened = (id: string) => get<OpenedFold>(conversation(id, "?view=fold"));
/** Messages whose headers come first: many screens, in a few KB. */
const END = 150;
/** The end of a conversation, which is the whole of most. */
export const openedEnd = (id: string) => get<OpenedFold>(conversation(id, `?view=fold&headers=${END}`));
/** Texts of the messages before event `before`, a page of them. */
export const bodiesBefore = (id: string, before: number, limit = 50) =>
  get<MessagePage>(conversation(id, `/messages?view=fold&before=${before}&limit=${limit}`));
export const eventsAfter = (id: string, after: number, limit: number, signal?: AbortSignal) =>
  get<EventPage>(conversation(id, `/events?after=${after}&limit=${limit}`), signal);
/** What a participant would be sent now, or (`at`) would have been after that event. */
export const wouldSend = (id: string, participantId: string, at: number | null, signal: AbortSignal) =>
  get<WouldSend>(conversation(id, `/context/${participantId}${at === null ? "" : `?at=${at}`}`), signal);
export const wasSent = (id: string, turnId: string) =>
  get<TurnRequest>(conversation(id, `/turns/${turnId}/request`));

/** A turn of a conversation against another, of that one or of another. */
export const turnDifference = (
  id: string,
  turnId: string,
  other: { conversationId: string; turnId: string },
) =>
  get<TurnDifference>(
    conversation(
      id,
      `/turns/${turnId}/difference?turn=${other.turnId}&conversation=${
        encodeURIComponent(other.conversationId)
      }`,
    ),
  );

/** Days that are named are those of the clock here, each as it was or will be then. */
export const found = (words: string, signal: AbortSignal, sort: "best" | "newest" = "best") => {
  const zone = String(-new Date().getTimezoneOffset());
  const place = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return get<SearchHits>(`/api/search?${new URLSearchParams({ q: words, sort, zone, place })}`, signal);
};
/** Of one conversation, or of all (null). */
export const usage = (id: string | null, signal: AbortSignal) =>
  get<UsageAnswer>(id === null ? "/api/usage" : `/api/usage?conversationId=${id}`, signal);
export const workspace = () => get<OpenedWorkspace>(WORKSPACE);
export const prices = () => get<Prices>("/api/prices");
export const tokens = () => get<TokenList>("/api/tokens");
/** Tools of a server as they are kept; nobody is asked. */
export const mcpServer = (id: string) => get<McpServerView>(`/api/mcp-servers/${id}`);
export const mcpTools = (id: string) => get<McpTools>(`/api/mcp-servers/${id}/tools`);
/** Where the web is searched for models whose makers do not. */
export const webSearch = () => get<WebSearchView>("/api/web-search");
export const webhooks = () => get<WebhookListAnswer>("/api/webhooks");
/** All that conversations say by themselves, and the daily budget. */
export const allSchedules = () => get<AllSchedules>("/api/schedules");
export const retention = () => get<Retention>("/api/retention");
/** What would be deleted, were so many days chosen. */
export const retentionPreview = (days: number) =>
  get<RetentionPreview>(`/api/retention/preview?days=${days}`);
/** Where anybody may read whose signatures are this server's. */
export const KEYS_ADDRESS = "/.well-known/fishbowl.json";
export const signing = () => get<SigningState>("/api/signing");
export const status = () => get<StatusAnswer>("/api/status");
export const models = (providerId: string) => get<ModelNames>(`/api/providers/${providerId}/models`);
export const session = (signal?: AbortSignal) => get<SessionAnswer>("/api/session", signal);

/** Where the browser itself fetches a file of a message … */
export const attachmentAddress = ({ sha256 }: { readonly sha256: string }) => `/api/attachments/${sha256}`;
/** In what a conversation can be had: its log, or a view of it. */
export type ExportFormat = "ndjson" | "markdown" | "html" | "openai";
/** … and the export of a conversation. */
export const exportAddress = (id: string, format: ExportFormat) =>
  conversation(id, `/export?format=${format}`);

/** The lines of a conversation’s proof. */
export async function proofLines(id: string): Promise<Answer<string[]>> {
  const answer = await get<string>(conversation(id, "/export?format=proof"));
  return answer.ok ? { ok: true, value: answer.value.split("\n").filter((line) => line !== "") } : answer;
}

export const foreignProofAddress = (id: string): string => conversation(id, "/proof");
/** What signed a conversation elsewhere. */
export const foreignProof = (id: string) => get<ForeignProof>(foreignProofAddress(id));

/** How a conversation is given away; `messages` null: all of them. */
export interface Sharing {
  readonly format: "page" | "proof";
  readonly prompts: boolean;
  readonly models: boolean;
  readonly messages: readonly string[] | null;
  readonly language: string;
}
export function shareAddress(id: string, { format, prompts, models, messages, language }: Sharing): string {
  const query = new URLSearchParams({ format, prompts: prompts ? "1" : "0" });
  if (format === "page") {
    query.set("models", models ? "1" : "0");
    query.set("language", language);
  }
  if (messages) query.set("messages", messages.join());
  return conversation(id, `/export?${query}`);
}
/** Conversations that are checks. */
export const allChecks = () => get<CheckList>("/api/checks");
/** Versions of an agent, with what checks found of each. */
export const versionsOf = (agentId: string) =>
  get<VersionList>(`/api/agents/${encodeURIComponent(agentId)}/versions`);

/** Whether panels were worth it: those of a format, or the one of a comparison. */
export const worthOf = (of: { readonly format: string } | { readonly comparison: string }) =>
  get<PanelWorth>(`/api/worth?${new URLSearchParams(of)}`);
/** Kinds of task in which something was judged blindly. */
export const rankings = () => get<LabelList>("/api/rankings");
/** How strong agents or models are in one of them. */
export function ranking(
  asked: { readonly label?: string | undefined; of: string; criterion?: string | undefined },
) {
  const query = new URLSearchParams({ of: asked.of });
  if (asked.label !== undefined) query.set("label", asked.label);
  if (asked.criterion !== undefined) query.set("criterion", asked.criterion);
  return get<Ranking>(`/api/ranking?${query}`);
}
