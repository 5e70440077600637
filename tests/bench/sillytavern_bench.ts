/**
 * A chat of SillyTavern beside a conversation of ours, in one run, over real sockets, at the same models: saved, opened and
 * asked, each as its own page does it. Its page saves the whole chat with each message, into a file that nothing flushes to
 * the disk; ours keeps an event, and tells that when it is on the disk.
 */
import { longConversation } from "./long_conversation.ts";
import { fill } from "./page_bench.ts";
import { SillyTavern, TAVERN, type TavernChat } from "./sillytavern.ts";
import { type Ask, besideBare, byPage, Client } from "./socket_client.ts";
import { quantile, type Row } from "./table.ts";
import { bySdk, inTurns, Way } from "./ways.ts";

/** Messages of a chat that is saved and opened; a question and four answers make five. */
const SIZES: readonly number[] = [100, 1_000, 10_000];
const OF_AN_EXCHANGE = 5;
/** Times a chat of each size is saved and opened, and before that, while everything is loaded. */
const [TIMES, WARM] = [40, 5] as const;
/** Answers measured one after the other, so often in conversations that nobody has spoken in. */
const [ROUNDS, SITTINGS] = [50, 3] as const;
/** Conversations asked in the same moment. */
const AT_ONCE: readonly number[] = [1, 5];
const MODEL = "story";
/** Headers of messages that the page asks for before it shows the end of a conversation. */
const HEADERS = 150;

const p50and99 = (took: readonly number[]): string =>
  `p50 ${quantile(took, 0.5).toFixed(1)}, p99 ${quantile(took, 0.99).toFixed(1)} ms`;

const beside = (what: string, ours: Way, theirs: Way): Row => ({
  what,
  measured: p50and99(ours.took),
  against: `${TAVERN}: ${p50and99(theirs.took)}`,
  ratio: quantile(ours.took, 0.5) / quantile(theirs.took, 0.5),
});

/** Milliseconds that something takes. */
const timed = (act: () => Promise<unknown>): Ask => async () => {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
};

/** What both have of one size, saved and opened in turns. */
async function ofOneSize(client: Client, tavern: SillyTavern, size: number): Promise<Row[]> {
  const id = `talk_${size}`;
  const ask = async (path: string) => {
    const response = await fetch(`${client.address}/api/conversations/${id}${path}`);
    if (!response.ok) throw new Error(await response.text());
    return await response.text();
  };
  const chat = await tavern.chat();
  for (const { type, data } of longConversation(size / OF_AN_EXCHANGE)) {
    if (type !== "MessagePosted" && type !== "TurnCompleted") continue;
    chat.say((data as { content: string }).content, type === "MessagePosted" ? "Ann" : "Bench");
  }
  const said = "And what of the loaf that was left?";
  const [post, save] = [
    timed(() => client.post(`/api/conversations/${id}/messages`, { content: said })),
    timed(async () => {
      chat.say(said);
      await chat.save();
    }),
  ].map((ask) => new Way(null, [ask]));
  const first = () => ask(`?view=fold&headers=${HEADERS}`);
  const [open, load] = [first, () => chat.open()].map((act) => new Way(null, [timed(act)]));
  if (!post || !save || !open || !load) return [];
  await inTurns([post, save, open, load], TIMES, WARM);
  const named = `${size.toLocaleString("en")} messages`;
  const kib = (text: string) => `${Math.round(text.length / 1_024).toLocaleString("en")} KiB`;
  const bytes = `${kib(await first())} and ${kib(await chat.open())}`;
  return [
    {
      ...beside(`a message saved among ${named}`, post, save),
      on: {
        curve: "A message saved",
        size,
        of: "messages",
        value: quantile(post.took, 0.5),
        unit: "ms",
      },
    },
    beside(`a chat of ${named} opened, ${bytes} of JSON to its first paint`, open, load),
  ];
}

/** Asks as its page does: saves what was said, then has it answered, and saves the answer. */
function byTavernPage(chat: TavernChat, models: string): Ask {
  return async () => {
    const begun = performance.now();
    chat.say("go");
    await chat.save();
    const first = await chat.answer(models, MODEL);
    await chat.save();
    return first - begun;
  };
}

/** A question that nothing is kept of. */
function byRelay(chat: TavernChat, models: string): Ask {
  return async () => {
    chat.lines.length = 0;
    chat.say("go");
    const begun = performance.now();
    return await chat.answer(models, MODEL) - begun;
  };
}

/** First texts of so many at once: by both pages, by `/v1` and by what SillyTavern's page asks models through. */
async function firstTexts(
  count: number,
  { client, tavern, models, signal }: {
    readonly client: Client;
    readonly tavern: SillyTavern;
    readonly models: string;
    readonly signal: AbortSignal;
  },
  agentId: string,
): Promise<Row[]> {
  const many = <T>(make: () => T) => Promise.all(Array.from({ length: count }, make));
  const page = new Way(null, []);
  const theirs = new Way(null, []);
  const ours = new Way(null, await many(() => bySdk(`${client.address}/v1`, `agent/${MODEL}`)));
  const relay = new Way(null, await many(async () => byRelay(await tavern.chat(), models)));
  for (let sitting = 0; sitting < SITTINGS; sitting++) {
    page.asks = await many(async () => byPage(client, await client.room([agentId]), signal));
    theirs.asks = await many(async () => byTavernPage(await tavern.chat(), models));
    await inTurns([page, theirs, ours, relay], ROUNDS, WARM);
  }
  return [
    beside(`${count} at once, by the page, what was said saved first: first text`, page, theirs),
    beside(
      `${count} at once, by /v1, saved first, and by its relay, which saves nothing: first text`,
      ours,
      relay,
    ),
  ];
}

export async function sillytavernBench(): Promise<Row[]> {
  const tavern = await SillyTavern.start();
  if (typeof tavern === "string") {
    return [{ what: `beside ${TAVERN}`, measured: `skipped: ${tavern.slice(0, 120)}` }];
  }
  try {
    return await besideBare({ model: MODEL }, async ({ models, server, signal }) => {
      await server.terminate();
      for (const size of SIZES) await fill(server.data, size / OF_AN_EXCHANGE, {}, `talk_${size}`);
      await server.start();
      const client = new Client(server.address ?? "");
      const agentId = await client.agent(models, MODEL);
      const rows: Row[] = [];
      for (const size of SIZES) {
        const changed = await fetch(`${client.address}/api/conversations/talk_${size}`, {
          method: "PATCH",
          headers: { "content-type": "application/json", origin: client.address },
          body: JSON.stringify({ mode: "manual" }),
        });
        if (!changed.ok) throw new Error(await changed.text());
        await changed.body?.cancel();
        rows.push(...await ofOneSize(client, tavern, size));
      }
      for (const count of AT_ONCE) {
        rows.push(...await firstTexts(count, { client, tavern, models, signal }, agentId));
      }
      return rows;
    });
  } finally {
    await tavern.end();
  }
}
