/** Who is proposed to sit where. */
import assert from "node:assert/strict";
import { chairsOf, proposed } from "../../../ui/panel/seating.ts";

const role = (id: string, many = false) => ({ id, name: id, ...(many ? { many: true as const } : {}) });
const sitters = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ agentId: `a${n}`, name: `A${n}` }));

Deno.test("where many sit five at most are proposed; where one does, one after the other, each in turn", () => {
  const roles = [role("member", true), role("for"), role("against"), role("judge")];
  const seats = (count: number) => {
    const chairs = proposed({ roles }, sitters(count));
    return roles.map(({ id }) => chairsOf(chairs, id).map(({ chair }) => chair.agentId).join(" "));
  };
  assert.deepEqual(seats(6), ["a0 a1 a2 a3 a4", "a0", "a1", "a2"]);
  assert.deepEqual(seats(2), ["a0 a1", "a0", "a1", "a0"]);
  assert.deepEqual(seats(0), ["", "", "", ""]);
});
