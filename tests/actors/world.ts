/** The whole engine in virtual time: a simulated store without faults, the mock provider, as many processes as wanted. */
import type { Draft } from "../../projections/shapes/views.ts";
import assert from "node:assert/strict";
import type { ConversationEvent, DataOf, Mode } from "../../events/catalog/conversation.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Agent, Provider } from "../../events/catalog/workspace.ts";
import type { Kv } from "../../events/store/kv/kv.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { PersonCommand, Script } from "../../actors/conversation/commands.ts";
import type { Environment } from "../../actors/runtime/environment.ts";
import type { Fields, Level, Logger } from "../../actors/runtime/logger.ts";
import type { Connect } from "../../actors/mcp/connection.ts";
import type { AskService } from "../../actors/websearch/ask_service.ts";
import { RecordingProvider } from "./recording_provider.ts";
import type { ProviderAdapter } from "../../actors/providers/types.ts";
import type { Scripts } from "./scripts.ts";
import type { Look } from "../../actors/schedules/address_looks.ts";
import type { Pace } from "../../actors/retention/retention.ts";
import { createSystem } from "../../actors/create_system.ts";
import { RowPresence } from "../../actors/live/row_presence.ts";
import type { Refused } from "../../actors/runtime/stream_actor.ts";
import type { Live, Outcome, System } from "../../actors/system.ts";
import { createToolbox, type Tool } from "../../actors/tools/toolbox.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import { Scheduler, SimProcess } from "../sim/scheduler.ts";
import { SimDisk } from "../sim/sim_disk.ts";
import { NO_FAULTS, type SimFaults, SimKv } from "../sim/sim_kv.ts";
import { openSimLog } from "../sim/sim_log.ts";
import { SimPresence } from "../sim/sim_presence.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";

export const ROOM = "conversation_room";
const ANN = { kind: "user" as const, id: "ann", name: "Ann" };

export interface WorldOptions {
  readonly seed?: number;
  readonly tokenMs?: number;
  readonly scripts?: Scripts;
  readonly tools?: readonly Tool[];
  /** Stands in for servers of tools. */
  readonly mcp?: Connect;
  /** Stands in for a search service. */
  readonly webSearch?: AskService;
  readonly kind?: EventLog["kind"];
  /** Bytes that running turns may hold together. */
  readonly turnBytes?: number;
  /** How often is looked for conversations that nobody touches; absent: once an hour. */
  readonly retentionPace?: Pace;
  /** Told of each time that the engine sleeps, and for how many milliseconds. */
  readonly slept?: (ms: number) => void;
  /** What stands at addresses that are watched. */
  readonly lookAt?: Look;
  /** Stands between the engine and its store. */
  readonly log?: (log: EventLog) => EventLog;
  /** Stands between the log of each process and its store. */
  readonly kv?: (kv: Kv) => Kv;
  /** Stands in for the mock provider. */
  readonly adapter?: (mock: RecordingProvider) => ProviderAdapter;
}

/** One process of the engine. */
export interface Engine {
  readonly process: SimProcess;
  readonly log: EventLog;
  readonly system: System;
  readonly faults: SimFaults;
  readonly live: Live[];
  readonly lines: { level: Level; what: string; fields: Fields }[];
}

/** Virtual milliseconds after which is looked again though nothing was heard. */
const UNHEARD_MS = 100;

export class World {
  readonly scheduler: Scheduler;
  readonly disk = new SimDisk();
  readonly mock: RecordingProvider;
  /** Milliseconds by which clocks on the wall run ahead of the time that passes. */
  wallAhead = 0;
  /** What must never be and was: none, at the end of every test in a world. */
  readonly violations = new Set<string>();
  readonly #engines: Engine[] = [];
  /** Counts what was written, told and logged. */
  #news = 0;
  /** Called with the next of it. */
  readonly #hears = new Set<() => void>();

  constructor(readonly options: WorldOptions) {
    this.scheduler = new Scheduler(options.seed ?? 1);
    const { scheduler } = this;
    this.disk.onChange(() => this.#heard());
    this.mock = new RecordingProvider({
      clock: { sleep: (ms, signal) => scheduler.sleep(ms, signal, "mock") },
      tokenMs: options.tokenMs ?? 20,
      ...(options.scripts ? { scripts: options.scripts } : {}),
    });
  }

  async engine(): Promise<Engine> {
    const { scheduler, options } = this;
    const process = new SimProcess(scheduler, `p${this.#engines.length}`);
    const faults: SimFaults = { ...NO_FAULTS };
    const kv = new SimKv(this.disk, process, faults);
    const opened = await openSimLog(this.disk, process, faults, {
      kind: options.kind ?? "file",
      open: () => Promise.resolve(options.kv?.(kv) ?? kv),
    });
    const log = options.log?.(opened) ?? opened;
    const live: Live[] = [];
    const lines: Engine["lines"] = [];
    const adapter = options.adapter?.(this.mock) ?? this.mock;
    const environment = environmentOf(process, () => this.wallAhead, options.slept);
    const logger: Logger = (level, what, fields) => {
      this.#heard();
      lines.push({ level, what, fields });
    };
    const system = await createSystem({
      log,
      environment,
      logger,
      adapter: () => Promise.resolve(adapter),
      tools: createToolbox(options.tools ?? []),
      masterKey: new Uint8Array(32).fill(7),
      ...(options.mcp ? { mcp: options.mcp } : {}),
      ...(options.webSearch ? { webSearch: options.webSearch } : {}),
      ...(options.lookAt ? { lookAt: options.lookAt } : {}),
      violated: (what) => this.violations.add(what),
      ...(options.turnBytes === undefined ? {} : { turnBytes: options.turnBytes }),
      ...(options.retentionPace ? { retentionPace: options.retentionPace } : {}),
      presence: log.kind === "remote"
        ? new RowPresence(log, environment, logger)
        : new SimPresence(this.disk, process),
    });
    system.subscribe((frame) => {
      this.#heard();
      live.push(frame);
    });
    const engine = { process, log, system, faults, live, lines };
    this.#engines.push(engine);
    return engine;
  }

  /**
   * Waits, in virtual time, until `look` gives something true. It is asked again where something was heard since, and
   * every now and then, for what it sees may be heard of nowhere.
   */
  async until<T>(look: () => T | Promise<T>, ms = 120_000): Promise<NonNullable<T>> {
    const until = this.scheduler.now + ms;
    const grain = ms > 120_000 ? ms / 5_000 : 5;
    while (this.scheduler.now < until) {
      const [from, seen] = [this.scheduler.now, this.#news];
      const found = await look();
      if (found) return found;
      if (seen === this.#news) await this.#hearing(Math.max(UNHEARD_MS, grain));
      // A step behind what was heard: with what belongs to it, and one of many looks at once.
      const late = (this.scheduler.now - from) % grain;
      await this.scheduler.sleep(grain - late);
    }
    throw new Error(`not within ${ms} virtual milliseconds`);
  }

  /** Until something is heard, `ms` virtual milliseconds at most. */
  async #hearing(ms: number): Promise<void> {
    const heard = new AbortController();
    // With a reason: an error that is made for want of one takes longer than the rest of it.
    const hears = () => heard.abort("heard");
    this.#hears.add(hears);
    await this.scheduler.sleep(ms, heard.signal, "hearing");
    this.#hears.delete(hears);
  }

  #heard(): void {
    this.#news++;
    for (const hears of this.#hears) hears();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#engines.filter((e) => e.process.alive).map((e) => e.system.stop()));
  }
}

/** Runs a test in a world of its own, and stops what it started. */
export async function inWorld(
  options: WorldOptions,
  body: (world: World, room: Room) => Promise<void>,
): Promise<void> {
  const world = new World(options);
  await world.scheduler.run((async () => {
    const room = new Room(world, await world.engine());
    await body(world, room);
    await world.stop();
    assert.deepEqual([...world.violations], [], "a fold was not what it must be");
  })());
}

function environmentOf(
  process: SimProcess,
  ahead: () => number,
  slept: WorldOptions["slept"] = () => {},
): Environment {
  const { scheduler, environment } = process;
  return {
    ...environment,
    sleep(ms, signal) {
      slept(ms);
      return environment.sleep(ms, signal);
    },
    now: () => new Date(Date.UTC(2026, 0, 1) + Math.floor(scheduler.now) + ahead()).toISOString(),
    hex: () =>
      Array.from({ length: 12 }, () => Math.floor(scheduler.random.next() * 16).toString(16)).join(""),
  };
}

/** One conversation and what can be done in it. */
export class Room {
  constructor(readonly world: World, readonly engine: Engine) {}

  /**
   * Sets up agents of the mock provider by name and model, and the conversation with all of them, but for who judges the
   * run that it is.
   */
  async open(
    agents: readonly (Partial<Agent> & { name: string; model: string })[],
    start: {
      mode?: Mode;
      principles?: string;
      rounds?: number;
      tokens?: number;
      script?: Script;
      judge?: string;
    } = {},
    provider: Partial<Provider> = {},
  ): Promise<void> {
    const { system } = this.engine;
    const whole: Agent[] = agents.map((agent, index) => ({
      id: `agent_${index + 1}`,
      number: index + 1,
      version: 1,
      color: index + 1,
      providerId: "provider_mock",
      systemPrompt: "",
      params: {},
      tools: [],
      ...agent,
    }));
    accepted(
      await system.changeWorkspace(() => ({
        ok: true,
        answer: { id: "provider_mock" },
        events: [
          {
            type: "ProviderCreated",
            data: {
              id: "provider_mock",
              name: "Mock",
              kind: "mock",
              maxConcurrent: 64,
              requestsPerMinute: 100_000,
              timeoutSeconds: 60,
              ...provider,
            },
          },
          ...whole.map((data) => ({ type: "AgentCreated" as const, data })),
        ],
      }), { by: SYSTEM }),
    );
    const { mode = "parallel", principles, rounds, tokens, script, judge } = start;
    const joined = whole.filter(({ name }) => name !== judge).map(joiningOf);
    const [judging] = whole.filter(({ name }) => name === judge).map(joiningOf);
    await this.do({
      type: "start",
      title: "",
      mode,
      settings: { ...(rounds ? { rounds } : {}), ...(tokens ? { limits: { tokens } } : {}) },
      agents: joined,
      ...(principles === undefined ? {} : { managing: { managerAgentId: "agent_1", principles } }),
      ...(script ? { script: { ...script, ...(judging ? { judge: judging } : {}) } } : {}),
    });
  }

  async do(command: PersonCommand, by = ANN): Promise<Outcome & { ok: true }> {
    return accepted(await this.engine.system.execute(ROOM, command, { by }));
  }

  post(content: string): Promise<Outcome & { ok: true }> {
    return this.do({ type: "post", content });
  }

  async state(): Promise<ConversationState> {
    const state = await this.engine.system.conversation(ROOM);
    assert.ok(state);
    return state;
  }

  /** Waits until nobody answers any more. */
  async rest(ms?: number): Promise<ConversationState> {
    await this.world.until(async () => (await this.state()).open.length === 0, ms);
    return await this.state();
  }

  async events(): Promise<ConversationEvent[]> {
    const events: ConversationEvent[] = [];
    for await (const batch of this.engine.log.read(ROOM)) events.push(...batch as ConversationEvent[]);
    return events;
  }

  async all<T extends ConversationEvent["type"]>(type: T): Promise<DataOf<T>[]> {
    return (await this.events()).filter((e) => e.type === type).map((e) => e.data as DataOf<T>);
  }

  /** Waits until the turn of an agent has shown some text. */
  async shown(name: string): Promise<Draft> {
    return await this.world.until(async () => {
      const turn = await this.turnOf(name);
      return this.engine.system.drafts(ROOM).find((d) => d.turnId === turn?.id && d.text !== "");
    });
  }

  /** The newest turn of an agent. */
  async turnOf(name: string): Promise<Turn | undefined> {
    const { turns, participants } = await this.state();
    const id = participants.find((p) => p.name === name)?.id;
    return Object.values(turns).findLast((turn) => turn.participantId === id);
  }

  /** What an agent's newest turn says. */
  async said(name: string): Promise<string> {
    const turn = await this.turnOf(name);
    return (await this.state()).bodies[turn?.messageId ?? ""]?.content ?? "";
  }
}

export function accepted<T extends { readonly ok: true }>(outcome: T | Refused): T {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome;
}
