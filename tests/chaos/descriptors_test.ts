/** Idle connections take every file descriptor of a real server: it listens again, and who was being served still is. */
import assert from "node:assert/strict";
import { STREAMS_LEAST } from "../../server/http/places.ts";
import { layGreeted } from "../greeted.ts";
import { ServerProcess } from "./server_process.ts";

/** Descriptors of the server: it needs about forty itself. */
const FILES = 128;
/** Seconds a condition may take on a busy machine. */
const SECONDS = 180;

async function until(look: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    if (await look()) return;
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

Deno.test({
  name: "a server out of file descriptors answers again, and its event streams go on",
  ignore: Deno.build.os === "windows",
  // The server is a process of its own.
  sanitizeResources: false,
  async fn() {
    const data = await Deno.makeTempDir();
    const server = new ServerProcess(data, [], { descriptors: FILES });
    const idle: Deno.Conn[] = [];
    const stop = new AbortController();
    try {
      await layGreeted(data);
      await server.start();
      const port = Number(new URL(server.address ?? "").port);
      const stream = await fetch(`${server.address}/api/events`, {
        headers: { accept: "text/event-stream", origin: server.address ?? "" },
        signal: stop.signal,
      });
      let heard = "";
      const listening = (async () => {
        for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += text;
      })().catch(() => undefined);
      await until(() => heard.includes("event: sync"), "the stream is live");

      for (let round = 1; round <= 2; round++) {
        while (idle.length < 2 * FILES * round && failures(server) < round) {
          // Refused while it does not listen.
          await Deno.connect({ hostname: "127.0.0.1", port }).then((one) => idle.push(one), () => undefined);
        }
        await until(() => failures(server) >= round, "it runs out of descriptors");
        assert.match(server.said, new RegExp(`"listening_failed"[^\\n]*"streams":${STREAMS_LEAST}\\b`));
        for (const one of idle.splice(0)) one.close();
        await until(() => answers(server), "it answers again");
      }

      const renamed = await fetch(`${server.address}/api/conversations/conversation_welcome`, {
        method: "PATCH",
        headers: { "content-type": "application/json", origin: server.address ?? "" },
        body: JSON.stringify({ title: "Still here" }),
      });
      assert.equal(renamed.status, 200, await renamed.text());
      await until(() => heard.includes("Still here"), "the stream that was open before hears of it");
      stop.abort();
      await listening;
    } finally {
      stop.abort();
      for (const one of idle) one.close();
      await server.terminate();
      await Deno.remove(data, { recursive: true });
    }
  },
});

Deno.test({
  name:
    "a server whose streams take every file descriptor ends them, and answers again without being started anew",
  ignore: Deno.build.os === "windows",
  // The server is a process of its own.
  sanitizeResources: false,
  async fn() {
    const data = await Deno.makeTempDir();
    const server = new ServerProcess(data, [], { descriptors: FILES });
    const readers: Deno.Conn[] = [];
    try {
      await layGreeted(data);
      await server.start();
      const { port, host } = new URL(server.address ?? "");
      const asked = new TextEncoder().encode(
        `GET /api/events HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`,
      );
      await until(async () => {
        // Refused while it does not listen.
        const one = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) }).catch(() => null);
        if (one) readers.push(one);
        await one?.write(asked).catch(() => undefined);
        return /"listening_failed"[^\n]*"failures":3\b/.test(server.said);
      }, "it fails three times in a row");
      for (const one of readers.splice(FILES)) one.close();
      await until(() => answers(server), "it answers again");
    } finally {
      for (const one of readers) one.close();
      await server.terminate();
      await Deno.remove(data, { recursive: true });
    }
  },
});

/** How often the server has said that it could not go on listening. */
const failures = (server: ServerProcess) => server.said.split('"listening_failed"').length - 1;
