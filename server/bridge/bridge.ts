/**
 * An MCP server that speaks over standard input and output, as one that is reached over HTTP: each client that begins a
 * session has a command of its own, for such a server knows one client. When the command ends so does the session; the
 * client begins another, as the protocol says, and the command is started again, not too often.
 */
import { isInitializeRequest, readRequestBody } from "@modelcontextprotocol/server";
import type { Transport } from "@modelcontextprotocol/client";
import { refusal, refused } from "./let_in.ts";
import { Restarts } from "./restarts.ts";
import { MESSAGE_BYTES, Session } from "./session.ts";

/** Sessions at once, each with a command; the one that rested longest gives way to a new one. */
export const SESSIONS = 8;

export type Command = Pick<Transport, "start" | "send" | "close" | "onmessage" | "onclose" | "onerror">;

interface Ports {
  /** A command that was not started yet. */
  readonly command: () => Command;
  readonly secret: string;
  readonly newId: () => string;
  /** Milliseconds. */
  readonly now: () => number;
  /** Told what a person should know. */
  readonly note: (line: string) => void;
}

interface Started {
  readonly command: Command;
  alive: boolean;
  /** What is done with its end. */
  gone(): void;
}
interface Open {
  session: Session | null;
  started: Started | null;
}

const ENDED = "The command ended.";

export class Bridge {
  readonly #ports: Ports;
  /** By id; the one that was used last stands last. */
  readonly #open = new Map<string, Open>();
  readonly #restarts = new Restarts();
  readonly #closing = new Set<Promise<unknown>>();
  /** Started when the bridge was, for the first client. */
  #spare: Started | null = null;
  #stopped = false;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Starts the command, so that one that cannot be started is told now. @throws why it cannot be */
  async begin(): Promise<void> {
    this.#spare = await this.#start();
  }

  async #start(): Promise<Started> {
    const { command: make, now, note } = this.#ports;
    const command = make();
    const at = now();
    const started: Started = { command, alive: true, gone: () => {} };
    command.onclose = () => {
      started.alive = false;
      this.#restarts.ended(at, now());
      const wait = this.#restarts.wait(now());
      note(
        wait === 0 ? ENDED : `${ENDED} It is started again in ${Math.ceil(wait / 1_000)} s at the earliest.`,
      );
      started.gone();
    };
    await command.start();
    command.onerror = () => note("The command said something that is no message, or more than is taken.");
    return started;
  }

  /** Ends a command that we do not want any more; that is no failure of it. */
  #stop({ command, alive }: Started): Promise<void> {
    command.onclose = () => {};
    command.onerror = () => {};
    return alive ? this.#until(command.close()) : Promise.resolve();
  }

  async #until(work: Promise<unknown>): Promise<void> {
    const one = work.catch(() => undefined);
    this.#closing.add(one);
    await one;
    this.#closing.delete(one);
  }

  /** Answers a request to `port`. */
  async handle(request: Request, port: number): Promise<Response> {
    const no = refusal(request, port, this.#ports.secret);
    if (no) return no;
    if (this.#stopped) return refused(503, "The bridge ends.");
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const open = this.#open.get(id);
      if (!open?.session) return refused(404, "Session not found");
      this.#open.delete(id);
      this.#open.set(id, open);
      return await open.session.handle(request);
    }
    if (request.method !== "POST") return refused(400, "A session begins with initialize.");
    const read = await readRequestBody(request, MESSAGE_BYTES);
    if (read.tooLarge) return refused(413, "A message has at most 4 MB.");
    const body = jsonIn(read.text);
    // Clients of the newer era try one of its requests first, and take this for an answer: the command is asked in the older.
    if (!isInitializeRequest(body)) return refused(400, "A session begins with initialize.");
    return await this.#begin(request, body);
  }

  async #begin(request: Request, body: unknown): Promise<Response> {
    const wait = this.#spare?.alive ? 0 : this.#restarts.wait(this.#ports.now());
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1_000);
      return refused(503, "The command ended by itself, and is not started again yet.", {
        "retry-after": `${seconds}`,
      });
    }
    const full = this.#open.size >= SESSIONS;
    const rests = full ? [...this.#open].find(([, { session }]) => session && !session.busy)?.[0] : undefined;
    if (full && rests === undefined) {
      return refused(503, "Too many sessions are open.", { "retry-after": "5" });
    }
    const id = this.#ports.newId();
    const open: Open = { session: null, started: null };
    // Before anything is waited for, so that others see that the place is taken.
    const given = rests === undefined ? null : this.#end(rests, "Another session took its place.");
    this.#open.set(id, open);
    await given;
    try {
      open.started = this.#takeSpare() ?? await this.#start();
    } catch (error) {
      this.#open.delete(id);
      this.#ports.note(
        `The command could not be started: ${error instanceof Error ? error.message : "why is not known"}`,
      );
      return refused(503, "The command could not be started.");
    }
    const { started } = open;
    if (this.#open.get(id) !== open) {
      void this.#stop(started);
      return refused(503, "The bridge ends.");
    }
    const session = new Session(id, started.command, (why) => {
      if (why === "unread") this.#ports.note("A client did not read what the command said, and was left.");
      void this.#end(id, "The session ended.");
    });
    open.session = session;
    started.command.onmessage = (message) => session.said(message);
    started.gone = () => void this.#end(id, ENDED);
    if (!started.alive) void this.#end(id, ENDED);
    const response = await session.handle(request, body);
    if (!session.begun) void this.#end(id, "The session did not begin.");
    return response;
  }

  #takeSpare(): Started | null {
    const spare = this.#spare;
    this.#spare = null;
    return spare?.alive ? spare : null;
  }

  async #end(id: string, why: string): Promise<void> {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    await open.session?.close(why);
    if (open.started) await this.#stop(open.started);
  }

  /** Ends every session and every command; what is still starting, too. */
  async close(): Promise<void> {
    this.#stopped = true;
    const spare = this.#takeSpare();
    if (spare) void this.#stop(spare);
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id, "The bridge ends.")));
    await Promise.all(this.#closing);
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
