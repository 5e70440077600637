/**
 * What is read out of the folds and the log, as it is told: rows of lists, hits, who saw what, what was sent, and what
 * goes on at this moment. Like the folds, said once: the types are those of the schemas.
 */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { ProviderCalled, Usage } from "../../events/catalog/conversation.ts";
import { Attachment } from "../../events/catalog/attachment.ts";
import { NoteSource } from "../../events/catalog/memory.ts";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { Author, ConversationState, Count, type Lasting, lasting, MessageRole } from "./folds.ts";
import { Price, ToldModel } from "../../events/catalog/workspace.ts";

/** A run that is planned. */
export const Planned = lasting(() =>
  z.strictObject({
    id: Id,
    /** When; null: not before somebody speaks, or is paused. */
    next: Timestamp.nullable(),
    /** Minutes after the last word, where that plans it. */
    idle: z.int().min(1).exactOptional(),
    paused: z.literal(true).exactOptional(),
  }).meta({ id: "PlannedRun" })
);
export type Planned = z.infer<typeof Planned>;

/** A conversation in the list. */
export const ListRow = lasting(() =>
  ConversationState.unwrap().pick({
    id: true,
    /** Events up to here are already counted. */
    seq: true,
    title: true,
    mode: true,
    createdAt: true,
    updatedAt: true,
    archived: true,
    lineage: true,
    pinned: true,
    labels: true,
    projectId: true,
  }).extend({
    messageCount: Count,
    participants: z.array(
      z.strictObject({
        id: Id,
        agentId: Id,
        name: z.string(),
        color: z.int().min(1),
        enabled: z.boolean(),
      }),
    ),
    /** How many turns have not ended … */
    answering: Count,
    /** … and which, so that the row can follow them, each with what tells its calls that wait for a person. */
    open: z.array(
      z.strictObject({
        turnId: Id,
        authorName: z.string(),
        waits: z.array(z.string()).exactOptional(),
        /** It is asked beside the talk: what it says is no news. */
        trial: z.literal(true).exactOptional(),
      }),
    ),
    /** How many calls of tools wait for a person. */
    waits: Count,
    /** Seq of the event that said what was said last where everybody can see it; 0: nothing was. */
    saidSeq: Seq,
    /** What a person or an agent said last, where everybody can see it. */
    lastMessage: z.strictObject({
      authorName: z.string(),
      text: z.string(),
      /** What its files are called, where it has no words. */
      files: z.string().exactOptional(),
    }).nullable(),
    /** The name under which it is a check; absent: it is none. */
    check: z.string().exactOptional(),
    /** What it says by itself; absent: nothing. */
    planned: z.array(Planned).exactOptional(),
  }).meta({ id: "ConversationRow" })
);
export type ListRow = z.infer<typeof ListRow>;

export const SearchHit = lasting(() =>
  z.strictObject({
    conversationId: Id,
    /** Null: the title has the words. */
    messageId: Id.nullable(),
    seq: Seq,
    /** Of the conversation. */
    title: z.string(),
    /** Who said it; null: the title has the words. */
    author: Author.nullable(),
    at: Timestamp,
    /** The text around the first hit, on one line, with an ellipsis where it was cut. */
    snippet: z.string(),
    /** Hits in the snippet, as UTF-16 start and end, in order, never overlapping. */
    marks: z.array(z.tuple([Count, Count])),
  }).meta({ id: "SearchHit" })
);
export type SearchHit = z.infer<typeof SearchHit>;

/** A turn that had a message in its context. */
export const Seen = lasting(() =>
  z.strictObject({
    turnId: Id,
    participantId: Id,
    /** The answer that was given with the message in view. */
    messageId: Id,
    /** When the turn's last attempt started. */
    at: z.string(),
  }).meta({ id: "SeenBy" })
);
export type Seen = z.infer<typeof Seen>;

/** A row of an agent's own list of messages (S1-22). */
export const AgencyMessage = lasting(() =>
  z.strictObject({
    messageId: Id,
    conversationId: Id,
    /** Number of the agent in whose conversation the row stands. */
    agentId: z.int().min(1),
    role: MessageRole,
    linkedMessageId: Id.nullable(),
    data: z.strictObject({
      /** Number of the agent that said it; null: the person, through the API (S1-23). */
      from: z.int().nullable(),
      /** Number of the agent it was said to; null: the person (S1-24). */
      to: z.int().nullable(),
      text: z.string(),
    }),
    dateCreated: Timestamp,
  }).meta({ id: "AgencyMessage" })
);
export type AgencyMessage = z.infer<typeof AgencyMessage>;

/** Sums of some turns. */
export const UsageTotal = lazy(() =>
  Usage.omit({ cacheWriteHour: true }).required().extend({
    /** That makers ran and ask money for. */
    searches: Count,
    turns: Count,
    /** US dollars of everything; null as soon as one turn's cost is unknown. */
    usd: z.number().nullable(),
    /** US dollars of the turns whose cost is known. */
    knownUsd: z.number(),
  })
);
export type UsageTotal = Lasting<z.infer<typeof UsageTotal>>;

/** A price of the dated table. */
export const Listed = lasting(() =>
  Price.extend({
    /** What a request of more than `above` prompt tokens costs; null: dearer, by how much is not known. */
    long: z.strictObject({ above: z.int(), price: Price.nullable() }).exactOptional(),
  }).meta({ id: "ListedPrice" })
);
export type Listed = z.infer<typeof Listed>;

/** Why a message is not in a context. */
export const Omission = z.enum([
  /** Its checkbox is off. */
  "excluded",
  /** It is hidden from this agent alone. */
  "excluded_for_agent",
  /** A notice of the program, or an agent that only passed (S0-40). */
  "system",
  /** An answer that had not ended, ended without completing, or says nothing. */
  "incomplete",
  /** Placed after the end of the context. */
  "after",
  /** Before the sliding window. */
  "window",
  /** Said to another agent alone (manager mode). */
  "not_addressed",
  /** It stands beside the answers that one is to be written from, and is none of them. */
  "not_chosen",
  /** The stage of the panel that it is for does not show it. */
  "not_shown",
  /** A judge is sent what it judges, and nothing else. */
  "not_judged",
  /** It is held back, to see what the answer is like without it. */
  "withheld",
  /** It would be in, and what it said is gone. */
  "erased",
]);
export type Omission = z.infer<typeof Omission>;
export const Omitted = lasting(() =>
  z.strictObject({ messageId: Id, why: Omission }).meta({ id: "Omitted" })
);
export type Omitted = z.infer<typeof Omitted>;

/** What a request had of the workspace's memory, in the order in which it had it. */
export const GivenMemory = lasting(() =>
  z.strictObject({
    notes: z.array(
      z.strictObject({
        id: Id,
        version: z.int().min(1),
        /** As it was then; null where its words are gone, or are another workspace's. */
        text: z.string().nullable(),
        source: NoteSource.exactOptional(),
      }),
    ),
    /** The project that its conversation belonged to, as it was then; null where its words are gone, or are not here. */
    project: z.strictObject({
      id: Id,
      version: z.int().min(1),
      name: z.string().nullable(),
      instructions: z.string().nullable(),
      files: z.array(Attachment).nullable(),
    }).exactOptional(),
  }).meta({ id: "GivenMemory" })
);
export type GivenMemory = z.infer<typeof GivenMemory>;

const sent = {
  /** Id of the provider. */
  provider: z.string(),
  model: z.string(),
  messageIds: z.array(Id),
  omitted: z.array(Omitted),
  memory: GivenMemory,
};
/** What a turn was sent: its calls, rebuilt from the log. */
export const RequestOfTurn = lazy(() =>
  z.strictObject({
    ...sent,
    attempt: z.int().min(1),
    calls: z.array(
      ProviderCalled.shape.data.omit({ turnId: true, provider: true, shellBlob: true }).extend({
        /** The exact JSON text that was sent; null where words of it are gone. */
        body: z.string().nullable(),
        /**
         * What the recorded hash says of `body`: that it was sent; that something else was; or, where words of it are gone,
         * nothing any more.
         */
        proof: z.enum(["proven", "differs", "erased"]),
        /**
         * Where in `body` the words of each of `messageIds` stand, in UTF-16 units, from and to; null where a message has
         * no words in it, as one of files alone. Empty where `body` is null.
         */
        places: z.array(z.tuple([Count, Count]).nullable()),
        /** Headers of the provider's own that went with it, by name: what they say is kept as a key is. */
        headers: z.array(z.string()).exactOptional(),
        at: Timestamp,
        error: z.string().exactOptional(),
      }),
    ),
  })
);
export type RequestOfTurn = Lasting<z.infer<typeof RequestOfTurn>>;
export type RebuiltCall = RequestOfTurn["calls"][number];

export const WouldSend = lasting(() =>
  z.strictObject({
    ...sent,
    body: z.string(),
    /** `pinned`: of what is pinned alone; `project`: of what the project gives. */
    tokens: z.strictObject({ estimated: Count, pinned: Count, project: Count, window: z.int().nullable() }),
    agentVersion: z.int().min(1),
  }).meta({ id: "WouldSend" })
);
export type WouldSend = z.infer<typeof WouldSend>;

/** An agent for which all that counts always, what is pinned and what its project gives, is too large: it is sent nothing until there is less of it. */
export const Overfull = lasting(() =>
  z.strictObject({
    participantId: Id,
    /** Tokens of what is pinned and of what its project gives, both estimated, and those its model can take in. */
    pinned: Count,
    project: Count,
    window: z.int(),
  }).meta({ id: "Overfull" })
);
export type Overfull = z.infer<typeof Overfull>;

/** What a project gives, in tokens, estimated: with its files as text, and for which agents that is more than their window. */
export const ProjectSize = lazy(() =>
  z.strictObject({
    tokens: Count,
    overfull: z.array(z.strictObject({ agentId: Id, tokens: Count, window: z.int() })),
  })
);
export type ProjectSize = Lasting<z.infer<typeof ProjectSize>>;

/** The text of an answer being written. */
export const Draft = lasting(() =>
  z.strictObject({
    conversationId: Id,
    turnId: Id,
    messageId: Id,
    attempt: z.int().min(1),
    /** The UTF-16 offset where `text` starts. */
    at: Count,
    text: z.string(),
    reasoning: z.strictObject({ at: Count, text: z.string() }).exactOptional(),
  }).meta({ id: "Draft" })
);
export type Draft = z.infer<typeof Draft>;

/** An answer that waits because its provider asked to be left alone; `until` is null when it waits no more. */
export const Wait = lasting(() =>
  z.strictObject({ conversationId: Id, turnId: Id, until: Timestamp.nullable() }).meta({ id: "Wait" })
);
export type Wait = z.infer<typeof Wait>;

/** How far a call of a tool is, as its server says: `total` null where it does not say of how much. `said`: its words, ours none. */
export const Progress = lasting(() =>
  z.strictObject({
    conversationId: Id,
    turnId: Id,
    callId: z.string(),
    done: z.number(),
    total: z.number().nullable(),
    said: z.string(),
  }).meta({ id: "Progress" })
);
export type Progress = z.infer<typeof Progress>;

/** A model as a provider's server offers it, with what is known of it: what is absent nobody says. */
export const OfferedModel = lasting(() =>
  ToldModel.extend({
    /** What people call it, where that is not its name. */
    label: z.string().exactOptional(),
  }).meta({ id: "OfferedModel" })
);
export type OfferedModel = z.infer<typeof OfferedModel>;

/** A model server that answers on the machine of this program. */
export const LocalServer = lasting(() =>
  z.strictObject({
    /** Which of the known ones it is taken for: by its address, nothing else. */
    preset: z.string(),
    name: z.string(),
    baseUrl: z.string(),
    /** By name. */
    models: z.array(z.string()),
  }).meta({ id: "LocalServer" })
);
export type LocalServer = z.infer<typeof LocalServer>;

/** How far somebody has seen a conversation: events up to here. */
export const ReadMark = lasting(() =>
  z.strictObject({ conversationId: Id, by: Id, seq: Seq }).meta({ id: "ReadMark" })
);
export type ReadMark = z.infer<typeof ReadMark>;

/** A tool as it is chosen for an agent: its name, and the words of the interface for it. */
export const OfferedTool = lasting(() =>
  z.strictObject({ name: z.string(), label: z.string() }).meta({ id: "OfferedTool" })
);
export type OfferedTool = z.infer<typeof OfferedTool>;
