/**
 * Responses, the other words of OpenAI's servers: what is thought is summed up, and comes back with the results of tools.
 * The SDK reads the stream, our own `fetch` sends the rendered bytes, as for Chat Completions.
 */
import { asking, listed, sending } from "../openai/openai.ts";
import { linked, modelsOf } from "../sdk_call.ts";
import type { ProviderAdapter, SendOptions } from "../types.ts";
import { TURN_BYTES } from "../wire.ts";
import { responsesRenderer } from "./render_responses.ts";
import { ResponseReader } from "./responses_events.ts";

/** @param now epoch milliseconds, for a `Retry-After` that is a date */
export function createResponses(now: () => number): ProviderAdapter {
  return {
    kind: "responses",
    renderer: responsesRenderer,
    send: (options) =>
      linked(options.signal, new ResponseReader(options.model), (cut) => events(options, now, cut)),
    models: (options) => modelsOf(options.signal, () => listed(options, now)),
  };
}

async function* events(options: SendOptions, now: () => number, cut: AbortSignal) {
  // Its last line says all it said before, and its first what it was asked.
  const asked = { body: options.body, path: "/responses", line: TURN_BYTES };
  yield* asking(
    sending(options, now, cut, asked),
    // What is given here is not sent: `fetch` puts the rendered bytes in its place.
    ({ responses }, named) => responses.create({ model: options.model, input: "", stream: true }, named),
  );
}
