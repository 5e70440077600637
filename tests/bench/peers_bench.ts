/**
 * The log beside those of other products, in one run on one disk: installed from npm into a temporary folder when it is
 * asked for, run by Node in a process of their own, and gone afterwards. All of them acknowledge what is on the disk:
 * ours a commit of SQLite, emmett-sqlite one too (WAL, `synchronous` FULL), durable-streams an fdatasync of a segment and
 * a write to LMDB. Ours hashes and chains each event besides, and keeps an order of all streams.
 */
import { openLog } from "../../events/store/log.ts";
import type { Head } from "../../events/store/types.ts";
import { said } from "../events/store/given.ts";
import { installed, ran } from "./npm.ts";
import { quantile, type Row } from "./table.ts";

const TEXT = "Fish swim in the bowl.";
/** Appends of one figure, by how many wait for an acknowledgement at once. */
const APPENDS: Readonly<Record<number, number>> = { 1: 200, 64: 640 };

interface Peer {
  readonly name: string;
  readonly packages: readonly string[];
  /** Node, with `folder` given: exports the way to begin a stream, which gives the way to append to it. */
  readonly script: string;
}

const PEERS: readonly Peer[] = [
  {
    name: "emmett-sqlite 0.38.5",
    packages: ["@event-driven-io/emmett@0.38.5", "@event-driven-io/emmett-sqlite@0.38.5"],
    script: `
      import { getSQLiteEventStore } from "@event-driven-io/emmett-sqlite";
      const fileName = folder + "/emmett.db";
      const store = getSQLiteEventStore({ fileName, schema: { autoMigration: "CreateOrUpdate" } });
      const begin = async (stream) => () =>
        store.appendToStream(stream, [{ type: "Said", data: { text: TEXT } }]);`,
  },
  {
    name: "durable-streams 0.3.7",
    packages: ["@durable-streams/server@0.3.7"],
    script: `
      import { FileBackedStreamStore } from "@durable-streams/server";
      console.info = () => {};
      const contentType = "application/json";
      const store = new FileBackedStreamStore({ dataDir: folder + "/streams" });
      const bytes = new TextEncoder().encode(JSON.stringify({ type: "Said", data: { text: TEXT } }));
      const begin = async (stream) => {
        await store.create("/" + stream, { contentType });
        return () => store.append("/" + stream, bytes, { contentType });
      };`,
  },
];

/** Milliseconds of each acknowledgement, and of all of them together. */
interface Round {
  readonly acks: readonly number[];
  readonly ms: number;
}

/** So many that each wait for an acknowledgement before they append again, each to a stream of its own. */
async function round(
  producers: number,
  appends: number,
  begin: (stream: string) => Promise<() => Promise<unknown>>,
): Promise<Round> {
  const ready = await Promise.all(Array.from({ length: producers }, (_, n) => begin(`s${producers}x${n}`)));
  // The first of each is what begins it.
  await Promise.all(ready.map((append) => append()));
  const acks: number[] = [];
  const begun = performance.now();
  await Promise.all(ready.map(async (append) => {
    for (let n = 0; n < appends / producers; n++) {
      const asked = performance.now();
      await append();
      acks.push(performance.now() - asked);
    }
  }));
  return { acks, ms: performance.now() - begun };
}

/** What a peer gave, by how many appended at once, and in one line why it gave no more; "" where it gave all. */
interface Given {
  readonly rounds: Readonly<Record<string, Round>>;
  readonly trouble: string;
}

async function peer({ packages, script }: Peer): Promise<Given> {
  const folder = await Deno.makeTempDir();
  try {
    const trouble = await installed(folder, packages);
    if (trouble !== "") return { rounds: {}, trouble };
    // Each figure as it comes: one that fails takes none with it.
    const program = `const folder = process.argv[2], TEXT = ${JSON.stringify(TEXT)};
      ${script}
      ${round}
      for (const [producers, appends] of ${JSON.stringify(Object.entries(APPENDS))}) {
        const found = await round(Number(producers), appends, begin);
        console.log(JSON.stringify({ producers, found }));
      }
      process.exit(0);`;
    await Deno.writeTextFile(`${folder}/bench.mjs`, program);
    const given = await ran("node", ["bench.mjs", folder], folder);
    const lines = given.said.split("\n").filter((line) => line.startsWith("{")).map((line) =>
      JSON.parse(line)
    );
    const rounds = Object.fromEntries(lines.map(({ producers, found }) => [producers, found]));
    return { rounds, trouble: given.trouble };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function ours(): Promise<Readonly<Record<string, Round>>> {
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/ours.db` });
  try {
    const begin = (stream: string) => {
      let head: Head = { seq: 0, hash: "", stamp: null };
      return Promise.resolve(async () => {
        const result = await log.append({ stream, head, events: [said(`${stream}/${head.seq}`, TEXT)] });
        if (!result.ok) throw new Error(result.reason);
        head = result.head;
      });
    };
    const found: Record<string, Round> = {};
    for (const [producers, appends] of Object.entries(APPENDS)) {
      found[producers] = await round(Number(producers), appends, begin);
    }
    return found;
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

const told = ({ acks, ms }: Round): string =>
  `p50 ${quantile([...acks], 0.5).toFixed(2)} ms, p99 ${quantile([...acks], 0.99).toFixed(1)}, ` +
  `${Math.round(acks.length / ms * 1_000)} a second`;

/** The log against each peer; where npm or Node does not give one, the row says what it answered. */
export async function peersBench(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of PEERS) {
    const { rounds, trouble } = await peer(one);
    const here = await ours();
    for (const [producers, mine] of Object.entries(here)) {
      const what = `appends, ${producers} at once, beside ${one.name}`;
      const other = rounds[producers];
      rows.push(
        other
          ? {
            what,
            measured: told(mine),
            against: told(other),
            ratio: quantile([...mine.acks], 0.5) / quantile([...other.acks], 0.5),
          }
          : { what, measured: told(mine), against: trouble.slice(0, 120) },
      );
    }
  }
  return rows;
}
