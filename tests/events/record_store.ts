/**
 * Records the store of another release, as its own server writes it when it is used over HTTP: what this one must be
 * able to migrate.
 *
 *     deno run -P=test tests/events/record_store.ts RELEASE NAME
 *
 * RELEASE is the folder of that release, with its dependencies and its interface built; for `format_1` the last one that
 * wrote format 1, commit 6be3ee6, or one before it, for `format_2` commit b3cc4d3, for `format_2_zstd` the tag 0.2.0.
 * Writes two files into tests/golden: NAME.db.gz is the store, killed while an answer was being written, and NAME.json.gz
 * all its events as that release told them. They are never written again.
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { inFolder } from "../in_folder.ts";

/** Events of a conversation from which on a server keeps a snapshot of its fold. */
const SNAPSHOT_EVENTS = 500;
/** UTF-16 units of an answer that does not fit into a row. */
const LONG = 60_000;
const PASSWORD = "correct horse battery";

type Body = Record<string, unknown>;

/** The server of that release, asked as a person's browser does. */
class Asked {
  #headers: Record<string, string>;

  constructor(readonly url: string) {
    this.#headers = { origin: url };
  }

  async #ask(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) {
    const json = { "content-type": "application/json" };
    const answer = await fetch(this.url + path, {
      method,
      headers: { ...json, ...this.#headers, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return { cookies: answer.headers.getSetCookie(), text };
  }

  async send(method: string, path: string, body: Body, headers?: Record<string, string>) {
    return JSON.parse((await this.#ask(method, path, JSON.stringify(body), headers)).text || "null");
  }

  async bytes(path: string, body: string, headers: Record<string, string>) {
    return JSON.parse((await this.#ask("POST", path, body, headers)).text);
  }

  async text(path: string): Promise<string> {
    return (await this.#ask("GET", path)).text;
  }

  async get(path: string) {
    return JSON.parse(await this.text(path));
  }

  async delete(path: string): Promise<void> {
    await this.#ask("DELETE", path);
  }

  async signIn(): Promise<void> {
    await this.send("POST", "/api/password", { password: PASSWORD });
    const { cookies } = await this.#ask("POST", "/api/login", JSON.stringify({ password: PASSWORD }));
    this.#headers = { origin: this.url, cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") };
  }

  async until(done: () => Promise<boolean>): Promise<void> {
    while (!await done()) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /** Until no answer is due or under way in the conversation. */
  rest(id: string): Promise<void> {
    return this.until(async () => {
      const { status } = await this.get(`/api/conversations/${id}`);
      return Object.values(status).every((one) => one === "idle" || one === "off");
    });
  }
}

interface Recorded {
  /** The store's file, whole. */
  readonly store: Uint8Array;
  /** All events as the server told them, as JSON. */
  readonly events: string;
}
interface Settings {
  readonly agent: (name: string) => string;
  readonly agency: string;
}

/** Providers with a key, agents of every kind, an agency, prices, tokens, a password and a session. */
async function settings(server: Asked): Promise<Settings> {
  const lab = {
    name: "Lab",
    kind: "openai",
    baseUrl: "https://models.example.org/v1",
    apiKey: "sk-recorded",
  };
  await server.send("POST", "/api/providers", {
    ...lab,
    maxConcurrent: 4,
    requestsPerMinute: 60,
    timeoutSeconds: 60,
  });
  const role = await server.send("POST", "/api/roles", {
    name: "Bard",
    description: "Sings.",
    prompt: "Sing.",
  });
  const traits = {
    openness: 80,
    conscientiousness: 20,
    extraversion: 50,
    agreeableness: 50,
    neuroticism: 50,
  };
  const dry = { name: "Dry", traits, instructions: "Never joke: naïve café, 日本語, 😀." };
  const personality = await server.send("POST", "/api/personalities", dry);
  const ids = new Map<string, string>();
  const models = {
    Echo: "echo",
    Thinker: "reasoning",
    Clerk: "tool-user",
    Long: `huge:${LONG}`,
    Wrong: "error-401",
    Boss: "manager",
    Stuck: "hang-middle",
  };
  for (const [name, model] of Object.entries(models)) {
    const tools = name === "Clerk" ? ["current_time", "fetch_url"] : [];
    const agent = { name, color: 3, providerId: "provider_mock", model, systemPrompt: "", params: {}, tools };
    const more = name === "Echo" ? { roleId: role.id, personalityId: personality.id } : {};
    const made = await server.send("POST", "/api/agents", { ...agent, ...more });
    ids.set(name, made.id);
  }
  const agent = (name: string) => ids.get(name) ?? "";
  await server.send("PATCH", `/api/agents/${agent("Thinker")}`, { systemPrompt: "Be brief." }, {
    "idempotency-key": "change/1",
  });
  const desk = { name: "Desk", managerAgentId: agent("Boss"), agentIds: [agent("Boss"), agent("Echo")] };
  const agency = await server.send("POST", "/api/agencies", { ...desk, principles: "Ask first." });
  await server.delete(`/api/roles/${role.id}`);
  await server.send("PATCH", "/api/prices", { prices: { large: { input: 1, output: 2 } } });
  await server.signIn();
  for (const scope of ["read", "chat"]) await server.send("POST", "/api/tokens", { name: scope, scope });
  return { agent, agency: agency.id };
}

/** One conversation in each mode, with what a person does to one. */
async function conversations(server: Asked, { agent, agency }: Settings): Promise<string> {
  const begin = async (title: string, names: readonly string[], more: Body = {}, key?: string) => {
    const body = { title, agentIds: names.map(agent), ...more };
    const headers = key === undefined ? {} : { "idempotency-key": key };
    const { conversation: { id } } = await server.send("POST", "/api/conversations", body, headers);
    await server.rest(id);
    return `/api/conversations/${id}`;
  };
  const say = async (at: string, content: string, more: Body = {}, key?: string) => {
    const headers = key === undefined ? {} : { "idempotency-key": key };
    const { message } = await server.send("POST", `${at}/messages`, { content, ...more }, headers);
    await server.rest(at.split("/").pop() ?? "");
    return `${at}/messages/${message.id}`;
  };
  const file = await server.bytes("/api/attachments", "ding ".repeat(40), {
    "content-type": "text/plain",
    "x-file-name": "bell.txt",
  });
  const attachments = [{ sha256: file.sha256, name: file.name }];
  const together = await begin(
    "Together: naïve café, 日本語, 😀",
    ["Echo", "Thinker", "Wrong"],
    {},
    "begin/1",
  );
  await say(together, "hello", { attachments }, "say/1");
  // Of such a name the key in the store is its hash.
  await say(together, "Everybody again", {}, "~say/2");
  await say(
    await begin("In turn", ["Echo", "Clerk"], { mode: "round_robin", rounds: 2 }),
    "what time is it?",
  );
  const asked = await begin("On request", ["Echo"], { mode: "manual" });
  await say(asked, "nobody answers");
  await server.send("POST", `${asked}/trigger_agent/${agent("Echo")}`, {});
  await server.rest(asked.split("/").pop() ?? "");
  await say(await begin("Manager", [], { mode: "manager", agencyId: agency }), "Please plan a picnic");
  await say(await begin("Long", ["Long"]), "at length");
  const archived = await begin("Archived", ["Echo"]);
  await say(archived, "put this away");
  await server.send("PATCH", archived, { archived: true });
  const gone = await begin("Deleted", ["Echo", "Long"]);
  await say(gone, "nobody reads this again", { attachments }, "say/gone");
  await server.delete(gone);
  await server.send("POST", `${together}/fork`, { seq: 8, title: "Fork" });
  const export1 = await Deno.readTextFile(new URL("../golden/v1_all.ndjson", import.meta.url));
  await server.bytes("/api/import", export1, { "content-type": "application/x-ndjson" });
  const model = { model: "agent/echo", messages: [{ role: "user", content: "said elsewhere" }] };
  await server.send("POST", "/v1/chat/completions", model, { "idempotency-key": "v1/1" });
  const long = await begin("Many events", ["Echo"], { mode: "manual" });
  const message = await say(long, "in and out");
  for (let event = 0; event < SNAPSHOT_EVENTS + 20; event++) {
    await server.send("PATCH", message, { included: event % 2 === 1 });
  }
  return await begin("Interrupted", ["Echo"], { mode: "manual" }).then(async (at) => {
    await server.send("POST", `${at}/participants`, { agentId: agent("Stuck") });
    await say(at, "tell me everything");
    await server.send("POST", `${at}/trigger_agent/${agent("Stuck")}`, {});
    return at;
  });
}

/** The server's address, from the line in which it says so. */
async function addressOf(child: Deno.ChildProcess): Promise<string> {
  let said = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += piece;
    const url = /Fishbowl is at (http:\S+?)\/?\n/.exec(said)?.[1];
    if (url) return url;
  }
  throw new Error(`The server did not start: ${said}`);
}

async function record(release: string, data: string): Promise<Recorded> {
  const flags = ["--quiet", "--no-check", "--config", `${release}/deno.json`, "-P=serve"];
  const folders = [`--allow-read=${release}/dist,${data}`, `--allow-write=${data}`];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, ...folders, `${release}/main.ts`, "serve", "--port", "0", "--data", data],
    env: { FISHBOWL_MASTER_KEY: "0".repeat(64) },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    return await used(new Asked(await addressOf(child)), async () => {
      child.kill("SIGKILL");
      await child.status;
      const database = new DatabaseSync(`${data}/fishbowl.db`);
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      database.close();
      return await Deno.readFile(`${data}/fishbowl.db`);
    });
  } finally {
    await child.stdout.cancel().catch(() => undefined);
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
  }
}

async function used(server: Asked, end: () => Promise<Uint8Array>): Promise<Recorded> {
  const open = await conversations(server, await settings(server));
  // Half an answer is stored, and nothing more will come.
  await server.until(async () => (await server.get(open)).drafts.length > 0);
  // Nobody tells when what a deletion leaves is gone: it takes milliseconds.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const { events } = await server.get("/api/events?limit=5000");
  return { events: JSON.stringify(events), store: await end() };
}

const [release, name = ""] = Deno.args;
assert.ok(release && /^[a-z]\w*$/.test(name), "record_store.ts RELEASE NAME");
await inFolder(async (data) => {
  const { store, events } = await record(await Deno.realPath(release), data);
  for (const [file, bytes] of [[`${name}.db.gz`, store], [`${name}.json.gz`, events]] as const) {
    const packed = gzipSync(bytes, { level: 9 });
    await Deno.writeFile(new URL(`../golden/${file}`, import.meta.url), packed, { createNew: true });
    console.log(`${packed.length} bytes in tests/golden/${file}`);
  }
});
