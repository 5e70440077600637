/**
 * What the platform alone takes for a message and the first words of its answer, in a process of its own: `Deno.serve`, as
 * many commits of the same bytes to a file of Deno KV, one `fetch`, and a stream of events that is written to by hand. No
 * log, no folds, no agents: what a server that is durable first cannot go below here.
 */
/** Bytes that a commit of a short conversation writes. */
const ROW_BYTES = 930;

/** Told on the first line of its output. */
export interface Listening {
  readonly address: string;
}

const row = crypto.getRandomValues(new Uint8Array(ROW_BYTES));
const encoder = new TextEncoder();
const frame = (event: string, data: unknown) =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

async function serve(path: string, models: string, model: string): Promise<void> {
  const kv = await Deno.openKv(path);
  let commits = 0;
  /** A row that is written again each time, and one more in the order of all. */
  const commit = async (stream: string) => {
    const atomic = kv.atomic().set(["at", stream], row).set(["all", ++commits], row.subarray(0, 60));
    await atomic.commit();
  };
  const readers = new Map<string, ReadableStreamDefaultController<Uint8Array>>();

  /** The first commit, with the message, stands before the call, the second before its first words are shown. */
  async function answer(stream: string): Promise<void> {
    const { body } = await fetch(`${models}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model, stream: true, messages: [{ role: "user", content: "go" }] }),
    });
    const reader = (body ?? new ReadableStream<Uint8Array>()).getReader();
    const decoder = new TextDecoder();
    let shown = false;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const text = decoder.decode(next.value, { stream: true });
      if (shown || !text.includes('"content"')) continue;
      shown = true;
      await commit(stream);
      readers.get(stream)?.enqueue(frame("draft", { stream, text }));
    }
    await commit(stream);
    readers.get(stream)?.enqueue(frame("event", { type: "ExchangeCompleted", stream }));
  }

  const { addr } = Deno.serve({ port: 0, onListen: () => {} }, async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/api/events") {
      const stream = searchParams.get("drafts") ?? "";
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          readers.set(stream, controller);
          controller.enqueue(frame("sync", {}));
        },
        cancel: () => void readers.delete(stream),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    }
    const stream = pathname.split("/")[3] ?? "";
    await request.json();
    await commit(stream);
    answer(stream).catch(() => undefined);
    return Response.json({ stored: true }, { status: 201 });
  });
  const listening: Listening = { address: `http://127.0.0.1:${addr.port}` };
  console.log(JSON.stringify(listening));
}

if (import.meta.main) {
  const [path = "", models = "", model = ""] = Deno.args;
  await serve(path, models, model);
}
