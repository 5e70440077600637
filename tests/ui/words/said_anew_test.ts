/** What the server says to people it says in German too: each sentence of its code, and no sentence that is not there. */
import assert from "node:assert/strict";
import { z } from "zod";
import { inWords } from "../../../events/catalog/in_words.ts";
import { placed } from "../../../actors/conversation/modes/in_turn.ts";
import { SENTENCES } from "../../../actors/providers/error_messages.ts";
import { filesIn, textOf } from "../../repository.ts";
import { german } from "../../../ui/words/german.ts";
import { server } from "../../../ui/words/german/german_sayings.ts";

/** Where what people are told is made. */
const ROOMS = ["actors/conversation", "actors/providers", "actors/runtime", "actors/turn"];
const ALSO = [
  "actors",
  "server/http",
  "server/routes",
  "server/access",
  "server/contract",
  "server/metrics",
  "events/catalog",
  "events/store",
];

/** Only programs are told these, or whoever takes in a file by hand; or an agent. */
const NOT_FOR_PEOPLE = new Set([
  "The message id is a placeholder or has characters an id cannot have.",
  "No answer in this conversation waits for the results of just these calls.",
]);

/** The code of a room: a sentence that takes two lines is one, and what is put into it is {}. */
function codeOf(folders: readonly string[]): string {
  const paths = folders.flatMap((folder) => [...filesIn(`${folder}/`, /^practice$/)]);
  return paths.filter((path) => path.endsWith(".ts")).map(textOf).join("").replace(/["`] \+\s+["`]/g, "")
    .replace(/\$\{[^{}]*\}/g, "{}");
}
const rules = codeOf(ROOMS);
const everything = rules + codeOf(ALSO);

Deno.test("whatever the rules of a conversation refuse is told in German", () => {
  const refused = [...rules.matchAll(/\brefused?\(\s*"\w+",\s*["`]([^"`\n]+)["`]/g)].map(([, said]) =>
    said ?? ""
  );
  assert.ok(refused.length > 40);
  assert.deepEqual(refused.filter((said) => server.told(said) === null && !NOT_FOR_PEOPLE.has(said)), []);
});

Deno.test("why an answer failed is told in German", () => {
  const failures = [...rules.matchAll(/\bsentence:\s*["`]([^"`\n]+)["`]/g)].map(([, said]) => said ?? "");
  assert.ok(failures.length > 4);
  const all = [...Object.values(SENTENCES), ...failures];
  assert.deepEqual(all.filter((said) => server.told(said) === null), []);
});

Deno.test("nothing is told in German that the server does not say", () => {
  const unsaid = Object.keys(server.sentences).filter((said) => !everything.includes(said));
  assert.deepEqual(unsaid, []);
});

Deno.test("what is wrong with a field is told in German behind its name", () => {
  const form = z.object({
    name: z.string().min(1).max(3),
    url: z.url(),
    kind: z.enum(["a", "b"]),
    most: z.int().min(1).max(9),
    tools: z.array(z.string()).max(1),
  });
  const right = { name: "a", url: "https://a.example", kind: "a", most: 2, tools: [] };
  const wrongs: object[] = [
    { name: "" },
    { name: "long" },
    { name: undefined },
    { name: 1 },
    { url: "a b" },
    { kind: "c" },
    { most: 0 },
    { most: 10 },
    { most: 1.5 },
    { tools: ["a", "b"] },
  ];
  for (const wrong of wrongs) {
    const said = form.safeParse({ ...right, ...wrong }, { error: inWords }).error?.issues[0]?.message ??
      assert.fail();
    assert.ok(server.told(said), said);
  }
  assert.equal(
    german.frame.refused("validation", "members.0.name: must be at most 40 characters"),
    "members.0.name: höchstens 40 Zeichen",
  );
  assert.equal(
    german.frame.refused("validation", "name: no such luck"),
    "Das geht so nicht. (name: no such luck)",
  );
});

Deno.test("why an agent was asked, and why a tool gave nothing, is told in German", () => {
  const reasons = [...rules.matchAll(/\btext:\s*["`]([^"`\n]+)["`]/g)].map(([, said]) => said ?? "");
  assert.ok(reasons.length > 4);
  const asked = [
    ...reasons.filter((said) => !said.startsWith("{}")),
    placed("in_turn", 1, 3).text,
    placed("in_turn", 1, 3, 2, 2).text,
  ];
  assert.deepEqual(asked.filter((said) => server.told(said) === null), []);
  const results = [...everything.matchAll(/status: "(?:error|refused)", result: ["`]([^"`\n]+)["`]/g)];
  assert.ok(results.length > 6);
  assert.deepEqual(results.map(([, said]) => said ?? "").filter((said) => server.told(said) === null), []);
});

Deno.test("why a file cannot be taken in is told in German, with its line", () => {
  assert.equal(server.told("Line 3: it is not JSON."), "Zeile 3: das ist kein JSON.");
  assert.equal(server.told("Line 7: event 4 is missing."), "Zeile 7: Ereignis 4 fehlt.");
});

Deno.test("what a sentence tells of stands in the German one, and a sentence in it is told in German too", () => {
  const many = server.told(
    "Ada & Co. (x) could not answer. The AI service is overloaded. Please try again in a moment.",
  );
  assert.equal(
    many,
    "Ada & Co. (x) konnte nicht antworten. Der KI-Dienst ist überlastet. Bitte versuchen Sie es gleich noch einmal.",
  );
  assert.equal(
    server.told("Too many attempts. Please wait 7 seconds."),
    "Zu viele Versuche. Bitte warten Sie 7 Sekunden.",
  );
  assert.equal(
    server.told("At most 10 files can be attached."),
    "Höchstens 10 Dateien passen an eine Nachricht.",
  );
});

Deno.test("a refusal in English stands behind what its code says, where nobody has said it in German", () => {
  const { frame, sayings: { failure, notice } } = german;
  assert.equal(frame.refused("validation", "The message is empty."), "Die Nachricht ist leer.");
  assert.equal(frame.refused("conflict", "No such luck."), "Das geht jetzt nicht. (No such luck.)");
  assert.equal(
    failure("timeout", "No such luck."),
    "Es ging nicht: es kam keine rechtzeitige Antwort. (No such luck.)",
  );
  assert.equal(notice("No such luck."), "No such luck.");
});
