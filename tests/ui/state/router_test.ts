/** Addresses of the interface, and the links that lead from one to the other. */
import "../page.ts";
import assert from "node:assert/strict";
import { at } from "../browser.ts";
import { follow, go, place, placeOf } from "../../../ui/state/router.ts";

const ROUTER = new URL("../../../ui/state/router.ts", import.meta.url).href;

Deno.test("an address that cannot be read leads to a conversation nobody has, not to a blank page", async () => {
  at("/c/%ZZ");
  // As a page loads it: other tests may have loaded it before.
  const loaded: typeof import("../../../ui/state/router.ts") = await import(`${ROUTER}?loaded`);
  assert.deepEqual(loaded.place.value, { view: "chat", id: "%ZZ" });
  assert.deepEqual(placeOf("/c/a%20b"), { view: "chat", id: "a b" });
  assert.deepEqual(placeOf("/c/%E0%A4%A"), { view: "chat", id: "%E0%A4%A" });
  assert.deepEqual(placeOf("/settings/agents"), { view: "settings", section: "agents" });
  assert.deepEqual(placeOf("/settings"), { view: "settings", section: "" });
  assert.deepEqual(placeOf("/settings/"), { view: "settings", section: "" });
  assert.deepEqual(placeOf("/settings/agents/"), { view: "settings", section: "agents" });
  assert.deepEqual(placeOf("/settings/agents/a%20b"), { view: "settings", section: "agents", item: "a b" });
  assert.deepEqual(placeOf("/settings/agents/%ZZ"), { view: "settings", section: "agents", item: "%ZZ" });
  assert.deepEqual(placeOf("/c/"), { view: "home" });
  assert.deepEqual(placeOf("/"), { view: "home" });
});

/** The history of a browser: what was pushed, and what was put in the place of the last. */
function travelling() {
  const seen: string[] = [];
  const note = (kind: string) => (_: null, __: string, path: string) => {
    seen.push(`${kind} ${path}`);
    at(path);
  };
  Reflect.set(globalThis, "history", { pushState: note("push"), replaceState: note("replace") });
  return seen;
}

Deno.test("a way is a step of the history; to where one is, it is none", () => {
  const seen = travelling();
  go("/settings/agents");
  assert.deepEqual(place.value, { view: "settings", section: "agents" });
  go("/settings/agents");
  go("/c/one", true);
  assert.deepEqual(place.value, { view: "chat", id: "one" });
  assert.deepEqual(seen, ["push /settings/agents", "replace /c/one"]);
});

Deno.test("a plain click on a link inside is followed here; any other click is the browser's", () => {
  const seen = travelling();
  const click = (more: object = {}, href: string | null = "/c/two") => {
    let kept = false;
    const link = href === null ? null : { getAttribute: () => href };
    follow({
      target: { closest: () => link },
      button: 0,
      preventDefault: () => (kept = true),
      ...more,
    } as unknown as MouseEvent);
    return kept;
  };
  for (
    const more of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }, {
      defaultPrevented: true,
    }]
  ) assert.equal(click(more), false, JSON.stringify(more));
  assert.equal(click({}, null), false, "no link of ours");
  assert.deepEqual(seen, []);
  assert.equal(click(), true);
  assert.deepEqual(seen, ["push /c/two"]);
  assert.deepEqual(place.value, { view: "chat", id: "two" });
});
