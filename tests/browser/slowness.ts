/**
 * A machine and a network slower than this one, for tests that must pass there too: `FISHBOWL_SLOW=6` gives each page a
 * sixth of the processor; `FISHBOWL_DELAYS=7` holds back each answer of the server, what is loaded later among them, and
 * each part of a stream by up to `MOST_MS`, drawn from that seed and the answer's path, `draw` by a seed that is drawn and
 * told. Both count for pages and for servers in the test's own process.
 */
import type { Page } from "playwright-core";
import { SeededRandom } from "../sim/random.ts";

/** Milliseconds by which something is held back at most. */
const MOST_MS = 300;

/** How many times longer a page takes for all it does: 1, as long as this machine does. */
export const TIMES = Number(Deno.env.get("FISHBOWL_SLOW") ?? 1);
const WANTED = Deno.env.get("FISHBOWL_DELAYS");
const SEED = WANTED === "draw" ? Math.floor(Math.random() * 1e6) : WANTED;

/** Has a page take `TIMES` as long for what it does, whatever it opens next. */
export async function slowed(page: Page): Promise<void> {
  if (TIMES === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: TIMES });
}

/** Chance of its own for each answer: by its path, without what ids are in it, and how often it was asked for. */
class Delays {
  readonly #asked = new Map<string, number>();

  constructor(readonly seed: number) {}

  of(request: Request): SeededRandom {
    const path = `${request.method} ${new URL(request.url).pathname.replaceAll(/_[^/]+/g, "")}`;
    const asked = (this.#asked.get(path) ?? 0) + 1;
    this.#asked.set(path, asked);
    let seed = this.seed + asked * 7919;
    for (const letter of path) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0;
    return new SeededRandom(seed);
  }
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** The parts in their order, each held back for itself: they come later, not slower. */
function late(body: ReadableStream<Uint8Array>, chance: SeededRandom): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let last = Promise.resolve();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const read = async (): Promise<void> => {
        const { done, value } = await reader.read();
        const held = wait(chance.between(0, MOST_MS));
        last = last.then(() => held).then(() => done ? controller.close() : controller.enqueue(value));
        // Who has left is given nothing more.
        last.catch(() => {});
        if (!done) await read();
      };
      read().catch((error) => controller.error(error));
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** What a page asked for is answered later; what a test asks by itself is not. */
async function delayed(request: Request, answer: Promise<Response>, delays: Delays): Promise<Response> {
  if (!request.headers.has("sec-fetch-site")) return await answer;
  const chance = delays.of(request);
  const response = await answer;
  await wait(chance.between(0, MOST_MS));
  const headers = new Headers(response.headers);
  // Otherwise it came at once from the second page on.
  if (new URL(request.url).pathname.startsWith("/assets/")) headers.set("cache-control", "no-store");
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const body = isStream && response.body ? late(response.body, chance) : response.body;
  return new Response(body, { status: response.status, headers });
}

type Handle = (request: Request) => Promise<Response>;

const delays = SEED === undefined ? null : new Delays(Number(SEED));
if (SEED !== undefined) console.log(`Answers are held back, by seed ${SEED}.`);

/** Has what is served from now on answer later, where a seed says so, until what this returns is called. */
export function delayAnswers(): () => void {
  const { serve } = Deno;
  if (!delays) return () => {};
  const begin = serve as (options: object, handle: Handle) => Deno.HttpServer<Deno.NetAddr>;
  const later: typeof begin = (options, handle) =>
    begin(options, (request) => delayed(request, handle(request), delays));
  Deno.serve = later as typeof Deno.serve;
  return () => void (Deno.serve = serve);
}
