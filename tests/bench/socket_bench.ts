/**
 * What a page and a program meet over real sockets: a server process, models on a thread of their own, clients in this
 * one.
 */
import OpenAI from "openai";
import { ServerProcess } from "../chaos/server_process.ts";
import type { Listening } from "./bare_server.ts";
import type { Told } from "./fake_models.ts";
import { quantile, type Row } from "./table.ts";

/** Answers measured one after the other, and before that, while everything is loaded. */
const [ROUNDS, WARM] = [60, 10] as const;
/** Conversations in which answers are asked for in the same moment. */
const STREAMS = 5;
/** Posts of one moment, and how often. */
const [POSTS, MOMENTS] = [50, 6] as const;
/** Milliseconds asked for: beyond a direct call at p50 and p99, alone and five at once; fifty posts. */
const GOAL = { alone: [2.5, 5], five: [7, 25], posts: 120 } as const;
const MODEL = "story";
const BARE = new URL("./bare_server.ts", import.meta.url).pathname;

type Ask = () => Promise<number>;

class Client {
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

/** As the page asks: a post, then the first draft on the stream that is open; resolves when the answer has ended. */
async function byPage(client: Client, id: string, signal: AbortSignal): Promise<Ask> {
  let first = NaN;
  let ended = () => {};
  await client.listen(id, signal, (frame) => {
    // An answer that ends before it was stored in part is shown by its end.
    const shows = frame.startsWith("event: draft") || frame.includes('"type":"TurnCompleted"');
    if (shows && frame.includes(id) && Number.isNaN(first)) first = performance.now();
    if (frame.includes('"type":"ExchangeCompleted"') && fieldOf(frame, "stream") === id) ended();
  });
  return async () => {
    first = NaN;
    const done = new Promise<void>((resolve) => (ended = resolve));
    const before = performance.now();
    await client.post(`/api/conversations/${id}/messages`, { content: "go" });
    await done;
    return first - before;
  };
}

/** As a program asks: by an SDK, of us or of the models themselves. */
function bySdk(baseURL: string, model: string): Ask {
  const openai = new OpenAI({ baseURL, apiKey: "unused", maxRetries: 0 });
  return async () => {
    const before = performance.now();
    let first = NaN;
    const stream = await openai.chat.completions.create({
      model,
      stream: true,
      messages: [{ role: "user", content: "go" }],
    });
    for await (const chunk of stream) {
      if (chunk.choices[0]?.delta.content && Number.isNaN(first)) first = performance.now() - before;
    }
    return first;
  };
}

/** Each way in turns, so that whatever else the machine does falls on all of them; milliseconds by way. */
async function inTurns(ways: readonly (readonly Ask[])[]): Promise<number[][]> {
  const took: number[][] = ways.map(() => []);
  for (let round = 0; round < WARM + ROUNDS; round++) {
    for (const [at, asks] of ways.entries()) {
      const ms = await Promise.all(asks.map((ask) => ask()));
      if (round >= WARM) took[at]?.push(...ms);
    }
  }
  return took;
}

/** A server of the platform alone, in a process of its own, and the way to end it. */
async function bareServer(path: string, models: string): Promise<{ client: Client; end(): Promise<void> }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--unstable-kv", "-A", BARE, path, models],
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
    async end() {
      child.kill("SIGKILL");
      await Promise.all([lines.cancel(), child.status]);
    },
  };
}

async function firstTexts(
  client: Client,
  agentId: string,
  { bare, models }: { readonly bare: Client; readonly models: string },
  signal: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [count, goals] of [[1, GOAL.alone], [STREAMS, GOAL.five]] as const) {
    const many = <T>(make: () => T) => Promise.all(Array.from({ length: count }, make));
    const page = await many(async () => byPage(client, await client.room([agentId]), signal));
    const platform = await many(() => byPage(bare, crypto.randomUUID(), signal));
    const ours = await many(() => bySdk(`${client.address}/v1`, `agent/${MODEL}`));
    const theirs = await many(() => bySdk(models, MODEL));
    const [posted = [], alone = [], programs = [], direct = []] = await inTurns([
      page,
      platform,
      ours,
      theirs,
    ]);
    for (const [what, took] of [["by the page", posted], ["by /v1", programs]] as const) {
      for (const [at, share] of ([0.5, 0.99] as const).entries()) {
        const [mine, their] = [quantile(took, share), quantile(direct, share)];
        const goal = goals[at] ?? NaN;
        rows.push({
          what: `${count} at once, ${what}: first text, p${share * 100}`,
          measured: `${mine.toFixed(1)} ms`,
          against: `${their.toFixed(1)} ms by the SDK alone; ${goal} ms more`,
          ratio: (mine - their) / goal,
          target: { atMost: 1 },
        });
        const least = quantile(alone, share);
        rows.push({
          what: "the same, to a bare server that commits as often",
          measured: `${mine.toFixed(1)} ms`,
          against: `${least.toFixed(1)} ms`,
          ratio: mine / least,
        });
      }
    }
  }
  return rows;
}

/** Fifty people write in the same moment; milliseconds until the last of them is told that it is kept. */
async function postsOfOneMoment(client: Client, agentId: string): Promise<Row> {
  const rooms = await Promise.all(Array.from({ length: POSTS }, () => client.room([agentId], "manual")));
  const took: number[] = [];
  for (let moment = 0; moment <= MOMENTS; moment++) {
    const before = performance.now();
    await Promise.all(rooms.map((id) => client.post(`/api/conversations/${id}/messages`, { content: "Hi" })));
    if (moment > 0) took.push(performance.now() - before);
  }
  const ms = quantile(took, 0.5);
  return {
    what: `${POSTS} posts in the same moment, until the last is kept`,
    measured: `${ms.toFixed(0)} ms`,
    against: `${GOAL.posts} ms`,
    ratio: ms / GOAL.posts,
    target: { atMost: 1 },
  };
}

/** The addresses of models on a thread of their own. */
async function modelsOf(worker: Worker): Promise<readonly string[]> {
  return await new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if ("addresses" in data) resolve(data.addresses);
    };
  });
}

export async function socketBench(): Promise<Row[]> {
  const worker = new Worker(new URL("./fake_models.ts", import.meta.url), { type: "module" });
  const [models = ""] = await modelsOf(worker);
  const data = await Deno.makeTempDir();
  const server = new ServerProcess(data);
  const left = new AbortController();
  let bare: Awaited<ReturnType<typeof bareServer>> | null = null;
  try {
    await server.start();
    const client = new Client(server.address ?? "");
    const provider = await client.post("/api/providers", {
      name: "Bench",
      kind: "openai",
      baseUrl: models,
      apiKey: "unused",
      maxConcurrent: 64,
      requestsPerMinute: 100_000,
      timeoutSeconds: 60,
    });
    const agent = await client.post("/api/agents", {
      name: MODEL,
      color: 1,
      providerId: provider["id"],
      model: MODEL,
    });
    const agentId = String(agent["id"]);
    bare = await bareServer(`${data}/bare.db`, models);
    const rows = await firstTexts(client, agentId, { bare: bare.client, models }, left.signal);
    rows.push(await postsOfOneMoment(client, agentId));
    return rows;
  } finally {
    left.abort();
    await bare?.end();
    await server.kill();
    worker.terminate();
    await Deno.remove(data, { recursive: true });
  }
}
