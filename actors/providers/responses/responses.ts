/**
 * Responses, the other words of OpenAI's servers: what is thought is summed up, and comes back with the results of tools.
 * The SDK reads the stream, we send the rendered bytes, as for Chat Completions.
 */
import { events, listed } from "../openai/openai.ts";
import { linked, modelsOf } from "../sdk_call.ts";
import type { ProviderAdapter } from "../types.ts";
import { TURN_BYTES } from "../wire.ts";
import { responsesRenderer } from "./render_responses.ts";
import { ResponseReader } from "./responses_events.ts";

/** @param now epoch milliseconds, for a `Retry-After` that is a date */
export function createResponses(now: () => number): ProviderAdapter {
  return {
    kind: "responses",
    renderer: responsesRenderer,
    send: (options) =>
      linked(options.signal, new ResponseReader(options.model), (cut) =>
        // Its last line says all it said before, and its first what it was asked.
        events(options, now, cut, { body: options.body, path: "/responses", line: TURN_BYTES })),
    models: (options) => modelsOf(options.signal, () => listed(options, now)),
  };
}
