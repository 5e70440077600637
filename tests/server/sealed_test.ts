/** Before a comparison is revealed nothing tells who is who: looked for in every answer to a GET, in every frame and export. */
import assert from "node:assert/strict";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { routes } from "../../server/routes/table.ts";
import { payloadOf } from "../../actors/webhooks/told_events.ts";
import { HalfBrought, withoutHalf } from "../../actors/live/half_brought.ts";
import { compared, ready } from "../comparing.ts";
import { sample } from "../effort.ts";
import { type Answer, TestServer } from "./harness.ts";
import { Patience } from "../patience.ts";

const NAMES = ["Quillfeather", "Marzipanides", "Ostrobothnia"];
const MODELS = ["story:40:1", "critic:canarymodel", "echo:canaryecho"];
const QUESTION = "Which bread keeps longest?";

/** What a room holds that tells who is who. */
interface Secrets {
  readonly roomId: string;
  readonly events: readonly AnyEvent[];
  readonly answers: readonly string[];
  readonly ids: readonly string[];
}

async function secretsOf(server: TestServer, roomId: string): Promise<Secrets> {
  const events: AnyEvent[] = [];
  for await (const batch of server.store.read(roomId)) events.push(...batch);
  const known = events.map(conversationEvent);
  const ids = known.flatMap((event) => {
    if (event.type === "ParticipantAdded") return [event.data.participantId];
    if (event.type === "TurnRequested") return [event.data.turnId, event.data.messageId];
    if (event.type === "RoomSealed") return [event.data.salt];
    return event.type === "MessagePosted" ? [event.data.messageId] : [];
  });
  const answers = known.flatMap((event) => event.type === "TurnCompleted" ? [event.data.content] : []);
  return { roomId, events, answers, ids };
}

/** Every address of a GET, with ids of the talk, of its room and of what is in them. */
function addresses(ids: Readonly<Record<string, readonly string[]>>): string[] {
  const fill = (path: string): string[] => {
    const name = /:(\w+)/.exec(path)?.[1];
    if (name === undefined) return [path];
    return (ids[name] ?? ["x"]).flatMap((id) => fill(path.replace(`:${name}`, id)));
  };
  const found = routes.filter(({ method }) => method === "GET").flatMap(({ path }) => fill(path));
  return found.flatMap((path) => {
    if (path === "/api/search") return [`${path}?q=bread`, ...NAMES.map((name) => `${path}?q=${name}`)];
    if (path.endsWith("/export")) {
      return ["ndjson", "json", "markdown", "proof", "page"].map((format) => `${path}?format=${format}`);
    }
    return path.startsWith("/api/conversations/") && path.split("/").length === 4
      ? [path, `${path}?view=fold`]
      : [path];
  });
}

const ask = (server: TestServer, path: string): Promise<Answer> =>
  server.call("GET", path, undefined, { accept: "application/json" });

/** How often each of the words stands in an answer. */
const counts = (text: string, words: readonly string[]): number[] =>
  words.map((word) => text.split(word).length - 1);

/** What changes by itself from one look to the next. */
const VOLATILE = /^\/(healthz|readyz|metrics|openapi\.json)|^\/api\/(status|events)/;

Deno.test("no answer to a GET tells who is who before the reveal, whatever id is asked for", async () => {
  await using server = await TestServer.start();
  const { id, path, agentIds, body } = await compared(server, MODELS, (n) => NAMES[n - 1] ?? "");
  const words = [...NAMES, ...MODELS, ...agentIds];
  const plain = { id: [id], conversationId: [id] };
  const before = new Map<string, number[]>();
  for (const one of addresses({ ...plain })) before.set(one, counts((await ask(server, one)).text, words));
  const usage = async () => (await ask(server, "/api/usage")).text;
  const metrics = async () =>
    (await server.call("GET", "/metrics")).text.split("\n")
      .filter((line) => /^fishbowl_(turns|first_text|conversations)/.test(line)).join("\n");
  const [used, measured] = [await usage(), await metrics()];
  const started = (await server.call("POST", `${path}/comparisons`, { ...body, question: QUESTION })).json;
  const at = `${path}/comparisons/${started.comparisonId}`;
  const comparison = await ready(server, at);
  const begun = (await ask(server, `${path}/events`)).json.events.find((one: AnyEvent) =>
    one.type === "ComparisonBegun"
  );
  const told: AnyEvent[] = (await ask(server, `${path}/events`)).json.events.filter(({ type }: AnyEvent) =>
    type.startsWith("Comparison")
  );
  for (const field of ["color", "model", "usage", "timing", "agentId", "participantId", "turnId", "salt"]) {
    assert.ok(!JSON.stringify(told).includes(`"${field}"`), `an event tells ${field}`);
  }
  const times = new Set(told.filter(({ type }) => type === "ComparisonAnswered").map(({ at }) => at));
  assert.equal(times.size, 1, "all came at one time");
  const secrets = await secretsOf(server, begun.data.roomId);
  assert.equal(secrets.answers.length, 3, "all have answered");
  const messageIds = comparison.answers.map(({ messageId }: { messageId: string }) => messageId);
  const named = {
    id: [id, secrets.roomId],
    conversationId: [id, secrets.roomId],
    comparisonId: [started.comparisonId],
    messageId: [...messageIds, ...secrets.ids.filter((one) => one.startsWith("message"))],
    turnId: secrets.ids.filter((one) => one.startsWith("turn")),
    participantId: secrets.ids.filter((one) => one.startsWith("participant")),
  };
  const all = addresses(named);
  assert.ok(all.length > 100, `${all.length}`);
  for (const one of sample(all, 4, 1)) {
    const { text, status } = await ask(server, one);
    const known = before.get(one);
    assert.deepEqual(counts(text, secrets.ids), secrets.ids.map(() => 0), `${one} tells an id of the room`);
    if (known && VOLATILE.test(one)) {
      assert.ok(counts(text, words).every((count, at) => count <= (known[at] ?? 0)), `${one} tells a name`);
    } else assert.deepEqual(counts(text, words), known ?? words.map(() => 0), `${one} tells a name`);
    // The page is the same for every address.
    if (one.startsWith("/api/") && one.includes(secrets.roomId)) {
      assert.ok(status === 404 || status === 422, `${one} is answered with ${status}`);
    }
  }
  assert.equal(await usage(), used, "nothing of it is told to have been used");
  assert.equal(await metrics(), measured, "nor counted");
  const providers = (await ask(server, "/api/status")).json.providers;
  assert.deepEqual(providers, [], "nor how those do who were asked");
  for (const method of ["PATCH", "DELETE"]) {
    assert.equal(
      (await server.call(
        method,
        `/api/conversations/${secrets.roomId}`,
        method === "PATCH" ? { title: "Mine" } : undefined,
      )).status,
      404,
    );
  }
  for (const what of ["restore", "stop", "messages", "read", "fork", "rerun"]) {
    const given = what === "messages" ? { content: "Hello" } : what === "read" ? { seq: 1 } : {};
    const { status } = await server.call("POST", `/api/conversations/${secrets.roomId}/${what}`, given);
    assert.ok(status === 404 || status === 422, `${what} is answered with ${status}`);
  }
  const events = addresses(plain).filter((one) => one.startsWith("/api/events"));
  for (const one of events) {
    assert.ok(!(await ask(server, one)).text.includes(`"stream":"${secrets.roomId}"`));
  }
  await server.call("POST", `${at}/reveal`);
  assert.notEqual(await usage(), used, "what was used is told from the reveal on");
  assert.equal((await ask(server, `/api/conversations/${secrets.roomId}`)).status, 200);
});

Deno.test("no frame tells anything of a room while its agents write, not to who joins in the middle either", async () => {
  await using server = await TestServer.start();
  const { id, path, agentIds, body } = await compared(
    server,
    ["story:60:2", "slow", "critic"],
    (n) => NAMES[n - 1] ?? "",
  );
  const heard: string[] = [];
  const listen = async (address: string) => {
    const response = await server.request("GET", address, undefined, { accept: "text/event-stream" });
    const reader = (response.body ?? assert.fail("no stream")).pipeThrough(new TextDecoderStream())
      .getReader();
    const reading = (async () => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        heard.push(value);
      }
    })();
    return async () => {
      await reader.cancel();
      await reading;
    };
  };
  const leave = [await listen("/api/events"), await listen(`${path}/events?after=0`)];
  const place = async () => (await ask(server, "/api/conversations")).json.position;
  const from = await place();
  heard.length = 0;
  const written = Promise.withResolvers<void>();
  const started = (await server.call("POST", `${path}/comparisons`, body)).json;
  const at = `${path}/comparisons/${started.comparisonId}`;
  const roomId = server.store ? (await ask(server, `${path}/events`)).json.events.at(-1).data.roomId : "";
  // As soon as one of them has something written, somebody joins.
  const look = async () => {
    for (const patience = new Patience("for an agent to be asked in the room");; patience.look()) {
      for await (const batch of server.store.read(roomId)) {
        if (batch.some(({ type }) => type === "ProviderCalled" || type === "TurnCompleted")) {
          return written.resolve();
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  await Promise.all([look(), written.promise]);
  leave.push(await listen(`/api/events?after=${encodeURIComponent(from)}`), await listen("/api/events"));
  const found = await ready(server, at);
  assert.equal(found.answers.length, 3);
  const end = await place();
  leave.push(await listen(`/api/events?after=${encodeURIComponent(from)}`));
  const hears = async (type: string) => {
    const patience = new Patience(`to hear of ${type}`);
    for (; !heard.join("").includes(type); patience.look()) await new Promise((done) => setTimeout(done, 2));
  };
  await hears("ComparisonReady");
  const secrets = await secretsOf(server, roomId);
  const page = (await ask(server, `/api/events?after=${encodeURIComponent(from)}`)).text;
  for (const told of [heard.join(""), page]) {
    // Frames of the answers themselves tell of letters.
    const rest = told.replaceAll(
      roomId,
      (_, place) => told.slice(place - 12, place).includes("roomId") ? "" : "room!",
    );
    for (const word of ["room!", ...NAMES, ...agentIds, ...secrets.ids, "agent:update", "event: draft"]) {
      assert.ok(!rest.includes(word), `${word} is told`);
    }
  }
  assert.ok(end > from);
  heard.length = 0;
  await server.call("POST", `${at}/reveal`);
  await hears("RoomOpened");
  for (const stop of leave) await stop();
  await server.settled(id);
});

Deno.test("other programs are told nothing of a room, before and after what they missed is read", async () => {
  await using server = await TestServer.start();
  const { path, body } = await compared(server, ["critic", "error-401"]);
  const from = await server.system.log.order.end();
  const half = new HalfBrought();
  await half.learn(server.system);
  const started = (await server.call("POST", `${path}/comparisons`, body)).json;
  await ready(server, `${path}/comparisons/${started.comparisonId}`);
  const page = await server.system.log.order.page(from, 1_000);
  const rooms = page.filter(({ stream }) => stream.startsWith("sealed_"));
  assert.ok(rooms.some(({ event }) => event.type === "TurnFailed"));
  for (const told of [half.told(page), await withoutHalf(server.system, page)]) {
    assert.ok(told.every(({ stream }) => !stream.startsWith("sealed_")));
    assert.ok(told.every((one) => payloadOf(one) === null), "nobody is told that somebody answered");
  }
  const unknowing = new HalfBrought();
  assert.deepEqual(unknowing.told(rooms.slice(-1)), [], "who does not know which are sealed tells of none");
  const learned = new HalfBrought();
  await learned.learn(server.system);
  assert.deepEqual(learned.told(rooms.slice(-1)), []);
  assert.deepEqual(
    (await server.call("GET", "/api/status")).json.lastErrors,
    [],
    "who failed is told by no list of errors",
  );
});
