/** SQL on one file: statements that are prepared once, and what a column holds, whoever wrote it. */
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { FILE_MODE } from "../file/private_files.ts";

/** Milliseconds to wait for another process that writes. */
const BUSY_MS = 5_000;

export type Row = Readonly<Record<string, SQLOutputValue>>;
type Value = string | number | Uint8Array;

const decoder = new TextDecoder();

/** "" for what is no text. */
export const textIn = (row: Row | undefined, column: string): string => {
  const value = row?.[column];
  return typeof value === "string" ? value : value instanceof Uint8Array ? decoder.decode(value) : "";
};
/** 0 for what is no number. */
export const numberIn = (row: Row | undefined, column: string): number => {
  const value = row?.[column];
  return typeof value === "number" ? value : 0;
};

export class Sql {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    if (path !== ":memory:") makePrivate(path);
    this.#db = new DatabaseSync(path);
    this.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`);
    // What is removed is overwritten: words of what was deleted for good must not be left.
    this.exec("PRAGMA secure_delete = ON");
  }

  close(): void {
    this.#db.close();
  }

  /** Several statements; what was prepared is prepared anew, for tables may be others. */
  exec(sql: string): void {
    this.#statements.clear();
    this.#db.exec(sql);
  }

  run(sql: string, ...values: Value[]): void {
    this.#prepared(sql).run(...values);
  }

  all(sql: string, ...values: Value[]): Row[] {
    return this.#prepared(sql).all(...values);
  }

  /** One row after the other, each when it is asked for. */
  each(sql: string, ...values: Value[]): Iterable<Row> {
    return this.#prepared(sql).iterate(...values);
  }

  find(sql: string, ...values: Value[]): Row | undefined {
    return this.#prepared(sql).get(...values);
  }

  /** All that `work` writes, or nothing of it. */
  write<T>(work: () => T): T {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#db.exec("COMMIT");
      return result;
    } catch (error) {
      // What has failed badly is rolled back already.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  /**
   * Moves what was written into the file itself, and empties what stands beside it.
   * @returns false while somebody reads what was there before; it does not wait for them, who may take long
   */
  settle(): boolean {
    this.#db.exec("PRAGMA busy_timeout = 0");
    try {
      return numberIn(this.find("PRAGMA wal_checkpoint(TRUNCATE)"), "busy") === 0;
    } finally {
      this.#db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    }
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, known);
    return known;
  }
}

/** A file that is not there is made its owner's alone, before SQLite makes one that others may read. */
function makePrivate(path: string): void {
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: FILE_MODE }).close();
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}
