/** What the checker of forms finds is told in words of our own, whatever it finds. */
import assert from "node:assert/strict";
import { z } from "zod";
import { inWords } from "../../../events/catalog/in_words.ts";

const FORM = z.strictObject({
  text: z.string().min(1).max(3).optional(),
  long: z.string().min(2).optional(),
  id: z.string().regex(/^a/).optional(),
  list: z.array(z.int()).min(1).max(2).optional(),
  pair: z.array(z.int()).min(2).optional(),
  whole: z.int().min(1).max(9).optional(),
  some: z.number().gt(0).lt(5).optional(),
  kind: z.enum(["a", "b"]).optional(),
  on: z.boolean().optional(),
  url: z.url().optional(),
  at: z.iso.datetime().optional(),
  map: z.record(z.string().max(2), z.object({})).optional(),
  either: z.union([z.string(), z.int()]).optional(),
  never: z.never().optional(),
  own: z.string().refine((text) => text === "own", "is not ours").optional(),
});

Deno.test("what is wrong with a value is told in words of our own, and a schema that says something itself is heard", () => {
  const wrongs: [wrong: object, told: string][] = [
    [{ text: "" }, "must not be empty"],
    [{ text: "long" }, "must be at most 3 characters"],
    [{ text: 1 }, "must be a text"],
    [{ text: null }, "must be a text"],
    [{ long: "a" }, "must have at least 2 characters"],
    [{ id: "b" }, "must have another form"],
    [{ list: [] }, "must not be empty"],
    [{ list: [1, 2, 3] }, "must have at most 2 entries"],
    [{ list: "a" }, "must be a list"],
    [{ list: ["a"] }, "must be a number"],
    [{ pair: [1] }, "must have at least 2 entries"],
    [{ whole: 0 }, "must be at least 1"],
    [{ whole: 10 }, "must be at most 9"],
    [{ whole: 1.5 }, "must be a whole number"],
    [{ some: 0 }, "must be more than 0"],
    [{ some: 5 }, "must be less than 5"],
    [{ kind: "c" }, "must be one of a, b"],
    [{ on: "yes" }, "must be true or false"],
    [{ url: "a b" }, "must be an address"],
    [{ at: "noon" }, "must be a time in UTC, such as 2027-01-31T00:00:00Z"],
    [{ map: 1 }, "must be an object"],
    [{ map: { abc: {} } }, "has a field that is not known"],
    [{ either: true }, "must have another form"],
    [{ never: 1 }, "must be of another kind"],
    [{ more: 1 }, "has a field that is not known"],
    [{ own: "theirs" }, "is not ours"],
  ];
  for (const [wrong, told] of wrongs) {
    const { error } = FORM.safeParse(wrong, { error: inWords });
    assert.deepEqual(error?.issues.map(({ message }) => message), [told], JSON.stringify(wrong));
  }
  const needed = z.object({ text: z.string(), kind: z.enum(["a"]), one: z.literal("b") });
  const { error } = needed.safeParse({}, { error: inWords });
  assert.deepEqual(error?.issues.map(({ message }) => message), Array(3).fill("it is missing"));
});
