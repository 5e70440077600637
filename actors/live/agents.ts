/**
 * Agents as actors: one per conversation and participant, or seat of a panel. It is told that its conversation's log grew, reads
 * it, and runs the turns that are due for it, one at a time. First run, restart and takeover are the same.
 */
import type { NewConversationEvent } from "../../events/catalog/conversation.ts";
import { dueTurns } from "../../projections/conversation/due.ts";
import { isRoomId } from "../../projections/comparisons/letters.ts";
import { speakerOf } from "../../projections/panels/panels.ts";
import { endsAttempt } from "../../projections/conversation/turn_ends.ts";
import type { Work } from "../../events/store/types.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { Begins } from "../conversation/carry_out/order.ts";
import { safely } from "../runtime/logger.ts";
import { Actors } from "../runtime/actor.ts";
import { Slots } from "../runtime/slots.ts";
import { OneByOne } from "../runtime/yield_loop.ts";
import type { Attempt } from "../turn/attempt.ts";
import type { TurnPorts } from "../turn/ports.ts";
import { runClaimed, type Runs, runTurn } from "../turn/run.ts";
import { turnBytes } from "../turn/turn_bytes.ts";
import { type Claimed, MESSAGES, readyTurns } from "./ready_turns.ts";
import type { Shares } from "./shares.ts";

/** Bytes that the turns of a process may hold together, by `turnBytes`, where little is known of its memory. */
export const RUNNING_LEAST = 128 * 1024 * 1024;
/** Turns may hold one part in so many of the memory. */
export const RUNNING_PART = 8;

/** Bytes that turns may hold together in a process that may use so many: of 4 GB two thousand short ones, or a few with pictures. */
export const runningIn = (memory: number): number =>
  Math.max(RUNNING_LEAST, Math.floor(memory / RUNNING_PART));

interface Look {
  readonly conversationId: string;
  /** A participant, or a seat of a panel. */
  readonly speaker: string;
  /** The turn that is due: its work row as it was just read, or its attempt, where that is claimed already. */
  readonly due: Work | Claimed;
}

/** What is known of a conversation before it is read. */
export interface Known {
  readonly seq: number;
  /** Rows of turns, as a commit left them. */
  readonly work: readonly Work[];
}

/** Then all is read. */
const UNKNOWN: Known = { seq: Infinity, work: [] };

const keyOf = (conversationId: string, turn: Turn): string => `${conversationId}/${speakerOf(turn)}`;
const nameOf = ({ id, attempt }: Pick<Turn, "id" | "attempt">): string => `${id}/${attempt}`;

interface AgentsPorts extends TurnPorts {
  readonly shares: Pick<Shares, "isMine" | "room" | "take">;
}

export class Agents implements Runs {
  readonly #ports: AgentsPorts;
  readonly #actors: Actors<Look>;
  readonly #slots: Slots;
  readonly #making: OneByOne;
  readonly #running = new Map<string, Attempt>();
  /** Attempts that agents of this process try to claim, or run. */
  readonly #begun = new Map<string, string>();
  readonly #stop = new AbortController();

  /** @param bytes that its turns may hold together */
  constructor(ports: AgentsPorts, bytes = RUNNING_LEAST) {
    this.#ports = ports;
    this.#slots = new Slots(bytes);
    this.#making = new OneByOne(ports.environment);
    this.#actors = new Actors(() => ({
      clock: ports.environment,
      start: () => (look) => this.#work(look),
      failed: (look, error) => {
        if (this.#stop.signal.aborted) return;
        const { conversationId, speaker } = look;
        ports.logger("error", "agent_failed", { conversationId, speaker, ...safely(error) });
      },
    }));
  }

  /**
   * Wakes the agents of a conversation that have something to do in this process.
   * @param left also what others should have begun: they let it stand
   * @param known the event that may have given them something, and what was written with it: what of this is in memory
   * is not read. The claim looks whether it still holds.
   */
  async look(conversationId: string, known: Known = UNKNOWN, left = false): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const { folds, log, shares } = this.#ports;
    const open = folds.peek(conversationId);
    const state = open && open.seq >= known.seq ? open : (await folds.refresh(conversationId)).state;
    const pending = dueTurns(state);
    for (const { id } of left ? pending : []) shares.take(conversationId, id);
    const due = pending.filter((turn) =>
      shares.isMine(conversationId, turn.id) &&
      this.#begun.get(keyOf(conversationId, turn)) !== nameOf(turn)
    );
    if (due.length === 0) return;
    // In hand before any of them begins: agents that begin together claim in one commit.
    const rows = await Promise.all(
      due.map(({ id }) => known.work.find(({ turnId }) => turnId === id) ?? log.work.get(conversationId, id)),
    );
    for (const [index, turn] of due.entries()) {
      const key = keyOf(conversationId, turn);
      const work = rows[index];
      if (work && !this.#actors.hasWaiting(key)) {
        this.#actors.send(key, { conversationId, speaker: speakerOf(turn), due: work });
      }
    }
  }

  /** @see Ports.begin of `carry_out/order.ts` */
  async ready(
    after: ConversationState,
    asked: readonly NewConversationEvent[],
    holds: () => boolean,
  ): Promise<Begins | null> {
    if (this.#stop.signal.aborted) return null;
    return await readyTurns(
      {
        ...this.#ports,
        slots: this.#slots,
        room: () => this.#ports.shares.room(this.#slots.held),
        idle: (conversationId, turn) => {
          const key = keyOf(conversationId, turn);
          return !this.#begun.has(key) && !this.#actors.hasWaiting(key);
        },
        begin: (claimed) => this.#begin(claimed),
      },
      after,
      asked,
      holds,
    );
  }

  #begin(claimed: Claimed): void {
    const { attempt: { conversationId, turn }, free } = claimed;
    const look = { conversationId, speaker: speakerOf(turn), due: claimed };
    // While the program stops nobody carries it on: who takes turns over does.
    if (!this.#actors.send(keyOf(conversationId, turn), look)) {
      claimed.attempt.opening?.release();
      free();
    }
  }

  /**
   * Events of a conversation that end attempts end their runs: within this process at once, else as they are read. A copy
   * has the turns of the other under their ids, and ends none of them.
   */
  heard(conversationId: string, events: Iterable<NewConversationEvent>): void {
    for (const event of events) {
      if (endsAttempt(event)) {
        const running = this.#running.get(event.data.turnId);
        if (running?.conversationId !== conversationId) continue;
        if (event.type === "TurnInterrupted" && event.data.attempt < running.ids.attempt) continue;
        running.stop("over");
      } else if (event.type === "ToolDecided") {
        const { data } = event;
        this.#ports.permissions.decided(data, data.callId, data.allowed);
      } else if (event.type === "InputAnswered") this.#ports.inputs.answered(event.data);
      else if (event.type === "ContentErased") this.#ports.shells.forget();
    }
  }

  add(attempt: Attempt): void {
    this.#running.set(attempt.ids.turnId, attempt);
  }

  remove(attempt: Attempt): void {
    const { turnId } = attempt.ids;
    if (this.#running.get(turnId) === attempt) this.#running.delete(turnId);
  }

  /** Whether this process runs the attempt: then its silence is not death. */
  runs(turnId: string, attempt: number): boolean {
    return this.#running.get(turnId)?.ids.attempt === attempt;
  }

  /** How many it is told that run: of what is asked in a room nothing is. */
  get running(): number {
    return [...this.#running.values()].filter(({ conversationId }) => !isRoomId(conversationId)).length;
  }

  get waiting(): number {
    return this.#slots.waiting;
  }

  /** Claims nothing more, aborts every call, and gives the turns back. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const running of this.#running.values()) running.stop("shutdown");
    await this.#actors.stop();
  }

  async #work({ conversationId, speaker, due }: Look): Promise<void> {
    const { folds, log, shares } = this.#ports;
    const { signal } = this.#stop;
    const read = "row" in due ? due : null;
    let tried = "attempt" in due ? await this.#carryOn(due) : "";
    while (!signal.aborted) {
      const free = await this.#slots.take(signal, turnBytes((await folds.get(conversationId)).state));
      if (!free) return;
      try {
        // What ended here is in it, and a claim that was lost has brought it forward; of the rest who reads the log tells.
        const { state } = await folds.get(conversationId);
        const workspace = await this.#ports.workspace();
        const turn = dueTurns(state).find((due) => speakerOf(due) === speaker);
        if (!turn || !shares.isMine(conversationId, turn.id) || signal.aborted) return;
        const attempt = nameOf(turn);
        // Still due after a try: it is somebody else's to claim; the scan will look again.
        if (attempt === tried) return;
        tried = attempt;
        this.#begun.set(keyOf(conversationId, turn), attempt);
        const work = read?.turnId === turn.id ? read : await log.work.get(conversationId, turn.id);
        // To make a long talk ready takes milliseconds: agents that are asked together do so one by one.
        if (state.order.length > MESSAGES) await this.#making.next();
        if (work && !signal.aborted) await runTurn(this.#ports, this, state, { turn, work, workspace });
      } finally {
        this.#begun.delete(`${conversationId}/${speaker}`);
        free();
      }
    }
  }

  /** To the end of an attempt that is claimed; its name. */
  async #carryOn({ attempt, stamp, free }: Claimed): Promise<string> {
    const key = keyOf(attempt.conversationId, attempt.turn);
    const name = nameOf({ ...attempt.turn, attempt: attempt.ids.attempt - 1 });
    this.#begun.set(key, name);
    try {
      await runClaimed(this, attempt, stamp);
    } finally {
      this.#begun.delete(key);
      free();
    }
    return name;
  }
}
