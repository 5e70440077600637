/** SillyTavern out of npm in a process of its own, as it is shipped, and its chats, saved, opened and asked as its page does. */
import { installed } from "./npm.ts";

/** The release that is measured. */
export const TAVERN = "SillyTavern 1.19.0";
const PACKAGE = "sillytavern@1.19.0";
/** Milliseconds that its start may take: it builds its page first. */
const START_MS = 4 * 60_000;
/** Whom the chats are with. */
const CARD = "Bench.png";

/** A line of a chat. */
export interface Line {
  readonly name: string;
  readonly is_user: boolean;
  readonly mes: string;
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

/** Waits until an output has the word, and lets the rest of it go; the end of what it said where it ends before. */
async function untilSaid(output: ReadableStream<Uint8Array<ArrayBuffer>>, word: string): Promise<string> {
  const reader = output.pipeThrough(new TextDecoderStream()).getReader();
  const drain = async () => {
    while (!(await reader.read()).done);
  };
  let said = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    said = (said + next.value).slice(-10_000);
    if (!said.includes(word)) continue;
    drain().catch(() => undefined);
    return "";
  }
  return said.trim().split("\n").at(-1) ?? "it ended";
}

export class SillyTavern {
  /** What its page sends with each request. */
  #headers: Record<string, string> = { "content-type": "application/json" };

  private constructor(
    readonly folder: string,
    readonly child: Deno.ChildProcess,
    readonly address: string,
  ) {}

  /** Installs and starts it in a temporary folder; in a line why that did not go. */
  static async start(): Promise<SillyTavern | string> {
    const folder = await Deno.makeTempDir();
    const trouble = await installed(folder, [PACKAGE], ["--ignore-scripts"]);
    if (trouble !== "") {
      await Deno.remove(folder, { recursive: true });
      return trouble;
    }
    const port = freePort();
    const own = ["--dataRoot", `${folder}/data`, "--configPath", `${folder}/config.yaml`];
    const child = new Deno.Command("node", {
      args: ["server.js", "--port", `${port}`, "--browserLaunchEnabled", "false", ...own],
      cwd: `${folder}/node_modules/sillytavern`,
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const tavern = new SillyTavern(folder, child, `http://127.0.0.1:${port}`);
    const late = setTimeout(() => child.kill("SIGKILL"), START_MS);
    try {
      const ended = await untilSaid(child.stdout, "is listening");
      if (ended === "") await tavern.#signIn();
      else await tavern.end();
      return ended === "" ? tavern : ended;
    } catch (error) {
      await tavern.end();
      return String(error);
    } finally {
      clearTimeout(late);
    }
  }

  get pid(): number {
    return this.child.pid;
  }

  async end(): Promise<void> {
    try {
      this.child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await this.child.status;
    await Deno.remove(this.folder, { recursive: true });
  }

  async #signIn(): Promise<void> {
    const response = await fetch(`${this.address}/csrf-token`);
    const { token } = await response.json();
    const cookie = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]).join("; ");
    this.#headers = { ...this.#headers, "x-csrf-token": token, cookie };
  }

  async post(path: string, body: unknown): Promise<Response> {
    const sent = { method: "POST", headers: this.#headers, body: JSON.stringify(body) };
    const response = await fetch(`${this.address}${path}`, sent);
    if (!response.ok) throw new Error(`${TAVERN}, ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  /** A new chat that nothing was said in. */
  async chat(): Promise<TavernChat> {
    const chat = new TavernChat(this);
    // The first time it is asked for a chat with somebody it makes room for those.
    await chat.open();
    await chat.save();
    return chat;
  }
}

/** A chat: a file that is saved as a whole, each time. */
export class TavernChat {
  readonly name = crypto.randomUUID();
  readonly lines: Line[] = [];
  readonly #head = {
    user_name: "Ann",
    character_name: "Bench",
    chat_metadata: { integrity: crypto.randomUUID() },
  };

  constructor(readonly tavern: SillyTavern) {}

  say(mes: string, by: "Ann" | "Bench" = "Ann"): void {
    this.lines.push({ name: by, is_user: by === "Ann", mes });
  }

  async save(): Promise<void> {
    const chat = {
      ch_name: "Bench",
      file_name: this.name,
      avatar_url: CARD,
      chat: [this.#head, ...this.lines],
    };
    await (await this.tavern.post("/api/chats/save", chat)).body?.cancel();
  }

  /** The whole of it as text. */
  async open(): Promise<string> {
    const asked = { ch_name: "Bench", file_name: this.name, avatar_url: CARD };
    return await (await this.tavern.post("/api/chats/get", asked)).text();
  }

  /**
   * Has a model answer what the chat has; the answer becomes its last line.
   * @returns when its first text was here, in milliseconds as `performance.now` has them
   */
  async answer(models: string, model: string): Promise<number> {
    const { body } = await this.tavern.post("/api/backends/chat-completions/generate", {
      chat_completion_source: "custom",
      custom_url: models,
      model,
      stream: true,
      messages: this.lines.map(({ is_user, mes }) => ({
        role: is_user ? "user" : "assistant",
        content: mes,
      })),
    });
    let [first, answer, rest] = [NaN, "", ""];
    for await (const text of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const frames = (rest + text).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames.filter((frame) => frame.startsWith("data: {"))) {
        answer += JSON.parse(frame.slice(6)).choices[0]?.delta.content ?? "";
      }
      if (answer !== "" && Number.isNaN(first)) first = performance.now();
    }
    if (answer === "") throw new Error(`${TAVERN} gave no answer`);
    this.say(answer, "Bench");
    return first;
  }
}
