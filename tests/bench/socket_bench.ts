/**
 * What a page and a program meet over real sockets: a server process, models on a thread of their own, clients in this
 * one. What the server and the clients spend of the processor is told beside, since they share the machine.
 */
import { ServerProcess } from "../chaos/server_process.ts";
import { heldRow } from "./held.ts";
import { type Beside, besideBare, byPage, Client } from "./socket_client.ts";
import { quantile, type Row } from "./table.ts";
import { bySdk, inTurns, Way } from "./ways.ts";

/**
 * Answers measured one after the other, and before that, while everything is loaded; so often, each time in conversations that
 * nobody has spoken in.
 */
const [ROUNDS, WARM, SITTINGS] = [50, 10, 3] as const;
/** Starts of a process of which the first message is measured. */
const STARTS = 5;
/** Conversations in which answers are asked for in the same moment. */
const STREAMS = 5;
/** Posts of one moment, and how often. */
const [POSTS, MOMENTS] = [50, 6] as const;
/** Milliseconds asked for: beyond a direct call at p50 and p99, alone and five at once; fifty posts. */
const GOAL = { alone: [2.5, 5], five: [7, 25], posts: 120 } as const;
const MODEL = "story";

async function firstTexts(
  { client, pid }: { readonly client: Client; readonly pid: number },
  agentId: string,
  { bare, models }: Pick<Beside, "bare" | "models">,
  signal: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [count, goals] of [[1, GOAL.alone], [STREAMS, GOAL.five]] as const) {
    const many = <T>(make: () => T) => Promise.all(Array.from({ length: count }, make));
    const page = new Way(pid, []);
    const platform = new Way(bare.pid, []);
    const ours = new Way(pid, await many(() => bySdk(`${client.address}/v1`, `agent/${MODEL}`)));
    const direct = new Way(null, await many(() => bySdk(models, MODEL)));
    for (let sitting = 0; sitting < SITTINGS; sitting++) {
      page.asks = await many(async () => byPage(client, await client.room([agentId]), signal));
      platform.asks = await many(() => byPage(bare.client, crypto.randomUUID(), signal));
      await inTurns([page, platform, ours, direct], ROUNDS, WARM);
    }
    for (const [what, way] of [["by the page", page], ["by /v1", ours]] as const) {
      for (const [at, share] of ([0.5, 0.99] as const).entries()) {
        const [mine, their] = [quantile(way.took, share), quantile(direct.took, share)];
        const goal = goals[at] ?? NaN;
        rows.push({
          what: `${count} at once, ${what}: first text, p${share * 100}`,
          measured: `${mine.toFixed(1)} ms`,
          against: `${their.toFixed(1)} ms by the SDK alone; ${goal} ms more`,
          ratio: (mine - their) / goal,
          target: { atMost: 1 },
        });
        const least = quantile(platform.took, share);
        rows.push({
          what: "the same, to a bare server that commits as often",
          measured: `${mine.toFixed(1)} ms`,
          against: `${least.toFixed(1)} ms, ${((least - their) / goal).toFixed(2)} × of what may be more`,
          ratio: mine / least,
        });
      }
      rows.push({
        what: "… processor an answer, to its end",
        measured: `${way.spent} ms`,
        against: `bare server ${platform.spent}; the SDK alone ${direct.spent} ms, with its models`,
      });
    }
  }
  return rows;
}

/** A process that just started: nothing is compiled, no connection open, no module of a provider loaded. */
async function firstOfAll(server: ServerProcess, agentId: string, signal: AbortSignal): Promise<Row> {
  const took: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    await server.terminate();
    await server.start();
    const client = new Client(server.address ?? "");
    const ask = await byPage(client, await client.room([agentId]), signal);
    took.push(await ask());
  }
  return {
    what: `the first message of a process, of ${STARTS} starts: first text, p50`,
    measured: `${quantile(took, 0.5).toFixed(0)} ms`,
  };
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

export const socketBench = (): Promise<Row[]> =>
  besideBare({ model: MODEL }, async ({ models, server, client, bare, signal }) => {
    const agentId = await client.agent(models, MODEL);
    const rows = await firstTexts({ client, pid: server.pid }, agentId, { bare, models }, signal);
    rows.push(await postsOfOneMoment(client, agentId), await heldRow(client.address));
    rows.push(await firstOfAll(server, agentId, signal));
    return rows;
  });
