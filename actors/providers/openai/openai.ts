/**
 * Chat Completions for OpenAI and every server that speaks it (S0-84, S4-38): the SDK reads the stream, our
 * own `fetch` sends the rendered bytes. An answer is complete only after a `finish_reason`; anything else
 * that ends a stream is an error (PROVIDERS.md rows 3 and 7).
 */
import type OpenAI from "openai";
import { ChunkReader } from "./openai_chunks.ts";
import { addressOf, withMore } from "./more_told.ts";
import { openAiRenderer } from "./render_openai.ts";
import { type Address, linked, modelsOf, NEVER_MS } from "../sdk_call.ts";
import type { ProviderAdapter, SendOptions } from "../types.ts";
import { credential, LIST_BYTES, sendBytes } from "../wire.ts";

const OPENAI_URL = "https://api.openai.com/v1";

/** Bytes of what is said of one model: a licence and a template are in it. */
const SHOWN_BYTES = 512 * 1024;

/** @param now epoch milliseconds, for a `Retry-After` that is a date */
export function createOpenAi(now: () => number): ProviderAdapter {
  return {
    kind: "openai",
    renderer: openAiRenderer,
    send: (options) =>
      linked(options.signal, new ChunkReader(options.model), (cut) => chunks(options, now, cut)),
    models: (options) => modelsOf(options.signal, () => listed(options, now)),
  };
}

async function* chunks(options: SendOptions, now: () => number, cut: AbortSignal) {
  const asked = { body: options.body, path: "/chat/completions" };
  yield* asking(
    sending(options, now, cut, asked),
    // What is given here is not sent: `fetch` puts the rendered bytes in its place.
    ({ chat }, named) => chat.completions.create({ model: options.model, messages: [], stream: true }, named),
  );
}

/** The entries of the server's list, with what it says of them elsewhere. */
export async function* listed(options: Address, now: () => number) {
  const entries: unknown[] = [];
  for await (const entry of (await clientOf(options, now, options.signal)).models.list()) entries.push(entry);
  yield* withMore(entries, async (path, question) => {
    const response = await sendBytes({
      url: addressOf(baseOf(options), path),
      headers: headersOf(options),
      ...(question === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(question)) }),
      document: question === undefined ? LIST_BYTES : SHOWN_BYTES,
      signal: options.signal,
      now,
    });
    return await response.json();
  }, options.signal);
}

const baseOf = ({ config }: Address): string => (config.baseUrl ?? OPENAI_URL).replace(/\/+$/, "");
const headersOf = ({ config, apiKey, headers }: Address) => ({
  ...headers,
  ...credential(apiKey, config.keyHeader ?? "authorization"),
});

/** What is sent where; `line`: bytes that one line of the answer may have. */
interface Asked {
  readonly body?: Uint8Array;
  readonly path: string;
  readonly line?: number;
}

/** The SDK is loaded with the first call: neither a start nor a command that calls nobody waits for it. */
async function clientOf(
  options: Address,
  now: () => number,
  signal: AbortSignal,
  asked: Asked = { path: "/models" },
): Promise<OpenAI> {
  return await clientWith(sending(options, now, signal, asked));
}

async function clientWith(fetch: (url: unknown, init?: RequestInit) => Promise<Response>): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  return new OpenAI({
    // Every one explicit: an absent option would be read from the environment (PROVIDERS.md row 1). Address and key are
    // those of `fetch`.
    baseURL: OPENAI_URL,
    apiKey: "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
    timeout: NEVER_MS,
    fetch,
  });
}

/** Sends what is asked, as often as it is called. */
export const sending = (options: Address, now: () => number, signal: AbortSignal, asked: Asked) => () =>
  sendBytes({
    url: `${baseOf(options)}${asked.path}`,
    headers: headersOf(options),
    body: asked.body,
    ...(asked.line === undefined ? {} : { line: asked.line }),
    signal,
    now,
    heard: options.heard,
  });

/** The header by which a call is known again; it stays in this process. */
const CALL = "x-fishbowl-call";
type Send = () => Promise<Response>;
const underWay = new Map<string, Send>();
let last = 0;
let client: Promise<OpenAI> | null = null;

/** The parts of a call by the client of all calls: to make one takes as long as all else that is done before a call. */
export async function* asking<T>(
  send: Send,
  ask: (client: OpenAI, named: { headers: Record<string, string> }) => Promise<AsyncIterable<T>>,
): AsyncGenerator<T> {
  client ??= clientWith((_, init) => {
    const found = underWay.get(new Headers(init?.headers).get(CALL) ?? "");
    if (!found) throw new Error("A call is not under way.");
    return found();
  });
  const name = `${++last}`;
  underWay.set(name, send);
  try {
    yield* await ask(await client, { headers: { [CALL]: name } });
  } finally {
    underWay.delete(name);
  }
}
