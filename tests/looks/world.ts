/** The workspace that is looked at: agents with names and voices, and conversations made when first needed. */
import type { Bowl } from "../browser/harness.ts";
import { eventually } from "../browser/steps.ts";
import assert from "node:assert/strict";
import { Voices } from "./voices.ts";

/** Dollars are told, as for a model whose price is known. */
const MODEL = "gpt-5";
const FIRST_RUN = ["Editor", "Critic", "Researcher"];
export const QUESTION =
  "Should we open on Sundays? Say what is wrong with the plan, and what its first line should be.";
export const FIRST = "What do people come for?";

interface Given {
  readonly title: string;
  /** Names; `Critic:hangs` is the agent of that name with a model of that end. */
  readonly agents: readonly string[];
  /** Said one after the other, each once the answers to the one before have come. */
  readonly says?: readonly string[];
  /** Answers to the last are not waited for. */
  readonly writes?: boolean;
  readonly more?: object;
}

export class World implements AsyncDisposable {
  readonly voices = new Voices();
  readonly #made = new Map<string, Promise<string>>();
  readonly #agents = new Map<string, Promise<string>>();
  #provider: Promise<string> | null = null;
  #shut: Promise<unknown> | null = null;

  constructor(readonly bowl: Bowl) {}

  [Symbol.asyncDispose](): Promise<void> {
    return this.voices[Symbol.asyncDispose]();
  }

  /** Its id; made once for one title. */
  conversation(given: Given): Promise<string> {
    return this.once(given.title, () => this.#make(given));
  }

  /** What `make` makes, once for one name. */
  once(name: string, make: () => Promise<string>): Promise<string> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made;
  }

  /** The id of an agent, by its name and how its model ends. */
  agent(name: string, more: object = {}): Promise<string> {
    const made = this.#agents.get(name) ?? this.#agent(name, more);
    this.#agents.set(name, made);
    return made;
  }

  async #agent(named: string, more: object): Promise<string> {
    this.#provider ??= this.bowl.api<{ id: string }>("POST", "/api/providers", {
      name: "Bakehouse",
      kind: "openai",
      baseUrl: this.voices.url,
      apiKey: "sk-of-the-pictures",
    }).then(({ id }) => id);
    const providerId = await this.#provider;
    const [name = "", end] = named.split(":");
    const model = end === undefined ? MODEL : `${MODEL}-${end}`;
    // Those of the first run are given a voice; others join them.
    if (FIRST_RUN.includes(named)) {
      await this.bowl.api("PATCH", `/api/agents/agent_${named.toLowerCase()}`, { providerId, model });
      return `agent_${named.toLowerCase()}`;
    }
    const { id } = await this.bowl.api<{ id: string }>("POST", "/api/agents", {
      name,
      providerId,
      model,
      ...more,
    });
    return id;
  }

  async #make({ title, agents, says = [], writes = false, more = {} }: Given): Promise<string> {
    const agentIds: string[] = [];
    for (const name of agents) agentIds.push(await this.agent(name));
    const { conversation: { id } } = await this.bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      { title, agentIds, ...more },
    );
    for (const [at, content] of says.entries()) {
      await this.bowl.api("POST", `/api/conversations/${id}/messages`, { content });
      if (!writes || at < says.length - 1) await this.quiet(id);
    }
    return id;
  }

  /** Sets a password: from then on nobody is let in without it. */
  shut(): Promise<unknown> {
    this.#shut ??= this.bowl.api("POST", "/api/password", { password: "warm until eleven" });
    return this.#shut;
  }

  /** Waits until nobody answers. */
  async quiet(id: string): Promise<void> {
    await eventually(async () => {
      const { status } = await this.bowl.api<{ status: Record<string, string> }>(
        "GET",
        `/api/conversations/${id}`,
      );
      assert.deepEqual(Object.values(status).filter((one) => one !== "idle" && one !== "off"), []);
    });
  }
}
