/** One style sheet serves the whole page: what the settings look like must not reach what stands elsewhere. */
import assert from "node:assert/strict";

const SCOPES: Readonly<Record<string, string>> = {
  "settings/settings.css": ".settings",
  "settings/resources.css": ".settings",
  "settings/preview.css": ".settings",
  "settings/add_provider.css": ".settings",
  "settings/models.css": ".settings",
  "settings/model_field.css": ":is(.settings, .dialog)",
  "settings/use_for.css": ".settings",
  "settings/picture_field.css": ".settings",
  "settings/segments.css": ".settings",
  "settings/forms.css": ":is(.settings, .dialog, .door)",
};

/** What stands before each brace that is opened `depth` braces deep. */
function heads(css: string, depth: number): string[] {
  const found: string[] = [];
  let level = 0;
  let from = 0;
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, "");
  for (let at = 0; at < bare.length; at++) {
    if (bare[at] === "{") {
      if (level++ === depth) found.push(bare.slice(from, at).trim());
      from = at + 1;
    } else if (bare[at] === "}") {
      level--;
      from = at + 1;
    } else if (bare[at] === ";") from = at + 1;
  }
  return found;
}

Deno.test("every rule of the settings holds within the settings alone", async () => {
  for (const [file, scope] of Object.entries(SCOPES)) {
    const css = await Deno.readTextFile(new URL(`../../ui/${file}`, import.meta.url));
    assert.deepEqual(heads(css, 0), ["@layer panels"], file);
    assert.deepEqual(heads(css, 1), [scope], file);
  }
  assert.deepEqual(heads("@layer a { .b { c: d; } .e { f: g; } }", 1), [".b", ".e"], "a leak is seen");
});

/** The rows of each layout by areas in a style sheet. */
const layouts = (css: string): string[][] =>
  [...css.matchAll(/grid-template:\s*((?:"[^"]*"\s*)+)/g)].map(([, areas = ""]) =>
    [...areas.matchAll(/"([^"]*)"/g)].map(([, row = ""]) => row)
  );

Deno.test("what stands around the message box has a place of its own at every width", async () => {
  const files = ["chat/composer.css", "home/home.css"].map((file) =>
    Deno.readTextFile(new URL(`../../ui/${file}`, import.meta.url))
  );
  const all = (await Promise.all(files)).flatMap(layouts).filter((rows) => /\bsend\b/.test(rows.join(" ")));
  assert.equal(all.length, 4);
  for (const rows of all) {
    const areas = new Set(rows.join(" ").split(" "));
    for (const part of ["text", "chips", "attach", "count", "panel", "send"]) {
      assert.ok(areas.has(part), `${part} has a place in ${rows.join(" / ")}`);
    }
  }
});

/** Classes that one room dresses for others as well, beside those of the parts. */
const SHARED = new Set(["composer", "file-name", "file-words", "meta", "num", "slim", "tag"]);
/** What is for every room, or a page of its own. */
const FOR_ALL = new Set(["", "parts", "rich", "one_file"]);

const CLASS = /\.([a-z][\w-]*)/g;

/** Classes of a sheet that are dressed by their name alone, wherever they stand; and all that it names. */
function classesOf(css: string): { bare: string[]; named: string[] } {
  const rules = heads(css, 1).filter((head) => !head.startsWith("@") && !head.startsWith(":is(.settings"));
  const parts = rules.flatMap((head) => head.split(",")).map((part) => part.trim());
  const bare = parts.filter((part) => /^\.[a-z][\w-]*$/.test(part)).map((part) => part.slice(1));
  return { bare, named: [...css.matchAll(CLASS)].map(([, name = ""]) => name) };
}

/** Rules of `room` for names that `other` gives things of its own and dresses too: they would dress those as well. */
function overreaching(bare: Iterable<string>, named: ReadonlySet<string>, code: string): string[] {
  const given = code.split("\n").filter((line) => /class\w*=/.test(line)).join("\n");
  return [...bare].filter((name) => named.has(name) && new RegExp(`["\x60 ]${name}["\x60 ]`).test(given));
}

async function roomsOf(folder: URL, ends: string): Promise<Map<string, string>> {
  const rooms = new Map<string, string>();
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (!isDirectory) continue;
    for await (const file of Deno.readDir(new URL(`${name}/`, folder))) {
      if (!file.name.endsWith(ends)) continue;
      const text = await Deno.readTextFile(new URL(`${name}/${file.name}`, folder));
      rooms.set(name, `${rooms.get(name) ?? ""}${text}\n`);
    }
  }
  return rooms;
}

Deno.test("a room's rule dresses nothing of another room that happens to have the same name", async () => {
  const folder = new URL("../../ui/", import.meta.url);
  const [sheets, code] = await Promise.all([roomsOf(folder, ".css"), roomsOf(folder, ".tsx")]);
  const classes = new Map([...sheets].map(([room, css]) => [room, classesOf(css)]));
  const shared = new Set([...SHARED, ...classes.get("parts")?.bare ?? []]);
  for (const [room, { bare }] of classes) {
    if (FOR_ALL.has(room)) continue;
    for (const [other, { named }] of classes) {
      if (other === room || FOR_ALL.has(other)) continue;
      const wrong = overreaching(new Set(bare), new Set(named), code.get(other) ?? "");
      assert.deepEqual(wrong.filter((name) => !shared.has(name)), [], `${room} dresses what is of ${other}`);
    }
  }
  const row = 'class={`row${here ? " here" : ""}${unread ? " unread" : ""}`}';
  assert.deepEqual(overreaching(["unread", "bar"], new Set(["unread"]), row), ["unread"], "one is seen");
  assert.deepEqual(classesOf("@layer a { .b, .c > d { e: f; } }"), { bare: ["b"], named: ["b", "c"] });
});

/** Whether a rule dresses something else than what it asks for what stands in or behind it. */
const asksAround = (selector: string): boolean => {
  const parts = compounds(selector);
  return parts.slice(0, -1).some((part) => part.includes(":has("));
};

/** Parts that are small, or in which no answer stands. */
const SMALL = /^(\.row|\.home|\.card > \.head|\.head|\.resource > header|\.saw-sheet):has\(/;

/** What an answer is said to be while it is written, and no longer when it ends; or when one turns to it. */
const PASSING =
  /\.(open|over|scrolled|capped|left-out|failed|writing|streaming|complete|cancelled|pending|shown|kept)\b/;

/** The compounds of a selector, each with what stands in its brackets. */
function compounds(selector: string): string[] {
  const found = [""];
  let depth = 0;
  for (const letter of selector) {
    if (letter === "(" || letter === "[") depth++;
    if (letter === ")" || letter === "]") depth--;
    if (depth === 0 && /[ >+~]/.test(letter)) found.push("");
    else found[found.length - 1] += letter;
  }
  return found.filter((one) => one !== "");
}

/** Whether a rule is for whatever lies within what it names, and what it names comes and goes. */
function isForAll(selector: string): boolean {
  const parts = compounds(selector);
  const last = parts.pop() ?? "";
  // With a list of what it may be it is for those.
  const named = /^[a-z.#]|^\[|:(?:is|where)\(/.test(last);
  return !named && parts.some((part) => PASSING.test(part));
}

/** Each selector of the rooms' sheets, and where it stands. */
async function selectors(): Promise<{ selector: string; file: string }[]> {
  const root = new URL("../../ui/", import.meta.url);
  const found: { selector: string; file: string }[] = [];
  for await (const folder of Deno.readDir(root)) {
    if (!folder.isDirectory) continue;
    for await (const { name } of Deno.readDir(new URL(`${folder.name}/`, root))) {
      if (!name.endsWith(".css")) continue;
      const css = await Deno.readTextFile(new URL(`${folder.name}/${name}`, root));
      for (const head of [0, 1, 2].flatMap((depth) => heads(css, depth))) {
        if (head.startsWith("@")) continue;
        const parts = head.split(/,(?![^(]*\))/).map((one) => one.trim());
        found.push(...parts.map((selector) => ({ selector, file: `${folder.name}/${name}` })));
      }
    }
  }
  return found;
}

/*
 * A browser keeps one list of all that is dressed by what `:has` finds elsewhere: where one such rule is about an element that
 * a paragraph comes into, everything within it that stands in any of these rules is styled anew, with each paragraph.
 */
Deno.test("what a part has is said of the part itself, or by a class: else a piece of text has a whole talk styled anew", async () => {
  const wrong = (await selectors()).filter(({ selector }) => asksAround(selector) && !SMALL.test(selector));
  assert.deepEqual(wrong, []);
  assert.ok(asksAround(".column:has(> .invitation) .card") && asksAround(".bar:has(> a) ~ b"));
  assert.ok(!asksAround(".card .row:has(> a)") && !asksAround(".pen > li:not(:has(> p))::after"));
});

Deno.test("what an answer becomes as it ends is said of parts that are named: else the styles of all its text are made anew", async () => {
  const found = (await selectors()).filter(({ selector }) => isForAll(selector));
  assert.deepEqual(found, []);
  assert.ok(isForAll(".card.left-out:not(.failed) .content > *") && isForAll(".rich.writing > :last-child"));
  assert.ok(!isForAll(".card.open > .body") && !isForAll(".line.left-out .open > :is(b, .meta)"));
});
