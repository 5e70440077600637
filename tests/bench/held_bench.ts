/**
 * What holds the loop in a conversation of 20,000 messages, one thing after the other: of each, the longest that the program
 * gave nobody else a turn. The whole program on a file, in this process; `deno run -A tests/bench/held_bench.ts export` for
 * those that have the word in their name alone.
 */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { openLog } from "../../events/store/log.ts";
import { asked, type Doing, heldBy, heldRows, type Program, reading, RUNS } from "./held_by.ts";
import { programOn } from "./many_bench.ts";
import { fill, STREAM } from "./page_bench.ts";
import { type Row, table } from "./table.ts";

/** Exchanges of five messages. */
const EXCHANGES = 4_000;
const AT = `/api/conversations/${STREAM}`;

/** Who answer in it since it began, each sent the newest hundred messages. */
async function furnish({ system }: Program): Promise<void> {
  const provider = { id: "provider_mock", name: "Mock", kind: "mock" as const };
  const agent = { version: 1, providerId: "provider_mock", model: "story:3", systemPrompt: "", tools: [] };
  await system.changeWorkspace(() => ({
    ok: true,
    answer: { id: "" },
    events: [
      {
        type: "ProviderCreated",
        data: { ...provider, maxConcurrent: 16, requestsPerMinute: 100_000, timeoutSeconds: 60 },
      },
      ...[1, 2, 3, 4, 5].map((n) => ({
        type: "AgentCreated" as const,
        data: {
          ...agent,
          id: `a${n}`,
          number: n,
          name: `Agent ${n}`,
          color: n,
          params: { windowMessages: 100 },
        },
      })),
    ],
  }), { by: SYSTEM });
}

/** Says something, and waits until all have answered. */
async function turn({ ask, system }: Program, content: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = system.subscribe((live) => {
    if (live.type !== "commit") return;
    if (live.commit.events.some(({ event }) => event.type === "ExchangeCompleted")) resolve();
  });
  await asked(ask(`${AT}/messages`, { content }));
  await promise;
  unsubscribe();
}

const MEGABYTE = "words ".repeat(170_000);
const message = (content: string) => ({ role: "user", content });

const DOINGS: readonly Doing[] = [
  reading("opened without a snapshot, its end first", `${AT}?view=fold&headers=300`, { cold: true }),
  reading("opened after a start, its end first", `${AT}?view=fold&headers=300`, { cold: true }),
  reading("opened after a start, the API's view", AT, { cold: true }),
  { what: "the first message after a start, and four answers", cold: true, run: (p) => turn(p, "Hello") },
  { what: "a message, and four answers", run: (p) => turn(p, "Hello") },
  reading("the end of it", `${AT}?view=fold&headers=300`),
  reading("all of it, the fold", `${AT}?view=fold`),
  reading("all of it, the API's view", AT),
  reading("as of an event in its middle", `${AT}?at=28000`),
  reading("a page of its messages", `${AT}/messages?limit=500`),
  reading("a page of its events", `${AT}/events?limit=5000`),
  ...["ndjson", "json", "openai", "markdown", "html", "proof"].map((format) =>
    reading(`its export, ${format}`, `${AT}/export?format=${format}`)
  ),
  reading("what an agent would be sent", `${AT}/context/p1`),
  reading("who saw its first message", `${AT}/messages/message_1/seen-by`),
  reading("the request of a turn", `/api/conversations/${STREAM}/turns/turn_9_1/request`),
  reading("words looked up in it, read through", `/api/search?q=bakery`),
  reading("usage", `/api/usage?conversationId=${STREAM}`),
  {
    what: "an agent joins, and leaves",
    async run({ ask }) {
      const joined = await asked(ask(`${AT}/participants`, { agentId: "a5" }));
      const { participant } = JSON.parse(joined);
      await asked(ask(`${AT}/participants/${participant.id}`, undefined, "DELETE"));
    },
  },
  {
    what: "an answer left out, and counted again",
    async run({ ask }) {
      for (const included of [false, true]) {
        await asked(ask(`${AT}/messages/answer_9_1`, { included }, "PATCH"));
      }
    },
  },
  {
    what: "a message erased",
    run: ({ ask }, n) => asked(ask(`${AT}/messages/message_${2_000 + n}/content`, undefined, "DELETE")),
  },
  { what: "a fork of a third of it", run: ({ ask }) => asked(ask(`${AT}/fork`, { seq: 20_000 })) },
  {
    what: "a call of /v1 with a message of 1 MB",
    body: () => JSON.stringify({ model: "agent/agent-1", messages: [message(MEGABYTE)] }),
    run: ({ ask }, _, body) => asked(ask("/v1/chat/completions", body)),
  },
  {
    what: "a call of /v1 with 5,000 messages, 3 MB",
    body: () =>
      JSON.stringify({
        model: "agent/agent-1",
        messages: Array.from({ length: 5_000 }, (_, n) => message(`${n} ${"bread ".repeat(100)}`)),
      }),
    run: ({ ask }, _, body) => asked(ask("/v1/chat/completions", body)),
  },
];

/** Of each that has the word in its name, milliseconds. */
async function measured(word: string): Promise<ReadonlyMap<string, number>> {
  const data = await Deno.makeTempDir();
  const path = `${data}/fishbowl.db`;
  const held = new Map<string, number>();
  try {
    await fill(data, EXCHANGES);
    const first = await openLog({ path });
    await first.packing.idle();
    const furnished = await programOn(first);
    await furnish(furnished);
    await furnished.close();
    await first.close();
    for (const doing of DOINGS) {
      if (doing.what.includes(word)) held.set(doing.what, await leastOf(path, doing));
    }
  } finally {
    await Deno.remove(data, { recursive: true });
  }
  return held;
}

/** The least of some runs, each of a process that has just started where it is of one. */
async function leastOf(path: string, { what, cold, body, run }: Doing): Promise<number> {
  let least = Infinity;
  let log = await openLog({ path });
  let program = await programOn(log);
  if (!cold) await program.get(`${AT}?view=fold&headers=300`);
  for (let n = 0; n < RUNS; n++) {
    if (cold && n > 0) {
      await program.close();
      await log.close();
      log = await openLog({ path });
      program = await programOn(log);
    }
    if (what.includes("without a snapshot")) await log.snapshots.drop(STREAM);
    const bytes = new TextEncoder().encode(await body?.(program, n));
    least = Math.min(least, await heldBy(() => run(program, n, bytes)));
  }
  await program.close();
  await log.close();
  return least;
}

export async function heldBench(word = ""): Promise<Row[]> {
  return heldRows(await measured(word));
}

if (import.meta.main) {
  console.log(
    table("The loop in a conversation of 20,000 messages, held at once", await heldBench(Deno.args[0])),
  );
  Deno.exit(0);
}
