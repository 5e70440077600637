/** Old events keep their meaning; newer ones stop the reader instead of misleading it. */
import assert from "node:assert/strict";
import { ConversationEvent } from "../../../events/catalog/conversation.ts";
import { NewerVersion, upcast, type Upcaster, versions } from "../../../events/catalog/upcast.ts";
import { WorkspaceEvent } from "../../../events/catalog/workspace.ts";
import { foldAll } from "../../../projections/fold.ts";
import { workspace } from "../../../projections/workspace.ts";
import { said } from "../store/given.ts";

const placed = { ...said("m/0"), seq: 1, prev: "" };

Deno.test("every type of the catalog has its version in the plain list, and the list no other", () => {
  const catalog = [...ConversationEvent.options, ...WorkspaceEvent.options]
    .map(({ shape }): [string, number] => [shape.type.value, shape.v.value]);
  assert.deepEqual(Object.entries(versions).sort(), catalog.sort());
});

Deno.test("an event of the current version and one of an unknown type pass untouched", () => {
  assert.equal(upcast(placed), placed);
  const unknown = { ...placed, type: "SomethingElse", v: 7 };
  assert.equal(upcast(unknown), unknown);
});

Deno.test("a type that left the catalog is one of those, and no fold makes anything of it", () => {
  for (const type of ["UserCreated", "UserChanged", "UserArchived"]) {
    assert.ok(!(type in versions), `${type} means something else in some logs`);
    const retired = { ...placed, type, data: { id: "u1", fullName: "Ann", email: "ann@example.org" } };
    assert.equal(upcast(retired), retired);
    const folded = foldAll(workspace, workspace.initial("workspace"), [retired]);
    assert.deepEqual(folded, { ...workspace.initial("workspace"), seq: 1 });
  }
});

Deno.test("a known event of a newer version is an error that says which", () => {
  const v = versions.MessagePosted + 1;
  assert.throws(() => upcast({ ...placed, v }), (error) => {
    assert.ok(error instanceof NewerVersion);
    assert.ok(error.message.includes(`MessagePosted in version ${v}`), error.message);
    return true;
  });
});

Deno.test("an old event goes through every step to the current version", () => {
  const steps = new Map<string, Upcaster>([
    ["MessagePosted@1", (data) => ({ was: data })],
    ["MessagePosted@2", (data) => ({ ...Object(data), now: 3 })],
  ]);
  const old = { ...placed, v: 1 };
  const now = upcast(old, new Map([["MessagePosted", 3]]), steps);
  assert.deepEqual([now.v, now.data], [3, { was: placed.data, now: 3 }]);
  assert.equal(now.id, placed.id);
  assert.throws(() => upcast(old, new Map([["MessagePosted", 4]]), steps), /no step from version 3/);
});
