/**
 * The file in which words are looked up: an index of SQLite (FTS5) beside the store. It is derived from the log and says
 * itself how far it is, in the same transaction as what it holds, so that a crash leaves it whole and behind. It may be
 * deleted. It knows no language: it is told the words of a text.
 *
 * The id of a row is its time, so that the newest are found first and a span of time is a span of ids.
 */
import {
  firstId,
  type FoundText,
  IDS_A_SECOND,
  idsOf,
  type IndexedText,
  type Lookup,
  matchOf,
  type Phrase,
  phraseOf,
  placeOf,
  SIGNS,
  type WordsOf,
} from "./lookup.ts";
import { why } from "../errors.ts";
import { cutSince, goneSince } from "../file/file_identity.ts";
import { SQLITE_FILES } from "../file/private_files.ts";
import { numberIn, type Row, Sql, textIn } from "./sql.ts";

/** Version of the tables, of what counts as a word and of what is a text: another one is built anew. */
const VERSION = "2";
/** Places tried in a second before there has to be more room. */
const TRIES = 4;
/** Pages that one step of merging writes about: some milliseconds. */
const MERGE_PAGES = 64;
/** Conversations that could not be taken in, by name. */
export const LEFT_OUT = 1_000;

const TABLES = `
  CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS conversation (n INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, seq INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS text (
    id INTEGER PRIMARY KEY, n INTEGER NOT NULL, message TEXT NOT NULL, seq INTEGER NOT NULL, at TEXT NOT NULL,
    author TEXT NOT NULL, count INTEGER NOT NULL, text BLOB NOT NULL);
  CREATE UNIQUE INDEX IF NOT EXISTS text_of ON text (n, message);
  CREATE VIRTUAL TABLE IF NOT EXISTS lookup USING fts5(words, author, place, signs, content='', tokenize="ascii tokenchars '${SIGNS}'");
`;
const NO_TABLES = `
  DROP TABLE IF EXISTS lookup; DROP TABLE IF EXISTS text; DROP TABLE IF EXISTS conversation; DROP TABLE IF EXISTS fact;
`;

/** Where taking everything in goes on: what changed up to a place is in, of the conversations up to one, by name. */
export interface Begun {
  readonly position: string;
  readonly conversation: string;
}

export interface IndexState {
  /** The store of which it is; null: of none yet. */
  readonly epoch: string | null;
  /** Place in the order of all events up to which everything is in; null: not everything is yet. */
  readonly position: string | null;
  /** How far taking everything in has come; null: it is done, or was not begun. */
  readonly begun: Begun | null;
  readonly texts: number;
  readonly words: number;
  /** Something was removed whose words may still be in the file. */
  readonly leftovers: boolean;
  /** Conversations that could not be taken in. */
  readonly unreadable: readonly string[];
}

/** How far taking out what was removed is: all has to be merged, some of it was, all was and is to be settled. */
type Left = 0 | 1 | 2 | 3;

/** What a step of taking it out came to: nothing is left, there is more to do, or somebody reads what was there before. */
export type Cleaned = "clean" | "more" | "busy";

const encoder = new TextEncoder();

export class SearchFile {
  readonly #sql: Sql;
  readonly #wordsOf: (text: IndexedText) => WordsOf;
  readonly #gone: readonly (() => boolean)[];
  /** Counts ids that were given, so that those of one second are spread over it. */
  #given = 0;

  /**
   * @param path a file, which need not be there, or `":memory:"`
   * @param wordsOf the same for the same text, until `VERSION` is another
   */
  constructor(path: string, wordsOf: (text: IndexedText) => WordsOf) {
    this.#wordsOf = wordsOf;
    this.#sql = new Sql(path);
    this.#sql.exec(TABLES);
    // What SQLite keeps beside it is there by now, and stays while it is open.
    this.#gone = path === ":memory:"
      ? []
      : [...["", ...SQLITE_FILES].map((end) => goneSince(path + end)), cutSince(path)];
  }

  /** Whether it is still the file at its path; nobody would find what is written into one that was removed. */
  isThere(): boolean {
    return !this.#gone.some((gone) => gone());
  }

  close(): void {
    this.#sql.close();
  }

  state(): IndexState {
    const facts = new Map(this.#sql.all("SELECT * FROM fact").map((row) => [textIn(row, "name"), row]));
    const ours = textIn(facts.get("version"), "value") === VERSION;
    const text = (name: string) => ours && textIn(facts.get(name), "value") || null;
    const [begunAt, ...conversation] = (text("begun") ?? "").split(" ");
    return {
      epoch: text("epoch"),
      position: text("position"),
      begun: begunAt ? { position: begunAt, conversation: conversation.join(" ") } : null,
      texts: numberIn(facts.get("texts"), "value"),
      words: numberIn(facts.get("words"), "value"),
      leftovers: numberIn(facts.get("leftovers"), "value") > 0,
      unreadable: (text("unreadable") ?? "").split(" ").filter((id) => id !== ""),
    };
  }

  /** Empties it, for the store of this epoch. */
  reset(epoch: string): void {
    this.#sql.write(() => {
      this.#sql.exec(NO_TABLES);
      this.#sql.exec(TABLES);
      this.#fact("version", VERSION);
      this.#fact("epoch", epoch);
    });
    if (!this.#sql.settle()) this.#left(3);
  }

  /**
   * What changed up to a place in the order of all events is in.
   * @param conversation the last one, by name, up to which all are in; null: all are, and so is everything
   */
  reached(position: string, conversation: string | null): void {
    this.#sql.write(() => {
      const [now, before] = conversation === null ? ["position", "begun"] : ["begun", "position"];
      this.#fact(now, conversation === null ? position : `${position} ${conversation}`);
      this.#sql.run("DELETE FROM fact WHERE name = ?", before);
    });
  }

  /** Which conversations could not be taken in, so that whoever is next tries again; of many, some are kept. */
  leftOut(conversationIds: readonly string[]): void {
    this.#fact("unreadable", conversationIds.slice(0, LEFT_OUT).join(" "));
  }

  /** The event of a conversation up to which it is in; 0: it is not, or not all of it. */
  seqOf(conversationId: string): number {
    return numberIn(this.#sql.find("SELECT seq FROM conversation WHERE id = ?", conversationId), "seq");
  }

  /** The same of several, in their order. */
  seqsOf(conversationIds: readonly string[]): number[] {
    return conversationIds.map((id) => this.seqOf(id));
  }

  /** Ids of conversations behind `after`, in their order. */
  conversations(after: string, limit: number): string[] {
    const sql = "SELECT id FROM conversation WHERE id > ? ORDER BY id LIMIT ?";
    return this.#sql.all(sql, after, limit).map((row) => textIn(row, "id"));
  }

  /** What is kept of one conversation. */
  texts(conversationId: string): IndexedText[] {
    return this.#sql.all("SELECT * FROM text WHERE n = ? ORDER BY id", this.#numberOf(conversationId)).map(
      read,
    );
  }

  /**
   * Keeps texts of a conversation, whose events are in up to `seq` then.
   * @param from up to where they were in before; where somebody else was first, nothing is done
   * @returns whether it was done
   */
  put(conversationId: string, from: number, seq: number, texts: readonly IndexedText[]): boolean {
    return this.#sql.write(() => {
      if (this.seqOf(conversationId) !== from) return false;
      this.#sql.run(
        "INSERT INTO conversation (id, seq) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET seq = excluded.seq",
        conversationId,
        seq,
      );
      const n = this.#numberOf(conversationId);
      const fresh: [number, IndexedText][] = [];
      for (const text of texts) {
        const known = this.#sql.find("SELECT * FROM text WHERE n = ? AND message = ?", n, text.message);
        if (known && same(read(known), text)) continue;
        if (known) this.#forget(known);
        // Words that are gone from the log go from here, too.
        if (known && text.text === "") this.#left(1);
        if (text.text !== "") fresh.push([this.#keep(n, text), text]);
      }
      // In the order of their ids: the index begins anew at each that goes back.
      const sql = "INSERT INTO lookup (rowid, words, author, place, signs) VALUES (?, ?, ?, ?, ?)";
      for (const [id, text] of fresh.sort(([a], [b]) => a - b)) {
        this.#sql.run(sql, id, ...this.#columns(n, text));
      }
      return true;
    });
  }

  /** Removes a conversation; its words are out of the file when `clean` says so. */
  remove(conversationId: string): void {
    this.#sql.write(() => {
      const n = this.#numberOf(conversationId);
      if (n === 0) return;
      for (const row of this.#sql.all("SELECT * FROM text WHERE n = ?", n)) this.#forget(row);
      this.#sql.run("DELETE FROM conversation WHERE n = ?", n);
      this.#left(1);
    });
  }

  /** A step of taking the words of what was removed out of the file: everything is merged once. */
  clean(): Cleaned {
    const left = numberIn(this.#sql.find("SELECT value FROM fact WHERE name = 'leftovers'"), "value");
    if (left === 0) return "clean";
    if (left < 3) {
      this.#merge(left === 1);
      return "more";
    }
    if (!this.#sql.settle()) return "busy";
    this.#left(0);
    return "clean";
  }

  #merge(first: boolean): void {
    this.#sql.write(() => {
      const before = this.#changes();
      // Below nothing begins it anew, with all of the index.
      this.#sql.run(
        "INSERT INTO lookup (lookup, rank) VALUES ('merge', ?)",
        first ? -MERGE_PAGES : MERGE_PAGES,
      );
      if (first) this.#left(2);
      else if (this.#changes() - before < 2) this.#left(3);
    });
  }

  /** Texts that have what is looked up, the newest first, each when it is asked for. */
  *find(lookup: Lookup): Generator<FoundText> {
    const { conversationId, among = null } = lookup;
    const ids = conversationId === null ? among : [conversationId];
    const match = matchOf(lookup, ids && ids.map((id) => this.#numberOf(id)));
    const [from, until] = idsOf(lookup);
    const all = "SELECT text.*, conversation.id AS conversation FROM";
    const rows = match === ""
      ? this.#sql.each(
        `${all} text JOIN conversation USING (n) WHERE text.id >= ? AND text.id < ? ORDER BY text.id DESC`,
        from,
        until,
      )
      : this.#sql.each(
        `${all} lookup CROSS JOIN text ON text.id = lookup.rowid CROSS JOIN conversation USING (n) ` +
          "WHERE lookup MATCH ? AND lookup.rowid >= ? AND lookup.rowid < ? ORDER BY lookup.rowid DESC",
        match,
        from,
        until,
      );
    for (const row of rows) {
      yield { ...read(row), conversationId: textIn(row, "conversation"), count: numberIn(row, "count") };
    }
  }

  /** How many texts have a phrase, counted up to `most`. */
  having(phrase: Phrase, most: number): number {
    const sql = "SELECT count(*) AS count FROM (SELECT 1 FROM lookup WHERE lookup MATCH ? LIMIT ?)";
    return numberIn(this.#sql.find(sql, phraseOf(phrase), most), "count");
  }

  /** What SQLite finds wrong with the file and the index in it; empty where it is whole. */
  check(): string[] {
    const found = this.#sql.all("PRAGMA integrity_check(10)").map((row) => textIn(row, "integrity_check"));
    const wrong = found.filter((line) => line !== "ok");
    try {
      this.#sql.run("INSERT INTO lookup (lookup) VALUES ('integrity-check')");
    } catch (error) {
      wrong.push(why(error));
    }
    return wrong;
  }

  /** 0 for one that is not kept. */
  #numberOf(conversationId: string): number {
    return numberIn(this.#sql.find("SELECT n FROM conversation WHERE id = ?", conversationId), "n");
  }

  /** @returns its id */
  #keep(n: number, text: IndexedText): number {
    const id = this.#idAt(Date.parse(text.at));
    const { length } = this.#wordsOf(text).words;
    this.#sql.run(
      "INSERT INTO text (id, n, message, seq, at, author, count, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      id,
      n,
      text.message,
      text.seq,
      text.at,
      text.author,
      length,
      encoder.encode(text.text),
    );
    this.#count(1, length);
    return id;
  }

  #forget(row: Row): void {
    const id = numberIn(row, "id");
    const sql =
      "INSERT INTO lookup (lookup, rowid, words, author, place, signs) VALUES ('delete', ?, ?, ?, ?, ?)";
    this.#sql.run(sql, id, ...this.#columns(numberIn(row, "n"), read(row)));
    this.#sql.run("DELETE FROM text WHERE id = ?", id);
    this.#count(-1, -numberIn(row, "count"));
  }

  #columns(n: number, text: IndexedText): [string, string, string, string] {
    const { words, author, signs } = this.#wordsOf(text);
    return [words.join(" "), author.join(" "), placeOf(n), signs.join(" ")];
  }

  /** A free id in the second of a time, or soon behind it where many were said in one. */
  #idAt(ms: number): number {
    const start = firstId(ms);
    for (let tries = 0, room = IDS_A_SECOND;; room *= ++tries % TRIES === 0 ? 2 : 1) {
      const id = start + Math.imul(this.#given++, 0x9e3779b1 | 0) % room;
      const free = id >= start ? id : id + room;
      if (!this.#sql.find("SELECT 1 FROM text WHERE id = ?", free)) return free;
    }
  }

  #count(texts: number, words: number): void {
    const sql =
      "INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value";
    this.#sql.run(sql, "texts", texts);
    this.#sql.run(sql, "words", words);
  }

  #fact(name: string, value: string | number): void {
    this.#sql.run("INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)", name, value);
  }

  #left(left: Left): void {
    this.#fact("leftovers", left);
  }

  #changes(): number {
    return numberIn(this.#sql.find("SELECT total_changes() AS changes"), "changes");
  }
}

const read = (row: Row): IndexedText => ({
  message: textIn(row, "message"),
  seq: numberIn(row, "seq"),
  at: textIn(row, "at"),
  author: textIn(row, "author"),
  text: textIn(row, "text"),
});

const same = (a: IndexedText, b: IndexedText): boolean =>
  a.text === b.text.toWellFormed() && a.at === b.at && a.author === b.author && a.seq === b.seq;
