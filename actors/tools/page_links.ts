/** The links of a web page, so that a model can follow them: it is told where they lead, as it is told the words. */
import { Tokenizer } from "htmlparser2";
import { addressOf } from "../../projections/conversation/addresses.ts";
import { yieldLoop } from "../runtime/yield_loop.ts";

/** UTF-16 units read between two rests, as for the words. */
const AT_ONCE_UNITS = 8 * 1024;
/** Links told of one page, and their characters together: a long article has as many, a list of all pages is cut. */
export const LINKS = 200;
export const LINKS_CHARS = 16 * 1024;

/**
 * Where the links of a page lead, in its order, each once: absolute addresses as `addressOf` has them.
 * @param base the page's own address
 * @outside
 */
export async function pageLinks(html: string, base: string): Promise<string[]> {
  const links = new Links(html, base);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, links);
  for (let at = 0; at < html.length && !links.full; at += AT_ONCE_UNITS) {
    if (at > 0) await yieldLoop();
    tokenizer.write(html.slice(at, at + AT_ONCE_UNITS));
  }
  tokenizer.end();
  return [...links.found];
}

/** Receives what the tokenizer finds, as positions in the whole page. */
class Links {
  readonly found = new Set<string>();
  full = false;
  #chars = 0;
  #tag = "";
  #attribute = "";
  /** Pieces of the value: entities come one by one. */
  #value: string[] = [];

  constructor(readonly html: string, readonly base: string) {}

  onopentagname(start: number, end: number): void {
    this.#tag = this.html.slice(start, end).toLowerCase();
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

  ontext(): void {}
  ontextentity(): void {}
  onopentagend(): void {}
  onclosetag(): void {}
  onselfclosingtag(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #link(href: string): void {
    if (this.full || href.startsWith("#") || !URL.canParse(href, this.base)) return;
    const address = addressOf(new URL(href, this.base).href);
    if (address === null || this.found.has(address)) return;
    this.#chars += address.length;
    if (this.found.size >= LINKS || this.#chars > LINKS_CHARS) this.full = true;
    else this.found.add(address);
  }
}
