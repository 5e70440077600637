/**
 * What the main operations take and answer, of the contract. The package has this file made anew of `/openapi.json`,
 * with every operation, so that its types need nobody else's.
 */
import type {
  ChangeConversation,
  ConversationQuery,
  CreateConversation,
  ListQuery,
  MessagesQuery,
  PostMessage,
  Stop,
} from "../contract/conversation_requests.ts";
import type {
  Changed,
  ConversationAnswer,
  ConversationList,
  MessagePage,
  OneMessage,
  Started,
  Stopped,
} from "../contract/conversation_shapes.ts";
import type { EventPage, EventsQuery, FrameData, LocatedEvent } from "../contract/event_frames.ts";
import type { SearchHits, SearchQuery } from "../contract/insights.ts";
import type { AgentView } from "../contract/resources.ts";
import type { Given, Wire } from "../contract/values.ts";

interface Of {
  readonly params: { readonly id: string };
}

export interface Operations {
  "GET /api/conversations": { query?: Given<typeof ListQuery>; answer: ConversationList };
  "POST /api/conversations": { body: CreateConversation; answer: Wire<typeof Started> };
  "GET /api/conversations/:id": Of & { query?: Given<typeof ConversationQuery>; answer: ConversationAnswer };
  "PATCH /api/conversations/:id": Of & { body: ChangeConversation; answer: Changed };
  "DELETE /api/conversations/:id": Of & { answer: undefined };
  "GET /api/conversations/:id/messages": Of & { query?: Given<typeof MessagesQuery>; answer: MessagePage };
  "POST /api/conversations/:id/messages": Of & { body: PostMessage; answer: OneMessage };
  "POST /api/conversations/:id/stop": Of & { body?: Given<typeof Stop>; answer: Wire<typeof Stopped> };
  "GET /api/conversations/:id/events": Of & { query?: Given<typeof EventsQuery>; answer: EventPage };
  "GET /api/search": { query?: Given<typeof SearchQuery>; answer: SearchHits };
  "GET /api/agents": { answer: { items: Wire<typeof AgentView>[]; next: null } };
}

type Frames<Data> = { [N in keyof Data]: { event: N; id?: string; data: Data[N] } }[keyof Data];
/** What the events of one conversation are told in … */
export type Frame = Frames<FrameData>;
/** … and those of all. */
export type FrameOfAll = Frames<Omit<FrameData, "event"> & { event: LocatedEvent }>;
