/** What benches over real sockets share: a client that asks as the page does, a bare server, and models on a thread of their own. */
import { ServerProcess } from "../chaos/server_process.ts";
import type { Listening } from "./bare_server.ts";
import type { Told } from "./fake_models.ts";
import { sharedNow } from "./stamp.ts";
import type { Row } from "./table.ts";

const BARE = new URL("./bare_server.ts", import.meta.url).pathname;

/** Asks once; milliseconds to the first text. Resolves when the answer has ended. */
export type Ask = () => Promise<number>;

export class Client {
  constructor(readonly address: string) {}

  async post(path: string, body: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.address}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: this.address },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async get(path: string): Promise<Record<string, number>> {
    return await (await fetch(`${this.address}${path}`)).json();
  }

  /** An agent of a model at an address; its id. */
  async agent(models: string, model: string): Promise<string> {
    const provider = await this.post("/api/providers", {
      name: "Bench",
      kind: "openai",
      baseUrl: models,
      apiKey: "unused",
      maxConcurrent: 64,
      requestsPerMinute: 100_000,
      timeoutSeconds: 60,
    });
    const agent = await this.post("/api/agents", {
      name: model,
      color: 1,
      providerId: provider["id"],
      model,
    });
    return String(agent["id"]);
  }

  async room(agentIds: readonly string[], mode = "parallel"): Promise<string> {
    const { conversation } = await this.post("/api/conversations", { mode, agentIds });
    return (conversation as { id: string }).id;
  }

  /** A stream of events, from its beginning on; `heard` gets each frame. */
  async listen(drafts: string, signal: AbortSignal, heard: (frame: string) => void): Promise<void> {
    const { ok, status, body } = await fetch(`${this.address}/api/events?drafts=${drafts}`, {
      headers: { accept: "text/event-stream", origin: this.address },
      signal,
    });
    if (!ok) throw new Error(`the event stream: ${status}`);
    const synced = Promise.withResolvers<void>();
    const decoded = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    // A fetch forgets its signal once its response is collected, so the body is closed here.
    signal.addEventListener("abort", () => void decoded.cancel().catch(() => undefined));
    const reading = async () => {
      let text = "";
      for (let next = await decoded.read(); !next.done; next = await decoded.read()) {
        const frames = (text + next.value).split("\n\n");
        text = frames.pop() ?? "";
        for (const frame of frames) {
          if (frame.startsWith("event: sync")) synced.resolve();
          heard(frame);
        }
      }
    };
    // The stream breaks where it is left.
    reading().catch(() => undefined);
    await synced.promise;
  }
}

const fieldOf = (frame: string, name: string): string | undefined =>
  new RegExp(`"${name}":"([^"]+)"`).exec(frame)?.[1];

/** One message as the page asks: when it was posted and when its first text was shown, as `sharedNow` has it. */
export interface Asked {
  readonly posted: number;
  readonly shown: number;
}

/** As the page asks: a post, then the first draft on the stream that is open; resolves when the answer has ended. */
export async function asPage(client: Client, id: string, signal: AbortSignal): Promise<() => Promise<Asked>> {
  let shown = NaN;
  let ended = () => {};
  await client.listen(id, signal, (frame) => {
    // An answer that ends before it was stored in part is shown by its end.
    const shows = frame.startsWith("event: draft") || frame.includes('"type":"TurnCompleted"');
    if (shows && frame.includes(id) && Number.isNaN(shown)) shown = sharedNow();
    if (frame.includes('"type":"ExchangeCompleted"') && fieldOf(frame, "stream") === id) ended();
  });
  return async () => {
    shown = NaN;
    const done = new Promise<void>((resolve) => (ended = resolve));
    const posted = sharedNow();
    await client.post(`/api/conversations/${id}/messages`, { content: "go" });
    await done;
    return { posted, shown };
  };
}

export async function byPage(client: Client, id: string, signal: AbortSignal): Promise<Ask> {
  const ask = await asPage(client, id, signal);
  return async () => {
    const { posted, shown } = await ask();
    return shown - posted;
  };
}

/**
 * A server of the platform alone, in a process of its own, and the way to end it.
 * @param asking the model it asks, and further options of `deno run`
 */
export async function bareServer(
  path: string,
  models: string,
  { model, flags = [] }: { readonly model: string; readonly flags?: readonly string[] },
): Promise<{ readonly client: Client; readonly pid: number; end(): Promise<void> }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--unstable-kv", ...flags, "-A", BARE, path, models, model],
    stdout: "piped",
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  while (!said.includes("\n")) {
    const { done, value } = await lines.read();
    if (done) throw new Error("The bare server ended.");
    said += value;
  }
  const { address }: Listening = JSON.parse(said);
  return {
    client: new Client(address),
    pid: child.pid,
    async end() {
      child.kill("SIGKILL");
      await Promise.all([lines.cancel(), child.status]);
    },
  };
}

/** The addresses of models on a thread of their own. */
export async function modelsOf(worker: Worker): Promise<readonly string[]> {
  return await new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if ("addresses" in data) resolve(data.addresses);
    };
  });
}

/** What is measured side by side, and when that is over. */
export interface Beside {
  readonly worker: Worker;
  /** The address of the model. */
  readonly models: string;
  readonly server: ServerProcess;
  readonly client: Client;
  readonly bare: Awaited<ReturnType<typeof bareServer>>;
  readonly signal: AbortSignal;
}

/**
 * Measures this program and a bare server in one run, and ends both.
 * @param asking the model the bare server asks, and further options of `deno run` for both
 */
export async function besideBare(
  asking: { readonly model: string; readonly flags?: readonly string[] },
  measure: (beside: Beside) => Promise<Row[]>,
): Promise<Row[]> {
  const worker = new Worker(new URL("./fake_models.ts", import.meta.url), { type: "module" });
  const [models = ""] = await modelsOf(worker);
  const data = await Deno.makeTempDir();
  const server = new ServerProcess(data, [], {
    deployed: true,
    ...(asking.flags && { flags: asking.flags }),
  });
  const left = new AbortController();
  let bare: Awaited<ReturnType<typeof bareServer>> | null = null;
  try {
    await server.start();
    bare = await bareServer(`${data}/bare.db`, models, asking);
    const client = new Client(server.address ?? "");
    return await measure({ worker, models, server, client, bare, signal: left.signal });
  } finally {
    left.abort();
    await bare?.end();
    await server.kill();
    worker.terminate();
    await Deno.remove(data, { recursive: true });
  }
}
