/** Something of each kind on a server, for Schemathesis to ask about: ids that it makes up name nothing. */
import { ServerProcess } from "../chaos/server_process.ts";

type Body = Readonly<Record<string, unknown>>;
type Agents = Readonly<Record<"plain" | "other" | "changed" | "boss" | "chair" | "critic", string>>;

const PRACTICE = { providerId: "provider_mock", color: 1 };
const QUESTION = "Should we move our team to a four-day week?";
const SCHEDULE = {
  when: { kind: "every", minutes: 60 },
  instruction: "Say",
  runTokens: 1_000,
  runsPerDay: 9,
};
const TALK = "/api/conversations/{id}";

export class Prepared {
  #token = "";
  constructor(readonly address: string) {}

  get authorization(): string {
    return `Bearer ${this.#token}`;
  }

  async #ask(method: string, path: string, body?: unknown): Promise<string> {
    const response = await fetch(this.address + path, {
      method,
      headers: {
        origin: this.address,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(this.#token ? { authorization: this.authorization } : {}),
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text;
  }

  // deno-lint-ignore no-explicit-any
  async #call(method: string, path: string, body?: unknown): Promise<any> {
    return JSON.parse(await this.#ask(method, path, body));
  }

  // deno-lint-ignore no-explicit-any
  #post(path: string, body: unknown): Promise<any> {
    return this.#call("POST", path, body);
  }

  /** As soon as nobody answers there: what comes next is asked for in the commit in which the one before it ends. */
  async #settled(id: string): Promise<void> {
    for (;;) {
      const { fold } = await this.#call("GET", `/api/conversations/${id}?view=fold`);
      if (fold.open.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** A conversation that begins with a message, with all that it brings. */
  async #talk(agentIds: readonly string[], message: unknown = "Hello") {
    const { conversation: { id } } = await this.#post("/api/conversations", { agentIds, message });
    await this.#settled(id);
    const { messages, participants } = await this.#call("GET", `/api/conversations/${id}`);
    const [question, ...answers] = messages;
    return { id, question, answers, participants };
  }

  /** What of it stands in the place of what was made up; `elsewhere`: the folder for the store of another server. */
  async known(elsewhere: string) {
    const agents = await this.#agents();
    const own = await this.#settings(agents);
    this.#token = (await this.#post("/api/tokens", { name: "schemathesis" })).token;
    const [talks, judged] = [await this.#talks(agents), await this.#judged(agents)];
    const imported = await foreign(elsewhere);
    await this.#ask("POST", "/api/import", imported.proof);
    const model = "agent/plain";
    const answered = await this.#post("/v1/responses", { model, input: "Hello" });
    return {
      model,
      // The first that fits.
      paths: {
        [`${TALK}/proof`]: { id: imported.id },
        ...judged.paths,
        ...talks.paths,
        ...own.paths,
        "/v1/models/": { id: model },
        "/v1/responses/": { id: answered.id },
      },
      deletes: { ...own.deletes, ...talks.deletes },
      queries: { ...talks.queries, ...judged.queries },
      bodies: { ...this.#programs(model), ...own.bodies, ...talks.bodies, ...judged.bodies },
    };
  }

  async #agents(): Promise<Agents> {
    const made = async (name: string, model: string): Promise<string> =>
      (await this.#post("/api/agents", { ...PRACTICE, name, model })).id;
    return {
      plain: await made("plain", "echo"),
      other: await made("other", "echo"),
      // What is changed is not what is asked: a model goes by the name of its agent.
      changed: await made("changed", "echo"),
      boss: await made("boss", "manager"),
      chair: await made("chair", "editor"),
      critic: await made("critic", "critic"),
    };
  }

  /** Kinds of settings. */
  async #settings({ plain, other, changed, boss }: Agents) {
    const traits = { openness: 1, conscientiousness: 2, extraversion: 3, agreeableness: 4, neuroticism: 5 };
    // Nobody who answers is slowed down by what becomes of this one.
    const provider = await this.#post("/api/providers", { name: "Nobody", kind: "mock" });
    const agency = await this.#post("/api/agencies", {
      name: "Works",
      managerAgentId: boss,
      agentIds: [boss, other],
    });
    const role = await this.#post("/api/roles", { name: "R", description: "r", prompt: "x" });
    const personality = await this.#post("/api/personalities", { name: "P", traits, instructions: "x" });
    const [note, dry] = [
      await this.#post("/api/notes", { text: "It rains." }),
      await this.#post("/api/notes", { text: "Dry" }),
    ];
    const { items: [{ format }] } = await this.#call("GET", "/api/panels/built-in");
    const panel = await this.#post("/api/panels", { format });
    const deleted = await this.#post("/api/panels", { format: { ...format, name: "Deleted" } });
    await this.#ask("DELETE", `/api/panels/${deleted.id}`);
    await this.#call("PATCH", "/api/daily-budget", { daily: { tokens: 1_000_000, usd: 1 } });
    return {
      paths: {
        "/api/agents/": { id: changed },
        "/api/agencies/": { id: agency.id },
        "/api/agency/": { agencyId: agency.id },
        "/api/roles/": { id: role.id },
        "/api/personalities/": { id: personality.id },
        "/api/providers/": { id: provider.id },
        "/api/notes/": { id: note.id },
        "/api/panels/{id}/restore": { id: deleted.id },
        "/api/panels/": { id: panel.id },
      },
      deletes: {
        "/api/agents/{id}": { id: changed },
        "/api/providers/{id}": { id: provider.id },
        "/api/notes/{id}": { id: dry.id },
        "/api/notes/{id}/content": { id: dry.id },
        "/api/panels/{id}": { id: deleted.id },
      },
      bodies: {
        "PATCH /api/panels/{id}": { format: { ...format, name: "Changed" } },
        "POST /api/agents": { ...PRACTICE, name: "more", model: "echo" },
        "PATCH /api/agencies/{id}": { name: "Works on" },
        "POST /api/agencies": { name: "More", managerAgentId: plain, agentIds: [plain, other] },
        "PATCH /api/notes/{id}": { text: "It rained." },
      },
    };
  }

  /** Conversations: one that anything may become of, and those in which something stands that it may not become of. */
  async #talks({ plain, other, boss }: Agents) {
    const agentIds = [plain, other];
    const talk = await this.#talk(agentIds);
    const still = await this.#talk(agentIds);
    const erased = await this.#talk(agentIds);
    const asked = await this.#post("/api/conversations", { agentIds, mode: "manual", message: "Hello" });
    const dropped = await this.#post("/api/conversations", { agentIds });
    const [answer] = still.answers;
    const at = `/api/conversations/${still.id}`;
    const schedule = await this.#post(`${at}/schedules`, SCHEDULE);
    const ended = await this.#post(`${at}/schedules`, SCHEDULE);
    const turn = { id: still.id, messageId: answer.id, turnId: answer.turnId };
    return {
      paths: {
        "/api/conversations/{id}/trigger": { id: asked.conversation.id, agentId: other },
        [`${TALK}/schedules`]: { id: still.id, scheduleId: schedule.id },
        [`${TALK}/merge`]: { id: still.id },
        [`${TALK}/turns/{turnId}/difference`]: turn,
        "/api/conversations/": {
          id: talk.id,
          messageId: talk.answers[0].id,
          participantId: talk.participants[0].id,
          agentId: plain,
          turnId: talk.answers[0].turnId,
        },
      },
      deletes: {
        [`${TALK}/schedules/{scheduleId}`]: { id: still.id, scheduleId: ended.id },
        [`${TALK}/messages/{messageId}/content`]: { id: erased.id, messageId: erased.question.id },
        [TALK]: { id: dropped.conversation.id },
      },
      queries: { [`GET ${TALK}/turns/{turnId}/difference`]: { turn: still.answers[1].turnId } },
      bodies: {
        "POST /api/conversations": { agentIds, message: "Hello" },
        [`POST ${TALK}/continue`]: { messageId: talk.question.id, content: "Hello again" },
        [`POST ${TALK}/merge`]: {
          agentId: plain,
          messageIds: still.answers.map(({ id }: { id: string }) => id),
        },
        [`POST ${TALK}/participants`]: { agentId: boss },
        [`PATCH ${TALK}/messages`]: { changes: [{ messageId: talk.answers[0].id, included: true }] },
        [`POST ${TALK}/schedules`]: SCHEDULE,
        [`PATCH ${TALK}/schedules/{scheduleId}`]: { instruction: "Say so", paused: false },
      },
    };
  }

  /** What is judged and tried: checks, trials, comparisons and panels, each in a conversation of its own. */
  async #judged({ plain, other, chair, critic }: Agents) {
    const agentIds = [plain, other];
    const seats = [...[chair, critic].map((agentId) => ({ role: "member", agentId })), {
      role: "chair",
      agentId: chair,
    }];
    const panel = { format: "council", seats };
    const told = await this.#talk([chair, critic], { content: QUESTION, panel });
    const checked = await this.#talk(agentIds);
    const tried = await this.#talk(agentIds);
    const expectation = { messageId: checked.question.id, kind: "says", text: "Hello" };
    const check = `/api/conversations/${checked.id}`;
    await this.#post(`${check}/expectations`, expectation);
    await this.#post(`${check}/check`, { name: "Greets" });
    const limit = { tokens: 10_000 };
    const run = await this.#post(`${check}/checks/runs`, { agents: {}, limit });
    const trial = { messageId: tried.question.id, agentIds, times: 1, limit };
    const trials = `/api/conversations/${tried.id}/trials`;
    const { trialId } = await this.#post(trials, trial);
    await this.#settled(tried.id);
    const { answers: [sample] } = await this.#call("GET", `${trials}/${trialId}`);
    const question = { question: "Why?", agentIds };
    const comparisons = `/api/conversations/${told.id}/comparisons`;
    const { comparisonId } = await this.#post(comparisons, question);
    // One that nobody opens: after that it is not voted on.
    const voted = (await this.#post(comparisons, question)).comparisonId;
    await this.#settled(told.id);
    const asked = { question: QUESTION, panel };
    return {
      paths: {
        [`${TALK}/checks`]: { id: checked.id, run: run.conversationId },
        [`${TALK}/expectations`]: { id: checked.id },
        [`${TALK}/trials`]: { id: tried.id, trialId },
        [`${TALK}/comparisons/{comparisonId}/vote`]: { id: told.id, comparisonId: voted },
        [`${TALK}/comparisons`]: { id: told.id, comparisonId },
        [`${TALK}/panels`]: { id: told.id },
        [`${TALK}/messages/{messageId}/brief`]: { id: told.id, messageId: told.answers.at(-1).id },
      },
      queries: {
        [`GET ${TALK}/trials/cost`]: { messageId: tried.question.id, agentIds: agentIds.join(",") },
      },
      bodies: {
        [`POST ${TALK}/expectations`]: expectation,
        [`POST ${TALK}/checks/runs`]: { agents: {}, limit },
        [`POST ${TALK}/trials`]: trial,
        [`POST ${TALK}/trials/{trialId}/take`]: { messageId: sample.message.id },
        [`POST ${TALK}/comparisons`]: question,
        [`POST ${TALK}/comparisons/panels`]: { ...asked, aloneId: critic },
        [`POST ${TALK}/comparisons/{comparisonId}/vote`]: { best: "none" },
        [`POST ${TALK}/panels/cost`]: asked,
        "POST /api/panels/cost": asked,
      },
    };
  }

  /** What other programs ask. */
  #programs(model: string): Readonly<Record<string, Body>> {
    const messages = [{ role: "user", content: "Hello" }];
    return {
      "POST /v1/chat/completions": { model, messages, max_tokens: 50 },
      "POST /v1/responses": { model, input: "Hello", store: false },
      "POST /v1/messages": { model, messages, max_tokens: 50 },
      "POST /v1/messages/count_tokens": { model, messages },
      "POST /api/agency/{agencyId}/chat/completions": { messages },
      "POST /mcp": { jsonrpc: "2.0", id: 1, method: "tools/list" },
    };
  }

  /** A conversation of this server, as a proof. */
  async proof(): Promise<{ readonly id: string; readonly proof: string }> {
    const { id } = await this.#talk([(await this.#agents()).plain]);
    return { id, proof: await this.#ask("GET", `/api/conversations/${id}/export?format=proof`) };
  }
}

async function foreign(folder: string) {
  const server = new ServerProcess(folder);
  try {
    await server.start();
    if (!server.address) throw new Error(`The server did not start: ${server.said}`);
    return await new Prepared(server.address).proof();
  } finally {
    await server.kill();
  }
}
