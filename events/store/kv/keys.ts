/**
 * The key layout. Every part is ASCII by construction (odd names are hashed), so the length of a part is its
 * size in bytes.
 */
import { sha256 } from "./codec.ts";

type Key = Deno.KvKey;

/** Events from `first` on, as many as lie together. */
export const eventsKey = (stream: string, first: number): Key => ["e", stream, first];
/**
 * Where a stream is at: its end, with its newest events. Nothing lies between these rows and the end of the order of all
 * commits, for an append writes both: where few streams are, they share a page of the file.
 */
export const streamKey = (stream: string): Key => ["at", stream];
export const allKey = (stamp: string | symbol): Key => ["all", stamp];
/** The answer to a command about `stream`: under it, so that a deletion finds it. */
export const commandKey = (stream: string, caller: string, key: string): Key => [
  "cmd",
  stream,
  plain(caller),
  plain(key),
];
export const workKey = (conversationId: string, turnId: string): Key => ["turn", conversationId, turnId];
export const draftKey = (
  conversationId: string,
  turnId: string,
  attempt: number,
  part: "text" | "reasoning",
  page: number,
): Key => ["draft", conversationId, turnId, attempt, part, page];
export const blobKey = (sha: string): Key => ["blob", sha];
export const blobPageKey = (sha: string, page: number): Key => ["blob", sha, page];
/** Says that `stream` names the blob: decides whether a deletion may remove it. */
export const refKey = (sha: string, stream: string): Key => ["ref", sha, stream];
/** The same the other way round: which blobs an export carries and a deletion looks at. */
export const namesKey = (stream: string, sha: string): Key => ["names", stream, sha];
export const snapKey = (
  fold: string,
  version: number,
  stream: string,
): Key => ["snap", fold, version, stream];
export const snapPageKey = (
  fold: string,
  version: number,
  stream: string,
  seq: number,
  page: number,
): Key => ["snap", fold, version, stream, seq, page];
/** A stream that is to be closed at a time, unless somebody takes that back. */
export const dueKey = (stream: string): Key => ["due", stream];
/** A stream at which somebody has to look then, in milliseconds since the epoch: the first in order is the next. */
export const runKey = (at: number, stream: string): Key => ["run", at, stream];
/** Event `seq` of a stream tells of words that are to leave it: an erasure under way. */
export const erasingKey = (stream: string, seq: number): Key => ["erasing", stream, seq];
export const purgeKey = (conversationId: string): Key => ["purge", conversationId];
/** Who packs a stream: see packing.ts. */
export const packingKey = (stream: string): Key => ["packing", stream];
/** How far rows that are made behind the log have come: see behind.ts. */
export const behindKey = (name: string): Key => ["behind", name];
/** A stream's row of the list, where it stands by time; what is no such time stands under its hash. */
export const recentKey = (shelf: string, at: string, stream: string): Key => [
  "recent",
  shelf,
  plain(at),
  stream,
];
/** A stream that is found under a name, which may be a text from outside. */
export const foundKey = (name: string, at: string, stream: string): Key => [
  "found",
  plain(name),
  plain(at),
  stream,
];
/** How far a stream is added up: see tally.ts. */
export const tallyKey = (stream: string): Key => ["tally", stream];
/** What one did in a stream on a day … */
export const spentKey = (stream: string, day: string, who: string): Key => [
  "spent",
  stream,
  plain(day),
  plain(who),
];
/** … and in all of them. */
export const totalKey = (day: string, who: string): Key => ["total", plain(day), plain(who)];
/** A stream that cannot be added up. */
export const uncountedKey = (stream: string): Key => ["uncounted", stream];
/** On which shelf, and at what time, a stream stands. */
export const standsKey = (stream: string): Key => ["stands", stream];
/** A signed checkpoint … */
export const checkpointKey = (n: number): Key => ["checkpoint", n];
/** … and which of them signed a stream last. */
export const signedKey = (stream: string): Key => ["signed", stream];
/** An import under way: its events are there, its head is not yet. */
export const importKey = (stream: string): Key => ["import", stream];
export const sideKey = (kind: string, id: string): Key => [kind, plain(id)];

export const FORMAT_KEY: Key = ["meta", "format"];
export const EPOCH_KEY: Key = ["meta", "epoch"];
/** Rewritten by every commit with events on a remote store, where it is watched. */
export const TAIL_KEY: Key = ["meta", "tail"];
export const READY_KEY: Key = ["meta", "ready"];

/** Longest name that goes into a key as it is. */
const PLAIN_LENGTH = 200;

/** A name from outside as a key part: itself when it is short printable ASCII, otherwise its hash. */
export function plain(name: string): string {
  return /^[\x20-\x7d]*$/.test(name) && name.length <= PLAIN_LENGTH ? name : `~${sha256(name)}`;
}

/** Size of a key in bytes as Deno encodes it, never too small. */
export function keyBytes(key: Key): number {
  let bytes = 0;
  for (const part of key) bytes += typeof part === "string" ? part.length + 2 : 12;
  return bytes;
}

/** Names a key in a set of claims; the part that a commit's place is put into is a symbol, which `join` refuses. */
export const claim = (key: Key): string => key.map(String).join("/");
