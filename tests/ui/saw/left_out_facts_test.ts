/** What is asked about messages that were left out: once, and of the right place. */
import assert from "node:assert/strict";
import "../page.ts";
import { LeftOutFacts } from "../../../ui/saw/left_out_facts.ts";
import { History } from "../../history.ts";

/** What is asked of the server while `body` runs; each path is answered by what `answers` says. */
async function asked(
  answers: (path: string) => unknown,
  body: (settled: () => Promise<void>) => Promise<void>,
): Promise<string[]> {
  const paths: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (path) => {
    paths.push(String(path));
    return Promise.resolve(Response.json(answers(String(path))));
  };
  try {
    await body(() => new Promise((resolve) => setTimeout(resolve, 0)));
  } finally {
    globalThis.fetch = fetch;
  }
  return paths;
}

Deno.test("the words of a message that was left out are asked for once, with those before it", async () => {
  const state = new History().started().posted("m1", "Tea").posted("m2", "Bread").state();
  const bare = { ...state, bodies: {} };
  const facts = new LeftOutFacts("conv_1");
  const paths = await asked(
    () => ({ bodies: { m1: { content: "Tea" }, m2: { content: "Bread" } } }),
    async (settled) => {
      for (let look = 0; look < 3; look++) facts.want(bare, "m2");
      await settled();
      assert.deepEqual([facts.text(bare, "m2"), facts.text(bare, "m1")], ["Bread", "Tea"]);
      facts.want(bare, "m1");
      facts.want(state, "m2");
      await settled();
    },
  );
  assert.deepEqual(paths, ["/api/conversations/conv_1/messages?view=fold&before=4&limit=50"]);
});

Deno.test("the event that left a message out is asked for once, and is known from then on", async () => {
  const facts = new LeftOutFacts("conv_1");
  const [first] = new History().started().events;
  const paths = await asked(() => ({ events: [{ ...first, seq: 7 }] }), async (settled) => {
    assert.equal(facts.event(7), undefined);
    assert.equal(facts.event(7), undefined);
    await settled();
    assert.equal(facts.event(7)?.seq, 7);
  });
  assert.deepEqual(paths, ["/api/conversations/conv_1/events?after=6&limit=1"]);
});
