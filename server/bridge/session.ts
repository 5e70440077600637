/**
 * A client and a command of its own: messages go through as they are. What is kept of them is which requests wait, so that
 * each gets an answer: the command's, or that there will be none.
 */
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/client";
import { WebStandardStreamableHTTPServerTransport as HttpTransport } from "@modelcontextprotocol/server";
import { OURS } from "./let_in.ts";

/** Bytes of one message, either way: what the chat takes of a server, too. */
export const MESSAGE_BYTES = 4 * 1024 * 1024;
/** Requests that wait for the command at once. */
export const WAITING = 32;
/** Messages that the command has not read yet. */
export const UNSENT = 64;
/** UTF-16 units of messages on one stream that the client has not read yet; then the session ends. */
export const UNREAD_UNITS = 4 * MESSAGE_BYTES;

/** One answer on its way. */
interface Stream {
  unread: number;
}
type Sends = Pick<Transport, "send">;

export class Session {
  /** Requests of the client that the command has not answered, and what answers them. */
  readonly #waiting = new Map<RequestId, Stream>();
  /** What a request's news of progress is known by. */
  readonly #progress = new Map<string | number, RequestId>();
  readonly #streams = new WeakMap<Request, Stream>();
  readonly #http: HttpTransport;
  readonly #command: Sends;
  #standing: Stream | null = null;
  #unsent = 0;
  #ended = false;

  /** `end` is told when it is over: the client said so, or does not read. */
  constructor(id: string, command: Sends, end: (why: "closed" | "unread") => void) {
    this.#command = command;
    this.#end = end;
    this.#http = new HttpTransport({ sessionIdGenerator: () => id, maxRequestBodySize: MESSAGE_BYTES });
    this.#http.onmessage = (message, extra) =>
      this.#ask(message, extra?.request ? this.#of(extra.request) : null);
    this.#http.onclose = () => this.#over("closed");
  }
  readonly #end: (why: "closed" | "unread") => void;

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  /** Whether a client began it. */
  get begun(): boolean {
    return this.#http.sessionId !== undefined;
  }

  /** Answers a request. `body`: what was read of it. */
  async handle(request: Request, body?: unknown): Promise<Response> {
    const response = await this.#http.handleRequest(request, body === undefined ? {} : { parsedBody: body });
    if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
      return response;
    }
    const stream = this.#of(request);
    if (request.method === "GET") this.#standing = stream;
    const { status, headers } = response;
    const gone = () => {
      // Who turns away before the session stands never learns its name.
      if (body !== undefined && this.#waits(stream).length > 0) return this.#over("closed");
      if (this.#standing === stream) this.#standing = null;
      for (const id of this.#waits(stream)) this.#leave(id);
    };
    return new Response(this.#read(response.body, stream, gone), { status, headers });
  }

  #of(request: Request): Stream {
    const known = this.#streams.get(request) ?? { unread: 0 };
    this.#streams.set(request, known);
    return known;
  }

  /** The requests that a stream answers. */
  #waits(stream: Stream): RequestId[] {
    return [...this.#waiting].flatMap(([id, of]) => of === stream ? [id] : []);
  }

  /** The stream as it is read, and what happens when the client turns away. */
  #read(
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
    stream: Stream,
    gone: () => void,
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = body.getReader();
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        stream.unread = Math.max(0, stream.unread - value.length);
        controller.enqueue(value);
      },
      cancel: (reason) => {
        gone();
        return reader.cancel(reason);
      },
    }, { highWaterMark: 0 });
  }

  /** A message of the client. */
  #ask(message: JSONRPCMessage, stream: Stream | null): void {
    if ("method" in message && "id" in message) {
      const { id, params } = message;
      if (this.#waiting.has(id)) return this.#refuse(id, "A request of that id waits already.");
      if (this.#waiting.size >= WAITING || this.#unsent >= UNSENT) {
        return this.#refuse(id, "Too many requests wait for the command.");
      }
      this.#waiting.set(id, stream ?? { unread: 0 });
      const token = params?._meta?.progressToken;
      if (token !== undefined) this.#progress.set(token, id);
    }
    this.#send(message);
    if ("method" in message && message.method === "notifications/cancelled" && !("id" in message)) {
      const id = message.params?.["requestId"];
      if (typeof id === "string" || typeof id === "number") this.#settle(id, "This request was cancelled.");
    }
  }

  /** Nobody hears the answer any more: the command is told, and the place is free. */
  #leave(id: RequestId): void {
    this.#send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    this.#settle(id, "Nobody waits for this request any more.");
  }

  #send(message: JSONRPCMessage): void {
    if (this.#unsent >= UNSENT) return;
    this.#unsent++;
    this.#command.send(message).then(() => this.#unsent--, () => this.#unsent--);
  }

  #settle(id: RequestId, why: string): void {
    if (this.#forget(id)) this.#refuse(id, why);
  }

  #forget(id: RequestId): boolean {
    for (const [token, of] of this.#progress) if (of === id) this.#progress.delete(token);
    return this.#waiting.delete(id);
  }

  #refuse(id: RequestId, message: string): void {
    // Where the stream is gone there is nobody to tell.
    this.#http.send({ jsonrpc: "2.0", id, error: { code: OURS, message } }).catch(() => undefined);
  }

  /** A message of the command. */
  said(message: JSONRPCMessage): void {
    if (this.#ended) return;
    if (!("method" in message)) {
      const { id } = message;
      const stream = id === undefined ? undefined : this.#waiting.get(id);
      // Of what nobody asked for, or nobody waits for any more.
      if (id === undefined || !stream || !this.#forget(id)) return;
      return this.#tell(message, stream);
    }
    const token = message.method === "notifications/progress" ? message.params?.["progressToken"] : undefined;
    const about = typeof token === "string" || typeof token === "number"
      ? this.#progress.get(token)
      : undefined;
    const stream = about === undefined ? this.#standing : this.#waiting.get(about);
    if (stream) return this.#tell(message, stream, about);
    // Nobody listens: the command is told so, and does not wait for ever.
    if ("id" in message) {
      const error = { code: OURS, message: "No client listens." };
      this.#send({ jsonrpc: "2.0", id: message.id, error });
    }
  }

  #tell(message: JSONRPCMessage, stream: Stream, about?: RequestId): void {
    stream.unread += JSON.stringify(message).length;
    if (stream.unread > UNREAD_UNITS) return this.#over("unread");
    this.#http.send(message, about === undefined ? {} : { relatedRequestId: about }).catch(() => undefined);
  }

  #over(why: "closed" | "unread"): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#end(why);
  }

  /** Ends it: whoever waits is told `why`. */
  async close(why: string): Promise<void> {
    this.#ended = true;
    for (const id of [...this.#waiting.keys()]) this.#settle(id, why);
    await this.#http.close();
  }
}
