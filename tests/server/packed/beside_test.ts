import assert from "node:assert/strict";
import { placed } from "../../../server/packed/beside.ts";

const said = (text: string, path = "server/command_line/launch.ts", to = "./") =>
  placed(text, path, "../../", to).replaceAll('import.meta["url"]', "HERE");

Deno.test("what a module names beside itself is named from where the scripts lie", () => {
  assert.equal(said('new URL("../../dist", import.meta.url)'), 'new URL("../../dist", HERE)');
  assert.equal(said('new URL("../../deno.json", import.meta.url)'), 'new URL("../../deno.json", HERE)');
  assert.equal(
    said('new URL("../dist", import.meta.url)', "server/wiring.ts"),
    'new URL("../../dist", HERE)',
  );
});

Deno.test("what is started by name is its script there, and other sources are somewhere among the scripts", () => {
  assert.equal(said('new URL("../../main.ts", import.meta.url).href'), 'new URL("./main.js", HERE).href');
  assert.equal(
    said('[new URL(\n  "../bridge/bridge_main.ts",\n  import.meta.url,\n)]'),
    '[new URL("./bridge_main.js", HERE)]',
  );
  assert.equal(
    said('new URL("./guard_worker.ts", import.meta.url)', "actors/extracting/extract.ts"),
    'new URL("./guard_worker.js", HERE)',
  );
  for (const path of ["../../actors/search", "../../events/store/errors.ts", "../../server"]) {
    assert.equal(said(`new URL("${path}", import.meta.url)`), 'new URL("./", HERE)');
  }
  const apart = said(
    '[new URL("../../main.ts", import.meta.url), new URL("../", import.meta.url)]',
    undefined,
    "./a/",
  );
  assert.equal(
    apart,
    '[new URL("./a/main.js", HERE), new URL("./a/", HERE)]',
    "one that lies elsewhere names where",
  );
});

Deno.test("a module that asks for its own place in another way is refused, by its name", () => {
  for (const asked of ["import.meta.dirname", "import.meta.filename", "new URL(path, import.meta.url)"]) {
    assert.throws(() => said(asked), /^Error: server\/command_line\/launch\.ts: /);
  }
  assert.equal(said("if (import.meta.main) start();"), "if (import.meta.main) start();");
});
