/**
 * An HTTP server on bare sockets, one request a connection: it can break a connection in the middle of an
 * answer, and it notices at once when a client closes its socket, also before there is any answer.
 */

export interface RawRequest {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Aborts when the client closes its socket before the answer's end. */
  readonly gone: AbortSignal;
  /** Resolves when the connection is closed, whoever did. */
  readonly closed: Promise<void>;
}

/** Answers a request. A body that errs breaks the connection where it stands. */
export type RawHandler = (request: RawRequest) => Response | Promise<Response>;

const encode = (text: string) => new TextEncoder().encode(text);

export class RawServer {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #connections = new Set<Promise<void>>();
  readonly #open = new Set<Deno.TcpConn>();
  readonly #accepting: Promise<void>;

  constructor(readonly handler: RawHandler) {
    this.#accepting = this.#accept();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    await this.#accepting;
    for (const socket of this.#open) close(socket);
    await Promise.all(this.#connections);
  }

  async #accept(): Promise<void> {
    try {
      for await (const socket of this.#listener) {
        this.#open.add(socket);
        const served = this.#serve(socket).catch(() => undefined).finally(() => {
          close(socket);
          this.#open.delete(socket);
          this.#connections.delete(served);
        });
        this.#connections.add(served);
      }
    } catch {
      // The listener was closed.
    }
  }

  async #serve(socket: Deno.TcpConn): Promise<void> {
    const gone = new AbortController();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    try {
      const request = await readRequest(socket, gone.signal, closed);
      if (request) await this.#answer(socket, request, gone);
    } finally {
      resolve();
    }
  }

  async #answer(socket: Deno.TcpConn, request: RawRequest, gone: AbortController): Promise<void> {
    // Read on: the next thing a client does is to leave.
    let over = false;
    const leaving = socket.read(new Uint8Array(1)).catch(() => null).then(() => {
      if (!over) gone.abort();
    });
    const left = new Promise<null>((resolve) => gone.signal.addEventListener("abort", () => resolve(null)));
    const response = await Promise.race([this.handler(request), left]);
    if (response) await answer(socket, response, left, () => (over = true));
    over = true;
    close(socket);
    await leaving;
  }
}

async function answer(
  socket: Deno.TcpConn,
  response: Response,
  left: Promise<null>,
  ending: () => void,
): Promise<void> {
  const lines = [`HTTP/1.1 ${response.status} Answer`, "connection: close", "transfer-encoding: chunked"];
  for (const [name, value] of response.headers) lines.push(`${name}: ${value}`);
  await write(socket, encode(`${lines.join("\r\n")}\r\n\r\n`));
  const reader = response.body?.getReader();
  for (;;) {
    const next = await Promise.race([reader?.read() ?? { done: true, value: undefined } as const, left]);
    if (next === null) return await reader?.cancel();
    if (next.done) {
      ending();
      return await write(socket, encode("0\r\n\r\n"));
    }
    await write(socket, encode(`${next.value.length.toString(16)}\r\n`));
    await write(socket, next.value);
    await write(socket, encode("\r\n"));
  }
}

async function write(socket: Deno.TcpConn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await socket.write(bytes.subarray(at));
}

/** Null when the client went before it had sent everything. */
async function readRequest(
  socket: Deno.TcpConn,
  gone: AbortSignal,
  closed: Promise<void>,
): Promise<RawRequest | null> {
  let bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
  const more = async () => {
    const chunk = new Uint8Array(64 * 1024);
    const size = await socket.read(chunk);
    if (size === null) return false;
    const whole = new Uint8Array(bytes.length + size);
    whole.set(bytes);
    whole.set(chunk.subarray(0, size), bytes.length);
    bytes = whole;
    return true;
  };
  let head = "";
  let end = -1;
  while (end < 0) {
    if (!(await more())) return null;
    head = new TextDecoder("latin1").decode(bytes);
    end = head.indexOf("\r\n\r\n");
  }
  const [first = "", ...lines] = head.slice(0, end).split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = new Headers(lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  }));
  const length = Number(headers.get("content-length") ?? 0);
  while (bytes.length < end + 4 + length) if (!(await more())) return null;
  return { method, path, headers, body: bytes.slice(end + 4, end + 4 + length), gone, closed };
}

function close(socket: Deno.TcpConn): void {
  try {
    socket.close();
  } catch {
    // Closed already.
  }
}
