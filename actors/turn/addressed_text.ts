/**
 * Manager mode: agents speak JSON, `{"to": 143, "context": "…"}`. People are shown the words as they come; of the
 * manager, whom they talk with, only those that are for them: it would seem to tell them what it tells a member.
 */
import { z } from "zod";
import { jsonOf } from "../runtime/json.ts";
import type { Shown } from "./shown_text.ts";

export interface Addressed {
  readonly to: number;
  readonly context: string;
}

const Number_ = z.union([
  z.int().min(0),
  z.string().regex(/^\s*#?\d{1,15}\b/).transform((text) => Number(/\d+/.exec(text)?.[0])),
]);
const Text = z.union([
  z.string(),
  z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value)),
]);
const Answer = z.union([
  z.object({ to: Number_, context: Text }),
  z.object({ to: Number_, content: Text }).transform(({ to, content }) => ({ to, context: content })),
  z.object({ to: Number_, text: Text }).transform(({ to, text }) => ({ to, context: text })),
]);

/**
 * Reads what a model wrote, leniently: in a code fence, with words around it, `content` for `context` (C-13).
 * @outside
 */
export function parseAddressed(raw: string): Addressed | null {
  const start = raw.indexOf("{");
  const end = raw.lastIndexOf("}");
  if (start === -1 || end < start) return null;
  return Answer.safeParse(jsonOf(raw.slice(start, end + 1))).data ?? null;
}

const OPENING =
  /^\s*(?:```(?:json)?\s*)?\{\s*"to"\s*:\s*"?#?(\d+)"?\s*,\s*"(?:context|content|text)"\s*:\s*"/;
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  '"': '"',
  "\\": "\\",
  "/": "/",
};

/** UTF-16 units in which the JSON has to open to be shown as it comes: a dozen times what models write. */
const OPENING_UNITS = 300;

/** The words inside the JSON, decoded as they arrive; JSON in any other order waits for its end. */
export class AddressedText implements Shown {
  /** All of it, in pieces: joined once, at the end. */
  readonly #raw: string[] = [];
  /** What is not read yet: the opening while it is unclear, then a broken escape. */
  #rest = "";
  #reading: "opening" | "words" | "nothing" = "opening";
  #shown: string[] = [];

  /** @param forPerson hold back what is not for the person */
  constructor(readonly forPerson = false) {}

  /** @outside */
  push(text: string): string {
    this.#raw.push(text);
    if (this.#reading === "nothing") return "";
    this.#rest += text;
    if (this.#reading === "opening") this.#open();
    if (this.#reading !== "words") return "";
    const words = this.#decode();
    this.#shown.push(words);
    return words;
  }

  end(): string {
    const answer = parseAddressed(this.#raw.join(""));
    if (this.forPerson && answer?.to !== 0) return "";
    const context = answer?.context ?? "";
    const shown = this.#shown.join("");
    return context.startsWith(shown) ? context.slice(shown.length) : "";
  }

  #open(): void {
    this.#rest = this.#rest.trimStart();
    const opening = OPENING.exec(this.#rest.slice(0, OPENING_UNITS));
    if (opening) {
      this.#rest = this.#rest.slice(opening[0].length);
      this.#reading = this.forPerson && Number(opening[1]) !== 0 ? "nothing" : "words";
    } else if (this.#rest.length >= OPENING_UNITS) this.#reading = "nothing";
  }

  /** Reads what came, but for an escape that is not whole yet. */
  #decode(): string {
    const rest = this.#rest;
    let words = "";
    let at = 0;
    for (; at < rest.length; at++) {
      const char = rest[at] ?? "";
      if (char === '"') {
        this.#reading = "nothing";
        break;
      }
      if (char !== "\\") {
        words += char;
        continue;
      }
      const code = rest[at + 1];
      const length = code === "u" ? 6 : 2;
      if (at + length > rest.length) break;
      const hex = rest.slice(at + 2, at + 6);
      if (code === "u" && !/^[0-9a-fA-F]{4}$/.test(hex)) {
        this.#reading = "nothing";
        break;
      }
      words += code === "u" ? String.fromCharCode(parseInt(hex, 16)) : ESCAPES[code ?? ""] ?? "";
      at += length - 1;
    }
    this.#rest = rest.slice(at);
    return words;
  }
}
