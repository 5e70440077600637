/**
 * Copies the rows of a closed store file into a new one: in the pages of the old one lies what was removed, until other
 * rows come there. Every table of Deno KV is copied as it is, row by row, so keys, stamps and the counter that stamps
 * are made of are the same.
 */
import { DatabaseSync } from "node:sqlite";
import { DiskFull, StoreUnreadable, why } from "../errors.ts";
import { trouble } from "../kv/kv.ts";
import { privateFile } from "../file/private_files.ts";

/** Facts of the file itself that are copied: a new file has others, or none. */
const FACTS = ["page_size", "user_version", "application_id"];

/**
 * @param to is new, and whole when this resolves; its own bytes are on the disk after `settle`
 * @throws {StoreUnreadable | DiskFull} one line; what is at `to` is then no store
 */
export async function copyRows(from: string, to: string): Promise<void> {
  await privateFile(to, () => undefined);
  const source = new DatabaseSync(from);
  const target = new DatabaseSync(to);
  try {
    copyInto(source, target);
  } catch (error) {
    if (trouble(error) === "full") throw new DiskFull();
    throw new StoreUnreadable(`The store cannot be copied: ${why(error)}`, { cause: error });
  } finally {
    source.close();
    target.close();
  }
}

function copyInto(source: DatabaseSync, target: DatabaseSync): void {
  for (const fact of FACTS) {
    const value = Number(Object.values(source.prepare(`PRAGMA ${fact}`).get() ?? {})[0]);
    target.exec(`PRAGMA ${fact} = ${value}`);
  }
  // Until it has its place the file is nobody's: half of one is thrown away.
  target.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
  const made = source.prepare(
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid",
  );
  const rest: string[] = [];
  for (const { type, name, sql } of made.all()) {
    if (type !== "table") {
      rest.push(String(sql));
      continue;
    }
    target.exec(String(sql));
    copyTable(source, target, `"${String(name)}"`);
  }
  // After the rows: an index is made faster whole.
  for (const sql of rest) target.exec(sql);
  target.exec("COMMIT");
}

function copyTable(source: DatabaseSync, target: DatabaseSync, table: string): void {
  const columns = source.prepare(`PRAGMA table_info(${table})`).all().map(({ name }) => `"${String(name)}"`);
  const rows = source.prepare(`SELECT ${columns.join()} FROM ${table}`);
  rows.setReadBigInts(true);
  const insert = target.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => "?").join()})`);
  for (const row of rows.iterate()) insert.run(...Object.values(row));
}
