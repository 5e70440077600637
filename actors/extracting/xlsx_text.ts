/** The cells of a workbook as text: each sheet by its name, its rows as CSV, values as they were last computed. */
import { type Found, UnreadableFile } from "./refusal.ts";
import type { TextBuilder } from "./text_builder.ts";
import type { OfficeFile, XmlHandler } from "./xml_parts.ts";

const BOOK = "xl/workbook.xml";
/** Sheets that are read. */
const SHEETS = 100;
/** UTF-16 units of the texts that cells share: they are held while sheets are read. */
const SHARED_UNITS = 20_000_000;
/** Empty cells that are written between two that are not: of more, how many. */
const GAP = 50;
/** UTF-16 units of a format that are looked at. */
const FORMAT_UNITS = 500;
/** Days from Excel's first day to that of the epoch; of books that count from 1904. */
const DAYS_BEFORE = 25_569, DAYS_BEFORE_1904 = 24_107;
const DAY_MS = 86_400_000;
/** Formats of dates that every workbook has by number. */
const DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

type Attributes = Readonly<Record<string, string>>;
interface Sheet {
  readonly name: string;
  readonly relation: string;
}

/** @throws {UnreadableFile} */
export async function xlsxText(file: OfficeFile, text: TextBuilder): Promise<Found> {
  if (!file.has(BOOK)) throw new UnreadableFile("damaged");
  const sheets: Sheet[] = [];
  let from1904 = false;
  await file.read(BOOK, {
    open(name, given) {
      if (name === "sheet") sheets.push({ name: given["name"] ?? "", relation: relationOf(given) });
      if (name === "workbookPr") from1904 = /^(1|true)$/.test(given["date1904"] ?? "");
    },
  });
  const targets = await relations(file);
  const book = { shared: await sharedTexts(file), dates: await dateStyles(file), from1904 };
  for (const [index, { name, relation }] of sheets.slice(0, SHEETS).entries()) {
    if (text.full) break;
    text.mark(`${index > 0 ? "\n" : ""}[Sheet "${name}"]\n`);
    const target = targets.get(relation) ?? `worksheets/sheet${index + 1}.xml`;
    await file.read(target.startsWith("/") ? target.slice(1) : `xl/${target}`, new Rows(text, book));
  }
  return { cut: text.full || sheets.length > SHEETS };
}

/** `r:id`; `sheetId` is another name. */
const relationOf = (given: Attributes): string => given["id"] ?? "";

async function relations(file: OfficeFile): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await file.read("xl/_rels/workbook.xml.rels", {
    open(name, { Id = "", Target = "" }) {
      if (name === "Relationship") found.set(Id, Target);
    },
  });
  return found;
}

async function sharedTexts(file: OfficeFile): Promise<string[]> {
  const found: string[] = [];
  let parts: string[] = [], inside = false, spoken = 0, units = 0;
  await file.read("xl/sharedStrings.xml", {
    open(name) {
      if (name === "si") parts = [];
      else if (name === "rPh") spoken++;
      else if (name === "t") inside = spoken === 0;
    },
    text(text) {
      if (!inside) return;
      units += text.length;
      if (units > SHARED_UNITS) throw new UnreadableFile("bomb");
      parts.push(text);
    },
    close(name) {
      if (name === "t") inside = false;
      else if (name === "rPh") spoken--;
      else if (name === "si") found.push(parts.join(""));
    },
  });
  return found;
}

/** Which styles of cells show a number as a date. */
async function dateStyles(file: OfficeFile): Promise<Set<number>> {
  const own = new Set<number>();
  const styles = new Set<number>();
  let style = 0, cells = false;
  await file.read("xl/styles.xml", {
    open(name, { numFmtId = "0", formatCode = "" }) {
      // Words in quotes and colours in brackets are no letters of a date.
      const bare = formatCode.slice(0, FORMAT_UNITS).replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, "");
      if (name === "numFmt" && /[dmyhs]/i.test(bare)) own.add(Number(numFmtId));
      if (name === "cellXfs") cells = true;
      if (name !== "xf" || !cells) return;
      const format = Number(numFmtId);
      if (DATES.has(format) || own.has(format)) styles.add(style);
      style++;
    },
    close(name) {
      if (name === "cellXfs") cells = false;
    },
  });
  return styles;
}

interface Book {
  readonly shared: readonly string[];
  readonly dates: ReadonlySet<number>;
  readonly from1904: boolean;
}

class Rows implements XmlHandler {
  #type = "";
  #style = 0;
  #column = 0;
  /** Of the row: the last column that was written. */
  #written = 0;
  #value = "";
  #inside = false;
  constructor(readonly out: TextBuilder, readonly book: Book) {}

  get done(): boolean {
    return this.out.full;
  }

  open(name: string, { t = "n", s = "0", r = "" }: Attributes): void {
    if (name === "row") [this.#column, this.#written] = [0, 0];
    else if (name === "c") {
      [this.#type, this.#style, this.#value] = [t, Number(s), ""];
      this.#column = columnOf(r) || this.#column + 1;
    } else if (name === "v" || name === "t") this.#inside = true;
  }

  text(text: string): void {
    if (this.#inside) this.#value += text;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.#inside = false;
    else if (name === "c") this.#cell();
    else if (name === "row" && this.#written > 0) this.out.mark("\n");
  }

  #cell(): void {
    const text = this.#text();
    if (text === "") return;
    const gap = Math.max(this.#column - Math.max(this.#written, 1), this.#written > 0 ? 1 : 0);
    this.out.mark(gap <= GAP ? ",".repeat(gap) : `,(${gap - 1} empty cells),`);
    this.out.add(/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    this.#written = this.#column;
  }

  #text(): string {
    const { shared, dates, from1904 } = this.book;
    const value = this.#value;
    if (this.#type === "s") return shared[Number(value)] ?? "";
    if (this.#type === "b") return value === "1" ? "TRUE" : "FALSE";
    if (this.#type === "n" && dates.has(this.#style) && value !== "") return dateOf(Number(value), from1904);
    return value;
  }
}

/** 28 of `AB12`; 0 where it says none. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "") {
    column = 26 * column + letter.charCodeAt(0) - 64;
  }
  return column;
}

/** A day, a time or both; what is none stays a number. */
function dateOf(value: number, from1904: boolean): string {
  const ms = Math.round((value - (from1904 ? DAYS_BEFORE_1904 : DAYS_BEFORE)) * DAY_MS / 1_000) * 1_000;
  const date = new Date(ms);
  if (!Number.isFinite(value) || Number.isNaN(date.getTime())) return `${value}`;
  const [day = "", time = ""] = date.toISOString().split("T");
  const clock = time.slice(0, 8);
  if (value >= 0 && value < 1) return clock;
  return clock === "00:00:00" ? day : `${day} ${clock}`;
}
