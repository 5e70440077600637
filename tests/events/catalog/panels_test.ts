/** The smallest format there may be. */
import assert from "node:assert/strict";
import { PanelFormat, PanelShape } from "../../../events/catalog/panels.ts";
import { format } from "../../panels.ts";

Deno.test("one role that speaks in one stage is a format, and its log can be read; without either there is none", () => {
  const { roles: [role], stages: [stage], ...texts } = format("council");
  assert.ok(role && stage);
  const one = { ...texts, roles: [role], stages: [{ ...stage, who: [role.id] }] };
  assert.ok(PanelFormat.safeParse(one).success);
  assert.ok(!PanelFormat.safeParse({ ...one, roles: [] }).success);
  assert.ok(!PanelFormat.safeParse({ ...one, stages: [] }).success);
  const shape = {
    roles: [{ id: "member" }],
    stages: [{ id: "say", who: ["member"], turns: "together", sees: "all" }],
  };
  assert.ok(PanelShape.safeParse(shape).success);
  assert.ok(!PanelShape.safeParse({ ...shape, roles: [] }).success);
});
