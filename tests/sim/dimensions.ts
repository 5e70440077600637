/**
 * What nobody looks at while everything works: long idleness, long histories, big texts, full mailboxes and
 * slots, clocks that step back, windows that fill. Each run draws some of them, and what must hold beside them
 * is asked for at once, where it can be said to the unit.
 */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { PersonCommand } from "../../actors/conversation/commands.ts";
import { IDLE_MS, MAILBOX } from "../../actors/runtime/actor.ts";
import type { Outcome } from "../../actors/system.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import type { Covered } from "./coverage.ts";
import { AGENTS } from "./furnish.ts";
import { type Node, TURNS_AT_ONCE, type Up } from "./node.ts";
import type { Complain } from "./observers.ts";
import type { SeededRandom } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import type { SimModels } from "./sim_provider.ts";

/** Each must be met by the histories of an ordinary test run. */
export const DIMENSIONS = ["idle", "long", "big", "busy", "slots", "clock", "full", "standing"] as const;
export type Dimension = typeof DIMENSIONS[number];

/** How many runs in a hundred have it; `slots` only where one process has every turn. */
const PERCENT: Readonly<Record<Dimension, number>> = {
  idle: 8,
  long: 5,
  big: 12,
  busy: 8,
  slots: 25,
  clock: 40,
  full: 40,
  standing: 30,
};
/** Events of a long history: more than one snapshot is apart from the next. */
const LONG_EVENTS = 520;
/** Milliseconds a clock steps back, at least and at most. */
const STEP_MS = [1_000, 7_200_000] as const;

/** Virtual milliseconds after which what a dead process was doing is somebody else's, on a slow store too. */
const TAKEN_OVER_MS = 30_000;

const ANN = { kind: "user" as const, id: "ann", name: "Ann" };

export interface Ground {
  readonly scheduler: Scheduler;
  readonly nodes: readonly Node[];
  readonly models: SimModels;
  /** Ids, to which new ones may be added. */
  readonly conversations: string[];
  readonly covered: Covered;
  readonly complain: Complain;
  up(): Up;
}

export class Dimensions {
  readonly #drawn: ReadonlySet<Dimension>;

  /** @param alone one process has every turn */
  constructor(readonly ground: () => Ground, random: SeededRandom, any: boolean, alone: boolean) {
    this.#drawn = new Set(DIMENSIONS.filter((name) => {
      const drawn = random.below(100) < PERCENT[name];
      return any && drawn && (alone || name !== "slots");
    }));
  }

  has(name: Dimension): boolean {
    return this.#drawn.has(name);
  }

  #met(name: Dimension): void {
    const { covered } = this.ground();
    covered.set(`dimension ${name}`, (covered.get(`dimension ${name}`) ?? 0) + 1);
  }

  /** Before the trouble: histories grow long, models talkative. */
  async before(): Promise<void> {
    const { models, conversations, up } = this.ground();
    models.big = this.has("big") ? 0.3 : 0;
    if (this.has("standing")) await this.#plan();
    const [id] = conversations;
    if (!this.has("long") || id === undefined) return;
    for (let done = 0; done < LONG_EVENTS; done += 52) {
      const titles = Array.from({ length: 52 }, (_, n) => `title ${done + n}`);
      await Promise.all(
        titles.map((title) =>
          up().system.execute(id, { type: "change", title }, { by: ANN }).catch(() => null)
        ),
      );
    }
  }

  /** What conversations say by themselves; clocks run far ahead now and then, so that moments come. */
  async #plan(): Promise<void> {
    const { scheduler: { random }, conversations, up } = this.ground();
    const daily = { tokens: random.pick([300, 1_000_000]), usd: 10 };
    await up().system.changeWorkspace(() => ({
      ok: true,
      answer: { id: "settings" },
      events: [{ type: "WorkspaceSettingsChanged" as const, data: { daily } }],
    }), { by: SYSTEM }).catch(() => null);
    for (const id of conversations) {
      const when = random.pick(
        [
          { kind: "every", minutes: 5 },
          { kind: "idle", minutes: 1 },
          { kind: "watch", minutes: 15 },
          { kind: "times", days: [1, 2, 3, 4, 5, 6, 7], time: "01:10", zone: "Europe/Berlin" },
        ] as const,
      );
      const command: PersonCommand = {
        type: "set_schedule",
        when,
        instruction: `by itself in ${id}`,
        ...(when.kind === "watch" ? { address: "https://example.org/" } : {}),
        runTokens: 5_000,
        runsPerDay: 288,
      };
      await up().system.execute(id, command, { by: ANN }).catch(() => null);
    }
  }

  /** Nothing more is planned: what is under way ends. */
  async #planNoMore(): Promise<void> {
    const { conversations, up } = this.ground();
    for (const id of conversations) {
      const { schedules = [] } = await up().system.conversation(id) ?? {};
      for (const { id: scheduleId } of [...schedules]) {
        await up().system.execute(id, { type: "remove_schedule", scheduleId }, { by: ANN });
      }
    }
  }

  /** Now and then: the clock of one machine is set back, or time flies. */
  step(): void {
    const { scheduler: { random }, nodes } = this.ground();
    if (this.has("standing") && random.chance(0.3)) {
      const flown = random.between(60_000, 900_000);
      for (const { wall } of nodes) wall.offset += flown;
    }
    if (!this.has("clock") || !random.chance(0.2)) return;
    random.pick(nodes).wall.offset -= random.between(...STEP_MS);
  }

  /** When everything is at rest and nothing is in trouble: what is asked for now must be done. */
  async atRest(): Promise<void> {
    if (this.has("standing")) await this.#planNoMore();
    if (this.has("idle")) await this.#idle();
    if (this.has("busy")) await this.#overflow();
    if (this.has("slots")) await this.#slots();
    if (this.has("clock")) await this.#setBack();
  }

  /** Every actor of every process ends, and each is there again when it is needed. */
  async #idle(): Promise<void> {
    const { scheduler, nodes, conversations, complain } = this.ground();
    await scheduler.sleep(IDLE_MS + scheduler.random.between(0, IDLE_MS));
    for (const { up } of nodes) {
      if (!up) continue;
      const settled = await up.system.changeWorkspace(() => ({
        ok: true,
        answer: { id: "settings" },
        events: [{ type: "WorkspaceSettingsChanged" as const, data: {} }],
      }), { by: SYSTEM });
      if (!settled.ok) complain(`${up.name}: after an idle time the settings answer ${settled.code}`);
      for (const id of conversations) {
        const done = await this.#change(up, id);
        if (!done.ok && done.code !== "not_found") {
          complain(`${up.name}: after an idle time ${id} answers ${done.code}`);
        }
      }
    }
    this.#met("idle");
  }

  /** As many commands as a mailbox takes, one less, one more, many more: exactly those beyond it are refused. */
  async #overflow(): Promise<void> {
    const { scheduler: { random }, complain, up } = this.ground();
    const process = up();
    const id = await this.#fresh(process);
    const sent = random.pick([MAILBOX - 1, MAILBOX, MAILBOX + 1, MAILBOX + 40]);
    const outcomes = await Promise.all(Array.from({ length: sent }, () => this.#change(process, id)));
    const refused = outcomes.filter((outcome) => !outcome.ok && outcome.code === "busy").length;
    const expected = Math.max(0, sent - MAILBOX);
    if (refused !== expected) {
      complain(`of ${sent} commands at once ${refused} were refused, not ${expected}`);
    }
    const seq = (await process.system.conversation(id))?.seq ?? 0;
    const carriedOut = outcomes.filter((outcome) => outcome.ok).length;
    if (seq < carriedOut) complain(`${carriedOut} commands were acknowledged, and there are ${seq} events`);
    if (refused > 0) this.#met("busy");
  }

  /** More turns at once than a process runs: the others wait, none is forgotten. */
  async #slots(): Promise<void> {
    const { scheduler, complain, up } = this.ground();
    const process = up();
    for (let n = 0; n * AGENTS.length <= TURNS_AT_ONCE; n++) {
      const id = await this.#fresh(process);
      await process.system.execute(id, { type: "post", content: `to all ${n}` }, { by: ANN });
    }
    let most = 0;
    let waited = false;
    for (let n = 0; n < 200 && !(waited && most === TURNS_AT_ONCE); n++) {
      const { turnsRunning, turnsWaiting } = process.system.status();
      most = Math.max(most, turnsRunning);
      waited ||= turnsWaiting > 0;
      await scheduler.sleep(5);
    }
    if (most > TURNS_AT_ONCE) complain(`${most} turns ran at once`);
    if (waited) this.#met("slots");
  }

  /** Every clock is set back by an hour, and then somebody dies in the middle of an answer: it is taken over. */
  async #setBack(): Promise<void> {
    const { scheduler, nodes, complain } = this.ground();
    for (const { wall } of nodes) wall.offset -= 3_600_000;
    const [node, other] = nodes.filter(({ up }) => up);
    if (!node?.up || !other) return;
    const id = await this.#fresh(node.up);
    await node.up.system.execute(id, { type: "post", content: `before the end of ${id}` }, { by: ANN });
    await scheduler.sleep(600);
    const before = await other.up?.system.conversation(id);
    const running = Object.values(before?.turns ?? {}).filter(({ status }) => status === "running");
    node.crash();
    await scheduler.sleep(TAKEN_OVER_MS);
    const after = await other.up?.system.conversation(id);
    for (const { id: turnId, owner } of running) {
      const turn = after?.turns[turnId];
      if (turn?.status !== "running" || turn.owner !== owner) continue;
      const ownerLives = nodes.some(({ up }) => up && up !== node.up && up.system.status().turnsRunning > 0);
      if (!ownerLives) {
        complain(`${turnId}: its process died ${TAKEN_OVER_MS} ms ago, and nobody took it over`);
      }
    }
    await node.start();
  }

  async #fresh(process: Up): Promise<string> {
    const { conversations } = this.ground();
    const id = `conversation_more_${conversations.length}`;
    conversations.push(id);
    const command: PersonCommand = {
      type: "start",
      title: "",
      mode: "parallel",
      settings: {},
      agents: AGENTS,
    };
    await process.system.execute(id, command, { by: ANN });
    return id;
  }

  #change({ system }: Up, id: string): Promise<Outcome> {
    const title = `title ${this.ground().scheduler.random.below(1_000_000)}`;
    return system.execute(id, { type: "change", title }, { by: ANN });
  }

  /** What the store says was met. */
  async measure(): Promise<void> {
    const { conversations, up } = this.ground();
    for (const id of conversations) {
      if (await up().log.snapshots.get(conversation.name, conversation.version, id)) this.#met("long");
    }
  }
}
