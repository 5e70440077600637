/**
 * What many readers of the event stream cost: how long a post takes while all of them are told of it, and what each takes of
 * the memory; beside it the same of a bare `Deno.serve` that commits once and writes the same bytes to each. Server and readers
 * are processes of their own; the readers are sockets that count bytes, and what they take of the machine is told.
 */
import process from "node:process";
import { ServerProcess } from "../chaos/server_process.ts";
import { RUN } from "../program.ts";
import type { Listening } from "./bare_server.ts";
import { heldRow } from "./held.ts";
import { residentKib, spentMs } from "./of_process.ts";
import { quantile, type Row } from "./table.ts";

/** Readers, each a stream of all that is told no drafts. */
export const READERS: readonly number[] = [100, 1_000];
/** Posts one after the other while they read, and before that. */
const [POSTS, WARM] = [60, 5] as const;
/** Connections opened together. */
const OPENING = 50;
/** Milliseconds at p99 that a post may take beside so many readers. */
const goalOf = (readers: number): number => readers <= 1_000 ? 60 : 200;
/** KiB that a reader may take. */
const READER_KIB = 24;
/** Milliseconds in which what was written is read. */
const REST_MS = 1_000;
/** Bytes that a commit of a short conversation writes. */
const ROW_BYTES = 930;

/** Readers of the first half: whole rounds of those opened together. */
const half = (count: number): number => OPENING * Math.floor(count / OPENING / 2);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** A process of this file, what it says line by line, and a way to ask for the next. */
class Role {
  readonly #child: Deno.ChildProcess;
  readonly #lines: ReadableStreamDefaultReader<string>;
  readonly #asks: WritableStreamDefaultWriter<Uint8Array>;
  #said = "";

  constructor(...args: readonly string[]) {
    this.#child = new Deno.Command(Deno.execPath(), {
      // The same room for what is made and thrown away as the program has.
      args: [...RUN, "--no-check", "--unstable-kv", "-A", import.meta.filename ?? "", ...args],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#asks = this.#child.stdin.getWriter();
  }

  get pid(): number {
    return this.#child.pid;
  }

  async line(): Promise<string> {
    while (!this.#said.includes("\n")) {
      const { done, value } = await this.#lines.read();
      if (done) throw new Error("It ended.");
      this.#said += value;
    }
    const [line = "", ...rest] = this.#said.split("\n");
    this.#said = rest.join("\n");
    return line;
  }

  async ask(): Promise<string> {
    await this.#asks.write(new Uint8Array([10]));
    return await this.line();
  }

  async end(): Promise<void> {
    this.#child.kill("SIGKILL");
    await Promise.allSettled([this.#lines.cancel(), this.#asks.abort(), this.#child.status]);
  }
}

/** What the readers have had so far. */
interface Had {
  readonly bytes: number;
  /** Milliseconds of their processor time. */
  readonly ms: number;
}

interface Measured {
  /** Milliseconds of each post. */
  readonly took: readonly number[];
  /** KiB of the server for each reader of the second half; null where the system does not say. */
  readonly kib: number | null;
  /** Milliseconds of processor time a post, of the readers and of the server. */
  readonly readersMs: number;
  readonly serverMs: number | null;
}

async function beside(
  pid: number,
  address: string,
  count: number,
  post: () => Promise<void>,
): Promise<Measured> {
  for (let n = 0; n < WARM; n++) await post();
  const readers = new Role("readers", new URL(address).port, `${count}`);
  try {
    // Of the first half the process grows once, by what is made and thrown away as a connection is taken.
    await readers.line();
    await pause(REST_MS);
    const before = await residentKib(pid);
    await readers.ask();
    await pause(REST_MS);
    const open = await residentKib(pid);
    for (let n = 0; n < WARM; n++) await post();
    await pause(REST_MS);
    const [had, spent]: [Had, number | null] = [JSON.parse(await readers.ask()), await spentMs(pid)];
    const took: number[] = [];
    for (let n = 0; n < POSTS; n++) {
      const begun = performance.now();
      await post();
      took.push(performance.now() - begun);
    }
    await pause(REST_MS);
    const [has, by]: [Had, number | null] = [JSON.parse(await readers.ask()), await spentMs(pid)];
    return {
      took,
      kib: before === null || open === null ? null : (open - before) / (count - half(count)),
      readersMs: (has.ms - had.ms) / POSTS,
      serverMs: spent === null || by === null ? null : (by - spent) / POSTS,
    };
  } finally {
    await readers.end();
  }
}

async function request(url: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(url).origin },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

async function ours(count: number): Promise<Measured & { readonly held: Row }> {
  const data = await Deno.makeTempDir();
  const server = new ServerProcess(data, [], { deployed: true });
  try {
    await server.start();
    const address = server.address ?? "";
    const { items } = await (await fetch(`${address}/api/agents`)).json() as { items: { id: string }[] };
    const agentIds = items.slice(0, 1).map(({ id }) => id);
    const { conversation } = await request(`${address}/api/conversations`, { mode: "manual", agentIds });
    const path = `${address}/api/conversations/${(conversation as { id: string }).id}/messages`;
    const measured = await beside(
      server.pid,
      address,
      count,
      async () => void await request(path, { content: "Hi" }),
    );
    return { ...measured, held: await heldRow(address) };
  } finally {
    await server.kill();
    await Deno.remove(data, { recursive: true });
  }
}

async function bare(count: number): Promise<Measured> {
  const folder = await Deno.makeTempDir();
  const server = new Role("bare", `${folder}/bare.db`);
  try {
    const { address }: Listening = JSON.parse(await server.line());
    return await beside(
      server.pid,
      address,
      count,
      async () => void await request(`${address}/post`, { content: "Hi" }),
    );
  } finally {
    await server.end();
    await Deno.remove(folder, { recursive: true });
  }
}

export async function readersBench(sizes: readonly number[] = READERS): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of sizes) rows.push(...rowsOf(count, await ours(count), await bare(count)));
  return rows;
}

function rowsOf(count: number, mine: Awaited<ReturnType<typeof ours>>, least: Measured): Row[] {
  const what = `${count.toLocaleString("en")} readers`;
  const [ms, goal] = [quantile(mine.took, 0.99), goalOf(count)];
  const told = (n: number | null, unit: string) => n === null ? "not known here" : `${n.toFixed(1)} ${unit}`;
  const of = { size: count, of: "readers" };
  return [
    {
      what: `a post while ${what} are told, p99`,
      measured: `${ms.toFixed(1)} ms`,
      against: `${goal} ms; the readers took ${mine.readersMs.toFixed(1)} ms of processor a post`,
      ratio: ms / goal,
      target: { atMost: 1 },
      on: { curve: "A post, p99", ...of, value: ms, unit: "ms", atMost: goal },
    },
    {
      what: "the same at p50, and to a bare server that commits once and writes as much",
      measured: `${quantile(mine.took, 0.5).toFixed(1)} ms`,
      against: `p50 ${quantile(least.took, 0.5).toFixed(1)}, p99 ${quantile(least.took, 0.99).toFixed(1)} ms`,
    },
    {
      what: "processor of the server a post",
      measured: told(mine.serverMs, "ms"),
      against: `${told(least.serverMs, "ms")} bare`,
      ...(mine.serverMs !== null && least.serverMs ? { ratio: mine.serverMs / least.serverMs } : {}),
    },
    {
      what: `memory of one more of ${what}`,
      measured: told(mine.kib, "KiB"),
      against: `${READER_KIB} KiB; ${told(least.kib, "KiB")} bare`,
      ...(mine.kib !== null ? { ratio: mine.kib / READER_KIB, target: { atMost: 1 } } : {}),
    },
    mine.held,
  ];
}

/** A server of the platform alone: what is posted is one commit, and is then written to everybody. */
async function serveBare(path: string): Promise<void> {
  const kv = await Deno.openKv(path);
  const [row, encoder] = [crypto.getRandomValues(new Uint8Array(ROW_BYTES)), new TextEncoder()];
  const readers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const { addr } = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    if (request.method === "POST") {
      const { content } = await request.json();
      await kv.atomic().set(["at"], row).commit();
      const event = {
        stream: "c".repeat(20),
        id: "i".repeat(40),
        type: "MessagePosted",
        v: 1,
        data: { content },
      };
      const bytes = encoder.encode(
        `event: event\nid: 1\ndata: ${JSON.stringify({ ...event, by: "b".repeat(200) })}\n\n`,
      );
      for (const reader of readers) reader.enqueue(bytes);
      return Response.json({ stored: true }, { status: 201 });
    }
    let mine: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        readers.add(mine = controller);
        controller.enqueue(encoder.encode("event: sync\ndata: {}\n\n"));
      },
      cancel: () => void readers.delete(mine),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const listening: Listening = { address: `http://127.0.0.1:${addr.port}` };
  console.log(JSON.stringify(listening));
}

/** Sockets that count what comes, and say so when they are asked. */
async function read(port: number, count: number): Promise<void> {
  const host = `127.0.0.1:${port}`;
  const asked = new TextEncoder().encode(
    `GET /api/events?drafts=none HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\naccept: text/event-stream\r\n\r\n`,
  );
  let [bytes, open] = [0, 0];
  const one = async () => {
    const socket = await Deno.connect({ hostname: "127.0.0.1", port });
    await socket.write(asked);
    const buffer = new Uint8Array(4_096);
    const begun = Promise.withResolvers<void>();
    const reading = async () => {
      for (let some = await socket.read(buffer); some !== null; some = await socket.read(buffer)) {
        if (bytes === 0 && !new TextDecoder().decode(buffer).startsWith("HTTP/1.1 200")) {
          throw new Error("refused");
        }
        bytes += some;
        begun.resolve();
      }
    };
    reading().catch(begun.reject);
    await begun.promise;
  };
  const openTo = async (some: number) => {
    for (; open < some; open += OPENING) {
      await Promise.all(Array.from({ length: Math.min(OPENING, some - open) }, one));
    }
    console.log("open");
  };
  await openTo(half(count));
  for await (const _ of Deno.stdin.readable) {
    if (open < count) {
      await openTo(count);
      continue;
    }
    const had: Had = { bytes, ms: cpuMs() };
    console.log(JSON.stringify(had));
  }
}

if (import.meta.main) {
  const [role, first = "", second = ""] = Deno.args;
  if (role === "bare") await serveBare(first);
  if (role === "readers") await read(Number(first), Number(second));
}
