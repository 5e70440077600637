/**
 * Backups taken from a real server in the middle of attachments, long answers that do not fit an event, and
 * ordinary messages: each restores to a sound store with everything that had been acknowledged before it began.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { backup } from "../../events/store/copy/backup.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { derivedRows } from "../../server/command_line/derived_rows.ts";
import { FULL } from "../effort.ts";
import { layGreeted } from "../greeted.ts";
import { fishbowl } from "../processes/launched.ts";
import { ServerProcess } from "./server_process.ts";

/** Backups of each kind. */
const TRIES = FULL ? 20 : 1;
/** How much slower people write and attach; what they leave is copied, restored and verified. */
const SLOWER = FULL ? 1 : 4;
/** Messages between two looks for a long answer, each of which reads the whole room. */
const LOOK_EVERY = 8;
/** Messages that must be acknowledged before each backup begins, so that it has something new to hold. */
const FRESH = 12;

interface Acknowledged {
  readonly conversationId: string;
  readonly messageId: string;
  readonly content: string;
  readonly sha256?: string;
}

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** After so many refusals the server is not busy but broken; a refusal for want of time takes 5 s. */
const TRIES_OF_A_CALL = 50;

class Traffic {
  readonly acknowledged: Acknowledged[] = [];
  readonly #stop = new AbortController();
  #tasks: Promise<void>[] = [];
  #more = Promise.withResolvers<void>();

  constructor(readonly address: string) {}

  async call(path: string, body: object, headers: Record<string, string> = {}) {
    const key = crypto.randomUUID();
    for (let tries = 1;; tries++) {
      const response = await fetch(`${this.address}${path}`, {
        method: "POST",
        headers: {
          origin: this.address,
          "content-type": "application/json",
          "idempotency-key": key,
          ...headers,
        },
        body: body instanceof Uint8Array ? body.slice() : JSON.stringify(body),
      });
      const answer = await response.json();
      // A busy server may say that it did not: only what it acknowledged counts.
      const again = response.status === 503 && tries < TRIES_OF_A_CALL;
      assert.ok(response.ok || again, `${path}: ${response.status} ${JSON.stringify(answer)}`);
      if (response.ok) return answer;
    }
  }

  /** A room with attachments, one with long answers, one with plain words, all at once. */
  async start(): Promise<void> {
    const agent = await this.call("/api/agents", {
      name: "Ada",
      providerId: "provider_mock",
      model: "huge:300000",
    });
    const open = async (body: object) => (await this.call("/api/conversations", body)).conversation.id;
    const [files, words] = [
      await open({ agentIds: [agent.id], mode: "manual" }),
      await open({ agentIds: [agent.id], mode: "manual" }),
    ];
    const long = await open({ agentIds: [agent.id], onNewMessage: "queue" });
    this.#tasks = [
      this.#repeat(files, 20 * SLOWER, () => this.#upload()),
      this.#repeat(files, 20 * SLOWER, () => this.#upload()),
      this.#repeat(words, 5 * SLOWER),
      this.#repeat(long, 400),
    ];
    while (!(await this.#hasLongAnswer(long))) await this.grown(LOOK_EVERY);
  }

  async #hasLongAnswer(id: string): Promise<boolean> {
    const headers = { accept: "application/json" };
    const response = await fetch(`${this.address}/api/conversations/${id}/events`, { headers });
    const { events } = await response.json();
    return events.some((e: { data: { content?: string } }) => (e.data.content?.length ?? 0) >= 300_000);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#tasks);
  }

  /** Resolves when `more` further messages were acknowledged. */
  async grown(more: number): Promise<void> {
    const wanted = this.acknowledged.length + more;
    while (this.acknowledged.length < wanted) await Promise.race([this.#more.promise, ...this.#tasks]);
  }

  async #upload(): Promise<{ sha256: string; name: string }> {
    const bytes = new TextEncoder().encode(crypto.randomUUID().repeat(2_000));
    const headers = { "content-type": "text/plain", "x-file-name": "notes.txt" };
    const { sha256 } = await this.call("/api/attachments", bytes, headers);
    return { sha256, name: "notes.txt" };
  }

  async #repeat(
    conversationId: string,
    pauseMs: number,
    attach?: () => Promise<{ sha256: string; name: string }>,
  ): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const content = `words ${crypto.randomUUID()}`;
      const file = await attach?.();
      const { message } = await this.call(`/api/conversations/${conversationId}/messages`, {
        content,
        ...(file ? { attachments: [file] } : {}),
      });
      const sha256 = file?.sha256;
      this.acknowledged.push({ conversationId, messageId: message.id, content, ...(sha256 && { sha256 }) });
      this.#more.resolve();
      this.#more = Promise.withResolvers();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Sound, and with everything in it. */
async function check(log: StoreLog, wanted: readonly Acknowledged[]): Promise<void> {
  assert.deepEqual((await verify(log, derivedRows)).problems, []);
  const found = new Map<string, unknown>();
  for (const id of new Set(wanted.map((one) => one.conversationId))) {
    for await (const events of log.read(id)) {
      for (const { type, data } of events) {
        if (type === "MessagePosted") found.set((data as { messageId: string }).messageId, data);
      }
    }
  }
  for (const { messageId, content, sha256 } of wanted) {
    assert.equal((found.get(messageId) as { content: string } | undefined)?.content, content);
    if (sha256) assert.equal(hash((await log.blobs.get(sha256))?.bytes ?? new Uint8Array()), sha256);
  }
}

async function inTraffic(body: (data: string, traffic: Traffic) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  const server = new ServerProcess(`${folder}/data`);
  try {
    await layGreeted(`${folder}/data`);
    await server.start();
    const traffic = new Traffic(server.address ?? "");
    await traffic.start();
    try {
      await body(folder, traffic);
    } finally {
      await traffic.stop();
    }
  } finally {
    await server.terminate();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Sound, with all that was acknowledged before it was begun. */
async function wholeIn(path: string, before: readonly Acknowledged[]): Promise<void> {
  const log = await openLog({ path });
  try {
    await check(log, before);
  } finally {
    await log.close();
  }
}

async function byPages(folder: string, traffic: Traffic): Promise<void> {
  for (let n = 1; n <= TRIES; n++) {
    await traffic.grown(FRESH);
    const before = [...traffic.acknowledged];
    const copied = await fishbowl(["backup", "--data", `${folder}/data`, "--out", `${folder}/copy${n}`]);
    assert.equal(copied.code, 0, copied.out + copied.err);
    const to = `${folder}/restored${n}`;
    const restored = await fishbowl(["restore", "--from", `${folder}/copy${n}`, "--data", to]);
    assert.equal(restored.code, 0, restored.out + restored.err);
    await wholeIn(`${to}/fishbowl.db`, before);
  }
}

/** As of a remote store. */
async function byRows(folder: string, traffic: Traffic): Promise<void> {
  const source = await openLog({ path: `${folder}/data/fishbowl.db` });
  try {
    for (let n = 1; n <= TRIES; n++) {
      await traffic.grown(FRESH);
      const before = [...traffic.acknowledged];
      await backup(source, { path: `${folder}/rows${n}.db` }, derivedRows);
      await wholeIn(`${folder}/rows${n}.db`, before);
    }
  } finally {
    await source.close();
  }
}

Deno.test({
  name:
    "a backup taken beside a busy server restores to a sound store with all that was acknowledged before it; a copy by rows is as whole",
  // The server is a process of its own.
  sanitizeResources: false,
  fn: () =>
    inTraffic(async (folder, traffic) => {
      await byPages(folder, traffic);
      await byRows(folder, traffic);
    }),
});
