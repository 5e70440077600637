/** A command that says what a test has it say, and a client of the bridge that has it. */
import assert from "node:assert/strict";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { Bridge, type Command } from "../../../server/bridge/bridge.ts";

export class FakeCommand implements Command {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly heard: JSONRPCMessage[] = [];
  closed = false;
  /** Whether it reads what it is sent. */
  reads = true;
  constructor(readonly fails = false) {}
  start(): Promise<void> {
    return this.fails ? Promise.reject(new Error("no such command")) : Promise.resolve();
  }
  send(message: JSONRPCMessage): Promise<void> {
    this.heard.push(message);
    return this.reads ? Promise.resolve() : new Promise(() => {});
  }
  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
  say(message: unknown): void {
    this.onmessage?.(message as JSONRPCMessage);
  }
  die(): void {
    this.onclose?.();
  }
}

const SECRET = "secret";
const PORT = 99;
export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
export const call = (id: number, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "x", ...more },
});
export const answer = (id: number, result: object = {}) => ({ jsonrpc: "2.0", id, result });

export class Bridged {
  readonly commands: FakeCommand[] = [];
  readonly notes: string[] = [];
  now = 0;
  /** Whether commands cannot be started. */
  fails = false;
  readonly bridge = new Bridge({
    command: () => {
      const command = new FakeCommand(this.fails);
      this.commands.push(command);
      return command;
    },
    secret: SECRET,
    newId: () => `session-${this.commands.length}-${this.#ids++}`,
    now: () => this.now,
    note: (line) => void this.notes.push(line),
  });
  #ids = 0;

  request(method: string, body?: unknown, session?: string): Promise<Response> {
    const headers = {
      host: `127.0.0.1:${PORT}`,
      authorization: `Bearer ${SECRET}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(session === undefined ? {} : { "mcp-session-id": session }),
    };
    const text = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
    return this.bridge.handle(
      new Request(`http://127.0.0.1:${PORT}/mcp`, { method, headers, body: text }),
      PORT,
    );
  }
  post(body: unknown, session?: string): Promise<Response> {
    return this.request("POST", body, session);
  }

  /** A session that stands, and its command. */
  async session(): Promise<{ id: string; command: FakeCommand }> {
    const response = await this.post(INITIALIZE);
    assert.equal(response.status, 200);
    const command = this.commands.at(-1);
    assert.ok(command);
    command.say(answer(0));
    await response.text();
    return { id: response.headers.get("mcp-session-id") ?? "", command };
  }
}

/** The messages of a stream that has ended. */
export const told = async (response: Response): Promise<unknown[]> =>
  [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json));

/** One bridge for a test, ended after it. */
export async function bridged(body: (bridged: Bridged) => Promise<void>): Promise<void> {
  const one = new Bridged();
  try {
    await body(one);
  } finally {
    await one.bridge.close();
  }
}
