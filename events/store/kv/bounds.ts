/** Bounds of the store. Deno KV sets the outer ones; each is kept a little below, for what we estimate. */

/** Mutations of one atomic; Deno allows 1,000, two are ours: the `["all"]` entry and the tail. */
export const MUTATIONS = 990;
/** Bytes of one atomic, keys counted twice; Deno allows 819,200. */
export const COMMIT_BYTES = 780_000;
/** Bytes of keys of one atomic; Deno allows 81,920. */
export const KEY_BYTES = 76_000;
/** Checks of one atomic on a file or in memory. */
export const CHECKS = 100;
/** Checks of one atomic over KV Connect (`denokv` 0.12 and 0.14). */
export const CHECKS_REMOTE = 10;

/** Bytes of one stored value; Deno allows 65,536 after its own encoding. */
export const VALUE_BYTES = 64_000;
/** Bytes of an event beyond which its largest texts become blobs. */
export const EVENT_BYTES = 48 * 1024;
/** Bytes of all events of one append beyond which more texts become blobs: half a commit, for its rows. */
export const APPEND_BYTES = 400_000;
/** Bytes of one page of a blob or a snapshot. */
export const PAGE_BYTES = 60 * 1024;
/** Bytes of one blob: an attachment, a text. More is refused, never truncated. */
export const BLOB_BYTES = 10 * 1024 * 1024;
/**
 * UTF-16 code units of one draft page: the last is rewritten by every tick, and SQLite keeps it within a page of its own
 * (form/value.ts), with two bytes a unit too.
 */
export const DRAFT_PAGE_UNITS = 400;
/** Bytes of pages in one bulk job, so that an append beside it waits for a small commit. */
export const BULK_BYTES = 240_000;
/** Keys removed by one job of a deletion. */
export const REMOVE_KEYS = 250;
/** Entries asked for at once by a listing: 1.4 times as fast as the default 100. */
export const LIST_BATCH = 500;
/** Values of events asked for at once: each may be as large as a value can be. */
export const VALUES_BATCH = 64;
/** Milliseconds between looks at a file that other processes may have appended to. */
export const POLL_MS = 150;
/** The same while nobody writes to it. */
export const POLL_IDLE_MS = 500;
/** Milliseconds between looks at a remote store, beside the watched tail key: a net below the net. */
export const POLL_REMOTE_MS = 2_000;

/** In the place of a path: the store that whoever runs the program gives it, as Deno Deploy does. */
export const DEFAULT_STORE = "default";
