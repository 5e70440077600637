/** What the page says stands in its words, in every language: no component holds a sentence of its own. */
import assert from "node:assert/strict";
import { all, withoutComments } from "../sources.ts";

/** Where sentences still stand; what is said there is in English alone. The list only gets shorter. */
const NOT_YET: readonly RegExp[] = [
  /^ui\/chat\/(composer|welcome)\.tsx$/,
  /^ui\/dialogs\//,
  /^ui\/message\/tools\.tsx$/,
  /^ui\/palette\/(every_action\.ts|palette_dialog\.tsx)$/,
  /^ui\/settings\//,
];

const LETTERS = "[^<>{}=;()&|`]*[A-Za-z]{2}[^<>{}=;()&|`]*";
const SENTENCES: readonly RegExp[] = [
  // Between tags.
  new RegExp(`(?<!=|<style)>(${LETTERS})(?:</|\\{|<[a-zA-Z])`, "g"),
  // As what a reader or a pointer is told.
  /\b(?:aria-label|aria-description|title|placeholder|alt|label|data-tip)="([^"]*[A-Za-z]{2}[^"]*)"/g,
  // As a text: it begins as a sentence does, and has more than one word.
  /"([A-Z][^"\\\n]*[a-z] [^"\\\n]*)"/g,
  /`([A-Z][a-z]+ [^`\n]*)`/g,
];

/** Sentences in a source, comments left out. */
const sentencesOf = (text: string): string[] =>
  SENTENCES.flatMap((pattern) =>
    [...withoutComments(text).matchAll(pattern)].map(([, said = ""]) => said.trim())
  )
    // The rest of a condition.
    .filter((said) => /[A-Za-z]{2}/.test(said) && !/^[:,?]/.test(said));

const spoken = all.filter(({ path }) => /^ui\/(?!words\/|frames\/|build)/.test(path));

Deno.test("no component holds a sentence of its own", () => {
  const found = spoken.filter(({ path }) => !NOT_YET.some((room) => room.test(path)))
    .flatMap(({ path, text }) => sentencesOf(text).map((said) => `${path}: ${said}`));
  assert.deepEqual(found, []);
});

Deno.test("the reader of sentences sees each way to say one, and no code", () => {
  for (
    const text of [
      "<p>Nothing here</p>",
      "<p>Add {one}</p>",
      "<p>\n  Offline. Reconnecting\n</p>",
      '<button aria-label="Close" />',
      '<input placeholder="Search" />',
      'say("Not allowed here.");',
      "say(`Deleted ${name}`);",
    ]
  ) assert.equal(sentencesOf(text).length, 1, text);
  for (
    const text of [
      "<p>{words.none}</p>",
      "a ? <b>{c}</b> : d ? <i>{e}</i> : null",
      "const a = useSignal<string | null>(null);",
      "if (a > b && c < d) go();",
      "(a: Map<string, number>) => a.size",
      'event.key === "ArrowDown"',
      "// Says: <p>Nothing here</p>",
      "<kbd>{`${key}`}</kbd>",
    ]
  ) assert.deepEqual(sentencesOf(text), [], text);
});
