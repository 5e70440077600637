import assert from "node:assert/strict";

Reflect.set(globalThis, "location", { pathname: "/c/%ZZ" });
const { place, placeOf } = await import("../../../ui/state/router.ts");

Deno.test("an address that cannot be read leads to a conversation nobody has, not to a blank page", () => {
  assert.deepEqual(place.value, { view: "chat", id: "%ZZ" });
  assert.deepEqual(placeOf("/c/a%20b"), { view: "chat", id: "a b" });
  assert.deepEqual(placeOf("/c/%E0%A4%A"), { view: "chat", id: "%E0%A4%A" });
  assert.deepEqual(placeOf("/settings/agents"), { view: "settings", section: "agents" });
  assert.deepEqual(placeOf("/"), { view: "home" });
});
