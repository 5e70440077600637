/**
 * The words of a web page without its markup, and its links, so that a model can follow them. The tokenizer is
 * htmlparser2's, which reads as browsers do and in linear time whatever a page is made of; here stands only what of
 * it is a line, a blank or nothing at all.
 */
import { Tokenizer } from "htmlparser2";
import { addressOf } from "../../projections/conversation/addresses.ts";
import { yieldLoop } from "../runtime/yield_loop.ts";

/** UTF-16 units read between two rests, so that a page of the largest size holds nobody up: about 2 ms. */
const AT_ONCE_UNITS = 8 * 1024;

/** Links told of one page, and their characters together: a long article has as many, a list of all pages is cut. */
export const LINKS = 200;
export const LINKS_CHARS = 16 * 1024;

/** What stands in these is not read by people. */
const UNREAD = new Set(["script", "style", "noscript", "template", "svg"]);
/** Where these begin or end, a new line begins. */
const LINES = new Set(
  ("address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 head header hr html legend li main nav ol option p pre section summary table title tr ul")
    .split(" "),
);
/** Cells stand beside one another, with a blank between. */
const CELLS = new Set(["td", "th"]);

/**
 * Reads a page. Linear, and gives up the loop as it goes.
 * @param base the page's own address
 * @returns `words`: a line for each block, one blank for any run of them, references decoded; what stands in `<pre>`
 *   keeps its lines. `links`: where they lead, in the page's order, each once: absolute, as `addressOf` has them.
 * @outside
 */
export async function readPage(html: string, base: string): Promise<{ words: string; links: string[] }> {
  const page = new Page(html, base);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, page);
  for (let at = 0; at < html.length; at += AT_ONCE_UNITS) {
    if (at > 0) await yieldLoop();
    tokenizer.write(html.slice(at, at + AT_ONCE_UNITS));
  }
  tokenizer.end();
  return { words: page.words(), links: [...page.links] };
}

/** Receives what the tokenizer finds, as positions in the whole page. */
class Page {
  readonly links = new Set<string>();
  #linksFull = false;
  #linksChars = 0;
  /** The attribute that is read, where it can hold a link. */
  #attribute = "";
  /** Pieces of its value: entities come one by one. */
  #value: string[] = [];
  readonly #parts: string[] = [];
  /** What has to stand before the next word. */
  #gap: "" | " " | "\n" = "";
  #tag = "";
  /** The unread element we are in, and how many of its name deep. */
  #unread = "";
  #depth = 0;
  #pre = 0;

  constructor(readonly html: string, readonly base: string) {}

  words(): string {
    return this.#parts.join("").trim();
  }

  ontext(start: number, end: number): void {
    this.#say(this.html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#say(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.html.slice(start, end).toLowerCase();
    if (this.#unread === "") {
      this.#separate(this.#tag);
      if (this.#tag === "pre") this.#pre++;
    }
  }

  onopentagend(end: number): void {
    const { html } = this;
    // Of these only <svg/> may end where it begins.
    if (!UNREAD.has(this.#tag) || (this.#tag === "svg" && html[end - 1] === "/")) return;
    if (this.#unread === "") this.#unread = this.#tag;
    if (this.#unread === this.#tag) this.#depth++;
  }

  onclosetag(start: number, end: number): void {
    const tag = this.html.slice(start, end).toLowerCase();
    if (this.#unread !== "") {
      if (tag === this.#unread && --this.#depth === 0) {
        this.#unread = "";
        this.#widen(" ");
      }
      return;
    }
    this.#separate(tag);
    if (tag === "pre" && this.#pre > 0) this.#pre--;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#tag === "a" || this.#tag === "area"
      ? this.html.slice(start, end).toLowerCase()
      : "";
    this.#value = [];
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === "href") this.#value.push(this.html.slice(start, end));
  }

  onattribentity(codePoint: number): void {
    if (this.#attribute === "href") this.#value.push(String.fromCodePoint(codePoint));
  }

  onattribend(): void {
    if (this.#attribute === "href") this.#link(this.#value.join("").trim());
    this.#attribute = "";
  }

  onselfclosingtag(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #link(href: string): void {
    if (this.#linksFull || href.startsWith("#") || !URL.canParse(href, this.base)) return;
    const address = addressOf(new URL(href, this.base).href);
    if (address === null || this.links.has(address)) return;
    this.#linksChars += address.length;
    if (this.links.size >= LINKS || this.#linksChars > LINKS_CHARS) this.#linksFull = true;
    else this.links.add(address);
  }

  #separate(tag: string): void {
    if (LINES.has(tag)) this.#widen("\n");
    else if (CELLS.has(tag)) this.#widen(" ");
  }

  #widen(gap: " " | "\n"): void {
    if (this.#gap !== "\n") this.#gap = gap;
  }

  #say(text: string): void {
    if (this.#unread !== "") return;
    if (this.#pre > 0) return this.#put(text);
    for (const [piece] of text.matchAll(/\s+|\S+/g)) {
      if (/^\s/.test(piece)) this.#widen(" ");
      else this.#put(piece);
    }
  }

  #put(text: string): void {
    this.#parts.push(this.#gap, text);
    this.#gap = "";
  }
}
