/**
 * The practice provider for tests: it keeps what it is sent, so that it can be compared with what the log rebuilds, and
 * its models `script:<name>` say what a script tells them.
 */
import { type MockOptions, MockProvider } from "../../actors/providers/practice/mock.ts";
import type { Plan } from "../../actors/providers/practice/practice_models.ts";
import type { MockBody } from "../../actors/providers/practice/render_mock.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { scripted, type Scripts } from "./scripts.ts";
import type { Part, SendOptions } from "../../actors/providers/types.ts";

/** A request as it arrived. */
export interface Received {
  readonly providerId: string;
  readonly model: string;
  readonly body: Uint8Array;
}

export class RecordingProvider extends MockProvider {
  readonly #received: Received[] = [];
  readonly #scripts: Scripts;

  constructor({ scripts = {}, ...options }: MockOptions & { readonly scripts?: Scripts }) {
    super(options);
    this.#scripts = scripts;
  }

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

  override async models(): Promise<OfferedModel[]> {
    return [
      ...await super.models(),
      ...Object.keys(this.#scripts).map((name) => ({ name: `script:${name}` })),
    ];
  }

  protected override plan(body: MockBody, calls: number): Plan | null {
    if (!body.model.startsWith("script:")) return super.plan(body, calls);
    const script = this.#scripts[body.model.slice("script:".length)];
    const call = script?.[calls % script.length];
    return call ? scripted(call) : null;
  }
}
