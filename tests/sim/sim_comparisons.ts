/**
 * Comparisons of the simulation: asked, stopped, judged, revealed, erased and copied by two people while processes die.
 * Who is asked in them has names that stand nowhere else, so that whoever is told one before it may be told is known.
 */
import type { Attachment } from "../../events/catalog/attachment.ts";
import type { Best } from "../../events/catalog/comparisons.ts";
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { forkStream } from "../../events/store/transfer/fork.ts";
import { importStream } from "../../events/store/transfer/transfer.ts";
import type { Position } from "../../events/store/types.ts";
import type { ToCompare } from "../../actors/comparing/asked.ts";
import { withoutHalf } from "../../actors/live/half_brought.ts";
import { rowOf } from "../../actors/comparing/rooms.ts";
import { isElsewhere } from "../../projections/comparisons/comparisons.ts";
import { isRoomId } from "../../projections/comparisons/letters.ts";
import type { Comparison } from "../../projections/shapes/comparison_folds.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { importOptions } from "../../server/command_line/derived_rows.ts";
import { ALL, draftsOf, EventHub } from "../../server/stream/event_hub.ts";
import { checkRevealed, type Found } from "./checked_comparisons.ts";
import type { Ground } from "./dimensions.ts";
import { CANARIES, CANARY_NAMES, CANARY_PROVIDER } from "./furnish.ts";
import type { Up } from "./node.ts";
import { SeededRandom } from "./random.ts";
import { simPanel } from "./sim_panels.ts";

const PEOPLE = ["ann", "ben"] as const;
/** Comparisons of one conversation. */
const MOST = 3;
/** Writes of the store with one of which a process dies that was asked to compare, and of what is done in a few. */
const [WRITES, FEW_WRITES] = [40, 8];
/** Virtual milliseconds after which a room that no conversation tells of is gone, and looks for it. */
const LEFT_MS = 11 * 60_000;
const LOOK_MS = 2_000;

/** Under which is counted what was met. */
export const COMPARED = ["asked", "revealed", "judged", "left", "copied", "killed", "verdict"]
  .map((what) => `comparison ${what}`);
/** Under which processes are counted that died with a write of what they were asked for. */
export const KILLED = "comparison killed";

interface Asked {
  readonly of: string;
  readonly asked: ToCompare;
  /** Somebody was told that it is asked. */
  sure: boolean;
  /** Frames that were told when it was first to be revealed. */
  revealedAt: number;
}

/** What a person said of one comparison. */
interface Said {
  /** What was acknowledged last. */
  last?: Best;
  /** What nobody acknowledged, which may have landed. */
  readonly unsure: Set<Best>;
  /** What is being said is waited for: two at once have no order. */
  busy: boolean;
}

export interface Compared extends Ground {
  /** Ids of copies, and what they are copies of. */
  readonly copies: Map<string, string>;
  /** What is erased: told by texts that are said once. */
  readonly erased: { conversationId: string; content: string; sure: boolean }[];
  /** Where everything began. */
  readonly start: Position;
  /** What a client waits for, but not for ever. */
  within<T>(answer: Promise<T>): Promise<T>;
  /** Kills a process behind so many writes of the store. */
  killBehind(up: Up, writes: number): void;
}

export class SimComparisons {
  readonly #asked = new Map<string, Asked>();
  readonly #said = new Map<string, Said>();
  /** Whatever readers of everything were told, of all processes, as it was told. */
  readonly #frames: string[] = [];
  /** Draws of its own: what else happens is what it would be. */
  readonly #judging: SeededRandom;
  #count = 0;

  /** @param random chance of its own: what else happens is what it would be */
  constructor(readonly ports: () => Compared, readonly random: SeededRandom, readonly drawn: boolean) {
    this.#judging = new SeededRandom(random.below(2 ** 30));
  }

  /** Listens as a server does. */
  follow({ system, process }: Up): void {
    if (!this.drawn) return;
    const hub = new EventHub(system, { every: () => () => undefined, breathe: () => Promise.resolve() });
    hub.listen([ALL, draftsOf(ALL)], ({ bytes, events }) => {
      // Who there is stands in the settings.
      const told = events.every(({ stream }) => stream !== WORKSPACE);
      if (process.alive && told) this.#hear(new TextDecoder().decode(bytes));
    });
  }

  #hear(text: string): void {
    this.#frames.push(text);
    if (this.#asked.size > 0 && !this.#anyRevealed) this.#search("a frame", text, CANARY_NAMES);
  }

  /** An answer that begins with its model is marked. */
  #search(what: string, text: string, words: readonly string[]): void {
    const told = text.replaceAll(/\[canary:\w+\]: /g, "");
    for (const word of words) if (told.includes(word)) this.ports().complain(`${what} tells ${word}`);
  }

  #met(what: string): void {
    const { covered } = this.ports();
    covered.set(`comparison ${what}`, (covered.get(`comparison ${what}`) ?? 0) + 1);
  }

  /** One thing that a person does about comparisons. */
  async act(state: ConversationState): Promise<void> {
    const { random } = this;
    const own = Object.values(state.comparisons ?? {}).filter((one) => !isElsewhere(state, one));
    if (own.length < MOST && random.chance(own.length === 0 ? 0.7 : 0.2)) return await this.#ask(state.id);
    if (own.length === 0) return;
    const one = random.pick(own);
    await this.#look(state.id);
    const draw = random.next();
    if (draw < 0.1) await this.#stop(state.id, one.id);
    else if (draw < 0.55) await this.#vote(state, one);
    else if (draw < 0.75) await this.#reveal(state.id, one.id);
    else if (draw < 0.87) await this.#erase(state, one);
    else if (draw < 0.95) await this.#copy(state);
  }

  #by() {
    const id = this.random.pick(PEOPLE);
    return { by: { kind: "user" as const, id, name: id } };
  }

  /** A process, which may die of what it is asked for. */
  #up(writes = FEW_WRITES): Up {
    const { up, killBehind } = this.ports();
    const one = up();
    if (this.random.chance(0.4)) killBehind(one, 1 + this.random.below(writes));
    return one;
  }

  async #ask(of: string): Promise<void> {
    const { random } = this;
    const { within } = this.ports();
    const id = `comparison_${++this.#count}`;
    const agents = CANARIES.filter(() => random.chance(0.6));
    const panel = simPanel(random, CANARIES);
    const seated = CANARIES.filter(({ agentId }) => panel.seats.some((seat) => seat.agentId === agentId));
    const judged = random.chance(0.25) ? { asking: panel, aloneId: random.pick(seated).agentId } : undefined;
    const judge = judged && this.#judging.chance(0.6) ? this.#judging.pick(CANARIES) : undefined;
    const content = `question ${this.#count}`;
    const hasFile = this.#count % 2 === 0;
    const file = hasFile ? await this.#file(content) : null;
    // Whoever is not told that a file is kept does not ask: it may lie there all the same, and no message names it.
    if (hasFile && !file) return;
    const asked: ToCompare = {
      comparisonId: id,
      content,
      ...(file ? { attachments: [file] } : {}),
      agents: judged ? seated : agents.length < 2 ? CANARIES.slice(0, 2) : agents,
      providers: [CANARY_PROVIDER],
      ...(random.chance(0.5) ? { label: "bread", criteria: ["clear"] } : {}),
      ...(judged ? { judged } : {}),
      ...(judge ? { judge } : {}),
    };
    const one: Asked = { of, asked, sure: false, revealedAt: Infinity };
    this.#asked.set(id, one);
    const meta = this.#by();
    // Whoever is not answered asks again under the same name.
    for (let times = random.chance(0.2) ? 2 : 1; times > 0 && !one.sure; times--) {
      const outcome = await within(this.#up(WRITES).system.comparing.compare(of, asked, meta)).catch(() =>
        null
      );
      one.sure ||= outcome?.ok === true;
    }
    if (one.sure) this.#met("asked");
  }

  /** One that says what the question does, and is called so. */
  async #file(content: string): Promise<Attachment | null> {
    const { up, within } = this.ports();
    const bytes = new TextEncoder().encode(`All about ${content} or not.`);
    const kept = await within(up().log.blobs.put(bytes, "text/plain")).catch(() => null);
    return kept &&
      { sha256: kept.sha256, name: `${content} or not.txt`, type: "text/plain", size: bytes.length };
  }

  async #stop(of: string, id: string): Promise<void> {
    const { within } = this.ports();
    await within(this.#up().system.comparing.stopAsking(of, id, this.#by())).catch(() => null);
  }

  async #reveal(of: string, id: string): Promise<void> {
    const { within } = this.ports();
    const one = this.#asked.get(id);
    if (one) one.revealedAt = Math.min(one.revealedAt, this.#frames.length);
    await within(this.#up().system.comparing.reveal(of, id, this.#by())).catch(() => null);
  }

  async #vote({ id: of }: ConversationState, { id, answers, criteria }: Comparison): Promise<void> {
    const { random } = this;
    const { within } = this.ports();
    const best: Best = random.chance(0.3)
      ? random.pick(["tie", "none"])
      : random.below(Math.max(2, answers.length));
    const meta = this.#by();
    const key = `${id} ${meta.by.id}`;
    const said: Said = this.#said.get(key) ?? { unsure: new Set(), busy: false };
    if (said.busy) return;
    this.#said.set(key, said);
    said.busy = true;
    const command = {
      type: "vote_comparison",
      comparisonId: id,
      best,
      ...(criteria ? { criteria: [best] } : {}),
    } as const;
    const outcome = await within(this.#up().system.execute(of, command, meta)).catch(() => null);
    said.busy = false;
    if (outcome?.ok) {
      said.last = best;
      this.#met("judged");
    } else if (!outcome || outcome.code === "unavailable") said.unsure.add(best);
  }

  /** The question, or an answer. */
  async #erase({ id, bodies }: ConversationState, { messageId, answers }: Comparison): Promise<void> {
    const { within, erased } = this.ports();
    const wanted = this.random.pick([messageId, ...answers.map((one) => one.messageId)]);
    const content = wanted === messageId ? bodies[wanted]?.content ?? "" : "";
    const done = await within(this.#up().system.eraseContent(id, { messageId: wanted }, this.#by()))
      .catch(() => null);
    // Whoever was not answered may have been heard.
    if (done && !done.ok && done.code !== "unavailable") return;
    if (content !== "") erased.push({ conversationId: id, content, sure: done?.ok === true });
  }

  /** What was not revealed before is not revealed in a copy. */
  async #copy({ id, seq, erasedThrough }: ConversationState): Promise<void> {
    const { up, within, conversations, copies, complain } = this.ports();
    const { log, system } = up();
    if (!("parts" in log)) return;
    const store = log as StoreLog;
    const to = `copy_${conversations.length}_${copies.size}`;
    const at = 1 + this.random.below(seq);
    const lineage = { conversationId: id, seq: at, kind: "fork" as const };
    const begin = ({ lineage: _, ...data }: Record<string, unknown>) => ({ lineage, ...data, title: "Copy" });
    copies.set(to, id);
    const copying = async () => {
      const lines = await forkStream(store, id, at, to, begin, erasedThrough);
      return lines &&
        await importStream(
          store,
          lines,
          importOptions("2026-01-01T00:00:00.000Z", this.#by().by, { elsewhere: false }),
        );
    };
    const made = await within(copying()).catch(() => null);
    if (!made?.ok) return;
    conversations.push(to);
    this.#met("copied");
    const copy = await within(system.conversation(to)).catch(() => null);
    for (const one of Object.values(copy?.comparisons ?? {})) {
      if (one.revealed) continue;
      const outcome = await within(system.comparing.reveal(to, one.id, this.#by())).catch(() => null);
      if (outcome?.ok) complain(`${to}: a copy reveals ${one.id}`);
    }
  }

  /** What some process tells of a conversation and of its rooms now, where nobody asked for a reveal meanwhile. */
  async #look(id: string): Promise<void> {
    const { up, within } = this.ports();
    await within(this.#lookIn(up(), id)).catch(() => null);
  }

  async #lookIn({ system, log, name }: Up, id: string): Promise<void> {
    const { complain } = this.ports();
    const talk = await system.conversation(id);
    if (talk && !this.#anyRevealed) {
      this.#search(`${name}: the conversation`, JSON.stringify(talk), CANARY_NAMES);
    }
    for (const one of Object.values(talk?.comparisons ?? {})) {
      const { roomId } = one;
      const texts = [one.messageId, ...one.answers.map(({ messageId }) => messageId)]
        .map((messageId) => [talk?.messages[messageId], talk?.bodies[messageId]]);
      const told = JSON.stringify([one, texts]);
      const [found, hidden] = [await system.conversation(roomId), await system.hidden(roomId)];
      // One that is gone with its conversation is told to be nothing at all.
      const withheld = await system.withheld(roomId) || await log.side("sealed").get(roomId) === null;
      if (found && this.isOpening(one.id)) this.#join(roomId);
      if (this.isOpening(one.id)) continue;
      this.#search(`${name}: ${one.id}`, told, CANARY_NAMES);
      // Its row goes behind it.
      const isThere = found || hidden || (!withheld && !await this.#isGone(log, roomId));
      if (isThere) complain(`${name}: the room of ${one.id} is there`);
      const written = [...system.drafts(), ...system.waits()];
      if (written.some(({ conversationId }) => conversationId === roomId)) {
        complain(`${name}: what is written in the room of ${one.id} is shown`);
      }
    }
  }

  /** Nothing of it is left to be read, or all of it is of a deletion. */
  async #isGone(log: Up["log"], roomId: string): Promise<boolean> {
    for await (const events of log.read(roomId, 0)) {
      if (!events.some(({ type }) => type === "ConversationDeleted")) return false;
    }
    return true;
  }

  /** Somebody asked for the reveal; a copy has what is not ours. */
  isOpening(id: string): boolean {
    return (this.#asked.get(id)?.revealedAt ?? 0) < Infinity;
  }

  get #anyRevealed(): boolean {
    return [...this.#asked.keys()].some((id) => this.isOpening(id));
  }

  /** An open room is a conversation like any other: people go on in it. */
  #join(roomId: string): void {
    const { conversations } = this.ports();
    if (conversations.includes(roomId)) return;
    conversations.push(roomId);
    this.#met("revealed");
  }

  /** Whether nothing has to be done about any comparison; what no conversation tells of is gone later. */
  async isAtRest({ log, system }: Up): Promise<boolean> {
    for (const { id, value } of await log.side("sealed").list()) {
      const row = rowOf(value);
      const talk = row && await system.conversation(row.of);
      const one = talk?.comparisons?.[row?.comparisonId ?? ""];
      if (talk && one?.roomId !== id) continue;
      if (!one || one.ready === undefined || one.revealed) return false;
    }
    return true;
  }

  /** When everything is at rest: what may be told is asked of everybody, and some of it is revealed. */
  async atRest(): Promise<void> {
    if (!this.drawn) return;
    const { nodes, conversations, scheduler, up, complain } = this.ports();
    const talks = [...conversations];
    for (const id of talks) for (const node of nodes) if (node.up) await this.#lookIn(node.up, id);
    await this.#lookAtOrder();
    const rows = await up().log.side("sealed").list();
    // Of a room that a crash left before its first event nobody was asked, and no other process heard.
    const isBegun = async () => {
      for (const { id } of rows) if (!await this.#isGone(up().log, id)) return true;
      return false;
    };
    for (const node of nodes) {
      const told = node.up?.system.status().providers.some(({ id }) => id === CANARY_PROVIDER);
      if (told && await isBegun()) complain(`${node.up?.name}: it is told how those do who are asked`);
    }
    for (const [id, { of }] of this.#asked) if (this.random.chance(0.6)) await this.#reveal(of, id);
    const left = async () => {
      const { log, system } = up();
      const found = [];
      for (const { id, value } of await log.side("sealed").list()) {
        const { of = "", comparisonId = "" } = rowOf(value) ?? {};
        if ((await system.conversation(of))?.comparisons?.[comparisonId]?.roomId !== id) found.push(id);
      }
      return found;
    };
    if ((await left()).length === 0) return;
    this.#met("left");
    const until = scheduler.now + LEFT_MS;
    while ((await left()).length > 0) {
      if (scheduler.now > until) return complain(`${await left()}: left by a crash, and there for ever`);
      await scheduler.sleep(LOOK_MS);
    }
  }

  /** The events of all, as they are read by who was away. */
  async #lookAtOrder(): Promise<void> {
    const { up, start, complain } = this.ports();
    const { log, system } = up();
    const told = await withoutHalf(system, await log.order.page(start, 1_000_000));
    for (const { stream, event } of told) {
      if (isRoomId(stream) && await system.withheld(stream)) {
        complain(`${stream}: its ${event.type} can be read`);
      }
    }
  }

  /** The rooms that are open by now are conversations too, and copies that nobody acknowledged. */
  async joinAll({ system }: Up): Promise<void> {
    const { conversations, copies } = this.ports();
    for (const id of copies.keys()) {
      if (!conversations.includes(id) && await system.conversation(id)) conversations.push(id);
    }
    for (const { of, asked: { comparisonId } } of this.#asked.values()) {
      const { roomId, revealed } = (await system.conversation(of))?.comparisons?.[comparisonId] ?? {};
      if (roomId !== undefined && revealed && await system.conversation(roomId)) this.#join(roomId);
    }
  }

  /** What must hold when all is at rest. */
  check(all: Found): void {
    if (!this.drawn) return;
    for (const one of this.#asked.values()) {
      const talk = all.states.get(one.of);
      if (!talk || talk.deleted || talk.seq === 0) continue;
      const comparison = talk.comparisons?.[one.asked.comparisonId];
      if (comparison) this.#checkOne(one, comparison, talk, all);
      else if (one.sure) {
        this.ports().complain(`${one.asked.comparisonId} was acknowledged, and is not there`);
      }
    }
  }

  #checkOne({ of, asked, revealedAt }: Asked, one: Comparison, talk: ConversationState, all: Found): void {
    const complain = (what: string) => this.ports().complain(`${of}: ${one.id} ${what}`);
    const events = all.streams.get(of) ?? [];
    for (const type of ["ComparisonBegun", "ComparisonReady", "ComparisonRevealed"]) {
      const times = events.filter((event) =>
        event.type === type && (event.data as { comparisonId?: string }).comparisonId === one.id
      ).length;
      if (times > 1) {
        complain(`has ${times} ${type}`);
      }
    }
    if (one.ready === undefined) complain("is never ready");
    for (const by of PEOPLE) {
      const said = this.#said.get(`${one.id} ${by}`);
      const kept = one.votes.filter((vote) => vote.by === by);
      if (kept.length > 1) complain(`counts ${by} ${kept.length} times`);
      const [vote] = kept;
      if (!vote && said?.last !== undefined) complain(`lost what ${by} found`);
      if (vote && vote.best !== said?.last && !said?.unsure.has(vote.best)) {
        complain(`has ${vote.best} of ${by}, who said ${said?.last} last`);
      }
    }
    const room = all.streams.get(one.roomId) ?? [];
    const opened = room.find(({ type }) => type === "RoomOpened")?.seq ?? Infinity;
    const secret = room.filter(({ seq }) => seq < opened);
    const ids = secret.flatMap((event) => {
      if (event.type === "ParticipantAdded" || event.type === "JudgeSeated") {
        return [event.data.participantId];
      }
      if (event.type === "TurnRequested") return [event.data.turnId, event.data.messageId];
      return event.type === "RoomSealed" ? [event.data.salt] : [];
    });
    if (secret.some(({ type, data }) => type === "TurnRequested" && data.judges)) this.#met("verdict");
    for (const text of this.#frames.slice(0, revealedAt)) {
      this.#search(`a frame before ${one.id} is revealed`, text, ids);
    }
    if (one.revealed) checkRevealed(one, talk, all, secret, asked.judged !== undefined, complain);
    else if (opened < Infinity) complain("is open, and was not revealed");
  }
}
