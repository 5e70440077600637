/** The audit sees each thing it is there to see. */
import assert from "node:assert/strict";
import { breaches, HELD_MOST_MS, heldTooLong } from "./audit.ts";
import type { LoggedEvent } from "./people.ts";

const ROOM = "conversation_1";
const SAID = { conversationId: ROOM, content: "hello", messageId: "m1", file: "f1" };

function history(): LoggedEvent[] {
  const data = [
    {
      type: "MessagePosted",
      role: "user",
      content: "hello",
      messageId: "m1",
      attachments: [{ sha256: "f1" }],
    },
    { type: "TurnRequested", turnId: "t1" },
    { type: "TurnStarted", turnId: "t1", attempt: 1 },
    { type: "TurnInterrupted", turnId: "t1", partial: "half an" },
    { type: "TurnStarted", turnId: "t1", attempt: 2 },
    { type: "TurnCompleted", turnId: "t1", content: "a whole answer" },
  ];
  return data.map(({ type, ...rest }, index) => ({ seq: index + 1, type, data: rest }));
}

const readers = [{ name: "reader", shown: new Map([["t1/1", "half"], ["t1/2", "a whole answer"]]) }];
const found = (events: LoggedEvent[]) => breaches(ROOM, events, [SAID], readers);
const without = (seq: number) =>
  history().filter((event) => event.seq !== seq).map((event, index) => ({ ...event, seq: index + 1 }));

Deno.test("a sound history has no breach, whoever else's words it holds", () => {
  assert.deepEqual(found(history()), []);
  assert.deepEqual(breaches("another", [], [SAID], []), []);
});

Deno.test("a gap, a lost or doubled message, a missing file, a turn without an end or with two, a lost text are breaches", () => {
  assert.match(
    found(history().filter((event) => event.seq !== 3))[0] ?? "",
    /event 4 stands where 3 belongs/,
  );
  assert.match(found(without(1))[0] ?? "", /"hello" was acknowledged and is there 0 times/);
  const twice = history();
  twice.push({ ...history()[0] as LoggedEvent, seq: 7 });
  assert.match(found(twice)[0] ?? "", /is there 2 times/);
  const noFile = history();
  noFile[0] = { seq: 1, type: "MessagePosted", data: { ...noFile[0]?.data, attachments: [] } };
  assert.match(found(noFile)[0] ?? "", /acknowledged as .*f1.*stored as/);
  const unended = found(without(6));
  assert.match(unended[0] ?? "", /t1 has 0 ends/);
  assert.match(unended[1] ?? "", /shown 14 characters of t1\/2/);
  const ended = history();
  ended.push({ seq: 7, type: "TurnFailed", data: { turnId: "t1" } });
  assert.match(found(ended)[0] ?? "", /t1 has 2 ends/);
  assert.match(found(without(4))[0] ?? "", /shown 4 characters of t1\/1/);
});

Deno.test("a server that was kept by one thing for too long is told, one that was kept for less is not", () => {
  const held = [{ name: "GET /a", ownMs: HELD_MOST_MS - 1 }, { name: "turns", ownMs: HELD_MOST_MS }];
  assert.deepEqual(heldTooLong(held), ["a server did nothing but turns for 1000 ms"]);
});
