/** Messages on their way: shown at once, sent once, kept until the server has them. */
import assert from "node:assert/strict";
import { askAll, enable, include, stop } from "../../../ui/state/commands.ts";
import { AGAIN_MS, mayRetry, Outbox } from "../../../ui/state/outbox.ts";
import { keepPick } from "../../../ui/state/picks.ts";
import { History } from "../../history.ts";
import { heard, problem, serving, storing } from "../browser.ts";

const statuses = (outbox: Outbox) => outbox.items.value.map(({ content, status }) => [content, status]);
const kept = (storage: { kept: Map<string, string> }) =>
  Object.values<{ content: string }>(JSON.parse(storage.kept.get("fishbowl.outbox") ?? "{}"))
    .map(({ content }) => content);

Deno.test("a message is shown and kept before the server has it, and goes when its event is there", async () => {
  using storage = storing();
  using server = serving(() => Response.json({}));
  const outbox = new Outbox();
  outbox.send("conv_1", "Hi", [{ sha256: "ab", name: "a.txt", type: "text/plain", size: 1 }]);
  assert.deepEqual(statuses(outbox), [["Hi", "sending"]]);
  assert.deepEqual(kept(storage), ["Hi"]);
  await heard();
  assert.deepEqual(statuses(outbox), [["Hi", "sent"]]);
  assert.deepEqual(kept(storage), [], "a reload need not send it again");
  const [item] = outbox.items.value;
  assert.deepEqual(server.asked.map(({ path, body }) => [path, body]), [[
    "/api/conversations/conv_1/messages",
    { id: item?.id, content: "Hi", attachments: [{ sha256: "ab", name: "a.txt" }] },
  ]]);
  outbox.settle(new History().started().posted("other", "Hi").state());
  assert.equal(outbox.items.value.length, 1, "another message with the same words");
  outbox.settle(new History().started().posted(item?.id ?? "", "Hi").state());
  assert.deepEqual(statuses(outbox), []);
});

Deno.test("without a connection a message waits, also over a reload, and goes out again under the same id", async () => {
  using storage = storing();
  let there = false;
  using server = serving(() => there ? Response.json({}) : Promise.reject(new TypeError("no network")));
  const first = new Outbox();
  first.send("conv_1", "Hi", []);
  await heard();
  assert.deepEqual(statuses(first), [["Hi", "failed"]]);
  assert.deepEqual(kept(storage), ["Hi"]);
  const second = new Outbox();
  assert.deepEqual(statuses(second), [["Hi", "failed"]]);
  there = true;
  second.retryAll();
  assert.deepEqual(statuses(second), [["Hi", "sending"]]);
  await heard();
  assert.deepEqual(statuses(second), [["Hi", "sent"]]);
  const ids = server.asked.map(({ body }) => (body as { id: string }).id);
  assert.equal(ids.length, 2);
  assert.equal(new Set(ids).size, 1);
});

for (const [status, again] of [[400, false], [404, false], [429, true], [503, true]] as const) {
  Deno.test(`a message refused with ${status} is ${again ? "sent again" : "left"} when the connection is back`, async () => {
    using _storage = storing();
    using server = serving(() => problem(status, "No."));
    const outbox = new Outbox();
    outbox.send("conv_1", "Hi", []);
    await heard();
    const [item] = outbox.items.value;
    assert.deepEqual([item?.status, item?.error, item?.refused], ["failed", "No.", !again]);
    outbox.retryAll();
    await heard();
    assert.equal(server.asked.length, again ? 2 : 1);
  });
}

Deno.test("what a conversation that was deleted did not take may be sent by hand once that is had back, also after a reload", async () => {
  using _storage = storing();
  let there = false;
  using _server = serving(() => there ? Response.json({}) : problem(404, "There is no such conversation."));
  new Outbox().send("conv_1", "Hi", []);
  await heard();
  const outbox = new Outbox();
  const [item] = outbox.items.value;
  assert.ok(item && mayRetry(item));
  there = true;
  outbox.retry(item.id);
  await heard();
  assert.deepEqual(statuses(outbox), [["Hi", "sent"]]);
  const sent = outbox.items.value.map(({ refused, gone }) => ({ refused, gone }));
  assert.deepEqual(sent, [{ refused: undefined, gone: undefined }], "nothing of before is left");
});

Deno.test("what the server understood and will not have is not sent by hand either", async () => {
  using _storage = storing();
  using _server = serving(() => problem(422, "No."));
  const outbox = new Outbox();
  outbox.send("conv_1", "Hi", []);
  await heard();
  assert.deepEqual(outbox.items.value.map(mayRetry), [false]);
});

Deno.test("what a full server could not take goes out by itself, in its order, once there is room", async () => {
  using storage = storing();
  let full = true;
  using server = serving(() => full ? problem(503, "The disk is full.") : Response.json({}));
  const timers: (() => void)[] = [];
  const outbox = new Outbox((ms, run) => {
    assert.equal(ms, AGAIN_MS);
    timers.push(run);
  });
  outbox.send("conv_1", "One", []);
  await heard();
  timers.shift()?.();
  await heard();
  assert.deepEqual(statuses(outbox), [["One", "failed"]], "still full");
  outbox.send("conv_1", "Two", []);
  for (let n = 0; n < 3; n++) await heard();
  assert.deepEqual(kept(storage), ["One", "Two"]);
  assert.equal(timers.length, 1, "one timer for all that waits");
  full = false;
  server.asked.length = 0;
  timers.shift()?.();
  for (let n = 0; n < 3; n++) await heard();
  assert.deepEqual(statuses(outbox), [["One", "sent"], ["Two", "sent"]]);
  assert.deepEqual(server.asked.map(({ body }) => (body as { content: string }).content), ["One", "Two"]);
  assert.deepEqual([kept(storage), timers], [[], []]);
});

Deno.test("what a proxy had nobody for, or was cut off, goes out by itself; what was refused does not", async () => {
  for (
    const [answer, again] of [[problem(502, "Bad gateway"), 1], [null, 1], [problem(422, "No."), 0]] as const
  ) {
    using _storage = storing();
    let given = false;
    using server = serving(() => {
      if (given) return Response.json({});
      given = true;
      if (answer === null) throw new TypeError("cut off");
      return answer;
    });
    const timers: (() => void)[] = [];
    const outbox = new Outbox((_ms, run) => void timers.push(run));
    outbox.send("conv_1", "One", []);
    await heard();
    assert.equal(timers.length, again);
    timers.shift()?.();
    await heard();
    assert.deepEqual([statuses(outbox), server.asked.length], [
      [["One", again ? "sent" : "failed"]],
      1 + again,
    ]);
  }
});

Deno.test("what is dropped is forgotten; what another tab keeps is left alone", async () => {
  using storage = storing();
  using _server = serving(() => Promise.reject(new TypeError("no network")));
  const [mine, other] = [new Outbox(), new Outbox()];
  mine.send("conv_1", "Mine", []);
  other.send("conv_1", "Other", []);
  await heard();
  assert.deepEqual(kept(storage).sort(), ["Mine", "Other"]);
  mine.drop(mine.items.value[0]?.id ?? "");
  assert.deepEqual([statuses(mine), kept(storage)], [[], ["Other"]]);
  mine.drop("nobody's");
  assert.deepEqual(kept(storage), ["Other"]);
});

Deno.test("what is dropped while it is sent does not come back with its answer", async () => {
  using _storage = storing();
  using _server = serving(() => problem(503, "Later."));
  const outbox = new Outbox();
  outbox.send("conv_1", "Hi", []);
  outbox.drop(outbox.items.value[0]?.id ?? "");
  await heard();
  assert.deepEqual(statuses(outbox), []);
});

Deno.test("whom the text alone does not tell is said with it, and only with this message", async () => {
  using _storage = storing();
  using server = serving(() => Response.json({}));
  const roster = [{ id: "p_1", name: "Ada" }, { id: "p_2", name: "Ada" }];
  const outbox = new Outbox();
  keepPick("conv_1", roster, { id: "p_2", name: "Ada" });
  outbox.send("conv_1", "@Ada why?", []);
  outbox.send("conv_1", "@Ada again?", []);
  await heard();
  assert.deepEqual(server.asked.map(({ body }) => (body as { mentions?: string[] }).mentions), [
    ["p_2"],
    undefined,
  ]);
});

Deno.test("messages of one conversation are sent one after another, those of another do not wait", async () => {
  using _storage = storing();
  const answers: (() => void)[] = [];
  using server = serving(() => new Promise((resolve) => answers.push(() => resolve(Response.json({})))));
  const outbox = new Outbox();
  for (const words of ["One", "Two", "Three"]) outbox.send("conv_1", words, []);
  outbox.send("conv_2", "Elsewhere", []);
  await heard();
  const asked = () => server.asked.map(({ body }) => (body as { content: string }).content);
  assert.deepEqual(asked(), ["One", "Elsewhere"]);
  outbox.drop(outbox.items.value[1]?.id ?? "");
  answers[0]?.();
  await heard();
  assert.deepEqual(asked(), ["One", "Elsewhere", "Three"], "what was dropped while it waited is not sent");
  for (const answer of answers) answer();
  await heard();
});

Deno.test("what is said and done in a conversation reaches the server in the order one did it; Stop waits for nothing", async () => {
  using _storage = storing();
  const answers: (() => void)[] = [];
  using server = serving(() => new Promise((resolve) => answers.push(() => resolve(problem(503, "Later.")))));
  const outbox = new Outbox();
  const changes = [
    include("conv_1", "m", false),
    enable("conv_1", "p", true),
    include("conv_2", "m", false),
  ];
  outbox.send("conv_1", "Without that", []);
  const asking = askAll("conv_1");
  const stopping = stop("conv_1");
  const asked = () => server.asked.map(({ path }) => path.replace("/api/conversations/", ""));
  const once = ["conv_1/messages/m", "conv_2/messages/m", "conv_1/stop"];
  await heard();
  assert.deepEqual(asked(), once, "those of another conversation and Stop do not wait");
  const rest = ["conv_1/participants/p", "conv_1/messages", "conv_1/trigger_all"];
  for (const [index, path] of rest.entries()) {
    // The answer to what is asked before it, whatever it says.
    answers[index === 0 ? 0 : index + 2]?.();
    await heard();
    assert.deepEqual(asked(), [...once, ...rest.slice(0, index)].concat(path));
  }
  for (const answer of answers) answer();
  await Promise.all([...changes, asking, stopping]);
});

Deno.test("what waited for the connection goes out in the order it was written", async () => {
  using _storage = storing();
  let there = false;
  using server = serving(() => there ? Response.json({}) : Promise.reject(new TypeError("no network")));
  const outbox = new Outbox();
  for (const words of ["One", "Two", "Three"]) outbox.send("conv_1", words, []);
  await heard();
  assert.deepEqual(statuses(outbox), [["One", "failed"], ["Two", "failed"], ["Three", "failed"]]);
  there = true;
  outbox.retryAll();
  await heard();
  const asked = server.asked.slice(3).map(({ body }) => (body as { content: string }).content);
  assert.deepEqual(asked, ["One", "Two", "Three"]);
});

Deno.test("what could not be sent goes before what is said next, and stands in its order after a reload", async () => {
  using storage = storing();
  let there = false;
  using server = serving(() => there ? Response.json({}) : Promise.reject(new TypeError("no network")));
  const outbox = new Outbox();
  for (const words of ["One", "Two", "Three"]) outbox.send("conv_1", words, []);
  outbox.send("conv_2", "Elsewhere", []);
  await heard();
  outbox.retry(outbox.items.value[0]?.id ?? "");
  await heard();
  assert.deepEqual(kept(storage), ["One", "Two", "Three", "Elsewhere"]);
  assert.deepEqual(statuses(new Outbox()).map(([words]) => words), ["One", "Two", "Three", "Elsewhere"]);
  there = true;
  server.asked.length = 0;
  outbox.send("conv_1", "Four", []);
  for (let n = 0; n < 4; n++) await heard();
  const said = server.asked.map(({ body }) => (body as { content: string }).content);
  assert.deepEqual(said, ["One", "Two", "Three", "Four"], "another conversation waits for its own word");
});
