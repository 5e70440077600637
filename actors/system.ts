/** What the server sees of the actors: commands in, folds and live frames out. */
import type { Actor } from "../events/catalog/envelope.ts";
import type { ErrorCode } from "../events/catalog/conversation.ts";
import type { NewWorkspaceEvent, Provider } from "../events/catalog/workspace.ts";
import type {
  Draft,
  LocalServer,
  OfferedModel,
  OfferedTool,
  Overfull,
  Progress,
  ReadMark,
  RequestOfTurn,
  Wait,
  WouldSend,
} from "../projections/shapes/views.ts";
import type { RecentRows } from "../events/store/list_types.ts";
import type { Commit, EventLog, TallyRows } from "../events/store/types.ts";
import type { ConversationState } from "../projections/shapes/folds.ts";
import type { Judged } from "../projections/comparisons/judged.ts";
import type { WorkspaceState } from "../projections/workspace.ts";
import type { Carried, Refused, Stored, Terms } from "./runtime/stream_actor.ts";
import type { ToErase } from "./erasing/erase_content.ts";
import type { Told } from "./retention/found.ts";
import type { Foreseen, Trying } from "../projections/trials/trying.ts";
import type { Uploads } from "./uploads/uploads.ts";
import type { Spent } from "./schedules/daily_budget.ts";
import type { Comparisons } from "./comparing/asked.ts";
import type { Signing } from "./signing/signing.ts";
import type { Asked } from "./search/searcher.ts";
import type { ServerList } from "./mcp/listed_tools.ts";
import type { PeopleAsk } from "./mcp/offers.ts";
import type { SignIns } from "./mcp/sign_in/sign_ins.ts";
import type { WebSearch } from "./websearch/web_search.ts";
import type { Found } from "./search/search_index.ts";
import type { Erasable } from "./workspace/erasable.ts";
import type { Answer, PersonCommand, Playing, Refusal, Rehearsal } from "./conversation/commands.ts";

/** Who commands, and the key under which a repetition is recognised. */
export interface Meta extends Pick<Terms, "idempotency"> {
  readonly by: Actor;
}

export type Outcome = Stored<Answer> | Refused;

/** What a live listener gets, in order: each durable commit once, and drafts, waits, progress and read marks between. */
export type Live =
  | { readonly type: "commit"; readonly commit: Commit }
  | {
    readonly type: "drafts";
    readonly drafts: readonly Draft[];
  }
  | { readonly type: "wait"; readonly wait: Wait }
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "read"; readonly read: ReadMark };

/** What a change of settings comes to. */
export interface Changed<T> {
  readonly ok: true;
  readonly events: readonly Pick<NewWorkspaceEvent, "type" | "data">[];
  readonly answer: { readonly id: string };
  /** What the asker needs to know of the decision; stored nowhere. */
  readonly aside?: T;
}
/** A change of settings decided on the fold; it may be asked more than once, and does nothing but answer. */
export type WorkspaceChange<T = undefined> = (state: WorkspaceState) => Changed<T> | Refusal;
export type WorkspaceOutcome<T = undefined> = Carried<Changed<T>> | Refused;

/** What asking a provider for its models comes to. `error` is a sentence for people. */
export type Listing =
  & { readonly latencyMs: number }
  & (
    | {
      readonly ok: true;
      readonly models: readonly OfferedModel[];
      /** When the server gave it. */
      readonly readAt: string;
      /** Models that it lists and for which there is no room. */
      readonly cut: number;
      /** Why it could not be asked since. */
      readonly failed?: { readonly code: ErrorCode; readonly error: string };
    }
    | { readonly ok: false; readonly code: ErrorCode; readonly error: string }
  );

export interface System {
  readonly log: EventLog;
  /** Files of people and programs. */
  readonly uploads: Pick<Uploads, "take" | "keep" | "find">;
  /** The list of conversations by time. */
  readonly recent: RecentRows;
  /** What turns used, added up by day. */
  readonly usage: TallyRows;
  /**
   * Null when it does not exist or was deleted. The fold is shared and read-only: use it before the next await.
   * @param since an event from which on the fold in memory will do; absent: it is read as it is in the store
   */
  conversation(id: string, since?: number): Promise<ConversationState | null>;
  /** The same for who looks at a little of it, as at its end: of a long one that was not in memory not all is read for that. */
  glance(id: string): Promise<ConversationState | null>;
  /** The same, but that no later event changes it: for whoever needs it for longer. To be read alone. */
  copyOf(id: string): Promise<ConversationState | null>;
  /** The same, also of one that was deleted and can still be had back. */
  hidden(id: string): Promise<ConversationState | null>;
  /** Whether nobody is told of it yet: its history is still being brought, or it is a room that is sealed. */
  withheld(id: string): Promise<boolean>;
  /** Whether it is gone for good, and was never there: the history that it was begun with did not become whole. */
  neverWhole(id: string): Promise<boolean>;
  /** The same as of an event; null too when `seq` is beyond the head. A private copy. */
  conversationAt(id: string, seq: number): Promise<ConversationState | null>;
  /** `start` takes an id the caller minted; a `start` for an id that exists is a conflict. */
  execute(conversationId: string, command: PersonCommand, meta: Meta): Promise<Outcome>;
  /** Erases words, and resolves when they are out of what the store holds. */
  eraseContent(conversationId: string, wanted: ToErase, meta: Meta): Promise<Outcome>;
  /** Seq up to which a conversation was said somewhere else and imported; 0: nothing of it. */
  foreign(conversationId: string): Promise<number>;
  /** Says the same of a conversation that repeats another. */
  setForeign(conversationId: string, seq: number): Promise<void>;
  /** How far people and programs came of late in this process, of all conversations or of one; bounded by `READS_TOLD`. */
  lastReads(conversationId?: string): readonly ReadMark[];
  /** How far somebody has seen these conversations, by their ids; of those not seen, nothing. */
  readMarks(conversationIds: readonly string[], reader: string): Promise<ReadonlyMap<string, number>>;
  /** The same of one conversation; 0: nothing of it. */
  readMark(conversationId: string, reader: string): Promise<number>;
  /** Moves a mark on; where it stands then. */
  markRead(mark: ReadMark): Promise<number>;
  workspace(): Promise<WorkspaceState>;
  /** What was judged in comparisons that are revealed, of agents and of panels, the newest last. */
  judged(): Promise<Judged>;
  changeWorkspace<T>(change: WorkspaceChange<T>, meta: Meta): Promise<WorkspaceOutcome<T>>;
  /** Takes the words of a note or a project out of the log for good, of all its versions. */
  eraseWords(of: Erasable, by: Actor): Promise<WorkspaceOutcome>;
  /** Texts of answers being written, from the start; of one conversation or of all. */
  drafts(conversationId?: string): readonly Draft[];
  /** Answers of this process that wait because a provider asked for it. */
  waits(conversationId?: string): readonly Wait[];
  /** Live frames from now on. The listener must not block; returns the way to stop. */
  subscribe(listener: (live: Live) => void): () => void;
  /** Looks words up in the index; null where there is none: then conversations are read through. */
  search(asked: Asked): Promise<Found | null>;
  /** Begins to keep the index as far as the log is, in the background. */
  beginIndexing(): void;
  requestOf(conversationId: string, turnId: string): Promise<RequestOfTurn | null>;
  wouldSend(conversationId: string, participantId: string, at?: number): Promise<WouldSend | null>;
  /** What one answer of each arm of a trial would use; null: one of them could not be asked. */
  foreseen(conversationId: string, trying: Trying): Promise<Foreseen[] | null>;
  /** The same of each turn that a panel or a comparison comes to at most; why it could not be asked. Nothing is kept. */
  foreseenOf(
    playing: Playing,
  ): Promise<{ readonly ok: true; readonly turns: readonly Foreseen[] } | Refusal>;
  /** The agents that are sent nothing because what is pinned is too large for them by itself. */
  overfull(conversationId: string): Promise<Overfull[]>;
  /** Tokens that the first request of a program's call would take, estimated; nothing is kept and nobody asked. */
  rehearse(rehearsal: Rehearsal): Promise<{ readonly ok: true; readonly tokens: number } | Refusal>;
  /** Key of a provider, bound to its base URL's origin (SECURITY.md 6). */
  setKey(providerId: string, origin: string, key: string | null, by?: Actor): Promise<WorkspaceOutcome>;
  /** What headers of a provider say from now on (null: it has that one no more); of those that are not given nothing changes. */
  setHeaders(provider: Provider, given: Readonly<Record<string, string | null>>): Promise<void>;
  keyHint(providerId: string): Promise<string | null>;
  /** Ids of the providers whose stored key cannot be read: it has to be entered again. */
  unreadableKeys(): Promise<string[]>;
  /** The models of a kept provider: its list of today, else asked for with its key. */
  models(providerId: string): Promise<Listing>;
  /** The same, asked for now. */
  askModels(providerId: string): Promise<Listing>;
  /** Tells the log what the list there is says of the models that agents use by now. */
  tellModels(providerId: string): Promise<void>;
  /** Keeps the list of a provider that was just asked for with this key, before it was kept. */
  adoptModels(provider: Provider, apiKey: string | null): Promise<void>;
  /** What a server that nobody keeps lists, with a key (null: none) and headers that are not kept either. */
  modelsAt(
    provider: Provider,
    apiKey: string | null,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Listing>;
  /** Model servers that answer on this machine; asked when this is called, never otherwise. */
  localServers(): Promise<readonly LocalServer[]>;
  /** A server's list of tools as it is kept; nobody is asked. */
  mcpList(serverId: string): Promise<ServerList>;
  /** The same, asked for now. */
  askMcpList(serverId: string): Promise<ServerList>;
  /** Secret of a server of tools, bound to the origin of its address as a provider's key is. */
  setMcpSecret(
    serverId: string,
    origin: string,
    secret: string | null,
    by?: Actor,
  ): Promise<WorkspaceOutcome>;
  mcpSecretHint(serverId: string): Promise<string | null>;
  /** What people ask servers of tools for, beside tools. */
  readonly mcpOffers: PeopleAsk;
  /** Signing in at servers of tools. */
  readonly mcpLogins: SignIns;
  /** Lets a tool run without asking, as it was seen; an empty `definition`: no longer. */
  trustMcpTool(
    trusted: { readonly id: string; readonly tool: string; readonly definition: string },
    by: Actor,
  ): Promise<WorkspaceOutcome>;
  /** Whether an agent may be given a tool of another server, as `server.tool` or `server.*`. */
  knowsMcpTool(state: WorkspaceState, name: string): boolean;
  /** The search service of the settings: its key, and a try. */
  readonly webSearch: Pick<WebSearch, "setKey" | "hint" | "try">;
  /** What agents of this process can be given. */
  readonly tools: readonly OfferedTool[];
  /** The whole system message of an agent: as it was last sent, else as it would be; null where neither can be. */
  systemMessage(conversationId: string, participantId: string): Promise<string | null>;
  /** Comparisons in which nobody knows whose answer is whose. */
  readonly comparing: Comparisons;
  /** Conversations that nobody touches: what would go, and what the last look found. */
  readonly retention: Told;
  /**
   * What conversations say by themselves: has one do it now, as a person asks. What it may use is looked at before; null:
   * another process is reading its address at this moment.
   */
  runSchedule(
    conversationId: string,
    scheduleId: string,
    meta: Pick<Terms, "idempotency">,
  ): Promise<Outcome | null>;
  /** What was used today without a person, and of how much; null while that is being added up. */
  spentAlone(): Promise<Spent | null>;
  /** Who signs; nothing is signed by itself before it was begun. */
  readonly signing: Signing;
  status(): {
    readonly turnsRunning: number;
    readonly turnsWaiting: number;
    readonly providers: readonly { readonly id: string; readonly state: string }[];
    readonly lastErrors: readonly {
      readonly at: string;
      readonly provider: string;
      readonly code: string;
      readonly message: string;
    }[];
  };
  /** Stops claiming, aborts providers, records `TurnInterrupted{shutdown}` for own turns. */
  stop(): Promise<void>;
}
