/**
 * What the drafts of many conversations cost a server with as many readers: each told those of all, and each told
 * those of the one it looks at. The readers are a process of their own, so that what is counted is the server's.
 */
import process from "node:process";
import type { Draft } from "../../projections/shapes/views.ts";
import { allSource, streamResponse } from "../../server/stream/event_stream.ts";
import { Frames } from "../../ui/state/frames.ts";
import { BEGINNING, quietHub } from "./quiet_hub.ts";
import type { Row } from "./table.ts";

/** Readers, and conversations of which each looks at its own. */
const MANY = 64;
/** In so many of them an answer is written. */
const WRITTEN = [64, 8] as const;
/** Ticks of all answers, and milliseconds between them. */
const TICKS = 100;
const TICK_MS = 50;
/** What a tick has of an answer at 40 pieces a second. */
const PIECES = "fish bowl ";
/** Of the processor time that telling everything takes: few readers look at what is being written. */
const LESS = 0.5;

const draft = (n: number, tick: number): Draft => ({
  conversationId: `c${n}`,
  turnId: `turn_${n}`,
  messageId: `message_${n}`,
  attempt: 1,
  at: tick * PIECES.length,
  text: PIECES,
});
const numbers = Array.from({ length: MANY }, (_, n) => n);

/** What a second of writing costs. */
interface Spent {
  /** Milliseconds of processor time, of the server and of all readers. */
  readonly server: number;
  readonly readers: number;
  /** To each reader. */
  readonly bytes: number;
}
/** What the readers say in the end, in all: bytes, and milliseconds of processor time. */
interface Given {
  readonly bytes: number;
  readonly ms: number;
}

/** `own`: each reader is told of what it looks at alone. */
async function spent(written: number, own: boolean): Promise<Spent> {
  const { hub, tell } = quietHub();
  const ended = new AbortController();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    const n = new URL(url).pathname.slice(1);
    const source = allSource(hub, BEGINNING, own ? [`c${n}`] : undefined);
    return streamResponse(hub, source, ended.signal);
  });
  const readers = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-net", import.meta.url, String(server.addr.port)],
    stdout: "piped",
  }).spawn();
  while (hub.size < MANY) await new Promise((resolve) => setTimeout(resolve, 20));
  const tick = async (n: number) => {
    tell({ type: "drafts", drafts: numbers.slice(0, written).map((c) => draft(c, n)) });
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  };
  const before = process.cpuUsage();
  for (let n = 0; n < TICKS; n++) await tick(n);
  const { user, system } = process.cpuUsage(before);
  ended.abort();
  const { stdout } = await readers.output();
  await server.shutdown();
  hub.close();
  const given: Given = JSON.parse(new TextDecoder().decode(stdout));
  const seconds = TICKS * TICK_MS / 1_000;
  return {
    server: (user + system) / 1_000 / seconds,
    readers: given.ms / seconds,
    bytes: given.bytes / MANY / seconds,
  };
}

export async function lookingBench(): Promise<Row[]> {
  await spent(MANY, true); // warms up
  const rows: Row[] = [];
  for (const written of WRITTEN) {
    rows.push(...rowsOf(written, await spent(written, false), await spent(written, true)));
  }
  return rows;
}

function rowsOf(written: number, all: Spent, own: Spent): Row[] {
  const ms = (n: number) => `${n.toFixed(0)} ms/s`;
  const kib = (n: number) => `${(n / 1_024).toFixed(1)} KiB/s`;
  const row = (what: string, told: string, against: string, ratio: number): Row => ({
    what: `${MANY} readers, ${written} answers: ${what}`,
    measured: told,
    against: `${against} told all`,
    ratio,
  });
  return [
    {
      ...row("processor of the server", ms(own.server), ms(all.server), own.server / all.server),
      ...(written < MANY && { target: { atMost: LESS } }),
    },
    row("of all readers", ms(own.readers), ms(all.readers), own.readers / all.readers),
    row("to each reader", kib(own.bytes), kib(all.bytes), own.bytes / all.bytes),
  ];
}

/** The readers, each as a page reads; in this process, which is theirs alone. */
async function read(port: string): Promise<Given> {
  const bytes = await Promise.all(numbers.map(async (n) => {
    const { body } = await fetch(`http://127.0.0.1:${port}/${n}`);
    const [frames, decoder] = [new Frames(), new TextDecoder()];
    let bytes = 0;
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      for (const { data } of frames.push(decoder.decode(chunk, { stream: true }))) JSON.parse(data);
    }
    return bytes;
  }));
  const { user, system } = process.cpuUsage();
  return { bytes: bytes.reduce((sum, some) => sum + some), ms: (user + system) / 1_000 };
}

const [port] = Deno.args;
if (import.meta.main && port) console.log(JSON.stringify(await read(port)));
