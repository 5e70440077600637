/** What can go wrong with the store itself. Each message is one line that a person can act on. */

/** What anything that was thrown says. */
export const why = (error: unknown): string => error instanceof Error ? error.message : String(error);

/** Any trouble of the store; the command line prints `message` and exits 1. */
export class StoreError extends Error {
  override name = this.constructor.name;
}
/** Another process keeps the file locked. */
export class StoreLocked extends StoreError {}
/** The file or its folder cannot be opened, read or written. */
export class StoreUnreadable extends StoreError {}
/** The store was written by a later release. */
export class NewerFormat extends StoreError {}
/** The store was written by an earlier release and must be migrated. */
export class OlderFormat extends StoreError {}
export class DiskFull extends StoreError {
  constructor() {
    super("The disk that holds the store is full. Nothing was written.");
  }
}
/** The file that this process has open is not the one at its path any more: nobody would find what is written. */
export class StoreGone extends StoreError {
  constructor() {
    super("The store's file was removed or replaced while it was open. Nothing is written any more.");
  }
}
/** The same of the index of words, which is made anew. */
export class IndexGone extends StoreError {
  constructor() {
    super("The index of words was removed, emptied or replaced while it was open.");
  }
}
/** A value, an event or an append beyond the limits of the store. */
export class TooLarge extends StoreError {}
/** An append names a blob that is not (or no longer) in the store: put it first. */
export class MissingBlob extends StoreError {}
/** What is stored is not what was written: a torn chain, a missing page. */
export class StoreCorrupt extends StoreError {}
/** The events of a stream are not those that its chain covers; the message names the first, as far as it is known. */
export class NotAsStored extends StoreCorrupt {}
/** A position of another store, or of none. */
export class UnknownPosition extends StoreError {}
