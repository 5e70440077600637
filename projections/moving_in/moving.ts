/**
 * A move, as the browser and the command line do it alike: looked at first, then taken in one conversation after the
 * other. What was taken in stays; stopped or broken off, it goes on where it was by being begun again.
 */
import type { MovedKey, MovedMessage, MovedTalk } from "../shapes/moved.ts";
import { ATTACHMENTS_PER_MESSAGE, MOVED_MESSAGES } from "../../events/catalog/limits.ts";
import { type Archive, type Fault, type ReadOptions, readTalks } from "./archive.ts";
import type { FoundFile } from "./files.ts";
import { heldFile } from "./held_files.ts";
import { addCounts, count, type Counts, type LeftOut, nameOf, type Said, type Talk } from "./talks.ts";

/** Bytes of one conversation as it is sent; the server takes no more (`IMPORT_BYTES`). */
export const SENT_BYTES = 20 * 1024 * 1024;
/** Keys that are asked for at once. */
const KEYS_AT_ONCE = 200;

export type State = "new" | "here" | "deleted";
export interface Sent {
  readonly conversationId: string;
  readonly created: boolean;
}
/** Where conversations are taken in. */
export interface Host {
  known(keys: readonly MovedKey[]): Promise<readonly { readonly state: State }[]>;
  /** The hash under which it is there; null where it is refused as what it is. */
  upload(file: FoundFile): Promise<{ readonly sha256: string } | null>;
  /** Null where it was imported and deleted before. Throws where it cannot go on. */
  take(lines: string): Promise<Sent | null>;
}

/** What a file holds, and how far it was read. */
export interface Survey {
  /** Bytes of conversations read, and all of them. */
  read: number;
  readonly bytes: number;
  from: string;
  talks: number;
  branches: number;
  messages: number;
  files: number;
  /** Times of the first and of the last word; "" where there is none. */
  first: string;
  last: string;
  /** Conversations that are here already, and that were deleted since. */
  here: number;
  deleted: number;
  readonly left: Counts;
}
export interface Moved {
  read: number;
  readonly bytes: number;
  created: number;
  here: number;
  deleted: number;
  messages: number;
  files: number;
  /** The conversation that was taken in first. */
  open: string;
  readonly left: Counts;
}

/** Lets others run, and throws where it is to end. */
export type Rest = () => Promise<void>;

const keyOf = ({ from, id, head }: Talk): MovedKey => ({ from, id, head });

/** Looks at all of it, and changes nothing. */
export async function survey(
  archive: Archive,
  options: ReadOptions,
  known: Host["known"],
  tell: (so: Survey) => void,
  rest: Rest,
): Promise<Survey> {
  const so: Survey = {
    read: 0,
    bytes: archive.bytes,
    from: "",
    talks: 0,
    branches: 0,
    messages: 0,
    files: 0,
    first: "",
    last: "",
    here: 0,
    deleted: 0,
    left: {},
  };
  let keys: MovedKey[] = [];
  const ask = async () => {
    if (keys.length === 0) return;
    for (const { state } of await known(keys)) if (state !== "new") so[state]++;
    keys = [];
  };
  const step = async (bytes: number) => {
    so.read += bytes;
    tell(so);
    await rest();
  };
  for await (const { talks, left } of readTalks(archive, options, step)) {
    addCounts(so.left, left);
    for (const talk of talks) {
      if (!isWithin(talk, so.left)) continue;
      if (talk.fork) so.branches++;
      else so.talks++;
      so.from ||= talk.from;
      measure(so, talk, archive);
      if (keys.push(keyOf(talk)) === KEYS_AT_ONCE) await ask();
    }
  }
  await ask();
  tell(so);
  return so;
}

/** Why there is nothing to take in, where what is there is left out. */
export const faultOf = ({ left }: Pick<Survey, "left">): Fault =>
  left.long_talks ? "long_talks" : left.blank_talks ? "blank_talks" : "unknown";

function measure(so: Survey, talk: Talk, archive: Archive): void {
  for (const { at, files } of talk.messages.slice(talk.fork?.messages ?? 0)) {
    so.messages++;
    const there = files.filter((file) => file.held !== undefined || archive.files?.has(file)).length;
    so.files += there;
    count(so.left, "lost_files", files.length - there);
    if (so.first === "" || at < so.first) so.first = at;
    if (at > so.last) so.last = at;
  }
}

function isWithin(talk: Talk, left: Counts): boolean {
  if (talk.messages.length <= MOVED_MESSAGES) return true;
  count(left, "long_talks");
  return false;
}

/** Takes all of it in. */
export async function moveIn(
  archive: Archive,
  options: ReadOptions,
  host: Host,
  tell: (so: Moved) => void,
  rest: Rest,
): Promise<Moved> {
  const so: Moved = {
    read: 0,
    bytes: archive.bytes,
    created: 0,
    here: 0,
    deleted: 0,
    messages: 0,
    files: 0,
    open: "",
    left: {},
  };
  const step = async (bytes: number) => {
    so.read += bytes;
    tell(so);
    await rest();
  };
  for await (const { talks, left } of readTalks(archive, options, step)) {
    addCounts(so.left, left);
    for (const talk of talks) {
      if (!isWithin(talk, so.left)) continue;
      await rest();
      await takeOne(archive, host, talk, so);
      tell(so);
    }
  }
  return so;
}

async function takeOne(archive: Archive, host: Host, talk: Talk, so: Moved): Promise<void> {
  const named = talk.messages.some(({ files }) => files.length > 0);
  // Its files are not sent for nothing.
  const [there] = named ? await host.known([keyOf(talk)]) : [];
  if (there && there.state !== "new") {
    so[there.state]++;
    return;
  }
  const left: Counts = {};
  let files = 0;
  const lines: string[] = [];
  const uploaded: Uploaded = new Map();
  for (const said of talk.messages) {
    const attachments = await attached(archive, host, said, uploaded, left);
    files += attachments.length;
    lines.push(JSON.stringify(messageOf(said, attachments)));
  }
  const text = [JSON.stringify(headOf(talk)), ...lines].join("\n");
  // A character takes three bytes at most.
  if (3 * text.length > SENT_BYTES && new TextEncoder().encode(text).length > SENT_BYTES) {
    count(so.left, "long_talks");
    return;
  }
  const sent = await host.take(text);
  if (sent === null) {
    so.deleted++;
    return;
  }
  so.open ||= sent.conversationId;
  if (!sent.created) {
    so.here++;
    return;
  }
  addCounts(so.left, left);
  so.created++;
  so.messages += talk.messages.length;
  so.files += files;
}

type Attached = NonNullable<MovedMessage["attachments"]>;
/** By the id of the file, or what it holds: what became of it. */
type Uploaded = Map<string, { readonly sha256: string; readonly name: string } | LeftOut>;

/** The files of a message that are there now; the others are counted. */
async function attached(
  archive: Archive,
  host: Host,
  { files }: Said,
  uploaded: Uploaded,
  left: Counts,
): Promise<Attached> {
  const attachments: Attached = [];
  for (const file of files) {
    // What stands in a message is of that message alone.
    const key = file.held ?? file.id;
    if (attachments.length === ATTACHMENTS_PER_MESSAGE) {
      count(left, "large_files");
      continue;
    }
    let there = uploaded.get(key);
    if (there === undefined) {
      const found = file.held === undefined
        ? await archive.files?.find(file) ?? "lost_files"
        : heldFile(file.held, file.name);
      const sent = typeof found === "string" ? null : await host.upload(found);
      there = typeof found === "string" ? found : sent ? { ...sent, name: found.name } : "other_files";
      uploaded.set(key, there);
    }
    if (typeof there === "string") count(left, there);
    else attachments.push({ sha256: there.sha256, name: there.name.slice(0, 255).toWellFormed() });
  }
  return attachments;
}

function headOf({ from, id, head, title, at, messages, fork }: Talk): MovedTalk {
  return {
    from,
    id,
    head,
    ...(title === "" ? {} : { title }),
    at,
    messages: messages.length,
    ...(fork ? { fork } : {}),
  };
}

/** Files that are named in the words of a message. */
const NAMED = 100;
/** A message that was nothing but files, none of which came along, names them, in no more words than are taken. */
const namesOf = (files: Said["files"]): string =>
  files.slice(0, NAMED).map(({ id, name }) => `[${nameOf(name) || nameOf(id) || "?"}]`).join(" ");

function messageOf({ role, name, at, content, files }: Said, attachments: Attached): MovedMessage {
  const bare = attachments.length === 0 && !/\S/.test(content);
  return {
    role,
    ...(name === undefined ? {} : { name }),
    at,
    content: bare ? namesOf(files) : content,
    ...(attachments.length > 0 ? { attachments } : {}),
  };
}
