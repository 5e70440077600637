/**
 * Comparisons between their conversation and their room. Which rooms there are stands in rows beside the log, written
 * before a room is begun; what is to be done about one follows from both folds, so that it is carried on wherever a crash
 * left it, by whichever process looks.
 *
 *   row ─▶ RoomSealed, question ─▶ ComparisonBegun ─▶ turns of the room ─▶ ComparisonAnswered, ComparisonReady
 *                                                        ─▶ ComparisonRevealed ─▶ RoomOpened ─▶ the row goes
 */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Commit, SideRows } from "../../events/store/types.ts";
import { isSealed } from "../../projections/comparisons/comparisons.ts";
import { isRoomId, roomId } from "../../projections/comparisons/letters.ts";
import { endsTurn } from "../../projections/conversation/turn_ends.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Command } from "../conversation/commands.ts";
import type { ComparisonCommand } from "../conversation/comparison_commands.ts";
import { digestOf } from "../conversation/rules/comparisons.ts";
import type { ToErase } from "../erasing/erase_content.ts";
import { safely } from "../runtime/logger.ts";
import { ENDLESS_RETRY, retry } from "../runtime/retry.ts";
import { PATIENCE_MS } from "../runtime/stream_actor.ts";
import type { EnginePorts } from "../turn/ports.ts";
import type { Comparisons, Meta, Outcome, ToCompare } from "./asked.ts";
import { answersIn, foundIn, namesOf, seatedIn, seatOf, sharedIn, sidesOf, toCompare } from "./answers.ts";
import { eraseInRoom } from "./erase_in_room.ts";
import type { Judgements } from "./judged.ts";
import { type RoomRow, rowOf, sealedRooms } from "./rooms.ts";

/** Milliseconds after which a room that no conversation tells of was left by a crash. */
const BEGUN_MS = 10 * 60_000;

interface Ports extends EnginePorts {
  readonly judged: Judgements;
  /** Whether this process carries comparisons on; one that only looks and leaves does not. */
  readonly carriesOn: boolean;
}

const NOT_THERE = { ok: false, code: "not_found", detail: "There is no such comparison." } as const;

export class Comparing implements Comparisons {
  readonly #ports: Ports;
  readonly #rows: SideRows;
  readonly #stop = new AbortController();
  /** Rooms that are sealed, with their rows; undefined while the row is not read. */
  readonly #rooms = new Map<string, RoomRow | undefined>();
  /** Begun by this process and not yet told by their conversations. */
  readonly #beginning = new Set<string>();
  /** Looks under way, by room or conversation, and those that are to be looked at once more. */
  readonly #looks = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  /** Rooms that no conversation told of yet, and those that none told of in the time there is for it. */
  readonly #waiting = new Set<string>();
  readonly #waited = new Set<string>();
  #first: Promise<void> | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#rows = ports.log.side("sealed");
  }

  /** Learns which rooms there are, and carries on what a crash left, one after another. */
  async begin(): Promise<void> {
    const ids: string[] = [];
    for (const { id, value } of await sealedRooms(this.#ports.log)) {
      this.#know(id, rowOf(value));
      ids.push(id);
    }
    this.#first = this.#lookAll(ids);
  }

  async #lookAll(ids: readonly string[]): Promise<void> {
    const { judged, logger } = this.#ports;
    const conversations = await judged.conversations().catch((error) => {
      logger("error", "comparison_failed", safely(error));
      return [];
    });
    for (const id of [...ids, ...conversations]) {
      this.#look(id);
      await this.#looks.get(id);
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#first, ...this.#looks.values()]);
  }

  /** What was stored, by any process. */
  heard({ events }: Commit): void {
    for (const { stream, event } of events) {
      const known = conversationEvent(event);
      if (isRoomId(stream)) {
        if (known.type === "RoomSealed") this.#know(stream, this.#rooms.get(stream));
        if (known.type === "RoomOpened" || known.type === "ConversationDeleted") this.#forget(stream);
      }
      // One that is open is a conversation like any other, and has comparisons of its own.
      if (this.#rooms.has(stream)) {
        if (known.type === "RoomSealed" || endsTurn(known)) this.#look(stream);
      } else if (known.type === "ContentErased") {
        this.#look(stream);
      } else if (known.type === "ConversationDeleted" || known.type === "DeletionWithdrawn") {
        this.#look(stream);
        for (const [id, row] of this.#rooms) if (row?.of === stream) this.#look(id);
      }
    }
  }

  /**
   * Whether nothing may be told of how a provider does: it is asked in a comparison that nobody may see into, and who
   * fails would be known by it.
   */
  withholds(providerId: string): boolean {
    return [...this.#rooms.values()].some((row) => !row || row.providers.includes(providerId));
  }

  async compare(of: string, asked: ToCompare, { by }: Meta): Promise<Outcome> {
    const { environment, folds } = this.#ports;
    const { comparisonId, content, attachments, providers, label, criteria, judged, judge } = asked;
    const files = attachments?.length ? { attachments: [...attachments] } : {};
    const { state } = await folds.refresh(of);
    if (state.comparisons?.[comparisonId]) return stored(state.seq, comparisonId);
    const agents = asked.agents.map((agent) => ({ agent, at: environment.hex() }))
      .sort((a, b) => a.at < b.at ? -1 : 1).map(({ agent }) => agent);
    const [id, salt] = [roomId(environment.hex()), environment.salt()];
    const sides = judged &&
      { ...judged, panelSeat: environment.hex() < environment.hex() ? 0 as const : 1 as const };
    const seated = sides ? sidesOf(sides, agents) : agents.map(seatOf);
    const row: RoomRow = { of, comparisonId, providers: [...providers] };
    this.#beginning.add(id);
    this.#know(id, row);
    try {
      await this.#rows.set(id, row);
      const sealed = await this.#ask(id, {
        type: "seal",
        of,
        comparisonId,
        salt,
        agents,
        content,
        ...files,
        ...(sides ? { judged: sides } : {}),
        ...(judge ? { judge } : {}),
      }, by);
      const begun = sealed.ok
        ? await this.#ask(of, {
          type: "begin_comparison",
          comparisonId,
          roomId: id,
          content,
          ...files,
          seats: seated.length,
          digest: digestOf(salt, seated),
          ...(label === undefined ? {} : { label }),
          ...(criteria?.length ? { criteria: [...criteria] } : {}),
          ...(judged ? { panel: judged.asking.format.name } : {}),
        }, by)
        : sealed;
      // Refused, or nobody knows: where the conversation tells of it the look goes on with it.
      if (!begun.ok && begun.code !== "unavailable" && begun.code !== "busy") await this.#drop(id);
      return begun;
    } finally {
      this.#beginning.delete(id);
      this.#look(id);
    }
  }

  async stopAsking(of: string, comparisonId: string, { by }: Meta): Promise<Outcome> {
    const { state } = await this.#ports.folds.refresh(of);
    const comparison = state.comparisons?.[comparisonId];
    if (!comparison || comparison.ready !== undefined) {
      return comparison ? stored(state.seq, comparisonId) : NOT_THERE;
    }
    const stopped = await this.#ask(comparison.roomId, { type: "stop_room" }, by);
    // Who was stopped is not told: by how many there are it would be known how many had answered.
    return stopped.ok ? stored(state.seq, comparisonId) : stopped;
  }

  async reveal(of: string, comparisonId: string, { by }: Meta): Promise<Outcome> {
    const { folds } = this.#ports;
    const talk = (await folds.refresh(of)).state;
    const id = talk.comparisons?.[comparisonId]?.roomId;
    if (id === undefined) return NOT_THERE;
    const room = (await folds.refresh(id)).state;
    if (!room.room || room.room.of !== of) {
      return { ok: false, code: "conflict", detail: "The room of this comparison is not here." };
    }
    const outcome = await this.#ask(of, {
      type: "reveal_comparison",
      comparisonId,
      salt: room.room.salt,
      seated: seatedIn(room),
      ...namesOf(room),
      ...foundIn(room),
    }, by);
    // Whoever is told so finds the room open.
    if (outcome.ok) await this.opened(id);
    return outcome;
  }

  async opened(id: string): Promise<void> {
    this.#look(id);
    // One that was just ending is followed by another.
    while (this.#looks.has(id)) await this.#looks.get(id);
  }

  /** What is to go from a conversation goes from a room of it first; why it could not, or null. */
  async eraseInRoom(of: string, wanted: ToErase, { by }: Meta): Promise<Outcome | null> {
    const { log, logger, folds } = this.#ports;
    const stateOf = async (id: string) => (await folds.refresh(id)).state;
    const ask = (id: string, command: Command, by: Meta["by"]) => this.#ask(id, command, by);
    return await eraseInRoom({ log, logger, stateOf, ask }, of, wanted, by);
  }

  #know(id: string, row: RoomRow | undefined): void {
    this.#rooms.set(id, row);
    this.#ports.hub.seal(id);
  }

  #forget(id: string): void {
    this.#rooms.delete(id);
    this.#waited.delete(id);
    this.#ports.hub.open(id);
  }

  #ask(id: string, command: Command, by: Meta["by"] = SYSTEM): Promise<Outcome> {
    const { conversations, commandId } = this.#ports;
    return conversations.ask(id, { command, by, commandId: commandId(), patienceMs: PATIENCE_MS });
  }

  /** The same where nobody waits: carried out, or found to be done. */
  async #insist(id: string, command: ComparisonCommand): Promise<Outcome> {
    const { conversations, commandId } = this.#ports;
    const order = { command, by: SYSTEM, commandId: commandId() };
    const result = await conversations.insist(id, order, this.#stop.signal);
    if (!result.ok && result.code === "unavailable") throw new Error("The store does not answer.");
    return result;
  }

  /** Looks at a room, or for what was judged in a conversation, until there is nothing to be done, one look at a time. */
  #look(id: string): void {
    if (this.#stop.signal.aborted || !this.#ports.carriesOn) return;
    this.#again.add(id);
    if (this.#looks.has(id)) return;
    const { environment, logger } = this.#ports;
    const { signal } = this.#stop;
    const work = async () => {
      while (this.#again.delete(id) && !signal.aborted) {
        await this.#carryOn(id).catch((error) => {
          // Also where it is not told again.
          this.#again.add(id);
          throw error;
        });
      }
    };
    const failed = (error: unknown) => {
      if (!signal.aborted) logger("error", "comparison_failed", { conversationId: id, ...safely(error) });
    };
    const look = retry(environment, signal, work, { policy: ENDLESS_RETRY, failed })
      .catch(() => undefined)
      .finally(() => {
        this.#looks.delete(id);
        if (this.#again.has(id)) this.#look(id);
      });
    this.#looks.set(id, look);
  }

  async #carryOn(id: string): Promise<void> {
    const row = isRoomId(id) ? rowOf(await this.#rows.get(id)) : undefined;
    if (row) await this.#carryOnRoom(id, row);
    await this.#ports.judged.forgetGone(id);
  }

  async #carryOnRoom(id: string, row: RoomRow): Promise<void> {
    const { folds } = this.#ports;
    if (this.#rooms.has(id)) this.#rooms.set(id, row);
    if (this.#beginning.has(id)) return;
    const room = (await folds.refresh(id)).state;
    const talk = (await folds.refresh(row.of)).state;
    const comparison = talk.comparisons?.[row.comparisonId];
    const gone = talk.seq === 0 || (talk.deleted && talk.restorableUntil === undefined);
    if (gone || comparison?.roomId !== id) {
      if (gone || this.#waited.has(id)) await this.#drop(id);
      else this.#lookLater(id);
      return;
    }
    if (comparison.revealed) {
      await this.#insist(id, { type: "open_room" });
      await this.#ports.judged.keep(talk, room, comparison);
      await this.#rows.delete(id);
      // Its row alone sealed it where it was opened before this process began, and answers may be written in it by now.
      this.#ports.hub.reveal(id);
      return this.#forget(id);
    }
    if (talk.deleted || comparison.ready !== undefined) return;
    if (Object.keys(room.turns).length === 0) return void await this.#insist(id, { type: "ask_room" });
    if (room.open.length > 0) return;
    const answers = toCompare(room);
    if (answers) return void await this.#insist(id, { type: "judge_room", answers });
    await this.#deliver(row, room, comparison.seq);
  }

  /**
   * Another process may just be about to tell of it. How long that has had is counted here: of its clock on the wall
   * nothing is known.
   */
  #lookLater(id: string): void {
    if (this.#waiting.has(id)) return;
    this.#waiting.add(id);
    void this.#ports.environment.sleep(BEGUN_MS, this.#stop.signal).then(() => {
      this.#waiting.delete(id);
      if (!this.#rooms.has(id)) return;
      this.#waited.add(id);
      this.#look(id);
    });
  }

  /** @param begun the event that began it */
  async #deliver({ of, comparisonId }: RoomRow, room: ConversationState, begun: number): Promise<void> {
    let answers = answersIn(room);
    const shared = await sharedIn(this.#ports.log, room, of, begun);
    for (;;) {
      const more = shared ? { shared } : {};
      const told = await this.#insist(of, { type: "answer_comparison", comparisonId, answers, ...more });
      if (told.ok || told.code !== "too_large") return;
      // More than one commit holds: the longest are told after the reveal alone, in the room.
      const longest = Math.max(...answers.map(({ content }) => content.length));
      answers = answers.map((one) => one.content.length === longest ? { content: "", gap: true } : one);
    }
  }

  async #drop(id: string): Promise<void> {
    const { state } = await this.#ports.folds.refresh(id);
    if (isSealed(state)) await this.#insist(id, { type: "drop_room" });
    await this.#rows.delete(id);
    this.#forget(id);
  }
}

const stored = (seq: number, comparisonId: string): Outcome => ({
  ok: true,
  seq,
  answer: { comparisonId },
  repeated: true,
  stamp: null,
});
