/**
 * The engine in a program of one's own, without a server and a page: agents on a store, asked by a call. Everything
 * else is to be had by `system`, as the server has it.
 */
import { SYSTEM } from "../events/catalog/envelope.ts";
import { COLORS, PROVIDER_LIMITS } from "../events/catalog/limits.ts";
import { Agent, type NewWorkspaceEvent, Provider } from "../events/catalog/workspace.ts";
import { openLog, type StoreLog } from "../events/store/log.ts";
import { createSystem } from "./create_system.ts";
import type { PersonCommand } from "./conversation/commands.ts";
import { joiningOf } from "./conversation/rules/joining.ts";
import { adapters } from "./providers/kinds.ts";
import { MockProvider } from "./providers/practice/mock.ts";
import { originOf } from "./providers/provider_calls.ts";
import { realEnvironment } from "./runtime/environment.ts";
import { type Logger, silent } from "./runtime/logger.ts";
import type { System } from "./system.ts";
import { createToolbox, type Tool } from "./tools/toolbox.ts";

export interface EngineOptions {
  /** The store's file, `:memory:`, or the address of a service that speaks KV Connect. */
  readonly path: string;
  /** 32 bytes that seal the keys of providers; of others than they were stored with they have to be given again. */
  readonly masterKey?: Uint8Array;
  /** What agents may be given. */
  readonly tools?: readonly Tool[];
  readonly logger?: Logger;
}

/** What one agent said; empty texts of those that failed, with why. */
export interface Answer {
  readonly agent: string;
  readonly text: string;
  readonly error: string | null;
}

type Fields<T, Needed extends keyof T> = Pick<T, Needed> & Partial<Omit<T, "id">>;

const BY = { by: { kind: "user", id: "local", name: "User" } } as const;
/** Agents that name no other practise, without a key. */
const PRACTICE = "provider_practice";

export class Engine implements AsyncDisposable {
  constructor(readonly system: System, readonly store: StoreLog) {}

  /** Adds a provider. @returns its id */
  async provider(fields: Fields<Provider, "name" | "kind">, apiKey?: string): Promise<string> {
    const id = `provider_${realEnvironment.hex()}`;
    const data = Provider.parse({ ...PROVIDER_LIMITS, ...fields, id });
    await this.#change(() => ({ type: "ProviderCreated", data }), id);
    if (apiKey !== undefined) await this.system.setKey(id, originOf(data), apiKey, SYSTEM);
    return id;
  }

  /** Adds an agent. @returns its id */
  async agent(fields: Fields<Agent, "name" | "model">): Promise<string> {
    const id = `agent_${realEnvironment.hex()}`;
    const { providers } = await this.system.workspace();
    if (fields.providerId === undefined && !providers[PRACTICE]) {
      const data = Provider.parse({ ...PROVIDER_LIMITS, id: PRACTICE, name: "Practice", kind: "mock" });
      await this.#change(() => ({ type: "ProviderCreated", data }), PRACTICE);
    }
    const given = {
      systemPrompt: "",
      params: {},
      tools: [],
      providerId: PRACTICE,
      ...fields,
      id,
      version: 1,
    };
    return await this.#change(({ nextAgentNumber: number }) => ({
      type: "AgentCreated",
      data: Agent.parse({ color: (number - 1) % COLORS + 1, ...given, number }),
    }), id);
  }

  /** Begins a conversation with these agents. @returns its id */
  async start(agentIds: readonly string[], mode: "parallel" | "round_robin" = "parallel"): Promise<string> {
    const id = `conversation_${realEnvironment.hex()}`;
    const { agents } = await this.system.workspace();
    const joining = agentIds.flatMap((agent) => agents[agent] ? [joiningOf(agents[agent])] : []);
    if (joining.length === 0 || joining.length < agentIds.length) throw new Error("There is no such agent.");
    await this.#do(id, { type: "start", title: "", mode, settings: {}, agents: joining });
    return id;
  }

  /** Says something and waits for every answer to it. */
  async ask(conversationId: string, content: string): Promise<Answer[]> {
    const { messageId } = await this.#do(conversationId, { type: "post", content });
    const state = await this.#settled(conversationId);
    return Object.values(state.turns).filter(({ exchange }) => exchange === messageId).map((turn) => ({
      agent: state.participants.find(({ id }) => id === turn.participantId)?.name ?? "",
      text: state.bodies[turn.messageId]?.content ?? "",
      error: state.messages[turn.messageId]?.error?.message ?? null,
    }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.system.stop();
    await this.store.close();
  }

  async #do(id: string, command: PersonCommand) {
    const outcome = await this.system.execute(id, command, BY);
    if (!outcome.ok) throw new Error(outcome.detail);
    return outcome.answer;
  }

  async #change(
    event: (state: Awaited<ReturnType<System["workspace"]>>) => Pick<NewWorkspaceEvent, "type" | "data">,
    id: string,
  ): Promise<string> {
    const outcome = await this.system.changeWorkspace(
      (state) => ({ ok: true, answer: { id }, events: [event(state)] }),
      BY,
    );
    if (!outcome.ok) throw new Error(outcome.detail);
    return id;
  }

  /** The conversation once nobody answers in it. */
  async #settled(id: string) {
    for (;;) {
      let heard = () => {};
      const news = new Promise<void>((resolve) => (heard = resolve));
      const leave = this.system.subscribe(() => heard());
      try {
        const state = await this.system.conversation(id);
        if (!state) throw new Error("The conversation was deleted.");
        if (state.open.length === 0) return state;
        await news;
      } finally {
        leave();
      }
    }
  }
}

export async function openEngine(
  { path, masterKey = crypto.getRandomValues(new Uint8Array(32)), tools = [], logger = silent }:
    EngineOptions,
): Promise<Engine> {
  const store = await openLog({ path });
  const system = await createSystem({
    log: store,
    environment: realEnvironment,
    logger,
    adapter: adapters(new MockProvider({ clock: realEnvironment }), () => Date.now()),
    tools: createToolbox(tools),
    masterKey,
  });
  return new Engine(system, store);
}
