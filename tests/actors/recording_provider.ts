/** The practice provider, keeping what it is sent, so that tests can compare it with what the log rebuilds. */
import { MockProvider } from "../../actors/providers/practice/mock.ts";
import type { Part, SendOptions } from "../../actors/providers/types.ts";

/** A request as it arrived. */
export interface Received {
  readonly providerId: string;
  readonly model: string;
  readonly body: Uint8Array;
}

export class RecordingProvider extends MockProvider {
  readonly #received: Received[] = [];

  /** The requests received, oldest first. */
  requests(): readonly Received[] {
    return this.#received;
  }

  override send(options: SendOptions): AsyncGenerator<Part> {
    this.#received.push({
      providerId: options.config.id,
      model: options.model,
      body: options.body.slice(),
    });
    return super.send(options);
  }
}
