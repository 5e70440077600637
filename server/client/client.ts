/**
 * A client for programs, in Node, Deno and browsers: every operation of the HTTP interface by its name, the main ones
 * as functions, and events that are read on wherever the connection broke off.
 */
import { refusalOf, Refused } from "./refused.ts";
import { type Following, readEvents } from "./event_reader.ts";
import type { Frame, FrameOfAll, Operations } from "./operations.ts";

export interface Options {
  /** Where the server is, as `http://localhost:8000`. */
  readonly url: string;
  /** Made in the settings, or by `fishbowl token create`. Needed as soon as there is a password. */
  readonly token?: string;
  /** In the place of the platform's own. */
  readonly fetch?: typeof fetch;
}

/** What any call may be given besides. */
export interface Terms {
  readonly signal?: AbortSignal;
  /** Sent as `Idempotency-Key`: repeated with the same one, a call is carried out once. */
  readonly key?: string;
}

type Names = keyof Operations;
type Asked<N extends Names> = Omit<Operations[N], "answer"> & Terms;
type Given<N extends Names> = object extends Asked<N> ? [given?: Asked<N>] : [given: Asked<N>];
export type Query<N extends Names> = Operations[N] extends { query?: infer Q } ? NonNullable<Q> : never;
export type Body<N extends Names> = Operations[N] extends { body?: infer B } ? NonNullable<B> : never;
export type Answer<N extends Names> = Operations[N]["answer"];

interface Parts extends Terms {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** What an exchange led to: the answers to one message, in the order in which they were asked for. */
type Said = Answer<"GET /api/conversations/:id/messages">["items"];

/** The id under which a turn that was requested answers. */
function answerOf(data: unknown): string {
  return data instanceof Object ? `${Reflect.get(data, "messageId")}` : "";
}

export class Fishbowl {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = { ...options, url: options.url.replace(/\/+$/, "") };
  }

  /** Any operation, as `"POST /api/conversations/:id/stop"`. @throws {Refused} where the server will not */
  async call<N extends Names>(name: N, ...[given]: Given<N>): Promise<Answer<N>> {
    const response = await this.#fetch(name, given ?? {});
    if (!response.ok) throw await refusalOf(response);
    return response.status === 204 ? undefined : await response.json();
  }

  /** A page of conversations, newest first. */
  conversations(query: Query<"GET /api/conversations"> = {}): Promise<Answer<"GET /api/conversations">> {
    return this.call("GET /api/conversations", { query });
  }

  conversation(id: string): Promise<Answer<"GET /api/conversations/:id">> {
    return this.call("GET /api/conversations/:id", { params: { id } });
  }

  start(
    body: Body<"POST /api/conversations"> = {},
    terms: Terms = {},
  ): Promise<Answer<"POST /api/conversations">> {
    return this.call("POST /api/conversations", { body, ...terms });
  }

  /** Posts a message; answers come with the events. */
  post(
    id: string,
    body: Body<"POST /api/conversations/:id/messages">,
    terms: Terms = {},
  ): Promise<Answer<"POST /api/conversations/:id/messages">> {
    return this.call("POST /api/conversations/:id/messages", { params: { id }, body, ...terms });
  }

  stop(id: string): Promise<Answer<"POST /api/conversations/:id/stop">> {
    return this.call("POST /api/conversations/:id/stop", { params: { id }, body: {} });
  }

  delete(id: string): Promise<Answer<"DELETE /api/conversations/:id">> {
    return this.call("DELETE /api/conversations/:id", { params: { id } });
  }

  agents(): Promise<Answer<"GET /api/agents">> {
    return this.call("GET /api/agents");
  }

  search(query: Query<"GET /api/search">): Promise<Answer<"GET /api/search">> {
    return this.call("GET /api/search", { query });
  }

  /**
   * Posts a message and waits until every answer to it has ended; none where nobody is asked, as in mode `manual`. One that
   * failed or was stopped, as by a later message where the conversation says so, is among them and tells it by `status`.
   */
  async ask(id: string, content: string, terms: Terms = {}): Promise<Said> {
    const { message } = await this.post(id, { content }, terms);
    const asked = new Set<string>();
    let all = false;
    for await (const frame of this.events(id, { ...terms, after: message.seq - 1 })) {
      all ||= frame.event === "sync";
      const told = frame.event === "event" ? frame.data : undefined;
      const own = told?.exchange === message.id;
      if (own && told.type === "TurnRequested") asked.add(answerOf(told.data));
      if (own && told.type === "ExchangeCompleted") break;
      // Whether anybody is asked, or will be when those before it have answered, is seen where something decides it.
      const decides = frame.event === "sync" || own || told?.type === "ModeChanged";
      if (all && decides && asked.size === 0 && !await this.#isHeard(id, message.id, terms)) return [];
    }
    terms.signal?.throwIfAborted();
    const path = "GET /api/conversations/:id/messages";
    const { items } = await this.call(path, { params: { id }, query: { limit: 500 } });
    return items.filter((item) => asked.has(item.id));
  }

  /** Whether somebody was asked for an answer to a message, or it waits for those under way. */
  async #isHeard(id: string, messageId: string, { signal }: Terms): Promise<boolean> {
    const path = "GET /api/conversations/:id";
    const given = { params: { id }, query: { view: "fold" }, ...(signal ? { signal } : {}) } as const;
    const told = await this.call(path, given);
    if (!("fold" in told)) return false;
    const { queue, turns } = told.fold;
    return queue.includes(messageId) || Object.values(turns).some(({ exchange }) => exchange === messageId);
  }

  /** Events of a conversation, from its first or behind `after`, and what is being written. Ends where it is deleted. */
  events(id: string, following: Following<number> = {}): AsyncGenerator<Frame> {
    return this.#follow(`/api/conversations/${encodeURIComponent(id)}/events`, following);
  }

  /** The same of all conversations and the settings, from now on or behind the `id` of a frame. */
  allEvents(
    following: Following<string> & { readonly drafts?: readonly string[] } = {},
  ): AsyncGenerator<FrameOfAll> {
    const { drafts } = following;
    const query = drafts ? `?drafts=${drafts.length === 0 ? "none" : drafts.join(",")}` : "";
    return this.#follow(`/api/events${query}`, following);
  }

  #follow<F extends Frame | FrameOfAll>(path: string, following: Following): AsyncGenerator<F> {
    return readEvents((last, signal) =>
      this.#send(path, {
        signal,
        headers: { accept: "text/event-stream", ...(last === undefined ? {} : { "last-event-id": last }) },
      }), following);
  }

  #fetch(name: string, { params = {}, query = {}, body, signal, key }: Parts): Promise<Response> {
    const [method = "GET", path = ""] = name.split(" ");
    const filled = path.replace(/:(\w+)/g, (_, param) => encodeURIComponent(params[param] ?? ""));
    const asked = new URLSearchParams(
      Object.entries(query).flatMap(([field, value]) => value === undefined ? [] : [[field, `${value}`]]),
    );
    return this.#send(asked.size === 0 ? filled : `${filled}?${asked}`, {
      method,
      ...(signal ? { signal } : {}),
      headers: {
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  #send(path: string, init: RequestInit & { readonly headers: Record<string, string> }): Promise<Response> {
    const { url, token, fetch: send = fetch } = this.#options;
    // Without a password a server on this machine wants to know that no other page asks; browsers say so themselves.
    const who: Record<string, string> = token === undefined
      ? { origin: new URL(url).origin }
      : { authorization: `Bearer ${token}` };
    const headers = { ...init.headers, ...who };
    return send(`${url}${path}`, { ...init, headers });
  }
}

export { Refused };
