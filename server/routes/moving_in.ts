/** Conversations of other products: each comes by itself, in lines of its own, and is here once however often it comes. */
import type { z } from "zod";
import { inWords } from "../../events/catalog/in_words.ts";
import { isDeeper } from "../../events/catalog/json_depth.ts";
import { linesOf } from "../../events/catalog/export.ts";
import { MOVED_MESSAGE_UNITS } from "../../events/catalog/limits.ts";
import type { Actor } from "../../events/catalog/envelope.ts";
import { TooLarge } from "../../events/store/errors.ts";
import { DELETED_STAMP } from "../../events/store/form/stream_row.ts";
import type { System } from "../../actors/system.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { IMPORT_BYTES, importStream } from "../../events/store/transfer/transfer.ts";
import type { ImportResult } from "../../events/store/transfer/import_stream.ts";
import { madeStream } from "../../events/store/transfer/made_stream.ts";
import { importOptions } from "../command_line/derived_rows.ts";
import { Imported } from "../contract/conversation_shapes.ts";
import { type MovedKey, MovedMessage, MovedTalk } from "../../projections/shapes/moved.ts";
import { KnownAnswer, KnownQuestion } from "../contract/moving_shapes.ts";
import { comeAgain, Problem } from "../http/problem.ts";
import { Reply, type Route, route } from "../http/route.ts";
import { describe } from "./conversations.ts";
import { movedEvents, movedId } from "./moved_events.ts";
import { piecesOf } from "./transfer.ts";
import { resolveAttachments } from "./uploads.ts";

/** Characters of a line: JSON may write six for one. */
const LINE_UNITS = 6 * MOVED_MESSAGE_UNITS + 10_000;

/** What a line says, checked. */
function lineOf<T>(schema: z.ZodType<T>, text: string, number: number): T {
  const wrong = (detail: string) => new Problem("validation", `Line ${number}: ${detail}`);
  if (text.length > LINE_UNITS) throw wrong("it is too long.");
  if (isDeeper(text)) throw wrong("it is nested too deep.");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong("it is not JSON.");
  }
  const { success, data, error } = schema.safeParse(value, { error: inWords });
  if (success) return data;
  const [issue] = error.issues;
  throw wrong(`${issue?.path.join(".") || "it"}: ${issue?.message}.`);
}

/** Whether it is here, or was. */
async function stateOf(store: StoreLog, key: MovedKey): Promise<KnownAnswer["items"][number]> {
  const conversationId = movedId(key);
  const { stamp } = await store.head(conversationId);
  return { conversationId, state: stamp === null ? "new" : stamp === DELETED_STAMP ? "deleted" : "here" };
}

/** Who takes it in, and when. */
interface Taking {
  readonly system: Pick<System, "log" | "uploads">;
  readonly at: string;
  readonly by: Actor;
}
interface Taken {
  readonly id: string;
  /** Null where it is there already. */
  readonly result: ImportResult | null;
}

/** Takes one in. What is wrong with its lines is a `Problem`. */
async function moveIn(
  store: StoreLog,
  chunks: AsyncIterable<Uint8Array>,
  { at, by, system }: Taking,
): Promise<Taken> {
  const lines = linesOf(chunks, LINE_UNITS);
  const first = await lines.next();
  if (first.done) throw new Problem("validation", "There is no first line.");
  const talk = lineOf(MovedTalk, first.value, 1);
  const { conversationId: id, state } = await stateOf(store, talk);
  if (state === "deleted") throw new Problem("conflict", "It was imported before, and deleted since.");
  if (state === "here") return { id, result: null };
  const named = new Set<string>();
  const filesOf = async ({ attachments }: MovedMessage) => {
    for (const { sha256 } of attachments ?? []) named.add(sha256);
    return await resolveAttachments(system, attachments);
  };
  async function* messages(): AsyncGenerator<MovedMessage> {
    let number = 0;
    for await (const text of lines) {
      if (++number > talk.messages) throw new Problem("validation", "There are more lines than it says.");
      yield lineOf(MovedMessage, text, number + 1);
    }
    if (number < talk.messages) throw new Problem("validation", "There are fewer lines than it says.");
  }
  try {
    const events = movedEvents(talk, messages(), filesOf, { at, by });
    const written = await madeStream(store, id, events, named);
    const options = { ...importOptions(at, by, { elsewhere: false }), maxBytes: Infinity };
    return { id, result: await importStream(store, written, options) };
  } catch (error) {
    if (error instanceof TooLarge) throw new Problem("too_large", error.message);
    throw error;
  }
}

/** Imports of the same conversation that may clear away what another has begun, before they give up. */
const TRIES = 3;

/** Imports under way in this process, by what they are of; each waits for the one before it. */
const underWay = new Map<string, Promise<unknown>>();

/** Takes one in, also where somebody else does so at the same time. */
async function taken(store: StoreLog, bytes: Uint8Array<ArrayBuffer>, taking: Taking): Promise<Taken> {
  // Not at once: it is as long as the largest import.
  const name = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  const before = underWay.get(name);
  const mine = Promise.resolve(before).catch(() => undefined).then(() => takenAlone(store, bytes, taking));
  underWay.set(name, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(name) === mine) underWay.delete(name);
  }
}

/** Another process may do the same. */
async function takenAlone(store: StoreLog, bytes: Uint8Array, taking: Taking): Promise<Taken> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const done = await moveIn(store, piecesOf(bytes), taking);
    const { result } = done;
    if (!result || result.ok) return done;
    if (result.reason !== "conflict") {
      throw new Problem(result.reason === "invalid" ? "validation" : result.reason, result.detail);
    }
  }
  throw comeAgain("unavailable", "Somebody else is importing the same conversation.");
}

export const movingIn: Route[] = [
  route("POST", "/api/imports/known", {
    summary: "Which conversations of another product are here already",
    body: KnownQuestion,
    answer: KnownAnswer,
    handle: async ({ body: { keys }, services: { store } }) => ({
      items: await Promise.all(keys.map((key) => stateOf(store, key))),
    }),
  }),
  route("POST", "/api/imports", {
    summary: "Take in a conversation of another product, in lines; twice is fine",
    rawBytes: IMPORT_BYTES,
    status: 201,
    answers: { 200: "It was there already", 409: "It was imported before, and deleted since" },
    answer: Imported,
    async handle({ bytes, by, services: { store, system, now } }) {
      const at = new Date(now()).toISOString();
      const { id, result } = await taken(store, bytes, { at, by, system });
      const state = await system.conversation(id);
      if (!state) throw new Problem("conflict", "It was imported before, and deleted since.");
      const created = result?.ok === true && result.created;
      return new Reply({ conversation: describe(state), seq: state.seq, created }, created ? 201 : 200);
    },
  }),
];
