/**
 * A text by its lines, before it is parsed: where a block ends that nothing can change any more, and what is defined
 * somewhere for everywhere, the addresses of links and the words of notes.
 */

export interface Outline {
  /** Ends of closed parts, in units, ascending; what follows the last one may still change. */
  readonly ends: readonly number[];
  /** Lines that say where a link of that name leads. */
  readonly links: readonly string[];
  /** Notes at the foot, by their labels, in the order in which they stand. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Definitions of links, and notes, of one text; the rest stands where it stands. */
export const DEFINITIONS = 500;
const LABEL_UNITS = 60;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LINK = /^ {0,3}\[(?!\^)(?:[^[\]\\]|\\.){1,200}\]:[ \t]*\S/;
const NOTE = new RegExp(`^ {0,3}\\[\\^([^\\s\\]]{1,${LABEL_UNITS}})\\]:[ \\t]*(.*)$`);
/**
 * A list may go on after a blank line; only plain starts and quotes close what stands before. So does what is marked as
 * strong, or begins with a dash that no blank follows: it is no item.
 */
const STARTS = /^(?:[^\s*+\-\d|]|[*+-]\S)/;

export interface Note {
  readonly label: string;
  readonly text: string;
  /** The first line behind it. */
  readonly next: number;
}

/**
 * The note that begins with line `at`: its own line, those that follow without a blank, and behind one those that are
 * indented. Null where there is none.
 */
export function noteAt(lineAt: (index: number) => string | undefined, at: number): Note | null {
  const [, label, first = ""] = NOTE.exec(lineAt(at) ?? "") ?? [];
  if (label === undefined) return null;
  const lines = [first];
  let next = at + 1;
  for (let blank = false, line = lineAt(next); line !== undefined; line = lineAt(++next)) {
    if (NOTE.test(line) || (blank && line.trim() !== "" && !/^(?: {2,}|\t)/.test(line))) break;
    blank = line.trim() === "";
    lines.push(line.replace(/^(?: {1,4}|\t)/, ""));
  }
  return { label, text: lines.join("\n").trimEnd(), next };
}

/** Whether line `line` begins or ends a fence, given the mark of the one that is open. */
function fenceAfter(open: string, line: string): string {
  const mark = FENCE.exec(line)?.[1] ?? "";
  if (open === "") return mark;
  return mark.startsWith(open) && line.trim() === mark ? "" : open;
}

/** How far a text was read, at the beginning of a line, and how many definitions stand before it. */
interface Read {
  readonly at: number;
  readonly fence: string;
  /** The next line may define a link. */
  readonly defines: boolean;
  readonly links: number;
  readonly notes: number;
}

/** The outline of a text that gets longer: of its lines only those are read again that what comes may still change. */
export class GrowingOutline {
  readonly #ends: number[] = [];
  #links: readonly string[] = [];
  #notes: ReadonlyMap<string, string> = new Map();
  #read: Read = { at: 0, fence: "", defines: true, links: 0, notes: 0 };

  /**
   * @param text begins with what was read before
   * @param growing the last line may go on, so that nothing is defined by it yet
   * @outside
   */
  read(text: string, growing: boolean): Outline {
    let { at, fence, defines } = this.#read;
    const lines = text.slice(at).split("\n");
    const last = lines.length - 1;
    const links = [...this.#links];
    const notes = new Map(this.#notes);
    let behindNote = 0;
    let read = this.#read;
    for (const [index, line] of lines.entries()) {
      fence = fenceAfter(fence, line);
      at += line.length + 1;
      const blank = line.trim() === "";
      if (fence === "" && blank && STARTS.test(lines[index + 1] ?? "")) this.#close(at);
      if (fence === "" && index >= behindNote && !(growing && index === last)) {
        const note = notes.size < DEFINITIONS ? noteAt((one) => lines[one], index) : null;
        if (note) {
          behindNote = note.next;
          if (!notes.has(note.label)) notes.set(note.label, note.text);
        }
        const link: boolean = defines && !note && links.length < DEFINITIONS && LINK.test(line);
        if (link) links.push(line);
        // A definition stands behind a blank or another one; inside a paragraph it is words.
        defines = blank || link || note !== null;
      }
      // A note goes on to where a line that is whole says so.
      if (behindNote < last && index + 1 >= behindNote && index + 1 < last) {
        read = { at, fence, defines, links: links.length, notes: notes.size };
      }
    }
    // What it says of the last line holds for as long as no more comes.
    if (growing) this.#keep(read, links, notes);
    return { ends: this.#ends, links, notes };
  }

  /** Whatever comes, a part that is closed stays closed: it may be told of again. */
  #close(end: number): void {
    if (end > (this.#ends.at(-1) ?? 0)) this.#ends.push(end);
  }

  #keep(read: Read, links: readonly string[], notes: ReadonlyMap<string, string>): void {
    this.#read = read;
    if (read.links > this.#links.length) this.#links = links.slice(0, read.links);
    if (read.notes > this.#notes.size) this.#notes = new Map([...notes].slice(0, read.notes));
  }
}

/**
 * @param growing the last line may go on, so that nothing is defined by it yet
 * @outside
 */
export const outlineOf = (text: string, growing = false): Outline => new GrowingOutline().read(text, growing);
