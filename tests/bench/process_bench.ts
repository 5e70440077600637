/** A real server process: how soon it is ready, and what holds its loop. What conversations cost it in memory: `idle_bench.ts`. */
import { build, PAGE } from "../../server/packed/build.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { heldRow } from "./held.ts";
import { quantile, type Row } from "./table.ts";

const STARTS = 5;
/** Milliseconds from the start of the process to its first answer, with everything compiled and cached. */
const READY_MS = 500;
const CONVERSATIONS = 300;
/** Requests under way at once while conversations are made. */
const AT_ONCE = 10;

async function post(address: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

async function startToReady(data: string): Promise<number> {
  const begun = performance.now();
  const server = new ServerProcess(data, [], { deployed: true });
  await server.start();
  const ready = await fetch(`${server.address}/readyz`);
  await ready.body?.cancel();
  const ms = performance.now() - begun;
  await server.terminate();
  if (!ready.ok) throw new Error(`/readyz answered ${ready.status}`);
  return ms;
}

async function talk(address: string): Promise<void> {
  const { items } = await (await fetch(`${address}/api/agents`)).json() as { items: { id: string }[] };
  const agentIds = items.slice(0, 1).map(({ id }) => id);
  let left = CONVERSATIONS;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0) {
      const { conversation } = await post(address, "/api/conversations", { mode: "manual", agentIds });
      const { id } = conversation as { id: string };
      await post(address, `/api/conversations/${id}/messages`, { content: "Fish swim in the bowl." });
    }
  }));
}

export async function processBench(): Promise<Row[]> {
  // Without the page that it serves no server is ready.
  await build(PAGE, true);
  const data = await Deno.makeTempDir();
  const server = new ServerProcess(data, [], { deployed: true });
  try {
    await startToReady(data); // the first start writes the welcome
    const times: number[] = [];
    for (let n = 0; n < STARTS; n++) times.push(await startToReady(data));
    await server.start();
    const address = server.address ?? "";
    await talk(address);
    return [
      {
        what: "start of the process to ready, warm",
        measured: `${quantile(times, 0.5).toFixed(0)} ms`,
        against: `${READY_MS} ms`,
        ratio: quantile(times, 0.5) / READY_MS,
        target: { atMost: 1 },
      },
      await heldRow(address),
    ];
  } finally {
    await server.kill();
    await Deno.remove(data, { recursive: true });
  }
}
