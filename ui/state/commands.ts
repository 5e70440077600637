/** What people do, as the server is told it: every path that is written. */
import type { Mode, Settings } from "../../events/catalog/conversation.ts";
import type { Price } from "../../events/catalog/workspace.ts";
import type {
  ChangeConversation,
  Changed,
  CreateConversation,
  Permission,
  PostMessage,
  Rerun,
  Written,
} from "../../server/contract/conversation_shapes.ts";
import type { Uploaded } from "../../server/contract/process.ts";
import type { MadeToken, NewToken, ProviderTest } from "../../server/contract/resources.ts";
import { type Answer, send, write } from "./api.ts";
import { conversation } from "./queries.ts";

type Told<T = unknown> = Promise<Answer<T>>;

// A conversation.

/** `key`: the same start again is the same conversation. */
export const start = (who: CreateConversation, key: string): Told<Changed> =>
  write("POST", "/api/conversations", who.agencyId === undefined ? who : { ...who, mode: "manager" }, key);
/** Takes an exported log in; the same one again changes nothing. */
export const takeIn = (file: File): Told<Changed> =>
  send("/api/import", { method: "POST", headers: { "content-type": "application/x-ndjson" }, body: file });
export const fork = (id: string, seq: number): Told<Changed> =>
  write("POST", conversation(id, "/fork"), { seq });
export const rerun = (id: string, agents: Rerun["agents"], key: string): Told<Changed> =>
  write("POST", conversation(id, "/rerun"), { agents }, key);

const change = (id: string, body: ChangeConversation): Told => write("PATCH", conversation(id), body);
export const rename = (id: string, title: string): Told => change(id, { title });
export const setMode = (id: string, mode: Mode): Told => change(id, { mode });
export const configure = (id: string, settings: Settings): Told => change(id, settings);
export const archive = (id: string, archived = true): Told => change(id, { archived });
export const remove = (id: string): Told => write("DELETE", conversation(id));

// Its messages and answers.

export const post = (id: string, message: PostMessage): Told =>
  write("POST", conversation(id, "/messages"), message);
/** Whether later answers see a message: all of them, or those of some participants. */
export const include = (
  id: string,
  messageId: string,
  included: boolean,
  participantIds?: readonly string[],
): Told =>
  write("PATCH", conversation(id, `/messages/${messageId}`), {
    included,
    ...(participantIds ? { participantIds } : {}),
  });
export const stop = (id: string): Told => write("POST", conversation(id, "/stop"));
export const ask = (id: string, agentId: string): Told<Written> =>
  write("POST", conversation(id, `/trigger_agent/${agentId}`));
export const askAll = (id: string): Told<Written> => write("POST", conversation(id, "/trigger_all"));
export const retry = (id: string, turnId: string): Told =>
  write("POST", conversation(id, `/turns/${turnId}/retry`));
export const permit = (id: string, turnId: string, permission: Permission): Told =>
  write("POST", conversation(id, `/turns/${turnId}/permission`), permission);

// Its roster.

const member = (id: string, participantId: string) => conversation(id, `/participants/${participantId}`);
export const addAgent = (id: string, agentId: string): Told =>
  write("POST", conversation(id, "/participants"), { agentId });
export const enable = (id: string, participantId: string, enabled: boolean): Told =>
  write("PATCH", member(id, participantId), { enabled });
/** Positions count from 0. */
export const move = (id: string, participantId: string, position: number): Told =>
  write("PATCH", member(id, participantId), { position: Math.max(0, position) });
export const removeAgent = (id: string, participantId: string): Told =>
  write("DELETE", member(id, participantId));

// The workspace.

type Fields = Readonly<Record<string, unknown>>;
export const create = (kind: string, fields: Fields, key: string): Told =>
  write("POST", `/api/${kind}`, fields, key);
export const update = (kind: string, id: string, fields: Fields): Told =>
  write("PATCH", `/api/${kind}/${id}`, fields);
export const withdraw = (kind: string, id: string): Told => write("DELETE", `/api/${kind}/${id}`);
export const testProvider = (id: string): Told<ProviderTest> => write("POST", `/api/providers/${id}/test`);
/** Null takes the workspace's own price away. */
export const setPrice = (model: string, price: Price | null): Told =>
  write("PATCH", "/api/prices", { prices: { [model]: price } });
export const makeToken = (token: NewToken): Told<MadeToken> => write("POST", "/api/tokens", token);
export const revokeToken = (id: string): Told => write("DELETE", `/api/tokens/${id}`);
export const upload = (file: File, type: string): Told<Uploaded> =>
  send("/api/attachments", {
    method: "POST",
    headers: { "content-type": type, "x-file-name": encodeURIComponent(file.name.toWellFormed()) },
    body: file,
  });

// The door.

export const logIn = (password: string): Told => write("POST", "/api/login", { password });
export const logOut = (): Told => write("POST", "/api/logout");
export const setUp = (code: string, password: string): Told =>
  write("POST", "/api/set-up", { code, password });
/** `current`: the password there is, if there is one. */
export const setPassword = (password: string, current?: string): Told =>
  write("POST", "/api/password", { ...(current === undefined ? {} : { current }), password });
