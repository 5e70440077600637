/** A client of the event stream that reconnects, to whichever server there is, from the last id it saw. */

/** What one client was given, and what was wrong with it. */
export class Watcher {
  readonly seqs = new Map<string, number>();
  /** Longest text shown, by turn and attempt. */
  readonly shown = new Map<string, string>();
  readonly wrong: string[] = [];
  reconnects = 0;
  lastId: string | null = null;
  #stop = new AbortController();
  readonly #done: Promise<void>;

  /** @param addresses of the servers that run now; the first that answers is taken */
  constructor(readonly name: string, readonly addresses: () => string[]) {
    this.#done = this.#watch();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #watch(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const addresses = this.addresses();
      const address = addresses[Math.floor(Math.random() * addresses.length)];
      if (address) await this.#read(address).catch(() => undefined);
      this.reconnects++;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #read(address: string): Promise<void> {
    // A stopped process accepts and says nothing: a browser's watchdog would leave it, too.
    const silent = new AbortController();
    let patience = setTimeout(() => silent.abort(), 3_000);
    const signal = AbortSignal.any([this.#stop.signal, silent.signal]);
    try {
      const response = await fetch(`${address}/api/events`, {
        signal,
        headers: {
          accept: "text/event-stream",
          origin: address,
          ...(this.lastId ? { "last-event-id": this.lastId } : {}),
        },
      });
      if (!response.ok || !response.body) return void await response.body?.cancel();
      let text = "";
      const decoded = response.body.pipeThrough(new TextDecoderStream()).getReader();
      // A fetch forgets its signal once its response is collected, so the body is closed here.
      signal.addEventListener("abort", () => void decoded.cancel().catch(() => undefined));
      for (let next = await decoded.read(); !next.done; next = await decoded.read()) {
        const chunk = next.value;
        clearTimeout(patience);
        patience = setTimeout(() => silent.abort(), 3_000);
        text += chunk;
        const frames = text.split("\n\n");
        text = frames.pop() ?? "";
        for (const frame of frames) this.#take(frame);
      }
    } finally {
      clearTimeout(patience);
    }
  }

  #take(frame: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(frame)?.[1];
    const data = field("data");
    if (data === undefined) return;
    const id = field("id");
    const body = JSON.parse(data);
    switch (field("event")) {
      case "event": {
        const before = this.seqs.get(body.stream);
        if (before !== undefined && body.seq !== before + 1) {
          this.wrong.push(`${this.name}: ${body.stream} went from ${before} to ${body.seq}`);
        }
        this.seqs.set(body.stream, body.seq);
        if (id !== undefined) this.lastId = id;
        return;
      }
      case "reset":
        this.wrong.push(`${this.name}: reset, ${body.why}`);
        return;
      case "draft": {
        const key = `${body.turnId}/${body.attempt}`;
        const known = this.shown.get(key) ?? "";
        const whole = known.slice(0, body.at) + body.text;
        if (body.at <= known.length && whole.length > known.length) this.shown.set(key, whole);
      }
    }
  }
}
