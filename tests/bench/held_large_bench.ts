/**
 * What holds the loop where what is taken in, given out or made anew is large: files of 20 MB, and all of a store of
 * thousands of conversations. As `held_bench.ts` does of one long conversation; a word names those that have it in their name.
 */
import { copyPages } from "../../events/store/file/page_copy.ts";
import { behindKey } from "../../events/store/kv/keys.ts";
import { written } from "../../events/store/commit/parts.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { asked, type Doing, heldBy, heldRows, reading, RUNS } from "./held_by.ts";
import { fill as fillMany, programOn } from "./many_bench.ts";
import { fill } from "./page_bench.ts";
import { type Row, table } from "./table.ts";

/** Conversations beside those that are brought. */
const CONVERSATIONS = 5_000;
/** Exchanges of five messages in what is brought, and units of an answer: 7,500 messages, some 15 MB as a file. */
const [EXCHANGES, UNITS] = [1_500, 600] as const;
/** Messages of a conversation of another product, and units of each: 19 MB. */
const [MOVED, MOVED_UNITS] = [10_000, 1_800] as const;
/** The largest page of events. */
const PAGE = 5_000;
/** Bytes of the end of a page, in which the next one is named, and how it says that there is none. */
const [END_BYTES, NOTHING_BEHIND] = [200, "null"] as const;

interface Large extends Doing {
  /** Before each time. */
  readonly before?: (log: StoreLog) => Promise<void>;
}

const file = (n: number, format: string) => `${format}_${n}`;

/** Files of the same conversation under several names, each to be taken in once. */
async function files(): Promise<ReadonlyMap<string, string>> {
  const data = await Deno.makeTempDir();
  const made = new Map<string, string>();
  try {
    for (const format of ["ndjson", "proof"]) {
      for (let n = 0; n < RUNS; n++) await fill(data, EXCHANGES, { units: UNITS }, file(n, format));
    }
    const log = await openLog({ path: `${data}/fishbowl.db` });
    const program = await programOn(log);
    for (const format of ["ndjson", "proof"]) {
      for (let n = 0; n < RUNS; n++) {
        const name = file(n, format);
        made.set(name, await program.get(`/api/conversations/${name}/export?format=${format}`));
      }
    }
    await program.close();
    await log.close();
    return made;
  } finally {
    await Deno.remove(data, { recursive: true });
  }
}

/** A conversation of another product, as a browser sends it. */
function moved(n: number): string {
  const at = new Date(Date.UTC(2026, 0, 1)).toISOString();
  const head = { from: "ChatGPT", id: `talk_${n}`, head: `end_${n}`, title: "Bread", at, messages: MOVED };
  const content = "The loaves are gone by seven. ".repeat(MOVED_UNITS / 30);
  const said = Array.from(
    { length: MOVED },
    (_, at) => at % 2 === 0 ? "user" as const : "assistant" as const,
  );
  return [head, ...said.map((role) => ({ role, at, content }))].map((line) => JSON.stringify(line)).join(
    "\n",
  );
}

const takenIn = (
  what: string,
  brought: ReadonlyMap<string, string>,
  format: string,
  again = false,
): Large => ({
  what,
  body: (_, n) => brought.get(file(again ? 0 : n, format)) ?? "",
  run: ({ ask }, _, body) => asked(ask("/api/import", body)),
});

/** As in a store of a program that made none. */
const unmade = (name: string) => async (log: StoreLog) => {
  await written(log.parts, { writes: [{ key: behindKey(name), remove: true }] });
};

const doings = (brought: ReadonlyMap<string, string>, path: string): readonly Large[] => [
  takenIn("an import of 7,500 messages, 15 MB", brought, "ndjson"),
  takenIn("the same once more", brought, "ndjson", true),
  takenIn("an import of its proof", brought, "proof"),
  {
    what: "an import of 10,000 messages of another product, 19 MB",
    body: (_, n) => moved(n),
    run: ({ ask }, _, body) => asked(ask("/api/imports", body)),
  },
  reading("its proof, as it came, looked at", `/api/conversations/${file(0, "proof")}/proof`),
  reading("the first of all events", `/api/events?limit=${PAGE}`),
  {
    what: "all events, read from the first to the last",
    async run({ send }) {
      for (let after = ""; after !== NOTHING_BEHIND;) {
        const from = after === "" ? "" : `&after=${encodeURIComponent(JSON.parse(after))}`;
        const { body } = await send(`/api/events?limit=${PAGE}${from}`);
        // Its end alone is looked at: who asks is not of the program.
        let end = "";
        for await (const chunk of body ?? []) {
          end = (end + new TextDecoder().decode(chunk.subarray(-END_BYTES))).slice(-END_BYTES);
        }
        after = /"next":("[^"]*"|null)\}$/.exec(end)?.[1] ?? NOTHING_BEHIND;
      }
    },
  },
  reading("the first 300 of the list", "/api/conversations?limit=300"),
  {
    ...reading(
      "the first 300 of the list, while it is made for the first time",
      "/api/conversations?limit=300",
    ),
    cold: true,
    before: unmade("recent"),
  },
  reading("usage of all", "/api/usage"),
  {
    ...reading("usage of all, while it is added up for the first time", "/api/usage"),
    cold: true,
    before: unmade("tally"),
  },
  reading("words looked up in all, read through", "/api/search?q=nowhere"),
  { what: "all conversations signed", cold: true, run: ({ ask }) => asked(ask("/api/signing", {})) },
  {
    what: "messages, while a backup copies the pages of the store",
    async run({ ask }) {
      const folder = await Deno.makeTempDir();
      const copied = copyPages(path, `${folder}/copy.db`);
      let done = false;
      void copied.finally(() => done = true);
      while (!done) await asked(ask("/api/conversations/conversation_1/messages", { content: "Hello" }));
      await copied;
      await Deno.remove(folder, { recursive: true });
    },
  },
  {
    what: "a conversation of 7,500 messages deleted, and removed",
    run: ({ ask }, n) => asked(ask(`/api/conversations/${file(n, "ndjson")}`, undefined, "DELETE")),
  },
];

async function leastOf(path: string, { what: _, cold, body, run, before }: Large): Promise<number> {
  let least = Infinity;
  let log = await openLog({ path });
  if (cold) await before?.(log);
  let program = await programOn(log);
  for (let n = 0; n < RUNS; n++) {
    if (cold && n > 0) {
      await program.close();
      await before?.(log);
      await log.close();
      log = await openLog({ path });
      program = await programOn(log);
    }
    const bytes = new TextEncoder().encode(await body?.(program, n));
    least = Math.min(least, await heldBy(() => run(program, n, bytes)));
  }
  await program.close();
  await log.close();
  return least;
}

/** Of each that has the word in its name, milliseconds. */
async function measured(word: string): Promise<ReadonlyMap<string, number>> {
  const data = await Deno.makeTempDir();
  const path = `${data}/fishbowl.db`;
  const held = new Map<string, number>();
  try {
    const brought = await files();
    const log = await openLog({ path });
    await fillMany(log, CONVERSATIONS);
    await log.purge();
    await log.close();
    for (const doing of doings(brought, path)) {
      if (doing.what.includes(word)) held.set(doing.what, await leastOf(path, doing));
    }
    return held;
  } finally {
    await Deno.remove(data, { recursive: true });
  }
}

export async function heldLargeBench(word = ""): Promise<Row[]> {
  return heldRows(await measured(word));
}

if (import.meta.main) {
  console.log(table("The loop where much is there, held at once", await heldLargeBench(Deno.args[0])));
  Deno.exit(0);
}
