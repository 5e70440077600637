import assert from "node:assert/strict";
import { z } from "zod";
import { Merge } from "../../server/contract/conversation_requests.ts";
import { routes } from "../../server/routes/table.ts";

/** What consists of others, and costs some KiB each. */
const HAVE_PARTS = ["object", "union", "array", "record", "tuple", "intersection"];
/** Their fields are what a route asks for before it is called. */
const queries = new Set<unknown>(routes.map(({ query }) => query));

/** Those that a module makes while it is loaded. */
async function madeAtOnce(folder: string): Promise<string[]> {
  const made: string[] = [];
  for (const { name } of Deno.readDirSync(`${import.meta.dirname}/../../${folder}`)) {
    const exported: Record<string, unknown> = await import(`../../${folder}/${name}`);
    for (const [what, schema] of Object.entries(exported)) {
      if (!(schema instanceof z.ZodType) || queries.has(schema)) continue;
      const isEmpty = schema instanceof z.ZodObject && Object.keys(schema.shape).length === 0;
      if (HAVE_PARTS.includes(schema.type) && !isEmpty) made.push(`${name}: ${what}`);
    }
  }
  return made;
}

Deno.test("a start makes no shape of the contract: each is made when it is first asked for, most for the description alone", async () => {
  for (const folder of ["server/contract", "projections/shapes"]) {
    assert.deepEqual(await madeAtOnce(folder), [], `${folder}: by z.lazy`);
  }
});

Deno.test("a shape is made once, whoever asks for what is in it", () => {
  assert.equal(Merge.unwrap(), Merge.unwrap());
  assert.equal(Merge.unwrap(), Merge.clone().unwrap());
});
