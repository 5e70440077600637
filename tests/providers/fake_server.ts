/** A provider's server in miniature: answers as told, and keeps what it received, byte for byte. */
import type { Part, ProviderAdapter } from "../../actors/providers/types.ts";
import { ProviderError } from "../../actors/providers/types.ts";
import type { Provider } from "../../events/workspace.ts";

export interface Got {
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export class FakeServer {
  readonly got: Got[] = [];
  /** Resolves when a client has gone before the answer's end. */
  readonly gone: Promise<void>;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(answer: (request: Request, gone: () => void) => Response | Promise<Response>) {
    let gone = () => {};
    this.gone = new Promise((resolve) => (gone = resolve));
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      const copy = request.clone();
      let body: Uint8Array;
      try {
        body = new Uint8Array(await copy.arrayBuffer());
      } catch {
        // The client went before it had sent everything: nothing was received.
        return new Response(null, { status: 400 });
      }
      this.got.push({ path: new URL(request.url).pathname, headers: request.headers, body });
      return await answer(request, gone);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** A stream of lines, each piece sent by itself; `hang` keeps it open until the client goes. */
export function streamOf(
  pieces: readonly string[],
  options: {
    readonly end?: "close" | "reset" | "hang";
    readonly gone?: () => void;
    /** Milliseconds before each piece but the first. */
    readonly paceMs?: number;
  } = {},
): Response {
  const encoder = new TextEncoder();
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at > 0 && options.paceMs) await new Promise((resolve) => setTimeout(resolve, options.paceMs));
      const piece = pieces[at++];
      if (piece !== undefined) controller.enqueue(encoder.encode(piece));
      else if (options.end !== "hang") controller.close();
      // One that hangs has nothing more to say: the promise settles never, the client goes.
      if (options.end === "hang" && piece === undefined) await new Promise<void>(() => {});
    },
    cancel: () => options.gone?.(),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream",
      // More was announced than comes: the connection breaks.
      ...(options.end === "reset" ? { "content-length": "1000000" } : {}),
    },
  });
}

export const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
export const named = (event: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

export function configOf(kind: Provider["kind"], baseUrl: string): Provider {
  return {
    id: "p1",
    name: "Fake",
    kind,
    baseUrl,
    maxConcurrent: 4,
    requestsPerMinute: 600,
    timeoutSeconds: 5,
  };
}

/** A key that must turn up nowhere but in the one header. */
export const CANARY = "sk-canary-4f1d0c77aa";

/** Calls the adapter and collects what it gives; an error is part of the result. */
export async function call(
  adapter: ProviderAdapter,
  url: string,
  body: Uint8Array,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ parts: Part[]; error: ProviderError | null }> {
  const parts: Part[] = [];
  const config = configOf(adapter.kind, url);
  try {
    for await (const part of adapter.send({ config, apiKey: CANARY, model: "m", body, signal })) {
      parts.push(part);
    }
    return { parts, error: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { parts, error };
  }
}

export const textOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");
