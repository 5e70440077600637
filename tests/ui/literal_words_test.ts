/** What people read stands in the catalogue alone: a language is one set of files, and nothing is left in another. */
import assert from "node:assert/strict";
import { all, withoutComments } from "../sources.ts";

/** As code is formatted: attributes that people read or hear, words in one line with their element, lines of words. */
const SAID = [
  /\b(?:aria-label|title|label|placeholder|action|alt|data-tip)="([^"]*[A-Za-z]{2}[^"]*)"/g,
  /(?:[/"}]|<[a-z]\w*)>([^<>{}=;()\n]*[A-Za-z]{3}[^<>{}=;()\n]*)(?=<\/|\{)/g,
  // The name of a bound in a list of imports is none.
  /^ +\}?(?![A-Z]+_[A-Z_]+,$)([A-Z][\w ,.’“”—-]*)$/gm,
];
/** Alike in every language: names of keys, how an address begins, what the style of a preview is of. */
const EVERYWHERE = new Set(["Esc", "https://", "html,body"]);

const literals = (text: string): string[] =>
  SAID.flatMap((said) => [...withoutComments(text).matchAll(said)].map(([, words = ""]) => words.trim()))
    .filter((words) => !EVERYWHERE.has(words));

Deno.test("a component says nothing but what the catalogue says", () => {
  const found = all.filter(({ path }) => path.startsWith("ui/") && path.endsWith(".tsx"))
    .flatMap(({ path, text }) => literals(text).map((said) => `${path}: ${said}`));
  assert.deepEqual(found, []);
});

Deno.test("words beside the catalogue are seen: read aloud, in a line with their element, in lines of their own", () => {
  const page =
    '<p title="Seen by">\n  What it saw\n</p>;\n<b>Title</b>;\n<i><Name of={name} />, now {model}</i>';
  assert.deepEqual(literals(page), ["Seen by", "Title", ", now", "What it saw"]);
});
