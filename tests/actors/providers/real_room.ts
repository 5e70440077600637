/**
 * One conversation of the whole engine with the real adapters, talking to servers that answer as a test says.
 * Sockets are real; the engine's clock and its store are virtual, and stand still while anything is on its way
 * through a socket. So a busy machine makes a test slow, never wrong, and hours of patience pass at once.
 */
import { setImmediate } from "node:timers";
import type { ConversationEvent, DataOf } from "../../../events/catalog/conversation.ts";
import { SYSTEM } from "../../../events/catalog/envelope.ts";
import type { StoreLog } from "../../../events/store/log.ts";
import type { Agent, Provider } from "../../../events/catalog/workspace.ts";
import { realEnvironment } from "../../../actors/runtime/environment.ts";
import type { PersonCommand } from "../../../actors/conversation/commands.ts";
import type { Fields, Level } from "../../../actors/runtime/logger.ts";
import { adapters } from "../../../actors/providers/kinds.ts";
import { MockProvider } from "../../../actors/providers/practice/mock.ts";
import { createSystem } from "../../../actors/create_system.ts";
import type { Outcome, System } from "../../../actors/system.ts";
import { createToolbox, type Tool } from "../../../actors/tools/toolbox.ts";
import type { ConversationState, Turn } from "../../../projections/shapes/folds.ts";
import type { ProviderAdapter } from "../../../actors/providers/types.ts";
import { Scheduler, SimProcess } from "../../sim/scheduler.ts";
import { SimDisk } from "../../sim/sim_disk.ts";
import { NO_FAULTS } from "../../sim/sim_kv.ts";
import { openSimLog } from "../../sim/sim_log.ts";
import { FakeServer } from "./fake_server.ts";
import { type Held, Traffic } from "./traffic.ts";
import { respond, type Wire, type WireAnswer, wireOf } from "./wire_answers.ts";
import { joiningOf } from "../../../actors/conversation/rules/joining.ts";
import { Patience } from "../../patience.ts";

export const ROOM = "conversation_room";
export const ANN = { kind: "user" as const, id: "ann", name: "Ann" };

/** A request as a model's server got it. */
export interface Received {
  readonly model: string;
  readonly text: string;
  readonly headers: Headers;
  /** Milliseconds of the engine's clock. */
  readonly at: number;
}

/** An agent, the API its server speaks, and what that server answers: then the last answer, for ever. */
export interface Cast {
  readonly name: string;
  readonly wire: Wire;
  readonly answers: readonly WireAnswer[];
  readonly agent?: Partial<Agent>;
  readonly provider?: Partial<Provider>;
  /** Who answers instead, from outside of these tests. */
  readonly outside?: Outside;
}

/** Answers a request as its server got it. */
export type Outside = (path: string, body: Uint8Array<ArrayBuffer>, gone: AbortSignal) => Promise<Response>;

export class RealRoom {
  /** Requests in the order they came, of all servers. */
  readonly received: Received[] = [];
  /** Paths of the lists of models that were asked for. */
  readonly lists: string[] = [];
  /** What is answered to them. */
  list: () => Response | Promise<Response> = () => Response.json({ object: "list", data: [] });
  /** Models whose client went before the answer's end. */
  readonly left: string[] = [];
  readonly #servers: FakeServer[] = [];
  readonly #models = new Map<string, string>();
  readonly #plans = new Map<string, WireAnswer[]>();
  #heard: () => void = () => {};
  #stopClock: () => Promise<void> = () => Promise.resolve();

  private constructor(
    readonly machine: Machine,
    readonly store: StoreLog,
    public system: System,
  ) {}

  get lines(): Machine["lines"] {
    return this.machine.lines;
  }

  static async open(
    cast: readonly Cast[],
    { tools = [] }: { tools?: readonly Tool[] } = {},
  ): Promise<RealRoom> {
    const machine = new Machine(tools);
    await machine.load();
    const running = { over: false };
    const clock = machine.run(() => running.over);
    const store = await openSimLog(new SimDisk(), machine.process, { ...NO_FAULTS });
    const room = new RealRoom(machine, store, await machine.engine(store));
    room.#stopClock = async () => {
      running.over = true;
      machine.wake();
      await clock;
    };
    await room.#furnish(cast);
    return room;
  }

  /** Another process on the same store: what the first had not finished begins again. */
  async restart(): Promise<void> {
    await this.system.stop();
    this.system = await this.machine.engine(this.store);
  }

  /** A second engine, which knows nothing but the log. */
  async stranger<T>(ask: (system: System) => Promise<T>): Promise<T> {
    const system = await this.machine.engine(this.store, []);
    try {
      return await ask(system);
    } finally {
      await system.stop();
    }
  }

  do(command: PersonCommand): Promise<Outcome> {
    return this.system.execute(ROOM, command, { by: ANN });
  }

  post(content: string): Promise<Outcome> {
    return this.do({ type: "post", content });
  }

  /** What the agent's server answers next; the last of them for ever. */
  plan(name: string, answers: readonly WireAnswer[]): void {
    this.#plans.set(this.#model(name), [...answers]);
  }

  /** What the agent's server received, in order. */
  of(name: string): Received[] {
    return this.received.filter(({ model }) => model === this.#model(name));
  }

  async state(): Promise<ConversationState> {
    const state = await this.system.conversation(ROOM);
    if (!state) throw new Error("The conversation is gone.");
    return state;
  }

  async events(): Promise<ConversationEvent[]> {
    const events: ConversationEvent[] = [];
    for await (const batch of this.store.read(ROOM)) events.push(...batch as ConversationEvent[]);
    return events;
  }

  async all<T extends ConversationEvent["type"]>(type: T): Promise<DataOf<T>[]> {
    return (await this.events()).filter((e) => e.type === type).map((e) => e.data as DataOf<T>);
  }

  /** Waits until nobody answers any more. */
  rest(): Promise<ConversationState> {
    return this.until(async () => {
      const state = await this.state();
      return state.open.length === 0 ? state : null;
    });
  }

  /** Waits until `look` finds something: asked again after each event, frame and request. */
  async until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
    const patience = new Patience(`until ${look}`);
    for (;;) {
      const news = new Promise<void>((resolve) => (this.#heard = resolve));
      const stop = this.system.subscribe(() => this.#heard());
      try {
        const found = await look();
        if (found) return found;
        await patience.for(news);
      } finally {
        stop();
      }
    }
  }

  /** The newest turn of an agent. */
  async turnOf(name: string): Promise<Turn> {
    const { turns, participants } = await this.state();
    const id = participants.find((p) => p.name === name)?.id;
    const turn = Object.values(turns).findLast((turn) => turn.participantId === id);
    if (!turn) throw new Error(`${name} has no turn.`);
    return turn;
  }

  /** What an agent's newest turn says. */
  async said(name: string): Promise<string> {
    const { messageId } = await this.turnOf(name);
    return (await this.state()).bodies[messageId]?.content ?? "";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.system.stop();
    await this.store.close();
    await this.#stopClock();
    for (const server of this.#servers) await server[Symbol.asyncDispose]();
  }

  #model(name: string): string {
    return this.#models.get(name) ?? modelOf(name);
  }

  async #furnish(cast: readonly Cast[]): Promise<void> {
    const providers: Provider[] = [];
    const agents: Agent[] = [];
    for (const [index, { name, wire, answers, agent, provider, outside }] of cast.entries()) {
      this.#models.set(name, agent?.model ?? modelOf(name));
      this.plan(name, answers);
      const server = this.#serve(outside);
      const id = `provider_${index + 1}`;
      providers.push({
        id,
        name: `${name}'s`,
        kind: wire,
        baseUrl: `${server.url}/v1`,
        maxConcurrent: 64,
        requestsPerMinute: 100_000,
        timeoutSeconds: 600,
        ...provider,
      });
      agents.push({
        id: `agent_${index + 1}`,
        number: index + 1,
        version: 1,
        name,
        color: index + 1,
        providerId: id,
        model: this.#model(name),
        systemPrompt: "",
        params: {},
        tools: [],
        ...agent,
      });
    }
    await this.system.changeWorkspace(() => ({
      ok: true,
      answer: { id: "" },
      events: [
        ...providers.map((data) => ({ type: "ProviderCreated" as const, data })),
        ...agents.map((data) => ({ type: "AgentCreated" as const, data })),
      ],
    }), { by: SYSTEM });
    await this.do({
      type: "start",
      title: "",
      mode: "parallel",
      settings: {},
      agents: agents.map(joiningOf),
    });
  }

  #serve(outside?: Outside): FakeServer {
    const server = new FakeServer((request) => {
      const held = this.machine.request();
      void request.closed.then(() => held.closed());
      if (request.method === "GET") {
        this.lists.push(request.path);
        const list = this.list();
        // Only a list that never comes is promised.
        if (list instanceof Promise) held.hold("");
        return list;
      }
      const text = new TextDecoder().decode(request.body);
      const body: Record<string, unknown> = JSON.parse(text);
      const model = String(body["model"]);
      this.received.push({ model, text, headers: request.headers, at: this.machine.now });
      this.#heard();
      if (outside) return outside(request.path, request.body, request.gone);
      const plan = this.#plans.get(model) ?? [];
      const answer = (plan.length > 1 ? plan.shift() : plan[0]) ?? { do: "say", pieces: ["Fine."] };
      request.gone.addEventListener("abort", () => {
        this.left.push(model);
        this.#heard();
      });
      return respond(wireOf(request.path), body, answer, (text) => held.hold(text));
    });
    this.#servers.push(server);
    return server;
  }
}

/** Each agent has a model of its own, by which its requests are known. */
export function modelOf(name: string): string {
  return `local-${name.toLowerCase()}`;
}

/** What the engines of a room run on: virtual time that waits for the real sockets. */
class Machine {
  readonly #scheduler = new Scheduler(1);
  readonly #traffic = new Traffic();
  readonly #adapters = new Map<Wire, ProviderAdapter>();
  readonly process = new SimProcess(this.#scheduler, "room");
  readonly lines: { level: Level; what: string; fields: Fields }[] = [];

  constructor(readonly tools: readonly Tool[]) {}

  get now(): number {
    return this.#scheduler.now;
  }

  /** Imports the makers' SDKs, which takes real time, before the clock runs. */
  async load(): Promise<void> {
    const load = adapters(new MockProvider({ clock: this.process.environment }), () => Date.now());
    for (const wire of ["openai", "responses", "anthropic"] as const) {
      this.#adapters.set(wire, this.#traffic.watched(await load(wire)));
    }
  }

  /** Lets time pass, timer after timer, until `over`. */
  async run(over: () => boolean): Promise<void> {
    const patience = new Patience("for what is tried to be over");
    for (; !over(); patience.look()) {
      const changed = this.#traffic.change();
      // Whatever can go on without a clock goes on first.
      await new Promise<void>((resolve) => setImmediate(() => resolve()));
      if (this.#traffic.quiet) this.#scheduler.step();
      else await patience.for(changed);
    }
  }

  /** A request has come; told again when its server has nothing more to say, and when it is closed. */
  request(): Held {
    return this.#traffic.request();
  }

  wake(): void {
    this.#traffic.request().closed();
  }

  engine(log: StoreLog, lines = this.lines): Promise<System> {
    const { environment } = this.process;
    return createSystem({
      log,
      environment: {
        ...environment,
        now: () => new Date(Date.UTC(2026, 0, 1) + Math.floor(this.now)).toISOString(),
        hex: realEnvironment.hex,
      },
      logger: (level, what, fields) => lines.push({ level, what, fields }),
      adapter: (kind) => {
        const adapter = [...this.#adapters].find(([wire]) => wire === kind)?.[1];
        return adapter ? Promise.resolve(adapter) : Promise.reject(new Error("No such adapter here."));
      },
      tools: createToolbox(this.tools),
      masterKey: new Uint8Array(32).fill(7),
    });
  }
}
