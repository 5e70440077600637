/** What the server says to people it says in German too: each sentence of its code, and no sentence that is not there. */
import assert from "node:assert/strict";
import { SENTENCES } from "../../../actors/providers/error_messages.ts";
import { german } from "../../../ui/words/german.ts";
import { TOLD, told } from "../../../ui/words/german_server.ts";

/** Where what people are told is made. */
const ROOMS = ["actors/conversation", "actors/providers", "actors/runtime", "actors/turn"];
const ALSO = ["actors", "server/http", "server/routes", "server/access", "server/metrics", "events/store"];

/** Only programs are told these, or whoever takes in a file by hand; or an agent. */
const NOT_FOR_PEOPLE = new Set([
  "The message id is a placeholder or has characters an id cannot have.",
  "No answer in this conversation waits for the results of just these calls.",
]);

async function* files(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory && name !== "practice") yield* files(`${folder}/${name}`);
    else if (name.endsWith(".ts")) yield await Deno.readTextFile(`${folder}/${name}`);
  }
}

/** The code of a room: a sentence that takes two lines is one, and what is put into it is {}. */
async function codeOf(folders: readonly string[]): Promise<string> {
  let all = "";
  for (const folder of folders) for await (const text of files(folder)) all += text;
  return all.replace(/["`] \+\s+["`]/g, "").replace(/\$\{[^{}]*\}/g, "{}");
}
const rules = await codeOf(ROOMS);
const everything = rules + await codeOf(ALSO);

Deno.test("whatever the rules of a conversation refuse is told in German", () => {
  const refused = [...rules.matchAll(/\brefused?\(\s*"\w+",\s*["`]([^"`\n]+)["`]/g)].map(([, said]) =>
    said ?? ""
  );
  assert.ok(refused.length > 40);
  assert.deepEqual(refused.filter((said) => told(said) === null && !NOT_FOR_PEOPLE.has(said)), []);
});

Deno.test("why an answer failed is told in German", () => {
  const failures = [...rules.matchAll(/\bsentence:\s*["`]([^"`\n]+)["`]/g)].map(([, said]) => said ?? "");
  assert.ok(failures.length > 4);
  const all = [...Object.values(SENTENCES), ...failures];
  assert.deepEqual(all.filter((said) => told(said) === null), []);
});

Deno.test("nothing is told in German that the server does not say", () => {
  assert.deepEqual(TOLD.filter((said) => !everything.includes(said)), []);
});

Deno.test("what a sentence tells of stands in the German one, and a sentence in it is told in German too", () => {
  const many = told(
    "Ada & Co. (x) could not answer. The AI service is overloaded. Please try again in a moment.",
  );
  assert.equal(
    many,
    "Ada & Co. (x) konnte nicht antworten. Der KI-Dienst ist überlastet. Bitte versuchen Sie es gleich noch einmal.",
  );
  assert.equal(
    told("Too many attempts. Please wait 7 seconds."),
    "Zu viele Versuche. Bitte warten Sie 7 Sekunden.",
  );
  assert.equal(told("At most 10 files can be attached."), "Höchstens 10 Dateien passen an eine Nachricht.");
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
