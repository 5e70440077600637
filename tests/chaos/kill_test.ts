/**
 * Two real server processes on one real file, killed and stopped at random moments while people post and
 * watch. Nothing acknowledged is lost, nothing is answered twice, no shown character is missing from the log,
 * no stream has a gap or a duplicate.
 */
import assert from "node:assert/strict";
import { ServerProcess } from "./server_process.ts";
import { Watcher } from "./watcher.ts";

/** Seconds of trouble; 60 for a thorough run. */
const SECONDS = Number(Deno.env.get("FISHBOWL_CHAOS_SECONDS") ?? 10);
/** Seconds after which coming to rest is given up: a takeover or three, on a machine that does much else. */
const REST_SECONDS = 300;
/** Milliseconds after which an answer and a stream are given up. */
const PATIENCE_MS = 300_000;
/** Milliseconds in which a server must end on SIGTERM by itself, however busy the machine is. */
const END_MS = 60_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];

interface Event {
  readonly seq: number;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

class Clients {
  acknowledged: { conversationId: string; content: string; messageId: string }[] = [];
  #keys = 0;

  constructor(readonly servers: readonly ServerProcess[]) {}

  addresses = (): string[] => this.servers.flatMap((server) => server.address ?? []);

  /** Asks any server until one answers; the key makes sure that it is carried out once. */
  async post(path: string, body: unknown): Promise<Record<string, unknown>> {
    const key = `key-${++this.#keys}`;
    const until = performance.now() + PATIENCE_MS;
    while (performance.now() < until) {
      const address = pick(this.addresses());
      try {
        if (!address) throw new Error("no server runs");
        const response = await fetch(`${address}${path}`, {
          method: "POST",
          signal: AbortSignal.timeout(4_000),
          headers: { "content-type": "application/json", "idempotency-key": key, origin: address },
          body: JSON.stringify(body),
        });
        const answer = await response.json();
        if (response.ok) return answer;
        assert.ok([429, 503].includes(response.status), `${response.status} ${JSON.stringify(answer)}`);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
      }
      await pause(100);
    }
    throw new Error(`${path} was never answered`);
  }

  async get(path: string): Promise<Record<string, unknown>> {
    const address = pick(this.addresses()) ?? "";
    const response = await fetch(`${address}${path}`, {
      signal: AbortSignal.timeout(60_000),
      headers: { accept: "application/json", origin: address },
    });
    assert.equal(response.status, 200, `${path}: ${response.status}`);
    return await response.json();
  }

  async events(conversationId: string): Promise<Event[]> {
    const events: Event[] = [];
    for (;;) {
      const after = events.at(-1)?.seq ?? 0;
      const page = await this.get(`/api/conversations/${conversationId}/events?after=${after}&limit=500`);
      const found = page["events"] as Event[];
      if (found.length === 0) return events;
      events.push(...found);
    }
  }
}

Deno.test({
  name:
    "M-5 S0-7 S0-11 S0-A3 P1 P2 kill -9 and a stopped process lose nothing that was acknowledged or shown, and answer nothing twice",
  // The servers are processes of their own.
  sanitizeResources: false,
  async fn() {
    const data = await Deno.makeTempDir();
    const servers = [new ServerProcess(data), new ServerProcess(data)];
    const clients = new Clients(servers);
    const watchers: Watcher[] = [];
    try {
      for (const server of servers) await server.start();
      const rooms = await furnish(clients);
      watchers.push(...["first", "second"].map((name) => new Watcher(name, clients.addresses)));
      const until = performance.now() + SECONDS * 1_000;
      await Promise.all([
        ...rooms.map((id) => talk(clients, id, until)),
        harm(servers, until),
      ]);
      for (const server of servers) {
        server.resume();
        if (!server.address) await server.start();
      }
      await rest(clients, rooms);
      await settle(clients, rooms, watchers);
      for (const id of rooms) check(id, await clients.events(id), clients, watchers);
      for (const watcher of watchers) assert.deepEqual(watcher.wrong, []);
      assert.ok(watchers.some((watcher) => watcher.shown.size > 0), "nothing was shown");
      assert.ok(clients.acknowledged.length > rooms.length, "next to nothing was posted");
    } finally {
      await Promise.all(watchers.map((watcher) => watcher.stop()));
      for (const server of servers) server.resume();
      const took = await Promise.all(servers.map((server) => server.terminate()));
      await Deno.remove(data, { recursive: true });
      assert.ok(took.every((ms) => ms < END_MS), `SIGTERM took ${took.map(Math.round).join(" and ")} ms`);
    }
  },
});

/** Two conversations with two agents that talk for a while. */
async function furnish(clients: Clients): Promise<string[]> {
  const agentIds: string[] = [];
  for (const name of ["Ada", "Bob"]) {
    const answer = await clients.post("/api/agents", {
      name,
      color: 1,
      providerId: "provider_mock",
      model: "story:60:25",
      systemPrompt: "",
      params: {},
      tools: [],
    });
    agentIds.push(String(answer["id"]));
  }
  const rooms: string[] = [];
  for (let n = 0; n < 2; n++) {
    const answer = await clients.post("/api/conversations", { agentIds, onNewMessage: "cancel" });
    rooms.push((answer["conversation"] as { id: string }).id);
  }
  return rooms;
}

async function talk(clients: Clients, conversationId: string, until: number): Promise<void> {
  for (let n = 1; n <= 2 || performance.now() < until; n++) {
    const content = `message ${n} to ${conversationId}`;
    const answer = await clients.post(`/api/conversations/${conversationId}/messages`, { content });
    const messageId = (answer["message"] as { id: string }).id;
    clients.acknowledged.push({ conversationId, content, messageId });
    await pause(200 + Math.random() * 1_500);
    if (Math.random() < 0.2) await clients.post(`/api/conversations/${conversationId}/stop`, {});
  }
}

async function harm(servers: readonly ServerProcess[], until: number): Promise<void> {
  while (performance.now() < until) {
    await pause(300 + Math.random() * 1_500);
    const server = pick(servers);
    if (!server) continue;
    if (Math.random() < 0.6) {
      await server.kill();
      await pause(Math.random() * 800);
      await server.start();
    } else {
      server.pause();
      await pause(200 + Math.random() * 3_000);
      server.resume();
    }
  }
}

/** Waits until no turn is open. */
async function rest(clients: Clients, rooms: readonly string[]): Promise<void> {
  const until = performance.now() + REST_SECONDS * 1_000;
  while (performance.now() < until) {
    const status = await clients.get("/api/conversations?limit=50");
    const rows = status["items"] as { id: string; answering: number }[];
    if (rows.every((row) => !rooms.includes(row.id) || row.answering === 0)) return;
    await pause(250);
  }
  assert.fail(`turns were still open after ${REST_SECONDS} s`);
}

/** Waits until every watcher has been told of everything. */
async function settle(
  clients: Clients,
  rooms: readonly string[],
  watchers: readonly Watcher[],
): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (const id of rooms) {
    const last = (await clients.events(id)).at(-1)?.seq ?? 0;
    for (const watcher of watchers) {
      while ((watcher.seqs.get(id) ?? 0) < last) {
        assert.ok(
          performance.now() < until,
          `${watcher.name} saw ${watcher.seqs.get(id)} of ${last} of ${id}`,
        );
        await pause(50);
      }
    }
  }
}

function check(
  id: string,
  events: readonly Event[],
  clients: Clients,
  watchers: readonly Watcher[],
): void {
  events.forEach((event, index) => assert.equal(event.seq, index + 1, `${id} has a gap`));
  const texts = events.filter((e) => e.type === "MessagePosted" && e.data["role"] === "user");
  for (const { conversationId, content, messageId } of clients.acknowledged) {
    if (conversationId !== id) continue;
    const found = texts.filter((e) => e.data["content"] === content);
    assert.deepEqual(found.map((e) => e.data["messageId"]), [messageId], content);
  }
  const ends = new Map<string, number>();
  const kept = new Map<string, string>();
  const attempts = new Map<string, number>();
  for (const { type, data } of events) {
    const turnId = String(data["turnId"]);
    if (type === "TurnRequested") ends.set(turnId, 0);
    if (type === "TurnStarted") attempts.set(turnId, Number(data["attempt"]));
    if (/^Turn(Completed|Failed|Cancelled)$/.test(type)) ends.set(turnId, (ends.get(turnId) ?? 0) + 1);
    if (/^Turn(Completed|Failed|Cancelled|Interrupted)$/.test(type)) {
      const key = `${turnId}/${attempts.get(turnId) ?? 0}`;
      kept.set(key, `${kept.get(key) ?? ""}${data["content"] ?? data["partial"] ?? ""}`);
    }
  }
  for (const [turnId, count] of ends) assert.equal(count, 1, `${turnId} has ${count} ends`);
  for (const { shown, name } of watchers) {
    for (const [key, text] of shown) {
      if (!ends.has(key.split("/")[0] ?? "")) continue;
      assert.ok(
        kept.get(key)?.startsWith(text),
        `${name} was shown ${text.length} characters of ${key} in vain`,
      );
    }
  }
}
