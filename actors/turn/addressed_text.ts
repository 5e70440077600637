/**
 * Manager mode: agents speak JSON, `{"to": 143, "context": "…"}`. People are shown the words as they come; of the
 * manager, whom they talk with, only those that are for them: it would seem to tell them what it tells a member.
 */
import { z } from "zod";
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

/** Reads what a model wrote, leniently: in a code fence, with words around it, `content` for `context` (C-13). */
export function parseAddressed(raw: string): Addressed | null {
  const start = raw.indexOf("{");
  const end = raw.lastIndexOf("}");
  if (start === -1 || end < start) return null;
  try {
    const answer = Answer.safeParse(JSON.parse(raw.slice(start, end + 1)));
    return answer.success ? answer.data : null;
  } catch {
    return null;
  }
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

/** The words inside the JSON, decoded as they arrive; JSON in any other order waits for its end. */
export class AddressedText implements Shown {
  #raw = "";
  #at: number | null = null;
  #done = false;
  #shown = "";
  #held = false;

  /** @param forPerson hold back what is not for the person */
  constructor(readonly forPerson = false) {}

  push(text: string): string {
    this.#raw += text;
    if (this.#at === null) {
      const opening = OPENING.exec(this.#raw);
      if (!opening) return "";
      this.#at = opening[0].length;
      this.#held = this.forPerson && Number(opening[1]) !== 0;
    }
    if (this.#held) return "";
    const words = this.#decode(this.#at);
    this.#shown += words;
    return words;
  }

  end(): string {
    const answer = parseAddressed(this.#raw);
    if (this.forPerson && answer?.to !== 0) return "";
    const context = answer?.context ?? "";
    return context.startsWith(this.#shown) ? context.slice(this.#shown.length) : "";
  }

  #decode(from: number): string {
    let words = "";
    let at = from;
    while (!this.#done && at < this.#raw.length) {
      const char = this.#raw[at] ?? "";
      if (char === '"') this.#done = true;
      else if (char !== "\\") words += char;
      else {
        const code = this.#raw[at + 1];
        const length = code === "u" ? 6 : 2;
        if (at + length > this.#raw.length) break;
        const hex = this.#raw.slice(at + 2, at + 6);
        if (code === "u" && !/^[0-9a-fA-F]{4}$/.test(hex)) this.#done = true;
        else words += code === "u" ? String.fromCharCode(parseInt(hex, 16)) : ESCAPES[code ?? ""] ?? "";
        at += length - 1;
      }
      at++;
    }
    this.#at = at;
    return words;
  }
}
