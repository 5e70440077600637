/** What the interface asks of the server: every path that is read. */
import type {
  ConversationList,
  MessagePage,
  OpenedFold,
  TurnRequest,
  WouldSend,
} from "../../server/contract/conversation_shapes.ts";
import type { EventPage } from "../../server/contract/event_frames.ts";
import type { SearchHits, UsageAnswer } from "../../server/contract/insights.ts";
import type { SessionAnswer } from "../../server/contract/process.ts";
import type { ModelNames, OpenedWorkspace, Prices, TokenList } from "../../server/contract/resources.ts";
import { type Answer, get } from "./api.ts";

/** Path of a conversation; its id may come from an address that somebody typed. */
export const conversation = (id: string, rest = ""): string =>
  `/api/conversations/${encodeURIComponent(id)}${rest}`;

/** Conversations in one list: a sidebar of more is searched, not read. */
const LISTED = 500;

export const listed = (): Promise<Answer<ConversationList>> => get(`/api/conversations?limit=${LISTED}`);
export const listedArchived = (): Promise<Answer<ConversationList>> =>
  get(`/api/conversations?archived=true&limit=${LISTED}`);

export const opened = (id: string): Promise<Answer<OpenedFold>> => get(conversation(id, "?view=fold"));

/** Texts of the messages before event `before`, a page of them. */
export const bodiesBefore = (id: string, before: number): Promise<Answer<MessagePage>> =>
  get(conversation(id, `/messages?view=fold&before=${before}&limit=50`));

export const eventsAfter = (
  id: string,
  after: number,
  limit: number,
  signal?: AbortSignal,
): Promise<Answer<EventPage>> => get(conversation(id, `/events?after=${after}&limit=${limit}`), signal);

export const found = (words: string, signal: AbortSignal): Promise<Answer<SearchHits>> =>
  get(`/api/search?q=${encodeURIComponent(words)}`, signal);

/** What a participant would be sent now, or would have been after event `at`. */
export const wouldSend = (
  id: string,
  participantId: string,
  at: number | null,
  signal: AbortSignal,
): Promise<Answer<WouldSend>> =>
  get(conversation(id, `/context/${participantId}${at === null ? "" : `?at=${at}`}`), signal);

export const wasSent = (id: string, turnId: string): Promise<Answer<TurnRequest>> =>
  get(conversation(id, `/turns/${turnId}/request`));

/** Of one conversation, or of all (null). */
export const usage = (id: string | null, signal: AbortSignal): Promise<Answer<UsageAnswer>> =>
  get(id === null ? "/api/usage" : `/api/usage?conversationId=${id}`, signal);

export const workspace = (): Promise<Answer<OpenedWorkspace>> => get("/api/workspace");
export const prices = (): Promise<Answer<Prices>> => get("/api/prices");
export const tokens = (): Promise<Answer<TokenList>> => get("/api/tokens");
export const models = (providerId: string): Promise<Answer<ModelNames>> =>
  get(`/api/providers/${providerId}/models`);

export const session = (signal?: AbortSignal): Promise<Answer<SessionAnswer>> => get("/api/session", signal);

/** Where the browser itself fetches a file of a message … */
export const attachmentAddress = ({ sha256 }: { readonly sha256: string }): string =>
  `/api/attachments/${sha256}`;
/** … and the export of a conversation. */
export const exportAddress = (id: string, format: "ndjson" | "markdown"): string =>
  conversation(id, `/export?format=${format}`);
