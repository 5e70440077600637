/** What tests of the commands that talk with a server share: one on a socket, and both ends of a command. */
import type { Terminal } from "../../../server/command_line/remote.ts";
import { type Options, readOptions } from "../../../server/command_line/options.ts";
import { SOUGHT } from "../../../server/programs/continuing.ts";
import { TestServer } from "../harness.ts";

/** A test server behind a socket, which can be closed and opened at the same port; `told` of each request. */
export async function withSocket(told: (request: Request) => void = () => {}) {
  const probe = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port } = probe.addr as Deno.NetAddr;
  probe.close();
  const server = await TestServer.start({ port });
  const open = () => {
    const gone = new AbortController();
    const socket = Deno.serve(
      { port, hostname: "127.0.0.1", signal: gone.signal, onListen: () => {} },
      (request) => {
        told(request);
        return server.handle(request);
      },
    );
    return { gone, socket };
  };
  let now: ReturnType<typeof open> | null = open();
  const close = async () => {
    now?.gone.abort();
    await now?.socket.finished;
    now = null;
  };
  const url = `http://localhost:${port}`;
  return {
    server,
    url,
    close,
    open: () => void (now = open()),
    options: (...args: string[]): Options => readOptions([...args, "--url", url], () => undefined),
    newest: async () => {
      const page = await server.system.recent.page(SOUGHT.shelf, null, 1);
      return await server.system.conversation(page?.rows[0]?.id ?? "");
    },
    async [Symbol.asyncDispose]() {
      await close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Something else that answers, at an address of its own. */
export function elsewhere(answer: (request: Request) => Response | Promise<Response>) {
  const gone = new AbortController();
  const socket = Deno.serve(
    { port: 0, hostname: "127.0.0.1", signal: gone.signal, onListen: () => {} },
    answer,
  );
  const url = `http://127.0.0.1:${socket.addr.port}`;
  return {
    options: (...args: string[]): Options => readOptions([...args, "--url", url], () => undefined),
    async [Symbol.asyncDispose]() {
      gone.abort();
      await socket.finished;
    },
  };
}

export const PAGE = "<html>\n<body>Please sign in</body>\n</html>";
export const typed = (type: string) => ({ headers: { "content-type": type } });

/** Both ends of a command: `typed` is piped in, null where a person sits there; `unread`: nobody reads what it writes. */
export class Talking implements Terminal {
  out = "";
  readonly notes: string[] = [];
  readonly stdin: ReadableStream<Uint8Array>;
  readonly #stop = new AbortController();
  #news = Promise.withResolvers<void>();
  #waits: (() => void)[] = [];

  constructor(readonly typed: string | null = null, readonly unread = false) {
    this.stdin = new Blob([typed ?? ""]).stream();
  }

  get isTyped(): boolean {
    return this.typed === null;
  }
  get stop(): AbortSignal {
    return this.#stop.signal;
  }
  /** Resolves once `look` says so: asked anew when something was written, or is waited for. */
  async until(look: () => boolean): Promise<void> {
    while (!look()) await this.#news.promise;
  }
  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }
  readonly write = (text: string): Promise<void> => {
    if (this.unread) return Promise.reject(new Deno.errors.BrokenPipe());
    this.out += text;
    this.screen += text;
    this.#tell();
    return Promise.resolve();
  };
  /** Notes stand among what was written, as on one screen. */
  screen = "";
  readonly note = (text: string): void => {
    this.notes.push(text);
    this.screen += `${text}\n`;
  };
  readonly wait = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waits.push(resolve);
    this.stop.addEventListener("abort", () => resolve());
    this.#tell();
    return promise;
  };
  /** Ends what is waited for. */
  pass(): boolean {
    const waits = this.#waits.splice(0);
    for (const resolve of waits) resolve();
    return waits.length > 0;
  }
  end(): void {
    this.#stop.abort();
  }
}
