/** What the platform says of a request whose answer is waited for. */
import assert from "node:assert/strict";

Deno.test("a request's signal tells that its caller has gone, and nothing once it was answered; nor does the log", async () => {
  const warned: unknown[] = [];
  const warn = console.warn;
  console.warn = (...words: unknown[]) => void warned.push(words);
  try {
    const signals: AbortSignal[] = [];
    const coming = Promise.withResolvers<void>();
    const server = Deno.serve({ port: 0, onListen: () => {} }, async ({ signal, url }) => {
      signals.push(signal);
      if (!url.endsWith("/slow")) return new Response("Here.");
      coming.resolve();
      await new Promise((gone) => signal.addEventListener("abort", gone));
      return new Response(null);
    });
    const address = `http://127.0.0.1:${server.addr.port}`;
    assert.equal(await (await fetch(`${address}/fast`)).text(), "Here.");
    const leaving = new AbortController();
    const left = fetch(`${address}/slow`, { signal: leaving.signal }).catch(() => "left");
    await coming.promise;
    leaving.abort();
    assert.equal(await left, "left");
    await server.shutdown();
    assert.deepEqual(signals.map(({ aborted }) => aborted), [false, true]);
    assert.deepEqual(warned, []);
  } finally {
    console.warn = warn;
  }
});
