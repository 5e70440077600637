/** What is changed leaves in its order, and nothing is held up for ever. */
import assert from "node:assert/strict";
import { inOrder, WAITED_MS } from "../../../ui/state/in_order.ts";

/** A clock that is moved on by hand, and requests that end when they are told to. */
function page() {
  const due = new Set<{ at: number; run: () => void }>();
  let now = 0;
  const sent: string[] = [];
  const ends = new Map<string, (how?: Error) => void>();
  return {
    sent,
    waiting: () => due.size,
    ends: (name: string, how?: Error) => {
      ends.get(name)?.(how);
      return settled();
    },
    pass: (ms: number) => {
      now += ms;
      for (const one of due) if (one.at <= now && due.delete(one)) one.run();
      return settled();
    },
    send: (name: string, conversation = "c") =>
      inOrder(conversation, () => {
        sent.push(name);
        return new Promise<string>((resolve, reject) =>
          ends.set(name, (how) => how ? reject(how) : resolve(name))
        );
      }, (ms, run) => {
        const one = { at: now + ms, run };
        due.add(one);
        return () => void due.delete(one);
      }),
  };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("requests of a conversation leave one after the other, also behind one that failed; others at once", async () => {
  const { sent, send, ends, waiting } = page();
  const one = send("one");
  const two = send("two");
  const other = send("other", "d");
  await settled();
  assert.deepEqual(sent, ["one", "other"]);
  const failed = assert.rejects(one, /away/);
  await ends("one", new Error("away"));
  await failed;
  assert.deepEqual(sent, ["one", "other", "two"]);
  await ends("two");
  await ends("other");
  assert.deepEqual([await two, await other], ["two", "other"]);
  assert.equal(waiting(), 0);
  void send("three");
  assert.equal(sent.at(-1), "three", "nothing is waited for any more");
  await ends("three");
});

Deno.test("one that never ends holds the next for its time alone, and those behind that one in their order", async () => {
  const { sent, send, ends, pass } = page();
  void send("lost");
  void send("two");
  void send("three");
  await pass(WAITED_MS - 1);
  assert.deepEqual(sent, ["lost"]);
  await pass(1);
  assert.deepEqual(sent, ["lost", "two"], "the third waits for the second");
  await ends("two");
  assert.deepEqual(sent, ["lost", "two", "three"]);
  await ends("lost");
  await ends("three");
});
