/** A provider's server in miniature: answers as told, and keeps what it received, byte for byte. */
import type { Part, ProviderAdapter, Shell } from "../../../actors/providers/types.ts";
import { ProviderError } from "../../../actors/providers/types.ts";
import type { Provider } from "../../../events/catalog/workspace.ts";
import { type RawHandler, RawServer } from "./raw_server.ts";

export interface Got {
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export class FakeServer {
  readonly got: Got[] = [];
  /** Resolves when a client has gone before the answer's end. */
  readonly gone: Promise<void>;
  readonly #server: RawServer;

  constructor(answer: RawHandler) {
    let gone = () => {};
    this.gone = new Promise((resolve) => (gone = resolve));
    this.#server = new RawServer((request) => {
      this.got.push(request);
      request.gone.addEventListener("abort", gone);
      return answer(request);
    });
  }

  get url(): string {
    return this.#server.url;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server[Symbol.asyncDispose]();
  }
}

/** A stream of lines, each piece sent by itself; `hang` keeps it open until the client goes. */
export function streamOf(
  pieces: readonly string[],
  options: {
    readonly end?: "close" | "reset" | "hang";
    /** Milliseconds before each piece but the first. */
    readonly paceMs?: number;
    /** Told when there is nothing more to say. */
    readonly held?: () => void;
  } = {},
): Response {
  const encoder = new TextEncoder();
  let at = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      if (at > 0 && options.paceMs) await new Promise((resolve) => setTimeout(resolve, options.paceMs));
      const piece = pieces[at++];
      if (piece !== undefined) controller.enqueue(encoder.encode(piece));
      else if (options.end === "reset") controller.error(new Error("reset"));
      else if (options.end !== "hang") controller.close();
      // One that hangs has nothing more to say: the promise settles never, the client goes.
      else {
        options.held?.();
        await new Promise<void>(() => {});
      }
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
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

/** What a request begins with, where it does not matter. */
export const SHELL: Shell = {
  model: "m",
  system: "You are Ann.",
  params: {},
  tools: [],
  nudge: "Go on.",
  after: [],
  downgrades: [],
};

/** A server that streams these pieces and then ends in one way. */
export const answering = (pieces: readonly string[], end: "close" | "reset" | "hang" = "close") =>
  new FakeServer(() => streamOf(pieces, { end }));
