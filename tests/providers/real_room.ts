/**
 * One conversation of the whole engine with the real adapters, talking to servers that answer as a test says.
 * Sockets are real, so time is too; the engine's clock only runs faster, so that seconds of patience pass soon.
 */
import type { ConversationEvent, DataOf } from "../../events/conversation.ts";
import { SYSTEM } from "../../events/envelope.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import type { Agent, Provider } from "../../events/workspace.ts";
import { type Environment, realEnvironment } from "../../actors/environment.ts";
import type { PersonCommand } from "../../actors/conversation/commands.ts";
import type { Fields, Level } from "../../actors/logger.ts";
import { adapters } from "../../actors/providers/factory.ts";
import { MockProvider } from "../../actors/providers/mock.ts";
import { createSystem } from "../../actors/system.ts";
import type { Outcome, System } from "../../actors/system_types.ts";
import { createToolbox, type Tool } from "../../actors/tools/toolbox.ts";
import type { ConversationState, Turn } from "../../projections/conversation_state.ts";
import { FakeServer } from "./fake_server.ts";
import { respond, type Wire, type WireAnswer, wireOf } from "./wire_answers.ts";
import { joiningOf } from "../../actors/conversation/joining.ts";

export const ROOM = "conversation_room";
export const ANN = { kind: "user" as const, id: "ann", name: "Ann" };

/** The real clock, `factor` times as fast. */
export function fast(factor: number): Environment {
  return {
    ...realEnvironment,
    monotonic: () => realEnvironment.monotonic() * factor,
    sleep: (ms, signal) => realEnvironment.sleep(ms / factor, signal),
  };
}

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
}

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

  private constructor(
    readonly store: StoreLog,
    readonly environment: Environment,
    readonly tools: readonly Tool[],
    readonly lines: { level: Level; what: string; fields: Fields }[],
    public system: System,
  ) {}

  /** @param factor how much faster than real the engine's clock runs */
  static async open(
    cast: readonly Cast[],
    { factor = 40, tools = [] }: { factor?: number; tools?: readonly Tool[] } = {},
  ): Promise<RealRoom> {
    const store = await openLog({ path: ":memory:" });
    const environment = fast(factor);
    const lines: RealRoom["lines"] = [];
    const room = new RealRoom(
      store,
      environment,
      tools,
      lines,
      await engine(store, environment, tools, lines),
    );
    await room.#furnish(cast);
    return room;
  }

  /** Another process on the same store: what the first had not finished begins again. */
  async restart(): Promise<void> {
    await this.system.stop();
    this.system = await engine(this.store, this.environment, this.tools, this.lines);
  }

  /** A second engine, which knows nothing but the log. */
  async stranger<T>(ask: (system: System) => Promise<T>): Promise<T> {
    const system = await engine(this.store, this.environment, this.tools, []);
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
    for (;;) {
      const news = new Promise<void>((resolve) => (this.#heard = resolve));
      const stop = this.system.subscribe(() => this.#heard());
      try {
        const found = await look();
        if (found) return found;
        await news;
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
    for (const server of this.#servers) await server[Symbol.asyncDispose]();
  }

  #model(name: string): string {
    return this.#models.get(name) ?? modelOf(name);
  }

  async #furnish(cast: readonly Cast[]): Promise<void> {
    const providers: Provider[] = [];
    const agents: Agent[] = [];
    for (const [index, { name, wire, answers, agent, provider }] of cast.entries()) {
      this.#models.set(name, agent?.model ?? modelOf(name));
      this.plan(name, answers);
      const server = this.#serve();
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
    for (const { id } of providers) await this.system.setKey(id, originOf(providers, id), `sk-key-of-${id}`);
    await this.do({
      type: "start",
      title: "",
      mode: "parallel",
      settings: {},
      agents: agents.map(joiningOf),
    });
  }

  #serve(): FakeServer {
    const server = new FakeServer((request) => {
      if (request.method === "GET") {
        this.lists.push(request.path);
        return this.list();
      }
      const text = new TextDecoder().decode(request.body);
      const body: Record<string, unknown> = JSON.parse(text);
      const model = String(body["model"]);
      this.received.push({ model, text, headers: request.headers, at: this.environment.monotonic() });
      this.#heard();
      const plan = this.#plans.get(model) ?? [];
      const answer = (plan.length > 1 ? plan.shift() : plan[0]) ?? { do: "say", pieces: ["Fine."] };
      request.gone.addEventListener("abort", () => {
        this.left.push(model);
        this.#heard();
      });
      return respond(wireOf(request.path), body, answer);
    });
    this.#servers.push(server);
    return server;
  }
}

/** Each agent has a model of its own, by which its requests are known. */
export function modelOf(name: string): string {
  return `local-${name.toLowerCase()}`;
}

function originOf(providers: readonly Provider[], id: string): string {
  return new URL(providers.find((p) => p.id === id)?.baseUrl ?? "").origin;
}

function engine(
  log: StoreLog,
  environment: Environment,
  tools: readonly Tool[],
  lines: RealRoom["lines"],
): Promise<System> {
  return createSystem({
    log,
    environment,
    logger: (level, what, fields) => lines.push({ level, what, fields }),
    adapter: adapters(new MockProvider({ clock: environment }), () => Date.now()),
    tools: createToolbox(tools),
    masterKey: new Uint8Array(32).fill(7),
  });
}
