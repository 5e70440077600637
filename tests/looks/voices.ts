/**
 * A model's server whose agents say what `said.ts` has for them, at once and in the same pieces. The model's name says
 * how it ends: `…-hangs` stops in the middle and stays, `…-refused` takes no key, `…-thinks` says nothing yet.
 */
import { z } from "zod";
import { saidAbout, saidBy } from "./said.ts";

const Asked = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});

/** Share of a text after which a model hangs: enough to fill a column. */
const HANGS_AFTER = 0.82;
/** UTF-16 units of a piece. */
const PIECE = 48;
/** Milliseconds between two: answers take a time that can be told. */
const PACE_MS = 12;

const textOf = (content: unknown): string => {
  if (typeof content === "string") return content;
  const parts = z.array(z.object({ text: z.string().optional() })).safeParse(content);
  return parts.success ? parts.data.map(({ text }) => text ?? "").join("\n") : "";
};

function answerOf({ model, messages }: z.infer<typeof Asked>): Response {
  if (model.endsWith("-refused")) {
    return Response.json({ error: { message: "Incorrect API key provided." } }, { status: 401 });
  }
  const of = (role: string) =>
    messages.filter((one) => one.role === role).map(({ content }) => textOf(content));
  const system = [...of("system"), ...of("developer")].join("\n");
  const name = /\bYou are ([^\n.]{1,80})\./.exec(system)?.[1] ?? "";
  // The last words of the person; what other agents said stands in the same messages.
  const said = of("user").join("\n\n").split(/\n\n(?=\[)/);
  const question = said.findLast((one) => one.startsWith("[User]")) ?? said.at(-1) ?? "";
  const text = saidAbout(of("user").at(-1) ?? "") ?? saidBy(name, question, of("assistant").length);
  const hangs = /-(hangs|thinks)$/.test(model);
  const shown = model.endsWith("-thinks") ? "" : hangs ? text.slice(0, text.length * HANGS_AFTER) : text;
  const usage = {
    prompt_tokens: Math.ceil(JSON.stringify(messages).length / 4),
    completion_tokens: Math.ceil(text.length / 4),
  };
  return new Response(streamOf(model, shown, hangs ? null : usage), {
    headers: { "content-type": "text/event-stream" },
  });
}

function streamOf(model: string, text: string, usage: object | null): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      const say = (more: object) =>
        controller.enqueue(encoder.encode(`data: ${JSON.stringify({ id: "c1", model, ...more })}\n\n`));
      const piece = (delta: object, finish_reason: string | null) =>
        say({ choices: [{ index: 0, delta, finish_reason }] });
      for (let at = 0; at < text.length; at += PIECE) {
        piece({ content: text.slice(at, at + PIECE) }, null);
        await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      }
      if (!usage) return;
      piece({}, "stop");
      say({ choices: [], usage });
      controller.enqueue(encoder.encode("data: [DONE]\n\n"));
      controller.close();
    },
  });
}

/** Listens on a free port until it is disposed of. */
export class Voices implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", signal: this.#stop.signal, onListen: () => {} },
    async (request) => {
      if (request.method === "GET") return Response.json({ data: [{ id: "gpt-5" }, { id: "gpt-5-mini" }] });
      return answerOf(Asked.parse(await request.json()));
    },
  );

  /** Base address of its API. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#server.finished;
  }
}
