/** The network between browser and server: a relay of bytes that can be unplugged and plugged in again. */
export class Wire implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #open = new Set<Deno.Conn>();
  #target = 0;
  #plugged = true;

  constructor() {
    void this.#accept();
  }

  get port(): number {
    return this.#listener.addr.port;
  }

  /** Where the server listens. */
  to(port: number): void {
    this.#target = port;
  }

  /** Every connection breaks, and new ones do until `plug`. */
  unplug(): void {
    this.#plugged = false;
    for (const end of this.#open) close(end);
    this.#open.clear();
  }

  plug(): void {
    this.#plugged = true;
  }

  async #accept(): Promise<void> {
    for await (const near of this.#listener) {
      if (!this.#plugged) close(near);
      else void this.#relay(near);
    }
  }

  async #relay(near: Deno.TcpConn): Promise<void> {
    const far = await Deno.connect({ hostname: "127.0.0.1", port: this.#target }).catch(() => null);
    if (!far || !this.#plugged) {
      close(near);
      if (far) close(far);
      return;
    }
    const ends = [near, far];
    for (const end of ends) this.#open.add(end);
    await Promise.allSettled([near.readable.pipeTo(far.writable), far.readable.pipeTo(near.writable)]);
    for (const end of ends) {
      close(end);
      this.#open.delete(end);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.unplug();
    this.#listener.close();
    await Promise.resolve();
  }
}

function close(end: Deno.Conn): void {
  try {
    end.close();
  } catch {
    // Closed already.
  }
}
