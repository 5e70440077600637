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
