/** Nothing is kept for nobody: what is exported is used, and what stands ready in one place is not written once more. */
import assert from "node:assert/strict";
import { all, type Source, withoutComments } from "./sources.ts";

/** What others begin with, or what a test holds against the program; each with who it is. */
const FOR_OTHERS: Readonly<Record<string, string>> = {
  openEngine: "a program of one's own that runs the engine, docs/API.md",
  SCOPED: "the test that walks the table of scopes and that of the routes",
};

const EXPORTED =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;

/** Exported names that stand nowhere but where they are declared. */
function unused(sources: readonly Pick<Source, "path" | "text">[]): string[] {
  const code = sources.map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const times = new Map<string, number>();
  for (const { text } of code) {
    for (const [name] of text.matchAll(/[\w$]+/g)) times.set(name, (times.get(name) ?? 0) + 1);
  }
  return code.flatMap(({ path, text }) =>
    [...text.matchAll(EXPORTED)].flatMap(([, name = ""]) => times.get(name) === 1 ? [`${path} ${name}`] : [])
  );
}

Deno.test("what is exported is used somewhere in the program, or it is known for whom it stands there", () => {
  const found = unused(all);
  assert.deepEqual(found.filter((one) => FOR_OTHERS[one.split(" ")[1] ?? ""] === undefined), []);
  assert.equal(found.length, Object.keys(FOR_OTHERS).length, "waived, but used or gone");
});

Deno.test("the reader of exported names sees each way to declare one, and that a comment is no use", () => {
  const text = "export async function* a() {}\nexport const b = 1;\nexport type C = 1;\nexport class D {}";
  assert.deepEqual(unused([{ path: "a.ts", text }]), ["a.ts a", "a.ts b", "a.ts C", "a.ts D"]);
  assert.deepEqual(unused([{ path: "a.ts", text }, { path: "b.ts", text: "a(b, C);\n// D\n" }]), ["a.ts D"]);
});

/** SHA-256 in hex of one content. What is hashed in parts, in a thread of its own or while building, is not this. */
const HASHED =
  /createHash\("sha256"\)\s*\.update\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*\.digest\("hex"\)/;
const ONE_PLACE = "events/store/kv/codec.ts";

Deno.test("a hash in hex is made in one place", () => {
  assert.deepEqual(all.filter(({ text }) => HASHED.test(text)).map(({ path }) => path), [ONE_PLACE]);
  assert.ok(HASHED.test('createHash("sha256").update(JSON.stringify([a(b)])).digest("hex")'));
});
