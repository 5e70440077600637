/** A real server process on a real file, which can be killed, stopped in its tracks, and started again. */

import { CONFIG, MAIN, PLAIN, RUN } from "../program.ts";

/** Milliseconds after which a start is given up: not what it takes, but what the busiest machine may need. */
const START_MS = 180_000;

/** What the machine gives the process less of, or makes it believe. */
export interface ProcessLimits {
  /** Open files and sockets at most. */
  readonly descriptors?: number;
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further options of `deno run`. */
  readonly flags?: readonly string[];
  /** As people start it: without what V8 is told here for the sake of quick starts, which collects much at once, late. */
  readonly deployed?: boolean;
}

export class ServerProcess {
  /** Where it listens now; null while it does not run. */
  address: string | null = null;
  /** Everything it has written, to both outputs, over all its lives. */
  said = "";
  #child: Deno.ChildProcess | null = null;
  #ended: Promise<unknown> = Promise.resolve();
  #endedByItself = false;

  /** `more`: further arguments of the command. */
  constructor(
    readonly data: string,
    readonly more: readonly string[] = [],
    readonly limits: ProcessLimits = {},
  ) {}

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** `port` 0: any free one. */
  async start(port = 0): Promise<void> {
    const { descriptors, env = {}, flags = [], deployed = false } = this.limits;
    const args = [...(deployed ? PLAIN : RUN), ...flags, "--config", CONFIG, "-A", MAIN, "serve"];
    args.push("--port", `${port}`, "--data", this.data, ...this.more);
    // `exec`, so that signals reach the server itself.
    const limit = descriptors === undefined ? "" : `ulimit -n ${descriptors} && `;
    const child = new Deno.Command("sh", {
      args: ["-c", `${limit}exec "$0" "$@"`, Deno.execPath(), ...args],
      env,
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#child = child;
    const hear = (text: string) => void (this.said += text);
    const errors = drain(child.stderr.pipeThrough(new TextDecoderStream()).getReader(), hear);
    this.#ended = Promise.all([child.status, errors]);
    this.#endedByItself = false;
    void child.status.then(() => (this.#endedByItself ||= this.#child === child));
    const address = await addressOf(child.stdout, hear);
    // It may have been killed while it started.
    if (this.#child === child) this.address = address;
  }

  /** Makes an agent with a practice model, while it runs. */
  async agent(name: string, model: string): Promise<void> {
    const made = await fetch(`${this.address}/api/agents`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: this.address ?? "" },
      body: JSON.stringify({ name, color: 1, providerId: "provider_mock", model }),
    });
    if (made.status !== 201) throw new Error(await made.text());
    await made.body?.cancel();
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.address = null;
    this.#signal("SIGKILL");
    this.#child = null;
    await this.#ended;
  }

  pause(): void {
    this.#signal("SIGSTOP");
  }

  resume(): void {
    this.#signal("SIGCONT");
  }

  get running(): boolean {
    return this.#child !== null;
  }

  /** Whether it ended though nobody here said so: what is waited for does not come any more. */
  get endedByItself(): boolean {
    return this.#endedByItself;
  }

  /** Resolves with the milliseconds it took to end. */
  async terminate(): Promise<number> {
    const before = performance.now();
    this.#signal("SIGTERM");
    await this.#ended;
    this.address = null;
    this.#child = null;
    return performance.now() - before;
  }

  #signal(signal: Deno.Signal): void {
    try {
      this.#child?.kill(signal);
    } catch {
      // It has ended already.
    }
  }
}

type Hear = (text: string) => void;

async function addressOf(
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>,
  hear: Hear,
): Promise<string | null> {
  const reader = stdout.pipeThrough(new TextDecoderStream()).getReader();
  const late = setTimeout(() => void reader.cancel(), START_MS);
  let text = "";
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return null;
      text += value;
      hear(value);
      const found = /http:\/\/localhost:\d+/.exec(text);
      if (!found) continue;
      // Nobody reads on: what it writes later must not block it.
      void drain(reader, hear);
      return found[0];
    }
  } finally {
    clearTimeout(late);
  }
}

async function drain(reader: ReadableStreamDefaultReader<string>, hear: Hear): Promise<void> {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) hear(next.value);
  } catch {
    // Killed.
  }
}
