/** What can be asked of a conversation: by people and programs, or by the actors that run its turns. */
import type { Actor } from "../../events/catalog/envelope.ts";
import type { Memory } from "../../events/catalog/memory.ts";
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import type { ContextSpec, ContextTokens } from "../../events/catalog/context_spec.ts";
import type {
  Attachment,
  BroughtCall,
  BroughtResult,
  DataOf,
  Mode,
  NewConversationEvent,
  ReadingTask,
  Settings,
} from "../../events/catalog/conversation.ts";
import type { InputValues } from "../../events/catalog/inputs.ts";
import type { ComparisonCommand } from "./comparison_commands.ts";
import type { EraseCommand } from "./erase_command.ts";
import type { Asking, Joining, Managing } from "./who_joins.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { PriceOverrides } from "../../projections/usage/prices.ts";

export type { Asking, Joining, Managing } from "./who_joins.ts";

/** A person's message. `mentions` are participants chosen by hand; typed ones are found in the text. */
export interface Posting {
  /** Chosen by the client (S3-8); absent: minted here. */
  readonly id?: string;
  readonly content: string;
  readonly attachments?: readonly Attachment[];
  readonly mentions?: readonly string[];
  /** System text of a calling program, kept as a notice and appended to the manager's prompt (S1-29). */
  readonly instructions?: string;
  /** Sent by a program: bounded by the size of a body, not by what a person may type. */
  readonly program?: true;
  /** Only where nothing has happened since this event: who goes on from what it saw goes on from nothing else. */
  readonly after?: number;
  /** Ends what `start` with `aside` began: from here on the conversation is there. Says `after`, too. */
  readonly aside?: true;
  /** How the program wants its answers made. */
  readonly call?: CallSettings;
  /** Instead of whoever would answer it. */
  readonly panel?: Asking;
  /** What its own tools gave to the calls of the agent's answer; then there are no words. */
  readonly results?: readonly BroughtResult[];
}

/** What is said in a run of a check, one after the other, what is expected of it, and who answers how. */
export interface Script {
  readonly questions: readonly {
    readonly content: string;
    readonly attachments?: readonly Attachment[];
    /** Agents that it is meant for alone. */
    readonly mentions?: readonly string[];
    /** It counts for nothing once it is answered. */
    readonly left?: true;
  }[];
  /** `question`: its place in these, from 0; absent: every answer. `agentId`: of the answers to it only that one's. */
  readonly expectations: readonly (
    & Omit<DataOf<"ExpectationSet">, "messageId" | "participantId">
    & { readonly question?: number; readonly agentId?: string }
  )[];
  /** Agents that answer otherwise than the settings say. */
  readonly cast: readonly (Omit<DataOf<"SeatCast">, "participantId"> & { readonly agentId: string })[];
  /** Who judges what answers must be like; absent: nobody. */
  readonly judge?: Joining;
}

/** A turn of talk that a calling program brings along. `assistant`: as said by the agent that will answer. */
export interface Brought {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly attachments?: readonly Attachment[];
  /** Calls of the program's own tools, with which an answer ended. */
  readonly calls?: readonly BroughtCall[];
  /** What they gave. */
  readonly results?: readonly BroughtResult[];
}

/** A message's checkbox. */
export interface Included {
  readonly messageId: string;
  readonly included: boolean;
}

/** Commands of people and programs. */
export type PersonCommand =
  | {
    readonly type: "start";
    readonly title: string;
    readonly mode: Mode;
    readonly settings: Settings;
    readonly agents: readonly Joining[];
    readonly managing?: Managing;
    readonly message?: Posting;
    readonly labels?: readonly string[];
    /** The project it begins in. */
    readonly projectId?: string;
    /** What was said before the message: a program's own history. */
    readonly said?: readonly Brought[];
    /** It is there for nobody before its message is posted: its history comes in several commits, or not at all. */
    readonly aside?: true;
    readonly lineage?: DataOf<"ConversationStarted">["lineage"];
    /** It is a run of a check. */
    readonly script?: Script;
  }
  | ({ readonly type: "post" } & Posting)
  /** Agents are asked for hands from now on, up to this. */
  | ({ readonly type: "set_hands" } & Readonly<DataOf<"HandsSet">>)
  | { readonly type: "end_hands" }
  /** What was said before, somewhere else: a program's own history. Sets nothing in motion. */
  | {
    readonly type: "bring";
    readonly said: readonly Brought[];
    /** Into one that is there for nobody yet. */
    readonly aside?: true;
    /** Only where nothing has happened since this event. */
    readonly after?: number;
  }
  | {
    readonly type: "change";
    readonly title?: string;
    readonly mode?: Mode;
    readonly managing?: Managing;
    readonly archived?: boolean;
    readonly pinned?: boolean;
    readonly labels?: readonly string[];
    /** Into this project, out of the one it was in; null: into none. */
    readonly projectId?: string | null;
    readonly settings?: Settings;
  }
  | {
    readonly type: "include";
    readonly messageId: string;
    readonly included: boolean;
    readonly participantIds?: readonly string[];
  }
  /** The checkboxes of several messages in one commit: all of them or, where one cannot be set, none. */
  | { readonly type: "include_all"; readonly changes: readonly Included[] }
  /** A message counts wherever the window begins, or no longer. */
  | { readonly type: "pin"; readonly messageId: string; readonly pinned: boolean }
  | EraseCommand
  /** Of several answers to the same only this one counts: it is put in, the others are left out. */
  | { readonly type: "keep"; readonly messageId: string }
  | { readonly type: "add_participant"; readonly agent: Joining }
  | {
    readonly type: "change_participant";
    readonly participantId: string;
    readonly enabled?: boolean;
    /** Index in the roster, from 0; beyond the end means last. */
    readonly position?: number;
  }
  | { readonly type: "remove_participant"; readonly participantId: string }
  /** Manual mode: ask one agent, or every enabled agent in turn (S4-8…10, S4-40). */
  | { readonly type: "ask"; readonly agentId: string }
  | { readonly type: "ask_all" }
  /** Ends one turn, those of one exchange, or all that are open. Stopping what is not running is fine. */
  | { readonly type: "stop"; readonly turnId?: string; readonly exchange?: string }
  /** One agent writes one answer from several; or, with a task, a reading of them. */
  | {
    readonly type: "merge";
    readonly agentId: string;
    readonly messageIds: readonly string[];
    readonly task?: ReadingTask;
  }
  /** A turn again, so many times with some of what it was sent and as often without; beside the talk. */
  | ({
    readonly type: "try_without";
    readonly turnId: string;
    readonly without: readonly string[];
  } & Pick<DataOf<"TrialStarted">, "times" | "limit" | "expected">)
  /** Agents answer what a person said so many times each; beside the talk. */
  | ({
    readonly type: "try_samples";
    readonly messageId: string;
    readonly agentIds: readonly string[];
  } & Pick<DataOf<"TrialStarted">, "times" | "limit" | "expected">)
  /** Judges the answers of a comparison, or judges them otherwise. */
  | ({ readonly type: "vote_comparison" } & Readonly<DataOf<"ComparisonVoted">>)
  /** An answer from beside the talk goes on in it. */
  | { readonly type: "take_answer"; readonly messageId: string }
  /** A new turn with a new message id; the old one stays (P11). */
  | { readonly type: "retry"; readonly turnId: string }
  /** Lets a tool call that asks run, or not. Saying the same again is fine. */
  | {
    readonly type: "decide_tool";
    readonly turnId: string;
    readonly callId: string;
    readonly allowed: boolean;
    /** With "allowed": every address of the same host, in this conversation. */
    readonly site?: boolean;
    /** With "allowed", of another server's tool: it may run for the rest of the conversation. */
    readonly conversation?: boolean;
  }
  /** What a person gives to a server of tools that asks while a call of it runs, or that it is given nothing. */
  | {
    readonly type: "answer_input";
    readonly turnId: string;
    readonly callId: string;
    readonly input: number;
    readonly outcome: "accepted" | "declined" | "cancelled";
    /** With "accepted", of a form. */
    readonly values?: InputValues;
  }
  /** Hides it at once, and for `UNDO_SECONDS` it can be had back. Doing it again changes nothing. */
  | { readonly type: "delete" }
  /** Has it back, as long as it is not gone for good. Of one that is there, nothing. */
  | { readonly type: "restore" }
  /** What the conversation is to say by itself; with an id, instead of what that one said. */
  | (Readonly<Omit<DataOf<"ScheduleSet">, "scheduleId" | "next">> & {
    readonly type: "set_schedule";
    readonly scheduleId?: string;
  })
  | { readonly type: "pause_schedule"; readonly scheduleId: string }
  | { readonly type: "resume_schedule"; readonly scheduleId: string }
  /** What it is checked for when it is run again. */
  | (Readonly<Omit<DataOf<"ExpectationSet">, "expectationId">> & { readonly type: "expect" })
  | { readonly type: "unexpect"; readonly expectationId: string }
  /** It is a check of this name; "": none any more. */
  | { readonly type: "name_check"; readonly name: string }
  /** It is run again, as the conversation that is named. */
  | (Readonly<DataOf<"CheckRunBegun">> & { readonly type: "begin_check_run" })
  /** With it ends what it is saying. */
  | { readonly type: "remove_schedule"; readonly scheduleId: string };

/** What happened, with the salt of its words: who hashes a request has to know it before it is stored. */
export interface Salted<T extends NewConversationEvent["type"]> {
  readonly data: DataOf<T>;
  readonly salt: string;
}

/** Commands of the actors that run turns. Each names its attempt: any but the running one is refused. */
export type TurnCommand =
  | {
    readonly type: "claim";
    readonly turnId: string;
    readonly owner: string;
    readonly agentVersion: number;
    /** First seq of the sliding window, or null. */
    readonly window: ContextSpec["window"];
    /** The last event that its request is made of. */
    readonly seen?: number;
    /** How full the model's window will be; absent where it is not known. */
    readonly tokens?: ContextTokens;
    /** What it is given of the workspace's memory; absent: nothing. */
    readonly memory?: Memory;
    /** The first call, when it can be made at once: one commit then holds the claim and the call. */
    readonly call?: Salted<"ProviderCalled">;
  }
  | ({ readonly type: "call" } & Salted<"ProviderCalled">)
  | { readonly type: "call_failed"; readonly data: DataOf<"ProviderCallFailed"> }
  | { readonly type: "tool_called"; readonly calls: readonly Salted<"ToolCalled">[] }
  | ({ readonly type: "input_asked" } & Salted<"InputAsked">)
  /** Nobody answers it any more; where a person has, nothing. */
  | { readonly type: "input_ended"; readonly data: Omit<DataOf<"InputAnswered">, "values"> }
  | ({
    readonly type: "tool_returned";
    /** What the tool calls the conversation from now on. */
    readonly title?: string;
  } & Salted<"ToolReturned">)
  | ({ readonly type: "answer_paused" } & Salted<"AnswerPaused">)
  | {
    readonly type: "complete";
    /** `to` is decided from `address`. */
    readonly data: Omit<DataOf<"TurnCompleted">, "to">;
    /** Manager mode: the number the model wrote in `to` (S1-15). */
    readonly address?: number;
  }
  | { readonly type: "fail"; readonly data: DataOf<"TurnFailed"> }
  /** Puts the turn back, or fails it when its attempts are used up. */
  | { readonly type: "interrupt"; readonly data: DataOf<"TurnInterrupted"> };

/** What the program itself does to a conversation whose time is up: nothing where somebody has had it back. */
export interface PurgeCommand {
  readonly type: "purge";
}

/**
 * Deletes what nobody has touched, as a person would. Where anything happened since the event `after`, or it is kept, or
 * somebody answers in it, nothing.
 */
export interface RetireCommand {
  readonly type: "retire";
  readonly after: number;
}

/** Carries out what a schedule has planned. Where that was done, or is planned otherwise by now, nothing. */
export interface RunScheduleCommand {
  readonly type: "run_schedule";
  readonly scheduleId: string;
  /** The moment that was planned; null: a person asks for it now. */
  readonly due: string | null;
  /** What it may use of the day's budget; null: nothing is left of that. */
  readonly allowance: { readonly tokens: number; readonly usd: number } | null;
  /** What stands at the address that it watches; null: it could not be read. */
  readonly look?: { readonly digest: string } | null;
}

export type Command =
  | PersonCommand
  | TurnCommand
  | PurgeCommand
  | RetireCommand
  | RunScheduleCommand
  | ComparisonCommand;
export type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>;

/** A program's call that is not made. */
export interface Rehearsal {
  readonly start: CommandOf<"start">;
  /** What was said before its message. */
  readonly before: readonly Brought[];
  readonly message: Posting;
}

/** What is asked of several agents, and is not: it is only told what it would use. */
export type Playing =
  /** In the conversation `of`. */
  | { readonly of: string; readonly post: Posting }
  /** In one that begins with it. */
  | { readonly start: CommandOf<"start"> }
  /** In the room of a comparison of the conversation `of`. */
  | { readonly of: string; readonly room: Omit<CommandOf<"seal">, "of" | "type" | "comparisonId" | "salt"> };

/** The closed set of refusals; the server maps each to a status (API.md). */
export type RefusalCode =
  | "validation"
  | "not_found"
  | "conflict"
  /** A turn command that came too late: the turn has ended or another attempt runs. */
  | "stale";

export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  /** One sentence for people; never echoes input. */
  readonly detail: string;
  /** Where in the command it is, e.g. `content`. */
  readonly path?: string;
}

/** Ids that the command created or concerned, for the one who asked. */
export interface Answer {
  readonly messageId?: string;
  readonly turnId?: string;
  readonly turnIds?: readonly string[];
  readonly participantId?: string;
  readonly scheduleId?: string;
  readonly expectationId?: string;
  readonly trialId?: string;
  readonly comparisonId?: string;
  readonly stopped?: readonly string[];
  /** Until when a deleted conversation can be had back. */
  readonly until?: string;
  /** Checkboxes that were changed, each as it stood before: set so again, nothing is changed. */
  readonly changed?: readonly Included[];
}

export interface Accepted {
  readonly ok: true;
  /** Empty: the command had been carried out before, or changes nothing. */
  readonly events: readonly NewConversationEvent[];
  readonly answer: Answer;
  /** A view of the conversation as it will be; good only until the fold it was decided on goes on. */
  readonly after: ConversationState;
}

/** What a decision needs from outside: who, when, and fresh ids. */
export interface Deciding {
  readonly by: Actor;
  /** Events get `<commandId>/<index>`. */
  readonly commandId: string;
  /** ISO 8601. */
  readonly at: string;
  /** 12 random hex digits. */
  readonly hex: () => string;
  /** Of the words of one event: 16 random bytes that nobody can guess, base64url. */
  readonly salt: () => string;
  /** What the conversation has cost so far; undefined when not every price is known. */
  readonly spentUsd?: () => number | undefined;
  /** What these turns have cost, as far as their prices are known, in US dollars. */
  readonly usdOf?: (state: ConversationState, turnIds: readonly string[]) => number;
  /** The prices that come before the dated list. */
  readonly prices?: () => PriceOverrides;
  /** The state is who asks’s own: the events are folded into it, and where this is refused nobody uses it. */
  readonly inPlace?: true;
}
