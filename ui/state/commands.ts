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
import { send, write } from "./api.ts";
import { conversation } from "./queries.ts";

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
export const fork = (id: string, seq: number) => write<Changed>("POST", conversation(id, "/fork"), { seq });
export const rerun = (id: string, agents: Rerun["agents"], key: string) =>
  write<Changed>("POST", conversation(id, "/rerun"), { agents }, key);

const change = (id: string, body: ChangeConversation) => write("PATCH", conversation(id), body);
export const rename = (id: string, title: string) => change(id, { title });
export const setMode = (id: string, mode: Mode) => change(id, { mode });
export const configure = (id: string, settings: Settings) => change(id, settings);
export const archive = (id: string, archived = true) => change(id, { archived });
export const remove = (id: string) => write("DELETE", conversation(id));

// Its messages and answers.

export const post = (id: string, message: PostMessage) =>
  write("POST", conversation(id, "/messages"), message);
/** Whether later answers see a message: all of them, or those of some participants. */
export const include = (id: string, messageId: string, included: boolean, participantIds?: string[]) =>
  write("PATCH", conversation(id, `/messages/${messageId}`), { included, participantIds });
export const stop = (id: string) => write("POST", conversation(id, "/stop"));
export const ask = (id: string, agentId: string) =>
  write<Written>("POST", conversation(id, `/trigger_agent/${agentId}`));
export const askAll = (id: string) => write<Written>("POST", conversation(id, "/trigger_all"));
export const retry = (id: string, turnId: string) =>
  write("POST", conversation(id, `/turns/${turnId}/retry`));
export const permit = (id: string, turnId: string, permission: Permission) =>
  write("POST", conversation(id, `/turns/${turnId}/permission`), permission);

// Its roster.

const member = (id: string, participantId: string) => conversation(id, `/participants/${participantId}`);
export const addAgent = (id: string, agentId: string) =>
  write("POST", conversation(id, "/participants"), { agentId });
export const enable = (id: string, participantId: string, enabled: boolean) =>
  write("PATCH", member(id, participantId), { enabled });
/** Positions count from 0. */
export const move = (id: string, participantId: string, position: number) =>
  write("PATCH", member(id, participantId), { position: Math.max(0, position) });
export const removeAgent = (id: string, participantId: string) => write("DELETE", member(id, participantId));

// The workspace.

type Fields = Readonly<Record<string, unknown>>;
export const create = (kind: string, fields: Fields, key: string) =>
  write("POST", `/api/${kind}`, fields, key);
export const update = (kind: string, id: string, fields: Fields) =>
  write("PATCH", `/api/${kind}/${id}`, fields);
export const withdraw = (kind: string, id: string) => write("DELETE", `/api/${kind}/${id}`);
export const testProvider = (id: string) => write<ProviderTest>("POST", `/api/providers/${id}/test`);
/** Null takes the workspace's own price away. */
export const setPrice = (model: string, price: Price | null) =>
  write("PATCH", "/api/prices", { prices: { [model]: price } });
export const makeToken = (token: NewToken) => write<MadeToken>("POST", "/api/tokens", token);
export const revokeToken = (id: string) => write("DELETE", `/api/tokens/${id}`);
export const upload = (file: File, type: string) =>
  send<Uploaded>("/api/attachments", {
    method: "POST",
    headers: { "content-type": type, "x-file-name": encodeURIComponent(file.name.toWellFormed()) },
    body: file,
  });

// The door.

export const logIn = (password: string) => write("POST", "/api/login", { password });
export const logOut = () => write("POST", "/api/logout");
export const setUp = (code: string, password: string) => write("POST", "/api/set-up", { code, password });
/** `current`: the password there is, if there is one. */
export const setPassword = (password: string, current?: string) =>
  write("POST", "/api/password", { current, password });
