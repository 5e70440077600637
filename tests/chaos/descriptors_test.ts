/** Idle connections take every file descriptor of a real server: it listens again, and who was being served still is. */
import assert from "node:assert/strict";
import { STREAMS_LEAST } from "../../server/http/places.ts";
import { layGreeted } from "../greeted.ts";
import { ServerProcess } from "./server_process.ts";

/** Descriptors of the server: it needs about forty itself. */
const FILES = 128;
/** Seconds a condition may take on a busy machine. */
const SECONDS = 180;

async function until(
  server: ServerProcess,
  look: () => Promise<boolean> | boolean,
  what: string,
): Promise<void> {
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    if (await look()) return;
    assert.ok(!server.endedByItself, `${what}: the server has ended`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what}: not within ${SECONDS} s`);
}

const answers = (server: ServerProcess) =>
  fetch(`${server.address}/healthz`, { signal: AbortSignal.timeout(2_000), headers: { connection: "close" } })
    .then(async (response) => {
      await response.body?.cancel();
      return response.ok;
    }).catch(() => false);

/** How often the server has said that it could not go on listening. */
const failures = (server: ServerProcess) => server.said.split('"listening_failed"').length - 1;

/** A test of a server with few descriptors, and of connections that are closed behind it. */
const onFew = (name: string, test: (server: ServerProcess, connections: Deno.Conn[]) => Promise<void>) =>
  Deno.test({
    name,
    ignore: Deno.build.os === "windows",
    // The server is a process of its own.
    sanitizeResources: false,
    async fn() {
      const data = await Deno.makeTempDir();
      const server = new ServerProcess(data, [], { descriptors: FILES });
      const connections: Deno.Conn[] = [];
      try {
        await layGreeted(data);
        await server.start();
        await test(server, connections);
      } finally {
        for (const one of connections) one.close();
        await server.terminate();
        await Deno.remove(data, { recursive: true });
      }
    },
  });

onFew("a server out of file descriptors answers again, and its event streams go on", async (server, idle) => {
  const port = Number(new URL(server.address ?? "").port);
  const stop = new AbortController();
  const stream = await fetch(`${server.address}/api/events`, {
    headers: { accept: "text/event-stream", origin: server.address ?? "" },
    signal: stop.signal,
  });
  let heard = "";
  const listening = (async () => {
    for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += text;
  })().catch(() => undefined);
  try {
    await until(server, () => heard.includes("event: sync"), "the stream is live");

    for (let round = 1; round <= 2; round++) {
      while (idle.length < 2 * FILES * round && failures(server) < round) {
        // Refused while it does not listen.
        await Deno.connect({ hostname: "127.0.0.1", port }).then((one) => idle.push(one), () => undefined);
      }
      await until(server, () => failures(server) >= round, "it runs out of descriptors");
      assert.match(server.said, new RegExp(`"listening_failed"[^\\n]*"streams":${STREAMS_LEAST}\\b`));
      for (const one of idle.splice(0)) one.close();
      await until(server, () => answers(server), "it answers again");
    }

    const renamed = await fetch(`${server.address}/api/conversations/conversation_welcome`, {
      method: "PATCH",
      headers: { "content-type": "application/json", origin: server.address ?? "" },
      body: JSON.stringify({ title: "Still here" }),
    });
    assert.equal(renamed.status, 200, await renamed.text());
    await until(server, () => heard.includes("Still here"), "the stream that was open before hears of it");
  } finally {
    stop.abort();
    await listening;
  }
});

onFew(
  "a server whose streams take every file descriptor ends them, and answers again without being started anew",
  async (server, readers) => {
    const { port, host } = new URL(server.address ?? "");
    const asked = new TextEncoder().encode(
      `GET /api/events HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`,
    );
    await until(server, async () => {
      // Refused while it does not listen.
      const one = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) }).catch(() => null);
      if (one) readers.push(one);
      await one?.write(asked).catch(() => undefined);
      return /"listening_failed"[^\n]*"failures":3\b/.test(server.said);
    }, "it fails three times in a row");
    for (const one of readers.splice(FILES)) one.close();
    await until(server, () => answers(server), "it answers again");
  },
);
