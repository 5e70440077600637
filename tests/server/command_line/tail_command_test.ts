import assert from "node:assert/strict";
import { tailCommand } from "../../../server/command_line/tail_command.ts";
import { WELCOME } from "../harness.ts";
import { until } from "../programs.ts";
import { elsewhere, PAGE, Talking, typed, withSocket } from "./talking.ts";

type There = Awaited<ReturnType<typeof withSocket>>;

const post = async ({ server }: There, content: string) => {
  const { status, text } = await server.call("POST", `/api/conversations/${WELCOME}/messages`, {
    content,
    mentions: [],
  });
  assert.equal(status, 201, text);
};

interface Told {
  readonly seq: number;
  readonly type: string;
  readonly stream?: string;
}

/** What it has printed, once `look` is content. */
async function printed(talking: Talking, look: (events: readonly Told[]) => boolean): Promise<Told[]> {
  const events = () => talking.out.split("\n").filter(Boolean).map((line): Told => JSON.parse(line));
  await talking.until(() => look(events()));
  return events();
}

/** The same events as the server's own page of them. */
async function logged({ server }: There, after = 0) {
  const { json } = await server.call("GET", `/api/conversations/${WELCOME}/events?after=${after}&limit=5000`);
  return json.events;
}

Deno.test("the log of a conversation is printed from its beginning or a place, as it grows, each event once", async () => {
  await using there = await withSocket();
  const whole = new Talking();
  const ends = tailCommand(there.options("tail", WELCOME), whole);
  const before = await logged(there);
  await printed(whole, (events) => events.length === before.length);
  await post(there, "While it looks on");
  await printed(
    whole,
    (events) => events.some(({ type }) => type === "MessagePosted") && events.length > before.length,
  );
  whole.end();
  assert.equal(await ends, 130);
  const behind = new Talking();
  const rest = tailCommand(there.options("tail", WELCOME, "--after", "2"), behind);
  const events = await printed(behind, (all) => all.length >= before.length - 2);
  behind.end();
  await rest;
  assert.deepEqual(events.slice(0, before.length - 2), before.slice(2));
});

Deno.test("where the connection breaks off it goes on behind the last event, however often, and says so once", async () => {
  await using there = await withSocket();
  const talking = new Talking();
  const ends = tailCommand(there.options("tail", WELCOME), talking);
  await printed(talking, (events) => events.length > 0);
  await there.close();
  await post(there, "While nobody listens");
  // Two tries find nobody.
  for (let tries = 0; tries < 2; tries++) await talking.until(() => talking.pass());
  there.open();
  const seen = await printed(talking, (events) => {
    talking.pass();
    return events.length > 0 && talking.out.includes("While nobody listens");
  });
  talking.end();
  assert.equal(await ends, 130);
  assert.deepEqual(seen, (await logged(there)).slice(0, seen.length));
  assert.deepEqual(talking.notes, ["The connection was lost; trying again."]);
});

Deno.test("of all conversations what is new is printed, with whose it is; a deleted one ends its own", async () => {
  await using there = await withSocket();
  const { json } = await there.server.call("POST", "/api/conversations", { title: "Short", agentIds: [] });
  const one = new Talking();
  const ended = tailCommand(there.options("tail", json.conversation.id), one);
  await printed(one, (events) => events.length > 0);
  const all = new Talking();
  const ends = tailCommand(there.options("tail"), all);
  // It begins now, whenever that is.
  await until(there.server, async () => {
    if (all.out === "") await post(there, "To everybody");
    return all.out !== "";
  });
  const events = await printed(all, (some) => some.length > 0);
  assert.ok(events.every(({ stream }) => stream === WELCOME));
  all.end();
  await ends;
  await there.server.call("DELETE", `/api/conversations/${json.conversation.id}`);
  await printed(one, () => one.pass());
  assert.equal(await ended, 0);
});

Deno.test("what cannot be told is said in a line", async () => {
  await using there = await withSocket();
  const fails = (...args: string[]) => tailCommand(there.options("tail", ...args), new Talking());
  await assert.rejects(fails("conversation_none"), /StartError: There is no such conversation/);
  await assert.rejects(fails(WELCOME, "--after", "100000"), /Leave out --after/);
  await assert.rejects(fails(WELCOME, "another"), /Name one conversation/);
  const unread = new Talking(null, true);
  assert.equal(await tailCommand(there.options("tail", WELCOME), unread), 1);
  await there.close();
  const patient = new Talking();
  const tried = tailCommand(there.options("tail"), patient);
  void patient.until(() => patient.pass()).then(() => patient.end());
  await assert.rejects(tried, /There is no server at/);
});

Deno.test("of what is no Fishbowl nothing is waited for", async () => {
  const cases: [() => Response, RegExp][] = [
    [() => new Response(PAGE, typed("text/html")), /^StartError: What answers at http:.* is no Fishbowl/],
    [() => Response.json(null, { status: 404 }), /^StartError: The server answered 404\.$/],
  ];
  for (const [answer, told] of cases) {
    await using there = elsewhere(answer);
    const talking = new Talking();
    const tried = tailCommand(there.options("tail"), talking);
    // Where it waits, it is to end all the same.
    void talking.until(() => talking.pass()).then(() => talking.end());
    await assert.rejects(tried, told);
  }
});
