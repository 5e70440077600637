/** Everything the browser knows of the server: the list, the settings, the open conversation. */
import type { Draft, ListRow, ReadMark, Wait } from "../../projections/shapes/views.ts";
import { computed, effect, signal } from "@preact/signals";
import { hides } from "../../projections/conversation/shared_steps.ts";
import { evolveRow } from "../../projections/conversation/list.ts";
import { workspace as workspaceFold, type WorkspaceState } from "../../projections/workspace.ts";
import type { LocatedEvent } from "../../server/contract/event_frames.ts";
import type { OpenedWorkspace } from "../../server/contract/resources.ts";
import { announce } from "./announcing.ts";
import { caughtUp } from "./caught_up.ts";
import type { ConversationStore } from "./conversation_store.ts";
import { EarlyReads } from "./early_reads.ts";
import { tellAll } from "./hearing.ts";
import { isAway, meanwhile } from "./offline/while_away.ts";
import { Outbox } from "./outbox.ts";
import { after } from "./timer.ts";
import {
  bodiesBefore,
  listed,
  listedArchived,
  listedFirst,
  listedNext,
  opened,
  openedEnd,
  workspace,
} from "./queries.ts";
import { heardRead, seen } from "./reads.ts";
import { words } from "../words/frame.ts";
import { place } from "./router.ts";
import { checkSession } from "./session.ts";
import { openStream } from "./stream.ts";
import type { StreamMessage } from "./stream_source.ts";
import { connections, diskFull, heardDisk, nextTry, offline } from "./ui_state.ts";
import { Unlisted } from "./unlisted.ts";
import { progressed } from "./tool_progress.ts";
import { wait, waits } from "./waits.ts";

export const rows = signal<ReadonlyMap<string, ListRow> | null>(null);
export const settings = signal<WorkspaceState | null>(null);
/** Providers whose stored key cannot be read: it has to be entered again. */
export const unreadableKeys = signal<ReadonlySet<string>>(new Set());
/** The tools an agent may be given. */
export const tools = signal<OpenedWorkspace["tools"]>([]);
export const current = signal<ConversationStore | null>(null);
/** The conversation that one looks at; null on every other page. */
export const here = computed(() => {
  const [at, store] = [place.value, current.value];
  return at.view === "chat" && store?.id === at.id ? store : null;
});
/** What is read while it is written; the settings lie before what stays open. */
const looked = computed(() => {
  const id = place.value.view === "chat" ? place.value.id : current.value?.id;
  return id === undefined ? [] : [id];
});
/** How often the list was fetched: what is not in it by then is not there. */
export const listings = signal(0);
/** What went wrong with opening the conversation named in the address. */
export const missing = signal<string | null>(null);
export const outbox = new Outbox(after);

const sorted = (archived: boolean) => () =>
  [...rows.value?.values() ?? []].filter((row) => row.archived === archived)
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
/** Rows of the sidebar, newest first. */
export const list = computed(sorted(false));
/** Those put away; fetched when someone looks for them. */
export const archived = computed(sorted(true));

const early = new EarlyReads();
/** Among ids of conversations, of which none is empty or has a space. */
const SETTINGS = "";
const LIST = " ";

/** Counts the fetches of folds; only the last one counts. */
let opening = 0;
/** Id of the conversation whose fold is on its way. */
let fetching: string | null = null;

/** Whether the list is the server's own: where it was away, what was kept of it may stand in its place. */
let isListed = false;

/** Counts the fetches of the list; what follows the newest goes with the last one. */
let listing = 0;

/** Fetches the list: at first the newest alone, and what follows them once these are drawn. */
export async function loadList(): Promise<void> {
  const mine = ++listing;
  const isBehind = early.sent(LIST);
  // Where rows are shown, none of them goes for a moment.
  const isFirst = rows.value === null;
  const answer = await (isFirst ? listedFirst() : listed());
  if (isBehind(answer.ok ? answer.value.position : null)) return await loadList();
  isListed = answer.ok;
  if (answer.ok) {
    const { items, read, next } = answer.value;
    seen(Object.entries(read));
    const away = [...rows.value?.values() ?? []].filter((row) => row.archived);
    rows.value = caughtUp([...away, ...items], heard);
    if (isFirst && next !== null) after(REST_MS, () => void loadRest(next, mine));
    else listings.value++;
  } else if (isAway(answer)) {
    askLater();
    await meanwhile(({ keptRows }) => keptRows(rows));
  }
}

/** Milliseconds in which the newest rows are drawn, on a busy machine too, before what follows them is asked for. */
const REST_MS = 500;

/** Has what follows the newest rows of the list, unless it is fetched anew meanwhile. */
async function loadRest(next: string, mine: number): Promise<void> {
  const answer = await listedNext(next);
  if (mine !== listing) return;
  isListed = answer.ok;
  if (!answer.ok) return isAway(answer) ? askLater() : undefined;
  seen(Object.entries(answer.value.read));
  rows.value = caughtUp([...answer.value.items, ...rows.value?.values() ?? []], heard);
  listings.value++;
}

/** Milliseconds without an answer after which what was kept of it is shown meanwhile. */
const PATIENCE_MS = 3_000;

/** What a conversation is shown with: on its way since the page began, and not needed for the list. */
const storing = () => import("./conversation_store.ts");

/** Shows a conversation as it was read here last, if it was, unless another is wanted by then or it is there itself. */
async function openKept(id: string, mine: number): Promise<void> {
  const kept = await meanwhile(({ keptConversation }) => keptConversation(id));
  const { ConversationStore } = await storing();
  if (!kept || mine !== opening || current.value) return;
  missing.value = null;
  current.value = new ConversationStore(kept.fold, false, kept.at);
}

export async function loadArchived(): Promise<void> {
  const answer = await listedArchived();
  if (!answer.ok) return;
  seen(Object.entries(answer.value.read));
  const found = answer.value.items.filter((row) => row.archived);
  rows.value = caughtUp([...rows.value?.values() ?? [], ...found], heard);
}

/** Counts the fetches of the settings; only the last one counts. */
let settling = 0;

async function loadSettings(): Promise<void> {
  const mine = ++settling;
  const isBehind = early.sent(SETTINGS);
  const answer = await workspace();
  const again = isBehind(answer.ok ? answer.value.position : null);
  if (mine !== settling) return;
  if (again) return await loadSettings();
  if (!answer.ok) return isAway(answer) ? askLater() : undefined;
  settings.value = answer.value.fold;
  unreadableKeys.value = new Set(answer.value.unreadableKeys);
  tools.value = answer.value.tools;
  // What was heard while they were on their way is newer than they, or known to them by its seq.
  for (const event of [...heard]) if (event.stream === "workspace") set(event);
}

/** The conversation that was asked for last. */
let asked: string | null = null;

/**
 * Fetches a conversation's fold and makes it the open one. `keeps`: where it says nothing that is not known here, what
 * is open stays, with all that was read to it, such as older texts.
 */
export async function open(id: string, keeps = false): Promise<void> {
  const mine = ++opening;
  if (current.value?.id !== id) current.value = null;
  // Asked for again, as after a lost connection, what is not there stays so until the answer: the page does not blink.
  if (asked !== id) missing.value = null;
  asked = id;
  fetching = id;
  const patience = setTimeout(() => void openKept(id, mine), PATIENCE_MS);
  const isBehind = early.sent(id);
  const [answer, { ConversationStore }] = await Promise.all([openedEnd(id), storing()]);
  clearTimeout(patience);
  if (mine !== opening) return;
  fetching = null;
  if (isBehind(answer.ok ? answer.value.position : null)) return await open(id, keeps);
  if (!answer.ok) {
    if (isAway(answer)) askLater();
    if (answer.status === 404) {
      current.value = null;
      missing.value = words.notThere;
      return;
    }
    if (isAway(answer) && !current.value) await openKept(id, mine);
    if (mine === opening && !current.value) missing.value = isAway(answer) ? words.notRead : answer.message;
    return;
  }
  seen([[id, answer.value.read]]);
  const known = current.value;
  const same = keeps && known?.live && known.id === id && known.state.seq >= answer.value.fold.seq;
  const { fold, missing: rest } = answer.value;
  const store = same ? known : new ConversationStore(fold, true, null, rest);
  for (const draft of answer.value.drafts) store.write(draft);
  for (const one of answer.value.waits) wait(one);
  // What was heard while the fold was on its way is newer than it, or known to it by its seq.
  for (const event of heard) if (event.stream === id) store.apply(event);
  for (const draft of heardDrafts) if (draft.conversationId === id) store.write(draft);
  outbox.settle(store.state);
  missing.value = null;
  current.value = store;
  void whole(store);
}

/** Frames of the last moments, for folds that are on their way. */
const heard: LocatedEvent[] = [];
const heardDrafts: Draft[] = [];
/** Frames kept: five agents write a hundred pieces a second, and no fold takes five seconds. */
const HEARD = 500;

/** What was heard of a conversation may have words that are gone; its row is read anew for the same reason. */
function forgetHeard(stream: string): void {
  heard.splice(0, heard.length, ...heard.filter((event) => event.stream !== stream));
  heardDrafts.splice(0, heardDrafts.length, ...heardDrafts.filter((one) => one.conversationId !== stream));
  void loadList();
}

/** Fetches the fold again, unless it is on its way. */
function resync(store: ConversationStore): void {
  if (fetching !== store.id) void open(store.id);
}

/** An event of the settings; where one before it is missing, they are fetched again. */
function set(event: LocatedEvent): void {
  const state = settings.value;
  if (!state || event.seq <= state.seq) return;
  if (event.type === "ProviderKeySet" || event.type === "ProviderKeyCleared") {
    const { id } = event.data as { id: string };
    unreadableKeys.value = new Set([...unreadableKeys.value].filter((other) => other !== id));
  }
  if (event.seq > state.seq + 1) void loadSettings();
  else settings.value = { ...workspaceFold.evolve(state, event) };
}

const unlisted = new Unlisted();

function hear(event: LocatedEvent): void {
  if (event.type === "ContentErased") forgetHeard(event.stream);
  heard.push(event);
  if (heard.length > HEARD) heard.shift();
  if (event.stream === "workspace") return set(event);
  const known = rows.value;
  if (known) {
    const row = known.get(event.stream);
    tellAll(event, row);
    if (!row && event.seq > 1) {
      // Of what is not listed, that it is gone is no news, nor what is done to it before it is there.
      if (unlisted.isNews(event)) void loadList();
    } else {
      const next = evolveRow(row ?? null, event.stream, event);
      const changed = new Map(known);
      if (next) changed.set(event.stream, next);
      else {
        changed.delete(event.stream);
        unlisted.add(event.stream);
      }
      rows.value = changed;
    }
  }
  const store = current.value;
  if (event.type === "DeletionWithdrawn" && !store && asked === event.stream) void open(event.stream);
  if (store?.id !== event.stream) return;
  if (hides(event)) {
    current.value = null;
    missing.value = words.deletedHere;
    return;
  }
  announce(store, event);
  // Nothing of the words stays, here or in what was heard: the fold is read anew.
  // An answer that is taken in may have been said before this page was open.
  if (!store.apply(event) || event.type === "ContentErased" || event.type === "AnswerTaken") resync(store);
  else outbox.settle(store.state);
}

/** Milliseconds without a connection before people are told. */
const OFFLINE_MS = 2_000;
let downTimer: ReturnType<typeof setTimeout> | undefined;

function receive(message: StreamMessage): void {
  switch (message.type) {
    case "ready":
      clearTimeout(downTimer);
      downTimer = undefined;
      offline.value = false;
      // Where it still is, that is told next.
      diskFull.value = false;
      connections.value++;
      if (!message.again) begin(message.position);
      else askAgain();
      outbox.retryAll();
      return;
    case "reset":
      early.lost();
      refresh();
      return;
    case "down":
      early.missed(LIST);
      nextTry.value = Date.now() + message.againMs;
      // From the first failure on: tries that fail in between do not put it off.
      downTimer ??= setTimeout(() => (offline.value = true), OFFLINE_MS);
      void checkSession();
      // What still waits is told again.
      waits.value = new Map();
      return;
    case "frame":
      if (message.name === "event") return hear(message.data as LocatedEvent);
      if (message.name === "wait") return wait(message.data as Wait);
      if (message.name === "progress") return progressed(message.data);
      if (message.name === "disk") return heardDisk(message.data);
      if (message.name === "read") return heardRead(message.data as ReadMark);
      return draft(message.data as Draft);
  }
}

function draft(data: Draft): void {
  heardDrafts.push(data);
  if (heardDrafts.length > HEARD) heardDrafts.shift();
  const store = current.value;
  if (store?.id !== data.conversationId) return;
  if (!store.write(data)) resync(store);
}

/** A first connection begins now: what was fetched before may be behind it. What is no event, as what was read, it tells itself. */
function begin(position: string): void {
  const isThere = early.begins(position);
  if (!isThere(LIST)) void loadList();
  if (!isThere(SETTINGS)) void loadSettings();
  const { value } = place;
  if (value.view === "chat" && !isThere(value.id)) void open(value.id, true);
}

function refresh(keeps = false): void {
  void loadList();
  void loadSettings();
  const { value } = place;
  if (value.view === "chat") void open(value.id, keeps);
}

/** Milliseconds until what could not be had is asked for again. */
const AGAIN_MS = 5_000;
let isToAsk = false;

/** A proxy may say for a moment that nobody is there while the stream of events stands: nothing else asks again then. */
function askLater(): void {
  if (isToAsk) return;
  isToAsk = true;
  after(AGAIN_MS, () => {
    isToAsk = false;
    if (!offline.peek()) askAgain();
  });
}

/** The server is there again: what it could not be asked for meanwhile, and what was kept of that, gives way. */
function askAgain(): void {
  if (!isListed) void loadList();
  if (!settings.value) void loadSettings();
  const { value } = place;
  if (value.view !== "chat" || fetching === value.id) return;
  const store = current.value;
  if (store?.id !== value.id || !store.live) void open(value.id, true);
}

/** Has the whole of what is open, of which the end came first. False: it cannot be had now. */
export async function whole(store: ConversationStore): Promise<boolean> {
  if (store.missing.peek() === 0) return true;
  return (await import("./completing.ts")).complete(store, opened);
}

/** Fetches the page of texts before the oldest one that is known. False: there is none, or it failed. */
export async function older(store: ConversationStore, limit?: number): Promise<boolean> {
  if (!await whole(store)) return false;
  const order = store.state.order;
  const first = order.findIndex((id) => store.state.bodies[id]);
  const before = store.state.messages[order[first] ?? ""]?.seq;
  if (first <= 0 || before === undefined) return false;
  const answer = await bodiesBefore(store.id, before, limit);
  if (answer.ok) store.addBodies(answer.value.bodies ?? {});
  return answer.ok;
}

/** The message the transcript is to scroll to. */
export const sought = signal<string | null>(null);

export function start(): void {
  refresh();
  const look = openStream(receive, looked.peek());
  effect(() => look(looked.value));
  effect(() => {
    const { value } = place;
    if (value.view === "chat" && current.peek()?.id !== value.id && fetching !== value.id) {
      void open(value.id);
    }
  });
}
