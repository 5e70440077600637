/**
 * Agents as actors: one per conversation and participant. It is told that its conversation's log grew, reads
 * it, and runs the turns that are due for it, one at a time. First run, restart and takeover are the same.
 */
import type { ConversationEvent } from "../events/conversation.ts";
import { dueTurns } from "../projections/due.ts";
import { safely } from "./logger.ts";
import { Actors } from "./runtime.ts";
import { Slots } from "./slots.ts";
import type { TurnPorts } from "./turn/ports.ts";
import { type Running, type Runs, runTurn } from "./turn/run.ts";

/** Turns a process runs at once: each holds a socket and its request in memory. */
export const RUNNING_TURNS = 64;

interface Look {
  readonly conversationId: string;
  readonly participantId: string;
}

export class Agents implements Runs {
  readonly #ports: TurnPorts;
  readonly #actors: Actors<Look>;
  readonly #slots = new Slots(RUNNING_TURNS);
  readonly #running = new Map<string, Running>();
  readonly #stop = new AbortController();

  constructor(ports: TurnPorts) {
    this.#ports = ports;
    this.#actors = new Actors(() => ({
      clock: ports.environment,
      start: () => (look) => this.#work(look),
      failed: (look, error) => {
        if (!this.#stop.signal.aborted) ports.logger("error", "agent_failed", { ...look, ...safely(error) });
      },
    }));
  }

  /** Wakes the agents of a conversation that have something to do. */
  async look(conversationId: string): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const { state } = await this.#ports.folds.refresh(conversationId);
    for (const { participantId } of dueTurns(state)) {
      const key = `${conversationId}/${participantId}`;
      if (!this.#actors.hasWaiting(key)) this.#actors.send(key, { conversationId, participantId });
    }
  }

  /** Events that end attempts end their runs: within this process at once, else as they are read. */
  heard(events: Iterable<Pick<ConversationEvent, "type" | "data">>): void {
    for (const { type, data } of events as Iterable<ConversationEvent>) {
      if (type === "TurnCompleted" || type === "TurnFailed" || type === "TurnCancelled") {
        this.#running.get(data.turnId)?.stop("over");
      } else if (type === "TurnInterrupted") {
        const running = this.#running.get(data.turnId);
        if (running && running.attempt <= data.attempt) running.stop("over");
      }
    }
  }

  add(running: Running): void {
    this.#running.set(running.turnId, running);
  }

  remove(running: Running): void {
    if (this.#running.get(running.turnId) === running) this.#running.delete(running.turnId);
  }

  /** Whether this process runs the attempt: then its silence is not death. */
  runs(turnId: string, attempt: number): boolean {
    return this.#running.get(turnId)?.attempt === attempt;
  }

  get running(): number {
    return this.#running.size;
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

  async #work({ conversationId, participantId }: Look): Promise<void> {
    const { folds } = this.#ports;
    const { signal } = this.#stop;
    let tried = "";
    while (!signal.aborted) {
      const free = await this.#slots.take(signal);
      if (!free) return;
      try {
        const { state } = await (tried === "" ? folds.get(conversationId) : folds.refresh(conversationId));
        const turn = dueTurns(state).find((due) => due.participantId === participantId);
        if (!turn || signal.aborted) return;
        const attempt = `${turn.id}/${turn.attempt}`;
        // Still due after a try: it is somebody else's to claim; the scan will look again.
        if (attempt === tried) return;
        tried = attempt;
        await runTurn(this.#ports, this, state, turn);
      } finally {
        free();
      }
    }
  }
}
