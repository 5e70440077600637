/** Five servers of models on a thread of their own, so that they do not count as the engine's work. */
import { type RawRequest, RawServer } from "../actors/providers/raw_server.ts";
import { respond, type WireAnswer, wireOf } from "../actors/providers/wire_answers.ts";
import { sharedNow } from "./stamp.ts";

/** What the bench is told: the servers' addresses once, then when each abandoned socket was closed, and when `STAMPED` was asked. */
export type Told = { readonly addresses: readonly string[] } | { readonly closedAt: number } | {
  readonly askedAt: number;
};

/** The model that says when it was asked. */
export const STAMPED = "stamped";

const SERVERS = 5;
/** Milliseconds between the pieces of an answer. */
const PACE_MS = 5;

const tell = (told: Told) => self.postMessage(told);
function answerOf(model: string): WireAnswer {
  const pieces = ["Once ", "upon ", "a time."];
  return model.startsWith("hang")
    ? { do: "say", pieces, end: "hang", paceMs: PACE_MS }
    : { do: "say", pieces, paceMs: PACE_MS };
}

function answer({ path, body, gone }: RawRequest): Response | Promise<Response> {
  const asked: Record<string, unknown> = JSON.parse(new TextDecoder().decode(body));
  gone.addEventListener("abort", () => tell({ closedAt: sharedNow() }));
  if (asked["model"] === STAMPED) tell({ askedAt: sharedNow() });
  return respond(wireOf(path), asked, answerOf(String(asked["model"])));
}

// The module is imported for its types and its clock, too; only as a worker it serves.
if ("WorkerGlobalScope" in globalThis) {
  const servers = Array.from({ length: SERVERS }, () => new RawServer(answer));
  tell({ addresses: servers.map(({ url }) => `${url}/v1`) });
}
