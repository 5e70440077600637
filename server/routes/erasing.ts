/** Erasing the words of a message, here and in the conversations that were made of this one. */
import { messageIn } from "../../actors/comparing/answers.ts";
import { cannotErase } from "../../actors/conversation/rules/erasing.ts";
import type { ToErase } from "../../actors/erasing/erase_content.ts";
import { isNoteOfCall } from "../../actors/workspace/notes.ts";
import { ErasureOf, repeats, titleOf } from "../../projections/conversation/erasure_of.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { isElsewhere } from "../../projections/comparisons/comparisons.ts";
import { notesKeptOf, type Said as Place } from "../../projections/memory/kept_of.ts";
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";
import { isUse } from "../../projections/conversation/erasing.ts";
import { messageView } from "../../projections/conversation/message_view.ts";
import { CopiesList, ErasedMessage, EraseQuery } from "../contract/erasing_shapes.ts";
import { carried, checkKey, conversationOf, metaOf, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { familyOf } from "./family.ts";

/** Conversations whose deletion can still be taken back that are looked at for being of it: by one event each. */
export const HIDDEN = 10_000;

interface Copied {
  readonly conversationId: string;
  readonly title: string;
  readonly messageIds: readonly string[];
}

const noMessage = () => new Problem("not_found", "There is no such message.");

/** What a message says, by which it is known again where it was said once more. */
interface Said {
  readonly id: string;
  /** "" and none of an answer: another agent says it in its own words. */
  readonly text: string;
  readonly files: string;
  /** The title that it gives, and all that go with it, as one that a tool gave because of it. */
  readonly title: string;
  readonly titles: readonly string[];
}

const filesOf = ({ attachments = [] }: Pick<Message, "attachments">): string =>
  attachments.map(({ sha256 }) => sha256).join(" ");

/** The titles that go with a message, or with one use of a tool in it. */
async function titlesWith(
  { services: { store } }: Call,
  conversationId: string,
  wanted: Pick<ToErase, "messageId" | "use">,
): Promise<readonly string[]> {
  const found = new ErasureOf(wanted);
  for await (const events of store.read(conversationId)) {
    for (const event of events) found.add(conversationEvent(event));
  }
  return found.result().titles;
}

function saidIn({ messages, bodies }: ConversationState, id: string, titles: readonly string[]): Said {
  const message = messages[id];
  if (!message) throw noMessage();
  if (message.author.kind !== "human") return { id, text: "", files: "", title: "", titles };
  const content = bodies[id]?.content ?? "";
  return {
    id,
    text: content.trim() === "" ? "" : content,
    files: filesOf(message),
    title: titleOf({ content, attachments: message.attachments }),
    titles,
  };
}

/** Messages of a conversation that say what one of another says: the same in a fork, the same words in a repetition. */
function sameIn(state: ConversationState, { id, text, files }: Said): string[] {
  const isSame = (message: Pick<Message, "attachments">, content: string) =>
    text === "" ? files !== "" && content.trim() === "" && filesOf(message) === files : content === text;
  // Also what stands beside the talk, as the question of a comparison does.
  const said = Object.keys(state.messages).filter((other) => {
    const message = state.messages[other];
    if (!message || message.erased) return false;
    if (other === id) return true;
    return message.author.kind === "human" && isSame(message, state.bodies[other]?.content ?? "");
  });
  // What a run of a check has still to say.
  const planned = (state.run?.planned ?? []).filter((one) => isSame(one, one.content));
  return [...said, ...planned.map(({ messageId }) => messageId)];
}

/** A conversation that was deleted and can still be had back, by its first event. */
interface Hidden {
  readonly id: string;
  /** What it was made of; "" of none. */
  readonly from: string;
  readonly at: string;
}

async function hiddenOnes({ services: { store } }: Call): Promise<Hidden[]> {
  const found: Hidden[] = [];
  for (const { stream: id } of await store.due.list(HIDDEN)) {
    for await (const [first] of store.read(id, 0, 1)) {
      const event = first && conversationEvent(first);
      if (event?.type !== "ConversationStarted") continue;
      found.push({ id, from: event.data.lineage?.conversationId ?? "", at: event.at });
    }
  }
  return found;
}

/**
 * Conversations of the family that were deleted and can still be had back: in no list, but with their words.
 * @param family the others of it, without this one
 */
async function* deletedOf(
  call: Call,
  own: ConversationState,
  family: readonly string[],
  messageId: string,
): AsyncGenerator<ConversationState> {
  const known = new Set([own.id, ...family]);
  let left = await hiddenOnes(call);
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    const apart: Hidden[] = [];
    for (const one of left) {
      const made = known.has(one.from);
      // A fork began when the first of them did, whatever is between them.
      const there = made || one.at === own.createdAt ? await call.services.system.hidden(one.id) : null;
      if (!made && !(there && Object.hasOwn(there.messages, messageId))) {
        apart.push(one);
        continue;
      }
      if (!there?.deleted || known.has(one.id)) continue;
      known.add(one.id);
      yield there;
    }
    left = apart;
  }
}

/** The conversations of a family, one after the other. @param hidden also those that may be had back */
async function* familyStates(
  call: Call,
  own: ConversationState,
  ids: readonly string[],
  messageId: string,
  hidden: boolean,
): AsyncGenerator<ConversationState> {
  for (const other of ids) {
    const there = await call.services.system.conversation(other);
    if (there) yield there;
  }
  if (hidden) yield* deletedOf(call, own, ids, messageId);
}

interface Copies {
  readonly found: readonly Copied[];
  /** The family is larger than what was looked through. */
  readonly partial: boolean;
}

/** Where else a message stands, or titles that go with it. @param hidden also where it may be had back */
async function copiesOf(
  call: Call,
  state: ConversationState,
  said: Said,
  hidden = false,
): Promise<Copies> {
  const found: Copied[] = [];
  let more = false;
  const look = async (of: ConversationState, what: Said): Promise<void> => {
    const { ids, partial } = await familyOf(call, of.id, what.id);
    more ||= partial;
    for await (const there of familyStates(call, of, ids, what.id, hidden)) {
      const { id: other } = there;
      const messageIds = sameIn(there, what);
      const titles = [there.title, there.lineage?.title ?? ""];
      const repeated = titles.some((title) => what.titles.some((own) => repeats(title, own)));
      if (messageIds.length > 0 || repeated) {
        found.push({ conversationId: other, title: there.title, messageIds });
      }
    }
  };
  await look(state, said);
  const room = await roomWith(call, state, said.id);
  if (!room) return { found, partial: more };
  const { id, title } = room.state;
  // From where it was asked the room loses it in any case.
  if (room.apart) found.push({ conversationId: id, title, messageIds: [room.messageId] });
  await look(room.state, saidIn(room.state, room.messageId, []));
  return { found, partial: more };
}

interface RoomWith {
  readonly state: ConversationState;
  /** What says the same in it. */
  readonly messageId: string;
  /** The comparison was asked elsewhere, and its words are there. */
  readonly apart: boolean;
}

/** The open room of a comparison of which a message is the question, or an answer; null: there is none. */
async function roomWith(call: Call, talk: ConversationState, id: string): Promise<RoomWith | null> {
  const of = Object.values(talk.comparisons ?? {}).find((one) =>
    [one, ...one.answers].some(({ messageId }) => messageId === id)
  );
  const state = of?.revealed ? await call.services.system.conversation(of.roomId) : null;
  const messageId = of && state ? messageIn(state, of, id) : undefined;
  if (!of || !state || messageId === undefined) return null;
  return { state, messageId, apart: isElsewhere(talk, of) && !state.messages[messageId]?.erased };
}

/** The use of a tool that the query names; of several under one id the last that has words. */
function useOf(
  state: ConversationState,
  messageId: string,
  { call, attempt, round }: EraseQuery,
): ToErase["use"] {
  if (call === undefined) return undefined;
  const use = state.bodies[messageId]?.tools?.findLast((one) =>
    one.callId === call && (attempt ?? one.attempt) === one.attempt && (round ?? one.round) === one.round
  );
  if (!use) throw new Problem("not_found", "The message used no tool under this id.");
  return { attempt: use.attempt, round: use.round, callId: use.callId };
}

interface Done {
  readonly places: readonly Place[];
  readonly partial: boolean;
}
const NOWHERE: Done = { places: [], partial: false };

/** Erases what is said in a message, or one use of a tool in it, wherever else it stands. @returns where that was */
async function eraseCopies(
  call: Call<unknown, EraseQuery>,
  state: ConversationState,
  said: Said,
  use: ToErase["use"],
): Promise<Done> {
  const { system } = call.services;
  const { why } = call.query;
  const { id: messageId, titles } = said;
  const title = use ? "" : said.title;
  const erased: Place[] = [];
  const { found, partial } = await copiesOf(call, state, said, true);
  for (const { conversationId, messageIds } of found) {
    // Its titles may repeat the message where it does not stand itself.
    if (messageIds.length === 0 && titles.length > 0) {
      const wanted = { messageId, title, titles, why };
      there(await system.eraseContent(conversationId, wanted, { by: call.by }));
    }
    for (const messageId of messageIds) {
      const wanted = { messageId, use, why, titles };
      const done = there(await system.eraseContent(conversationId, wanted, { by: call.by }));
      if (done) erased.push({ conversationId, messageId });
    }
  }
  return { places: erased, partial };
}

type Outcome = Awaited<ReturnType<Call["services"]["system"]["eraseContent"]>>;

/** Whether it was erased. What is just being written there is for its own conversation to end; it may be gone meanwhile. */
function there(outcome: Outcome): boolean {
  const passes = !outcome.ok && ["conflict", "not_found"].includes(outcome.code);
  if (!passes) carried(outcome);
  return outcome.ok;
}

/** With the words of messages go the notes that were kept of them. @returns these */
async function eraseNotes(
  { services: { system }, by }: Call,
  places: readonly Place[],
  use: ToErase["use"],
): Promise<string[]> {
  const { notes } = await system.workspace();
  const erased: string[] = [];
  for (const place of places) {
    const kept = notesKeptOf({ notes }, place);
    if (kept.length === 0) continue;
    const turnId = (await system.conversation(place.conversationId))?.messages[place.messageId]?.turnId;
    for (const id of kept) {
      const own = !use || isNoteOfCall(id, place.conversationId, { turnId: turnId ?? "", ...use });
      if (!own) continue;
      carried(await system.eraseWords({ kind: "note", id }, by));
      erased.push(id);
    }
  }
  return erased;
}

/** Which message of a copy is that of the other: by itself the one with its id. */
type CopyOf = (messageId: string) => string | undefined;

/** Takes out of a copy that was just made what was erased in the other meanwhile. @returns whether anything was */
export async function eraseMeanwhile(
  call: Call,
  from: string,
  to: string,
  copyOf: CopyOf = (id) => id,
): Promise<boolean> {
  const { system } = call.services;
  let erased = false;
  const erase = async (wanted: ToErase) => {
    if (there(await system.eraseContent(to, wanted, { by: call.by }))) erased = true;
  };
  const [other, copy] = [await system.conversation(from), await system.conversation(to)];
  if (other?.erasedThrough === undefined || !copy) return false;
  for (const id of Object.keys(other.messages)) {
    const messageId = copyOf(id) ?? "";
    const [gone, message] = [other.messages[id], copy.messages[messageId]];
    if (!gone || !message || message.erased) continue;
    const why = gone.erasure?.why;
    if (gone.erased) await erase({ messageId, why });
    const kept = copy.bodies[messageId]?.tools ?? [];
    for (const use of gone.erased ? [] : other.bodies[id]?.tools ?? []) {
      const { attempt, round, callId } = use;
      const words = kept.some((one) => isUse(one, use) && !one.erased);
      if (use.erased && words) await erase({ messageId, use: { attempt, round, callId } });
    }
  }
  return erased;
}

export const erasing: Route[] = [
  route("GET", "/api/conversations/:id/messages/:messageId/copies", {
    summary: "The conversations made of this one, or this one of them, in which the message stands too",
    answer: CopiesList,
    async handle(call) {
      const state = await conversationOf(call);
      const messageId = param(call, "messageId");
      const titles = await titlesWith(call, state.id, { messageId });
      const { found, partial } = await copiesOf(call, state, saidIn(state, messageId, titles));
      return {
        items: found.map(({ messageIds, ...copy }) => ({ ...copy, messageIds: [...messageIds] })),
        next: null,
        ...(partial ? { partial } : {}),
      };
    },
  }),
  route("DELETE", "/api/conversations/:id/messages/:messageId/content", {
    summary: "Erase the words of a message, or of one use of a tool in it; nobody can have them back",
    query: EraseQuery,
    answer: ErasedMessage,
    async handle(call) {
      const [id, messageId] = [param(call, "id"), param(call, "messageId")];
      const meta = metaOf(call);
      await checkKey(call, id, meta);
      const state = await conversationOf(call);
      const use = useOf(state, messageId, call.query);
      const cannot = cannotErase(state, { messageId, use });
      if (cannot) carried(cannot);
      const { why, copies: everywhere = false } = call.query;
      const said = everywhere
        ? saidIn(state, messageId, await titlesWith(call, id, { messageId, use }))
        : null;
      // The copies first: they are known by the words, and who was cut short here asks once more.
      const { places, partial } = said ? await eraseCopies(call, state, said, use) : NOWHERE;
      const copies = [...places];
      const notes = await eraseNotes(call, [{ conversationId: id, messageId }, ...copies], use);
      const { seq } = carried(await call.services.system.eraseContent(id, { messageId, use, why }, meta));
      // Those that were made meanwhile; what is made from here on sees that it is erased.
      const known = new Set(copies.map((copy) => copy.conversationId));
      const late = (said ? await eraseCopies(call, state, said, use) : NOWHERE).places
        .filter((copy) => !known.has(copy.conversationId));
      notes.push(...await eraseNotes(call, late, use));
      copies.push(...late);
      const message = messageView(await conversationOf(call, id), messageId);
      if (!message) throw noMessage();
      return { message, seq, copies, notes, ...(partial ? { partial } : {}) };
    },
  }),
];
