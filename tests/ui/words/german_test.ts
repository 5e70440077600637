/** The second language says everything that the first says, and says it in its own words. */
import assert from "node:assert/strict";
import { PROBLEMS } from "../../../server/contract/problem_document.ts";
import { german } from "../../../ui/words/german.ts";

/** Said alike in both languages: names and words that both have. */
const ALIKE = new Set([
  "Fishbowl",
  "Status",
  "Version",
  "Alt",
  "Esc",
  "Name",
  "Agent",
  "Delphi",
  "Code",
  "Text",
  "agent:",
  "Webhooks",
  "PDF",
  "JSON",
  "Tokens",
]);

/** What is told of a number; where only words can be told of, of the number as one. */
function tellOf(said: (...told: unknown[]) => unknown, n: number): string {
  const of = (what: unknown) => String(said(...Array(said.length).fill(what)));
  try {
    return of(n);
  } catch {
    return of(`${n}`);
  }
}

/** What a room says, by where it stands: sentences that take something are said of a number and a name. */
function sayings(room: object, at: string): Map<string, string> {
  return new Map(
    Object.entries(room).flatMap(([key, said]): [string, string][] => {
      const place = `${at}.${key}`;
      if (typeof said === "string") return [[place, said]];
      if (typeof said === "function") {
        return [1, 2].map((n) => [`${place}(${n})`, tellOf(said, n)]);
      }
      return said && typeof said === "object" ? [...sayings(said, place)] : [];
    }),
  );
}

const english = new Map<string, string>();
for (const room of Object.keys(german)) {
  const { english: said } = await import(`../../../ui/words/english_${room}.ts`);
  for (const [at, text] of sayings(said, room)) english.set(at, text);
}
const translated = new Map(Object.entries(german).flatMap(([room, said]) => [...sayings(said, room)]));

Deno.test("every sentence there is in English is there in German", () => {
  assert.ok(english.size > 20);
  assert.deepEqual([...translated.keys()].toSorted(), [...english.keys()].toSorted());
  assert.deepEqual([...translated].filter(([, text]) => text.trim() === ""), []);
});

Deno.test("no German sentence was left in English", () => {
  // What the server says stands as it is where nobody has said it in German: `said_anew_test.ts` looks at that.
  const same = [...translated].filter(([at, text]) =>
    english.get(at) === text && !ALIKE.has(text) && !at.startsWith("sayings.")
  );
  assert.deepEqual(same, []);
});

Deno.test("whoever reads German is called Sie wherever the page speaks to them, and what leads has one name", () => {
  // What is said to agents in somebody's name is said as one says it to an agent.
  const toAgents = /^(home\..*Text|answers\.voteQuestion)/;
  const others = [...translated].filter(([at, text]) =>
    !toAgents.test(at) && /\b(du|dein\w*|dir|dich|Wähle|Lege|Lade|Entpacke)\b|\bManager\b/.test(text)
  );
  assert.deepEqual(others, []);
});

Deno.test("whoever reads German is Ihnen where a sentence asks for it: their own messages have marks and menus too", () => {
  const { answers, behind } = german;
  const said = [
    answers.sawOne(answers.you),
    answers.sawNot(answers.you),
    answers.more(answers.you),
    answers.actions(answers.you),
    behind.context.sees("Ada", answers.you, "Warum?"),
  ];
  assert.deepEqual(said.filter((text) => !/\b(Ihnen|Ihrer?)\b/.test(text)), []);
});

Deno.test("what a sentence is told of stands in it in both languages", () => {
  const without = [...translated].filter(([at, text]) =>
    /\(2\)$/.test(at) && text.includes("2") !== english.get(at)?.includes("2")
  );
  assert.deepEqual(without, []);
});

Deno.test("every word of German is in its rooms, and typographic marks are the language's own", () => {
  const straight = [...translated, ...english].filter(([, text]) => /["']/.test(text));
  assert.deepEqual(straight, [], "curly quotes");
  assert.deepEqual(
    [...translated, ...english].filter(([, text]) => text.includes("...") || /!$/.test(text)),
    [],
  );
});

Deno.test("whatever the server refuses is told in German, with what it says exactly", () => {
  const { refused } = german.frame;
  const said = Object.keys(PROBLEMS).map((code) => refused(code, "no"));
  assert.equal(new Set(said).size, said.length, "each in words of its own");
  assert.ok(said.every((words) => words.endsWith(" (no)") && words !== refused("toString", "no")));
});
