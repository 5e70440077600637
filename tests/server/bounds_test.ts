/** The bounds of one process, each met at its edge: requests and streams at once, and how long a body may take. */
import assert from "node:assert/strict";
import {
  Latest,
  Places,
  REQUESTS,
  REQUESTS_OF_TOKEN,
  STRANGERS,
  STREAM_BYTES,
  STREAMS_LEAST,
  STREAMS_PART,
  streamsIn,
  streamsLeft,
  TOKEN_PART,
} from "../../server/http/places.ts";
import { Problem } from "../../server/http/problem.ts";
import { BODY_MS, BODY_SILENCE_MS, readBytes, SHORT_BYTES, type Timer } from "../../server/http/read_body.ts";
import { PASSWORD, signIn } from "./credentials.ts";
import { HOST, TestServer, WELCOME } from "./harness.ts";

const codeOf = (action: () => unknown): string => {
  try {
    action();
    return "taken";
  } catch (error) {
    assert.ok(error instanceof Problem);
    assert.equal(error.headers["retry-after"], "1");
    return `${error.status} ${error.code}`;
  }
};

Deno.test("the last place is taken, the next caller comes again, and a place given back is free once", () => {
  const places = new Places(3, 2);
  const leave = places.take("ann");
  places.take("ann");
  assert.equal(codeOf(() => places.take("ben")), "taken");
  assert.equal(codeOf(() => places.take("ben")), "503 unavailable");
  leave();
  leave();
  assert.equal(places.taken, 2);
  assert.equal(codeOf(() => places.take("ben")), "taken");
  assert.equal(codeOf(() => places.take("ben")), "503 unavailable");
});

Deno.test("a token has its share, and others still find a place", () => {
  const places = new Places(5, 2);
  const leave = places.take("token:a");
  assert.equal(codeOf(() => places.take("token:a")), "taken");
  assert.equal(codeOf(() => places.take("token:a")), "429 too_many_requests");
  assert.equal(codeOf(() => places.take("token:b")), "taken");
  leave();
  assert.equal(codeOf(() => places.take("token:a")), "taken");
  assert.ok(REQUESTS + STREAMS_LEAST < 1_024, "with what else is open they fit where 1,024 files may be");
});

Deno.test("when as many requests are under way as may be, the next is told 503 and healthz still answers", async () => {
  await using server = await TestServer.start();
  const gate = Promise.withResolvers<void>();
  const { conversation } = server.system;
  const held = Object.assign(server.system, {
    async conversation(id: string) {
      await gate.promise;
      return await conversation(id);
    },
  });
  assert.ok(held);
  const path = `/api/conversations/${WELCOME}`;
  const waiting = Array.from({ length: REQUESTS - 1 }, () => server.call("GET", path));
  assert.equal((await server.call("GET", "/api/roles")).status, 200);
  waiting.push(server.call("GET", path));
  // They have all begun: each is held at the gate.
  await new Promise((resolve) => setTimeout(resolve, 0));
  const next = server.call("GET", "/api/roles");
  const refused = await Promise.race([next, gate.promise]) ?? assert.fail("the gate opened");
  assert.deepEqual([refused.status, refused.json.code, refused.headers.get("retry-after")], [
    503,
    "unavailable",
    "1",
  ]);
  assert.equal((await server.call("GET", "/v1/models")).json.error.type, "server_error");
  assert.equal((await server.call("GET", "/healthz")).status, 200);
  gate.resolve();
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200);
  assert.equal((await server.call("GET", "/api/roles")).status, 200);
});

Deno.test("when as many streams are open as may be, the next is told 503; one that ends leaves its place", async () => {
  const most = 12;
  await using server = await TestServer.start({ streams: most });
  const open = () => server.request("GET", "/api/events", undefined, { accept: "text/event-stream" });
  const streams = [];
  for (let n = 0; n < most; n++) {
    const response = await open();
    assert.equal(response.status, 200, `${n}`);
    streams.push(response);
  }
  const refused = await open();
  assert.equal(refused.status, 503);
  const { code, detail } = await refused.json();
  assert.equal(code, "unavailable");
  assert.match(detail, /as its memory allows\. Please close some/);
  assert.equal((await server.call("GET", "/api/roles")).status, 200);
  await streams.pop()?.body?.cancel();
  assert.equal((await open()).status, 200);
  assert.equal((await open()).status, 503);
  for (const { body } of streams) await body?.cancel();
  assert.equal(server.hub.places.taken, 1);
});

Deno.test("streams are as many as a part of the memory holds, and never fewer than fit into 1,024 files", () => {
  const edge = STREAMS_LEAST * STREAM_BYTES * STREAMS_PART;
  assert.deepEqual(
    [0, edge, edge + STREAM_BYTES * STREAMS_PART - 1].map(streamsIn),
    Array(3).fill(STREAMS_LEAST),
  );
  assert.equal(streamsIn(edge + STREAM_BYTES * STREAMS_PART), STREAMS_LEAST + 1);
  assert.ok(streamsIn(4 * 1024 ** 3) > 10_000);
});

Deno.test("where the system refuses a connection there are fewer places from then on, never more and never too few", () => {
  const places = new Places(10_000);
  places.lower(streamsLeft(900));
  assert.equal(places.most, 900 - REQUESTS);
  places.lower(streamsLeft(5_000));
  assert.equal(places.most, 900 - REQUESTS);
  places.lower(streamsLeft(0));
  assert.equal(places.most, STREAMS_LEAST);
});

Deno.test("a token that holds its share of streams is told 429, and a person still gets one", async () => {
  await using server = await TestServer.start();
  const { token } = (await server.call("POST", "/api/tokens", { name: "laptop" })).json;
  const open = (headers: Record<string, string>) =>
    server.request("GET", "/api/events", undefined, { accept: "text/event-stream", ...headers });
  const own = { authorization: `Bearer ${token}` };
  const share = STREAMS_LEAST / TOKEN_PART;
  for (let n = 0; n < share; n++) assert.equal((await open(own)).status, 200);
  const refused = await open(own);
  assert.equal(refused.status, 429);
  assert.equal((await refused.json()).code, "too_many_requests");
  assert.equal((await open({})).status, 200);
});

Deno.test("the latest always has a place: who has had one longest makes room, and nobody who has left", () => {
  const places = new Latest(2);
  const [first, second] = [places.take(), places.take()];
  assert.equal(first.signal.aborted, false, "there was room");
  second.leave();
  const third = places.take();
  assert.deepEqual([first.signal.aborted, second.signal.aborted], [false, false]);
  const fourth = places.take();
  assert.equal(first.signal.aborted, true);
  first.leave();
  assert.equal(places.taken, 2);
  assert.deepEqual([third.signal.aborted, fourth.signal.aborted, second.signal.aborted], [
    false,
    false,
    false,
  ]);
});

Deno.test("strangers who never finish a body keep nobody out, neither who is signed in nor who signs in", async () => {
  await using server = await TestServer.start();
  await server.access.setPassword(PASSWORD);
  const session = await signIn(server);
  const open: ReadableStreamDefaultController<Uint8Array>[] = [];
  const told: Promise<number>[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void open.push(controller) });
    const { headers } = new Request(`http://${HOST}/`, {
      headers: { host: HOST, origin: `http://${HOST}`, "content-type": "application/json" },
    });
    // One that says it is short is awaited no longer.
    if (n % 2 === 0) headers.set("content-length", "100");
    const request = new Request(`http://${HOST}/api/login`, { method: "POST", headers, body });
    told.push(server.handle(request).then(({ status }) => status));
  }
  const early = await Promise.all(told.slice(0, REQUESTS - STRANGERS));
  assert.deepEqual([...new Set(early)], [408]);
  assert.equal((await server.call("GET", "/api/roles", undefined, session)).status, 200);
  await signIn(server);
  for (const controller of open) {
    try {
      controller.close();
    } catch {
      // The server has given this one up.
    }
  }
  const late = await Promise.all(told.slice(REQUESTS - STRANGERS));
  assert.deepEqual(late.filter((status) => status === 408).length, 1, "one made room for who signed in");
});

Deno.test("a token that has its share of requests under way is told 429, and people are still answered", async () => {
  await using server = await TestServer.start();
  const { token } = (await server.call("POST", "/api/tokens", { name: "batch" })).json;
  const own = { authorization: `Bearer ${token}` };
  const gate = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  const { glance } = server.system;
  let inside = 0;
  Object.assign(server.system, {
    async glance(id: string) {
      if (++inside === REQUESTS_OF_TOKEN) all.resolve();
      await gate.promise;
      return await glance(id);
    },
  });
  const get = () => server.call("GET", `/api/conversations/${WELCOME}`, undefined, own);
  const waiting = Array.from({ length: REQUESTS_OF_TOKEN - 1 }, get);
  assert.equal((await server.call("GET", "/api/roles", undefined, own)).status, 200);
  waiting.push(get());
  await all.promise;
  const refused = await server.call("GET", "/api/roles", undefined, own);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "1"]);
  assert.equal((await server.call("GET", "/api/roles")).status, 200);
  gate.resolve();
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200);
  assert.equal((await server.call("GET", "/api/roles", undefined, own)).status, 200);
});

/** A body that a test sends piece by piece, and the timers of who reads it. */
function upload(limit = 100, told: number | null = null, needed?: AbortSignal) {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (its) => void (controller = its),
    cancel: () => void (cancelled = true),
  });
  let now = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const timer: Timer = (ms, run) => {
    const entry = { at: now + ms, run };
    timers.add(entry);
    return () => timers.delete(entry);
  };
  const headers: HeadersInit = told === null ? {} : { "content-length": `${told}` };
  const request = new Request(`http://${HOST}/`, { method: "POST", body, headers });
  const stopping = new AbortController();
  const read = readBytes(request, limit, { timer, needed, stopping: stopping.signal }).then(
    (bytes) => new TextDecoder().decode(bytes),
    (error) => error instanceof Problem ? `${error.status} ${error.code}` : `thrown ${error}`,
  );
  const rest = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    read,
    timers,
    wasCancelled: () => cancelled,
    async send(text: string) {
      controller?.enqueue(new TextEncoder().encode(text));
      await rest();
    },
    async pass(ms: number) {
      await rest();
      now += ms;
      for (const entry of [...timers]) if (timers.has(entry) && entry.at <= now) entry.run();
      await rest();
    },
    end: () => cancelled || controller?.close(),
    stop: () => stopping.abort(),
    breakOff: () => controller?.error(new TypeError("invalid HTTP/1 request: Invalid")),
  };
}

Deno.test("a body that falls silent is given up after 15 s, not before", async () => {
  const quick = upload();
  await quick.send("a");
  await quick.pass(BODY_SILENCE_MS - 1);
  await quick.send("b");
  await quick.pass(BODY_SILENCE_MS - 1);
  quick.end();
  assert.equal(await quick.read, "ab");
  assert.equal(quick.timers.size, 0);
  const silent = upload();
  await silent.send("a");
  await silent.pass(BODY_SILENCE_MS);
  assert.equal(await silent.read, "408 timeout");
  assert.equal(silent.wasCancelled(), true);
  assert.equal(silent.timers.size, 0);
});

Deno.test("a body that drips is given up after two minutes in all, not before", async () => {
  for (const [total, expected] of [[BODY_MS - 1, /^x+$/], [BODY_MS, /^408 timeout$/]] as const) {
    const drip = upload();
    let passed = 0;
    for (; passed + 10_000 < total; passed += 10_000) {
      await drip.send("x");
      await drip.pass(10_000);
    }
    await drip.send("x");
    await drip.pass(total - passed);
    drip.end();
    assert.match(await drip.read, expected);
    assert.equal(drip.timers.size, 0);
  }
});

Deno.test("a body that says it is short has 15 s in all, one that is longer 15 s for a silence", async () => {
  const dripped = async (told: number) => {
    const drip = upload(2 * SHORT_BYTES, told);
    await drip.send("a");
    await drip.pass(BODY_SILENCE_MS - 1);
    await drip.send("b");
    await drip.pass(1);
    await drip.send("c");
    drip.end();
    const read = await drip.read;
    assert.equal(drip.timers.size, 0);
    return read;
  };
  assert.equal(await dripped(SHORT_BYTES), "408 timeout");
  assert.equal(await dripped(SHORT_BYTES + 1), "abc");
});

Deno.test("a body that says it is short is read whole, or refused as any other", async () => {
  const whole = upload(3, 3);
  await whole.send("ab");
  await whole.pass(BODY_SILENCE_MS - 1);
  await whole.send("c");
  whole.end();
  assert.equal(await whole.read, "abc");
  assert.equal(whole.timers.size, 0);
  const broken = upload(3, 3);
  await broken.send("a");
  broken.breakOff();
  assert.equal(await broken.read, "400 malformed");
  assert.equal(broken.timers.size, 0);
  const stopped = upload(3, 3);
  stopped.stop();
  stopped.breakOff();
  assert.equal(await stopped.read, "503 unavailable");
  const lying = upload(3, 3);
  await lying.send("abcd");
  lying.end();
  assert.equal(await lying.read, "413 too_large");
  const needed = new AbortController();
  const stranger = upload(3, 3, needed.signal);
  await stranger.send("a");
  needed.abort();
  assert.equal(await stranger.read, "408 timeout");
  assert.equal(stranger.wasCancelled(), true);
});

Deno.test("a short body whose sender was refused meanwhile may break off: nobody asks for it", async () => {
  await using server = await TestServer.start();
  const gone = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      await gone.promise;
      controller.error(new TypeError("connection closed"));
    },
  });
  const headers = { host: HOST, "content-type": "application/json", "content-length": "3" };
  const { status } = await server.handle(
    new Request(`http://${HOST}/api/roles`, { method: "POST", body, headers }),
  );
  assert.equal(status, 403);
  gone.resolve();
  // What nobody heard of would end this test.
  await new Promise((resolve) => setTimeout(resolve, 0));
});

Deno.test("a body that is broken off or breaks the protocol is 400, and one over its limit 413", async () => {
  const broken = upload();
  await broken.send("a");
  broken.breakOff();
  assert.equal(await broken.read, "400 malformed");
  const stopped = upload();
  await stopped.send("a");
  stopped.stop();
  stopped.breakOff();
  assert.equal(await stopped.read, "503 unavailable");
  const full = upload(3);
  await full.send("abc");
  full.end();
  assert.equal(await full.read, "abc");
  const over = upload(3);
  await over.send("abc");
  await over.send("d");
  assert.equal(await over.read, "413 too_large");
  assert.equal(over.wasCancelled(), true);
});

Deno.test("a body on its way when the server is told to end is to be sent again: 503, not 400", async () => {
  await using server = await TestServer.start();
  const arrived = Promise.withResolvers<void>();
  const socket = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    arrived.resolve();
    return server.handle(request);
  });
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: socket.addr.port });
  await connection.write(new TextEncoder().encode(
    `POST /api/attachments HTTP/1.1\r\nhost: ${HOST}\r\norigin: http://${HOST}\r\n` +
      `content-type: text/plain\r\nx-file-name: a.txt\r\ncontent-length: 10\r\n\r\nhello`,
  ));
  await arrived.promise;
  server.stopping.abort();
  const ended = socket.shutdown();
  const buffer = new Uint8Array(64 * 1024);
  const read = await connection.read(buffer);
  const answer = new TextDecoder().decode(buffer.subarray(0, read ?? 0));
  connection.close();
  await ended;
  assert.match(answer, /^HTTP\/1\.1 503 /);
  assert.match(answer, /retry-after: 1\r\n/i);
});

Deno.test("a chunk that breaks the rules of HTTP is answered 400, without a line in the log", async () => {
  await using server = await TestServer.start();
  const socket = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => server.handle(request),
  );
  try {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: socket.addr.port });
    const bytes = new TextEncoder().encode(
      `POST /api/roles HTTP/1.1\r\nhost: ${HOST}\r\norigin: http://${HOST}\r\n` +
        `content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n` +
        `5;${"a".repeat(64 * 1024)}\r\nhello\r\n0\r\n\r\n`,
    );
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
    const buffer = new Uint8Array(64 * 1024);
    const read = await connection.read(buffer);
    assert.match(new TextDecoder().decode(buffer.subarray(0, read ?? 0)), /^HTTP\/1\.1 400 /);
    assert.deepEqual(server.lines, []);
  } finally {
    await socket.shutdown();
  }
});
