/** Programs that talk to whichever server answers, and remember every word and file that was acknowledged. */
import type { SeededRandom } from "../sim/random.ts";

/** Milliseconds after which an answer is given up: not what it takes, but what the busiest machine may need. */
const ANSWERED_MS = 300_000;
/** Milliseconds to one try: a stopped process accepts and says nothing. */
const TRY_MS = 4_000;

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface LoggedEvent {
  readonly seq: number;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** What a server said it has taken. */
export interface Acknowledged {
  readonly conversationId: string;
  readonly content: string;
  readonly messageId: string;
  /** Hash of a file that came with it. */
  readonly file: string | null;
}

export class People {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers that no client should ever get. */
  readonly wrong: string[] = [];
  /** Tries that were refused or cut, and tried again. */
  triedAgain = 0;
  #keys = 0;

  constructor(readonly addresses: () => readonly string[], readonly random: SeededRandom) {}

  /** Asks any server until one answers; the key makes sure that it is carried out once. */
  async post(path: string, body: unknown): Promise<Record<string, unknown>> {
    return await this.#until(path, {
      "content-type": "application/json",
      "idempotency-key": `key-${++this.#keys}`,
    }, JSON.stringify(body));
  }

  /** Deletes until some server says that it is done. */
  async remove(path: string): Promise<void> {
    await this.#until(path, {}, undefined, "DELETE");
  }

  /** Has back what was deleted; false where it is gone. */
  async restore(path: string): Promise<boolean> {
    const answer = await this.#until(
      `${path}/restore`,
      { "content-type": "application/json" },
      "{}",
      "POST",
      [404],
    );
    return "conversation" in answer;
  }

  /** What stands there, or null where nothing does. */
  async find(path: string): Promise<Record<string, unknown> | null> {
    const answer = await this.#until(path, { accept: "application/json" }, undefined, "GET", [404]);
    return answer["status"] === 404 ? null : answer;
  }

  /** Uploads until it is taken: the same bytes are kept once, so a second try changes nothing. */
  async upload(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> {
    const headers = { "content-type": "text/plain", "x-file-name": name };
    return String((await this.#until("/api/attachments", headers, bytes))["sha256"]);
  }

  async get(path: string, address = this.#anyone()): Promise<Record<string, unknown>> {
    const response = await fetch(`${address}${path}`, {
      signal: AbortSignal.timeout(30_000),
      headers: { accept: "application/json", origin: address },
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`${path}: ${response.status}`);
    }
    return await response.json();
  }

  async events(conversationId: string, address = this.#anyone()): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    for (;;) {
      const after = events.at(-1)?.seq ?? 0;
      const path = `/api/conversations/${conversationId}/events?after=${after}&limit=500`;
      const found = (await this.get(path, address))["events"] as LoggedEvent[];
      if (found.length === 0) return events;
      events.push(...found);
    }
  }

  /** Says something, now and then with a file, and notes it once a server has acknowledged it. */
  async say(conversationId: string, content: string, withFile: boolean): Promise<void> {
    let file: string | null = null;
    if (withFile) {
      const bytes = new TextEncoder().encode(`${content}\n`.repeat(1 + this.random.below(400)));
      file = await this.upload(bytes, "notes.txt");
    }
    const answer = await this.post(`/api/conversations/${conversationId}/messages`, {
      content,
      ...(file ? { attachments: [{ sha256: file, name: "notes.txt" }] } : {}),
    });
    const messageId = (answer["message"] as { id: string }).id;
    this.acknowledged.push({ conversationId, content, messageId, file });
  }

  #anyone(): string {
    const addresses = this.addresses();
    if (addresses.length === 0) throw new Error("no server runs");
    return this.random.pick(addresses);
  }

  async #until(
    path: string,
    headers: Record<string, string>,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    method = "POST",
    also: readonly number[] = [],
  ): Promise<Record<string, unknown>> {
    const until = performance.now() + ANSWERED_MS;
    let last: unknown = "no server ran";
    while (performance.now() < until) {
      try {
        const address = this.#anyone();
        const response = await fetch(`${address}${path}`, {
          method,
          signal: AbortSignal.timeout(TRY_MS),
          headers: { ...headers, origin: address },
          ...(body === undefined ? {} : { body }),
        });
        const text = await response.text();
        const answer = text === "" ? {} : JSON.parse(text);
        if (response.ok || also.includes(response.status)) return answer;
        last = `${path}: ${response.status} ${JSON.stringify(answer)}`;
        if (![429, 503].includes(response.status)) this.wrong.push(`${last}`);
      } catch (error) {
        last = error;
      }
      this.triedAgain++;
      await pause(100);
    }
    throw new Error(`${path} was never answered: ${last}`);
  }
}
