/** What people do in conversations, as the server is told it; of the settings `settings_commands.ts` does. */
import type { Mode, Settings } from "../../events/catalog/conversation.ts";
import type {
  ChangeConversation,
  Continue,
  CreateConversation,
  Merge,
  Permission,
  PostMessage,
  Rerun,
} from "../../server/contract/conversation_requests.ts";
import type {
  Asked,
  Changed,
  ChangedMessages,
  Continued,
  Filed,
  Imported,
  Pinned,
  Written,
} from "../../server/contract/conversation_shapes.ts";
import type { GiveInput } from "../../server/contract/input_shapes.ts";
import type { PanelFormat } from "../../events/catalog/panels.ts";
import type { JudgePanel, StartedComparison } from "../../server/contract/comparison_shapes.ts";
import type { ExpectedUse } from "../../server/contract/trial_shapes.ts";
import type { PanelUse, StartUse } from "../../server/contract/use_shapes.ts";
import type { MovedKey } from "../../projections/shapes/moved.ts";
import type { KnownAnswer } from "../../server/contract/moving_shapes.ts";
import type { ChangeSchedule, NewSchedule } from "../../server/contract/schedule_shapes.ts";
import type { Uploaded } from "../../server/contract/process.ts";
import { send, write } from "./api.ts";
import { inOrder } from "./in_order.ts";
import { conversation } from "./queries.ts";

/** A write to a conversation, after those that were on their way when it was made. */
const ordered = <T>(
  id: string,
  method: "POST" | "PATCH" | "DELETE",
  rest: string,
  body?: unknown,
  key?: string,
) => inOrder(id, () => write<T>(method, conversation(id, rest), body, key));

// A conversation.

/** `key`: the same start again is the same conversation. */
export const start = (who: CreateConversation, key: string) =>
  write<Changed>("POST", "/api/conversations", who.agencyId ? { ...who, mode: "manager" } : who, key);
/** Takes an exported log in; the same one again changes nothing. */
export const takeIn = (file: File) =>
  send<Changed>("/api/import", {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: file,
  });
/** Which conversations of another product are here. */
export const knownImports = (keys: readonly MovedKey[]) =>
  write<KnownAnswer>("POST", "/api/imports/known", { keys });
/** Takes one of them in, in lines; the same one again changes nothing. */
export const takeInMoved = (lines: string) =>
  send<Imported>("/api/imports", {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: lines,
  });
export const fork = (id: string, seq: number) => write<Changed>("POST", conversation(id, "/fork"), { seq });
/** Goes on elsewhere with other words in the place of a message; `key`: the same again is the same conversation. */
export const continueElsewhere = (id: string, words: Continue, key: string) =>
  ordered<Continued>(id, "POST", "/continue", words, key);
export const rerun = (id: string, agents: Rerun["agents"], key: string) =>
  ordered<Changed>(id, "POST", "/rerun", { agents }, key);

const change = (id: string, body: ChangeConversation) => ordered(id, "PATCH", "", body);
export const rename = (id: string, title: string) => change(id, { title });
export const setMode = (id: string, mode: Mode) => change(id, { mode });
export const configure = (id: string, settings: Settings) => change(id, settings);
/** How it stands in the list. */
export const file = (id: string, filing: Pick<ChangeConversation, "pinned" | "labels">) => change(id, filing);
/** Into a project, out of the one it was in; null: into none. */
export const moveInto = (id: string, projectId: string | null) =>
  ordered<Filed>(id, "PATCH", "", { projectId });
export const archive = (id: string, archived = true) => change(id, { archived });
export const remove = (id: string) => ordered(id, "DELETE", "");
/** Has back what was deleted, for `UNDO_SECONDS` at least. */
export const restore = (id: string) => ordered<Changed>(id, "POST", "/restore");

// Its messages and answers.

/** The outbox keeps the order of what it sends. */
/** Puts a message to a panel. */
export const askPanel = (id: string, message: PostMessage) =>
  ordered<Written>(id, "POST", "/messages", message);
/** Puts a question to a panel and to one of its agents alone, to be judged; under the same key once. */
export const judgePanel = (id: string, what: JudgePanel, key: string) =>
  write<StartedComparison>("POST", conversation(id, "/comparisons/panels"), what, key);
/** What a panel is expected to use at most: in this conversation, or in one that begins with it. */
export const panelUse = (id: string | undefined, what: PanelUse | StartUse) =>
  write<ExpectedUse>("POST", id === undefined ? "/api/panels/cost" : conversation(id, "/panels/cost"), what);
/** Keeps a panel with its seats; programs can ask it then. */
export const keepPanel = (panel: { readonly format: PanelFormat; readonly seats?: readonly unknown[] }) =>
  write("POST", "/api/panels", panel);
export const post = (id: string, message: PostMessage) =>
  write("POST", conversation(id, "/messages"), message);
/** Whether later answers see a message: all of them, or those of some participants. */
export const include = (id: string, messageId: string, included: boolean, participantIds?: string[]) =>
  ordered(id, "PATCH", `/messages/${messageId}`, { included, participantIds });
/** A message counts wherever the window of an agent begins, or no longer. */
export const pin = (id: string, messageId: string, pinned: boolean) =>
  ordered<Pinned>(id, "POST", `/messages/${messageId}/pin`, { pinned });
/** Lets only this one of the answers to the same message count; what it answers with undoes it (`includeAll`). */
export const keep = (id: string, messageId: string) =>
  ordered<ChangedMessages>(id, "POST", `/messages/${messageId}/keep`);
/** Several checkboxes in one commit. */
export const includeAll = (id: string, changes: ChangedMessages["changed"]) =>
  ordered<ChangedMessages>(id, "PATCH", "/messages", { changes });
/** One has seen events up to `seq`; said again, or of less, it changes nothing. */
export const markRead = (id: string, seq: number) => write("POST", conversation(id, "/read"), { seq });
export const stop = (id: string) => write("POST", conversation(id, "/stop"));
export const ask = (id: string, agentId: string) => ordered<Written>(id, "POST", `/trigger_agent/${agentId}`);
export const askAll = (id: string) => ordered<Written>(id, "POST", "/trigger_all");
export const retry = (id: string, turnId: string) => ordered(id, "POST", `/turns/${turnId}/retry`);
/** One agent writes one answer from several, or what `task` says of them. */
export const merge = (
  id: string,
  agentId: string,
  messageIds: Merge["messageIds"],
  task?: Merge["task"],
) => ordered<Asked>(id, "POST", "/merge", { agentId, messageIds, ...(task ? { task } : {}) });
export const permit = (id: string, turnId: string, permission: Permission) =>
  write("POST", conversation(id, `/turns/${turnId}/permission`), permission);
/** What a server of tools that asks is given, or that it is given nothing. */
export const giveInput = (id: string, turnId: string, given: GiveInput) =>
  write("POST", conversation(id, `/turns/${turnId}/input`), given);

// Its roster.

const member = (participantId: string) => `/participants/${participantId}`;
export const addAgent = (id: string, agentId: string) => ordered(id, "POST", "/participants", { agentId });
export const enable = (id: string, participantId: string, enabled: boolean) =>
  ordered(id, "PATCH", member(participantId), { enabled });
/** Positions count from 0. */
export const move = (id: string, participantId: string, position: number) =>
  ordered(id, "PATCH", member(participantId), { position: Math.max(0, position) });
export const removeAgent = (id: string, participantId: string) =>
  ordered(id, "DELETE", member(participantId));

// What it says by itself.

export const makeSchedule = (id: string, schedule: NewSchedule, key: string) =>
  ordered(id, "POST", "/schedules", schedule, key);
export const changeSchedule = (id: string, scheduleId: string, change: ChangeSchedule) =>
  ordered(id, "PATCH", `/schedules/${scheduleId}`, change);
export const removeSchedule = (id: string, scheduleId: string) =>
  ordered(id, "DELETE", `/schedules/${scheduleId}`);
/** Has it said now. */
export const runSchedule = (id: string, scheduleId: string) =>
  ordered(id, "POST", `/schedules/${scheduleId}/run`);

// Files.

export const upload = (file: File, type: string) =>
  send<Uploaded>("/api/attachments", {
    method: "POST",
    headers: { "content-type": type, "x-file-name": encodeURIComponent(file.name.toWellFormed()) },
    body: file,
  });
