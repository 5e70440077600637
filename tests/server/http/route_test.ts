import assert from "node:assert/strict";
import { z } from "zod";
import { Reply, responseOf, route } from "../../../server/http/route.ts";

const head = { access: "open", summary: "", status: 200 } as const;
const answer = z.strictObject({ at: z.int(), names: z.array(z.string()) });
const query = z.object({ limit: z.int().default(1) });

// The compiler reads these lines: each is wrong, and would be told if it were not.
Deno.test("a handler answers what its schema says, or the program does not compile", () => {
  const names: readonly string[] = ["a"];
  route("GET", "/a", { ...head, answer, handle: () => ({ at: 1, names }) });
  route("GET", "/a", { ...head, answer, handle: () => new Reply({ at: 1, names }, 201) });
  route("GET", "/a", { ...head, answer, query, handle: ({ query: { limit } }) => ({ at: limit, names }) });
  route("GET", "/a", {
    ...head,
    answer,
    media: { "text/plain": z.string() },
    handle: () => new Response("a"),
  });
  // @ts-expect-error a field is missing
  route("GET", "/a", { ...head, answer, handle: () => ({ at: 1 }) });
  // @ts-expect-error a field is of another type
  route("GET", "/a", { ...head, answer, handle: () => ({ at: "1", names }) });
  // @ts-expect-error another status is no way around it
  route("GET", "/a", { ...head, answer, handle: () => new Reply({ at: 1 }, 201) });
  // @ts-expect-error nor is a response made by hand, where no other type of content is told
  route("GET", "/a", { ...head, answer, handle: () => new Response("a") });
  // @ts-expect-error a field that the query does not know
  route("GET", "/a", { ...head, answer, query, handle: ({ query: { most } }) => ({ at: most, names }) });
  // @ts-expect-error no answer is told at all
  route("GET", "/a", { ...head, handle: () => ({ at: 1 }) });
});

Deno.test("an answer has its route's status and is JSON that nobody keeps; nothing is no content", async () => {
  const made = route("GET", "/a", { ...head, status: 201, answer, handle: () => ({ at: 1, names: [] }) });
  const whole = await responseOf(made, { at: 1, names: [] });
  assert.deepEqual([whole.status, await whole.json()], [201, { at: 1, names: [] }]);
  assert.equal(whole.headers.get("content-type"), "application/json");
  assert.equal(whole.headers.get("cache-control"), "no-store");
  const other = await responseOf(
    made,
    new Reply({ at: 2 }, 200, [["set-cookie", "a=1"], ["set-cookie", "b=2"]]),
  );
  assert.deepEqual([other.status, other.headers.getSetCookie()], [200, ["a=1", "b=2"]]);
  const none = await responseOf({ ...made, status: 204 }, undefined);
  assert.deepEqual([none.status, none.body], [204, null]);
  const own = new Response("a");
  assert.equal(await responseOf(made, own), own);
});
