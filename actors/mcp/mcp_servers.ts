/**
 * The servers of tools that are kept: their lists, and calls of them. A list is asked for when a person wants it, when its
 * server says that it changed, and now and then behind the turns that use it; a turn takes the list there is and waits for
 * nobody. Which list is in force stands in the log, the list beside it.
 */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { RESULT_LINKS, RESULT_PICTURES } from "../../events/catalog/limits.ts";
import type { McpServer } from "../../events/catalog/workspace.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { ProviderKeys } from "../providers/provider_keys.ts";
import { UNREADABLE } from "../providers/provider_keys.ts";
import type { ToolSchema } from "../providers/types.ts";
import type { Environment } from "../runtime/environment.ts";
import { jsonOf } from "../runtime/json.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import { withoutSecrets } from "../runtime/redact.ts";
import type { AskPerson, ToolResult } from "../tools/toolbox.ts";
import type { WorkspaceActor } from "../workspace/workspace_actor.ts";
import { asksPerson } from "./asked_input.ts";
import { type Connect, type Connection, McpError } from "./connection.ts";
import { failureOf, FAILURES } from "./failures.ts";
import type { KeptTools } from "./kept_tools.ts";
import { type ListedTool, type ServerList, takeTools } from "./listed_tools.ts";
import { wireName } from "./names.ts";
import type { McpLogins } from "./sign_in/logins.ts";
import { type News, told } from "./news.ts";
import { toldResult } from "./tool_results.ts";

/** What is kept of a result beside its words. */
const KEPT = { pictures: RESULT_PICTURES, links: RESULT_LINKS };
/** Milliseconds after which the list of a server that is used is asked for again, also after a failure. */
const LOOK_MS = 10 * 60_000;
/** Milliseconds between two servers that are asked behind a turn, and before the first: the turn has begun by then. */
const BEHIND_MS = 2_000;
/** Milliseconds between two askings that a server itself brings about. */
const CHANGED_MS = 30_000;
/** Milliseconds after which a connection that nobody uses is closed. */
const IDLE_MS = 5 * 60_000;

interface McpPorts {
  readonly kept: KeptTools;
  readonly secrets: ProviderKeys;
  readonly workspace: Pick<WorkspaceActor, "change" | "refresh" | "peek">;
  readonly environment: Pick<Environment, "now" | "monotonic" | "sleep">;
  readonly logger: Logger;
  readonly connect: Connect;
  readonly logins: Pick<McpLogins, "token" | "renew" | "want">;
  /** Secrets that no text may bring in. */
  readonly known: () => Iterable<string>;
}

/** A tool as it can be called now. */
export interface Found {
  readonly server: McpServer;
  readonly tool: ListedTool;
  readonly host: string;
  readonly trusted: boolean;
}

/** What a call has around it. */
interface Around {
  readonly signal: AbortSignal;
  readonly tell?: ((news: News) => void) | undefined;
  /** Absent: nobody is there to be asked. */
  readonly ask?: AskPerson | undefined;
}

interface Loaded {
  readonly list: string;
  readonly tools: ReadonlyMap<string, ListedTool>;
}
interface Open {
  readonly url: string;
  readonly connection: Promise<Connection>;
  /** The token that was shown last. */
  shown: string | null;
  idle: AbortController;
}

export class McpServers {
  readonly #ports: McpPorts;
  readonly #stop = new AbortController();
  readonly #tasks = new Set<Promise<unknown>>();
  /** By server. */
  readonly #loaded = new Map<string, Loaded>();
  readonly #open = new Map<string, Open>();
  /** The token that was shown when a server failed so. */
  readonly #refused = new WeakMap<McpError, string>();
  /** By server, monotonic milliseconds from which this process asks for its list again. */
  readonly #next = new Map<string, number>();
  #line: Promise<void> = Promise.resolve();
  /** What a model calls each tool; made anew when a list changes. */
  #wired = new Map<string, { readonly id: string; readonly tool: ListedTool }>();

  constructor(ports: McpPorts) {
    this.#ports = ports;
  }

  /** Has the lists that are in force in hand. Nothing is read where they are already. */
  async ready(state: WorkspaceState): Promise<void> {
    const missing = Object.entries(state.mcp).filter(([id, { list }]) =>
      list !== undefined && this.#loaded.get(id)?.list !== list.list
    );
    if (missing.length === 0) return;
    await Promise.all(missing.map(async ([id, { list: { list } = { list: "" } }]) => {
      const tools = await this.#ports.kept.read(id, list);
      this.#loaded.set(id, { list, tools: new Map(tools.map((tool) => [tool.name, tool])) });
    }));
    this.#wire(state);
  }

  #wire(state: WorkspaceState): void {
    this.#wired = new Map();
    for (const [id, { tools }] of this.#loaded) {
      const slug = state.mcpServers[id]?.slug;
      if (slug === undefined) continue;
      for (const tool of tools.values()) this.#wired.set(wireName(slug, tool.name), { id, tool });
    }
  }

  /** The tool that a model calls so; null: there is none (any more). */
  find(wire: string): Found | null {
    const found = this.#wired.get(wire);
    const state = this.#ports.workspace.peek();
    const server = found && state?.mcpServers[found.id];
    if (!found || !server || server.archived || state.mcp[found.id]?.list === undefined) return null;
    const { tool } = found;
    const trusted =
      state.mcp[found.id]?.trusted.some((one) =>
        one.tool === tool.name && one.definition === tool.definition
      ) ?? false;
    return { server, tool, host: new URL(server.url).host, trusted };
  }

  /** What models are told of `server.tool` or of all of a server, `server.*`. */
  schemas(name: string): ToolSchema[] {
    const dot = name.indexOf(".");
    const [slug, wanted] = [name.slice(0, dot), name.slice(dot + 1)];
    const state = this.#ports.workspace.peek();
    const server = Object.values(state?.mcpServers ?? {}).find((one) => one.slug === slug && !one.archived);
    const loaded = server && state?.mcp[server.id]?.list ? this.#loaded.get(server.id) : undefined;
    if (!loaded) return [];
    const tools = wanted === "*"
      ? [...loaded.tools.values()]
      : [loaded.tools.get(wanted)].flatMap((one) => one ?? []);
    return tools.map(({ name: tool, description, parameters }) => ({
      name: wireName(slug, tool),
      description,
      parameters,
    }));
  }

  /** Whether an agent may be given this: a tool of a list, or all of a server. */
  knows(state: WorkspaceState, name: string): boolean {
    const dot = name.indexOf(".");
    const server = Object.values(state.mcpServers).find((one) =>
      one.slug === name.slice(0, dot) && !one.archived
    );
    if (dot === -1 || !server) return false;
    const tool = name.slice(dot + 1);
    return tool === "*" || this.#loaded.get(server.id)?.tools.has(tool) === true;
  }

  /** A turn was given these tools: the lists of their servers are asked for behind it, where that was long ago. */
  used(wires: readonly string[]): void {
    const now = this.#ports.environment.monotonic();
    for (const id of new Set(wires.flatMap((wire) => this.#wired.get(wire)?.id ?? []))) {
      if (now < (this.#next.get(id) ?? 0)) continue;
      this.#next.set(id, now + LOOK_MS);
      this.#behind(() => this.#inLine(id));
    }
  }

  /** One server after the other, and none while a turn begins. */
  #inLine(id: string): Promise<void> {
    const { signal } = this.#stop;
    const asked = this.#line.then(async () => {
      await this.#ports.environment.sleep(BEHIND_MS, signal);
      if (!signal.aborted) await this.#ask(id);
    });
    this.#line = asked.catch(() => undefined);
    return asked;
  }

  /** The list as it is kept. */
  async list(id: string): Promise<ServerList> {
    const state = await this.#ports.workspace.refresh();
    await this.ready(state);
    const server = state.mcpServers[id];
    const head = server ? await this.#ports.kept.head(id, server.url) : null;
    const trusted = new Set(state.mcp[id]?.trusted.map(({ definition }) => definition));
    const tools = state.mcp[id]?.list ? [...this.#loaded.get(id)?.tools.values() ?? []] : [];
    return {
      tools: tools.map((tool) => ({ ...tool, trusted: trusted.has(tool.definition) })),
      readAt: head?.readAt ?? null,
      failed: head?.failed ?? null,
      cut: head?.cut ?? 0,
      wantsSignIn: head?.failed === FAILURES.sign_in,
    };
  }

  /** Asks a server for its list now, and keeps what comes. */
  async ask(id: string): Promise<ServerList> {
    await this.#ask(id);
    return await this.list(id);
  }

  /** Never throws, but where the store breaks. */
  async #ask(id: string): Promise<void> {
    const { kept, environment, workspace } = this.#ports;
    this.#next.set(id, environment.monotonic() + LOOK_MS);
    const server = (await workspace.refresh()).mcpServers[id];
    if (!server || server.archived) return;
    let taken;
    try {
      const sent = await this.use(server, (connection) => connection.tools(this.#stop.signal));
      taken = takeTools(sent, (text) => this.clean(text));
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#ports.logger("warn", "mcp_list_failed", { serverId: id, failure: failureOf(error) });
      return await kept.failed(id, server.url, FAILURES[failureOf(error)]);
    }
    await kept.write(id, server.url, taken, environment.now());
    const { list } = taken;
    const tools = taken.tools.length;
    await workspace.change((state) => {
      const now = state.mcpServers[id];
      const same = now?.url !== server.url || state.mcp[id]?.list?.list === list;
      const events = same ? [] : [{ type: "McpToolsListed" as const, data: { id, list, tools } }];
      return { ok: true, answer: { id }, events };
    }, { by: SYSTEM });
    await kept.sweep(id, list);
    await this.ready(await workspace.refresh());
  }

  /** Calls a tool. Never throws, but when `signal` aborts. */
  async run(
    { server, tool }: Found,
    args: string,
    { signal, tell = () => {}, ask }: Around,
  ): Promise<ToolResult> {
    const given = args.trim() === "" ? {} : jsonOf(args);
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      return { status: "error", result: "The arguments are not JSON." };
    }
    try {
      const clean = (text: string) => this.clean(text);
      const around = {
        tell: told(tell, () => this.#ports.environment.monotonic(), clean),
        ask: ask && asksPerson(ask, clean),
      };
      const call = (connection: Connection) => connection.call(tool, { ...given }, signal, around);
      return toldResult(await this.use(server, call), clean, KEPT);
    } catch (error) {
      if (signal.aborted) throw error;
      // Scopes are for whoever signs in, who sees them there.
      const said = error instanceof McpError && error.failure !== "scope" ? error.said : "";
      const sentence = FAILURES[failureOf(error)];
      return { status: "error", result: this.clean(said === "" ? sentence : `${sentence} ${said}`) };
    }
  }

  /** A server that repeats the secret it was sent does not bring it into the log. */
  clean(text: string): string {
    return withoutSecrets(text, this.#ports.known());
  }

  /**
   * Uses the one connection to a server. Throws `McpError`. Where it has forgotten the session, a new one, as the protocol says; where it does
   * not accept who signed in, that is renewed, once.
   */
  async use<T>(server: McpServer, use: (connection: Connection) => Promise<T>): Promise<T> {
    const stood = this.#open.get(server.id);
    try {
      return await this.#once(server, use);
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      if (stood && error.forgotten) return await this.#once(server, use);
      if (error.failure === "scope") await this.#ports.logins.want(server, error.said);
      if (error.failure === "unauthorized") return await this.#signedIn(server, use, error);
      throw error;
    }
  }

  /** Again, where it helps, as who signed in; else tells that somebody has to. */
  async #signedIn<T>(
    server: McpServer,
    use: (connection: Connection) => Promise<T>,
    error: McpError,
  ): Promise<T> {
    const refused = this.#refused.get(error);
    const given = await this.#ports.secrets.open(server.id, new URL(server.url).origin) !== null;
    const asks = given && refused === undefined ? error : new McpError("sign_in");
    if (refused === undefined || !await this.#ports.logins.renew(server, refused)) throw asks;
    try {
      return await this.#once(server, use);
    } catch (again) {
      throw failureOf(again) === "unauthorized" ? asks : again;
    }
  }

  /** Uses the connection that is open, or opens one. One that failed is closed. */
  async #once<T>(server: McpServer, use: (connection: Connection) => Promise<T>): Promise<T> {
    const before = this.#open.get(server.id);
    const open = before?.url === server.url ? before : this.#opened(server);
    if (before && before !== open) void this.#close(server.id, before);
    open.idle.abort();
    try {
      return await use(await open.connection);
    } catch (error) {
      if (error instanceof McpError && open.shown !== null) this.#refused.set(error, open.shown);
      // What a server refused it heard: the connection stands.
      if (failureOf(error) !== "refused") void this.#close(server.id, open);
      throw error;
    } finally {
      this.#rest(server.id, open);
    }
  }

  #opened(server: McpServer): Open {
    const { id, url } = server;
    const bearer = async () => (open.shown = await this.#ports.logins.token(server));
    const connection = this.#headerOf(server).then((header) =>
      this.#ports.connect({
        url,
        header,
        bearer,
        changed: () => this.#changed(id),
        signal: this.#stop.signal,
      })
    );
    const open: Open = { url, connection, shown: null, idle: new AbortController() };
    this.#open.set(id, open);
    return open;
  }

  /** Closes it when nobody has used it for a while. */
  #rest(id: string, open: Open): void {
    open.idle.abort();
    open.idle = new AbortController();
    const { signal } = open.idle;
    const ends = AbortSignal.any([signal, this.#stop.signal]);
    void this.#ports.environment.sleep(IDLE_MS, ends).then(() => {
      if (!ends.aborted) void this.#close(id, open);
    });
  }

  async #close(id: string, open: Open): Promise<void> {
    if (this.#open.get(id) === open) this.#open.delete(id);
    open.idle.abort();
    await open.connection.then((connection) => connection.close(), () => undefined);
  }

  /** The header with the secret: a bare key in `Authorization` is a Bearer. */
  async #headerOf({ id, url, header: name = "Authorization" }: McpServer) {
    const secret = await this.#ports.secrets.open(id, new URL(url).origin);
    if (secret === UNREADABLE) throw new McpError("unauthorized");
    if (secret === null) return null;
    const isBare = name.toLowerCase() === "authorization" && !secret.includes(" ");
    return { name, value: isBare ? `Bearer ${secret}` : secret };
  }

  /** The server says that its list changed: asked for, but not as often as it likes. */
  #changed(id: string): void {
    const now = this.#ports.environment.monotonic();
    const last = (this.#next.get(id) ?? 0) - LOOK_MS;
    if (now - last >= CHANGED_MS) this.#behind(() => this.#ask(id));
    else this.#next.set(id, Math.min(this.#next.get(id) ?? 0, last + CHANGED_MS));
  }

  #behind(work: () => Promise<void>): void {
    const task = work().catch((error) => {
      if (!this.#stop.signal.aborted) this.#ports.logger("warn", "mcp_list_failed", safely(error));
    });
    this.#tasks.add(task);
    void task.finally(() => this.#tasks.delete(task));
  }

  /** With another secret or at another address it is another connection. */
  async forget(id: string): Promise<void> {
    this.#next.delete(id);
    const open = this.#open.get(id);
    if (open) await this.#close(id, open);
  }

  async stop(): Promise<void> {
    const open = [...this.#open];
    this.#stop.abort();
    await Promise.all([...open.map(([id, one]) => this.#close(id, one)), ...this.#tasks]);
  }
}
