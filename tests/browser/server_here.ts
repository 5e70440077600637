/**
 * The program, served in the test's own process on a folder: a start costs what opening a store costs, not what loading
 * the program does. The built page is read once, and the index of the search has no thread of its own: the two were five
 * sixths of a start. What ends a process and what it writes are tried with `ServerProcess`.
 */
import { builtPage, openSystem, serveSystem } from "../../server/wiring.ts";
import { openLog } from "../../events/store/log.ts";
import { readOptions } from "../../server/command_line/options.ts";
import { STORE_FILE } from "../../server/command_line/store_files.ts";
import { IndexHere } from "../actors/search/given.ts";
import { delayAnswers } from "./slowness.ts";

let built: ReturnType<typeof builtPage> | null = null;

export class ServerHere {
  /** Where it listens now; null while it does not run. */
  address: string | null = null;
  /** The one-time code it told as it started; null where somebody has set a password, or nobody else reaches it. */
  code: string | null = null;
  #end: () => Promise<void> = () => Promise.resolve();
  #system: Awaited<ReturnType<typeof openSystem>> | null = null;

  /** `more`: further arguments of the command; `env`: what it reads of its environment. */
  constructor(
    readonly data: string,
    readonly more: readonly string[] = [],
    readonly env: Readonly<Record<string, string>> = {},
  ) {}

  /** `port` 0: any free one. */
  async start(port = 0): Promise<void> {
    const args = ["serve", "--port", `${port}`, "--data", this.data, ...this.more];
    const options = readOptions(args, (name) => this.env[name]);
    const store = await openLog({ path: `${this.data}/${STORE_FILE}` });
    const system = await openSystem(store, options, () => {}, (path) => new IndexHere(path));
    this.#system = system;
    const assets = await (built ??= builtPage());
    const stop = new AbortController();
    const listening = Promise.withResolvers<string>();
    const asEver = delayAnswers();
    const served = serveSystem(system, store, options, {
      assets,
      logger: () => {},
      stop: stop.signal,
      ready: (url, code) => {
        this.code = code;
        listening.resolve(url);
      },
    });
    served.catch(listening.reject);
    this.#end = async () => {
      stop.abort();
      await served;
      await system.stop();
      await store.close();
    };
    try {
      this.address = `http://localhost:${new URL(await listening.promise).port}`;
    } finally {
      asEver();
    }
  }

  /** How it is set, as text: without what was put away, and how often it was changed. */
  async settings(): Promise<string> {
    const { seq: _, nextAgentNumber: __, ...rest } = await this.#system?.workspace() ?? {};
    const all: object[] = Object.values(rest);
    const archived = all.flatMap((kind) =>
      Object.entries(kind).flatMap(([id, one]) => one?.archived === true ? [id] : [])
    );
    // What is known of one that was put away, such as that it has a key, went with it.
    return JSON.stringify(
      all.map((kind) => Object.entries(kind).filter(([id]) => !archived.includes(id))),
    );
  }

  async end(): Promise<void> {
    this.address = null;
    this.#system = null;
    await this.#end();
  }
}
