/** What tests of access share: a clock they own, sessions, and streams that say when they end. */
import assert from "node:assert/strict";
import type { TestServer } from "./harness.ts";

export const PASSWORD = "correct horse battery";
export const DAY_MS = 86_400_000;

/** Time that passes when the test says so, for `TestServer.start({ access })`. */
export class TestClock {
  readonly #sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  #passed = 0;
  #asleep = () => {};
  readonly #start = Date.parse("2026-03-01T12:00:00Z");
  /** Milliseconds of each sleep asked for. */
  readonly slept: number[] = [];

  readonly now = () => this.#start + this.#passed;
  readonly monotonic = () => this.#passed;
  readonly sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const sleeper = { at: this.#passed + ms, wake: () => (this.#sleepers.delete(sleeper), resolve()) };
      this.slept.push(ms);
      this.#sleepers.add(sleeper);
      signal.addEventListener("abort", sleeper.wake);
      this.#asleep();
    });

  /** Lets time pass and wakes who slept until then. Resolves when they sleep again; who ends does not. */
  advance(ms: number): Promise<void> {
    const again = new Promise<void>((resolve) => (this.#asleep = resolve));
    this.#passed += ms;
    for (const sleeper of [...this.#sleepers]) if (sleeper.at <= this.#passed) sleeper.wake();
    return again;
  }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The cookies an answer sets, as the browser sends them back. */
export const cookiesOf = (headers: Headers) => ({
  cookie: headers.getSetCookie().filter((set) => !set.includes("Max-Age=0")).map((set) => set.split(";")[0])
    .join("; "),
});

export async function signIn(server: TestServer, headers: Record<string, string> = {}, password = PASSWORD) {
  const answer = await server.call("POST", "/api/login", { password }, headers);
  assert.equal(answer.status, 200);
  return cookiesOf(answer.headers);
}

/** An event stream that has caught up. `over`: resolves when the server ends it. */
export async function openStream(
  server: TestServer,
  headers: Record<string, string>,
  path = "/api/events",
): Promise<{ over: Promise<void>; cancel: () => Promise<void> }> {
  const response = await server.request("GET", path, undefined, { accept: "text/event-stream", ...headers });
  assert.equal(response.status, 200);
  assert.ok(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("event: sync")) {
    const { value, done } = await reader.read();
    assert.ok(!done, "it ended before it had caught up");
    text += value;
  }
  const over = (async () => {
    while (!(await reader.read()).done);
  })();
  return { over, cancel: () => reader.cancel() };
}
