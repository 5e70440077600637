/**
 * One first text over real sockets, hop by hop: what each takes of this program and of a bare server that commits as often, in
 * turns in one run. Who posts and reads is this process, the model a thread of it.
 */
import { STAMPED, type Told } from "./fake_models.ts";
import { asPage, besideBare } from "./socket_client.ts";
import { type Stamps, STAMPS_PATH } from "./stamp.ts";
import { quantile, type Row } from "./table.ts";

/** Messages measured, and before that; in one conversation. */
const [ROUNDS, WARM] = [80, 10] as const;
const STAMPING = new URL("./stamping.ts", import.meta.url).href;

/** From one stamp to the next, in order: whose time it is, and what is done in it. */
const HOPS = [
  ["posted", "entered", "platform", "the client’s fetch, Deno’s HTTP: the message is with the server"],
  ["entered", "read", "own", "who asks, and the body read"],
  ["read", "commit 1", "own", "decided, and the request to the model made"],
  ["commit 1", "commit 1 done", "platform", "Deno KV: message, claim and call are stored"],
  ["commit 1 done", "asked", "own", "the model is asked"],
  ["asked", "askedAt", "platform", "Deno’s fetch: the request is with the model"],
  ["askedAt", "answered", "platform", "the model, Deno’s fetch: the head of its answer"],
  ["answered", "piece", "platform", "Deno’s fetch: the first piece of it"],
  ["piece", "commit 2", "own", "the piece read"],
  ["commit 2", "commit 2 done", "platform", "Deno KV: it is stored"],
  ["commit 2 done", "written", "own", "written to the event stream"],
  ["written", "shown", "platform", "Deno’s HTTP: with the reader"],
] as const;

/** Milliseconds of each hop, message by message. */
type Took = readonly (readonly number[])[];

export const timelineBench = (): Promise<Row[]> =>
  besideBare(
    { model: STAMPED, flags: ["--preload", STAMPING] },
    async ({ worker, models, client, bare, signal }) => {
      let askedAt = NaN;
      worker.onmessage = ({ data }: MessageEvent<Told>) => {
        if ("askedAt" in data) askedAt = data.askedAt;
      };
      const room = await client.room([await client.agent(models, STAMPED)]);
      const asks = [
        [client, await asPage(client, room, signal)],
        [bare.client, await asPage(bare.client, crypto.randomUUID(), signal)],
      ] as const;
      const took = asks.map(() => HOPS.map((): number[] => []));
      for (let round = 0; round < WARM + ROUNDS; round++) {
        for (const [index, [of, ask]] of asks.entries()) {
          const asked = await ask();
          const stamps: Stamps = { ...await of.get(STAMPS_PATH), ...asked, askedAt };
          if (round < WARM) continue;
          for (const [hop, [from, to]] of HOPS.entries()) {
            took[index]?.[hop]?.push((stamps[to] ?? NaN) - (stamps[from] ?? NaN));
          }
        }
      }
      return rowsOf(took);
    },
  );

function rowsOf([ours = [], bare = []]: readonly Took[]): Row[] {
  const p50 = (took: Took, hop: number) => quantile(took[hop] ?? [], 0.5);
  const sum = (took: Took, whose: "own" | "platform") =>
    HOPS.reduce((all, [, , who], hop) => all + (who === whose ? p50(took, hop) : 0), 0);
  const told = (mine: number, its: number) => ({
    measured: `${mine.toFixed(2)} ms`,
    against: `bare server ${its.toFixed(2)} ms`,
  });
  return [
    ...HOPS.map(([, , whose, what], hop) => ({
      what: whose === "own" ? `the server: ${what}, p50` : `${what}, p50`,
      ...told(p50(ours, hop), p50(bare, hop)),
    })),
    { what: "of these the platform’s", ...told(sum(ours, "platform"), sum(bare, "platform")) },
    { what: "… the server’s own", ...told(sum(ours, "own"), sum(bare, "own")) },
  ];
}
