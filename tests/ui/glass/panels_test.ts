/** The panels of the glass. */
import assert from "node:assert/strict";
import "../page.ts";
import { pretty } from "../../../ui/glass/context_panel.tsx";
import { panelOf, PANELS } from "../../../ui/glass/panels.ts";

Deno.test("a panel is found by the name that a browser remembers; one there is no more leads to the events", () => {
  for (const panel of PANELS) assert.equal(panelOf(panel.name), panel);
  assert.equal(panelOf("cost").name, "events");
});

Deno.test("the exact request is set out where it is JSON, and shown as it is where it is not", () => {
  assert.equal(pretty('{"a":[1]}'), '{\n  "a": [\n    1\n  ]\n}');
  assert.equal(pretty("{cut"), "{cut");
});
