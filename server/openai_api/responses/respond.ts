/** Calls of the Responses API: the same message in a conversation as a chat completion, answered in other words. */
import { factsOf } from "../../../events/catalog/modes.ts";
import type { ResponseRequest } from "../../contract/response_request.ts";
import type { ResponseObject } from "../../contract/response_shapes.ts";
import { Problem } from "../../http/problem.ts";
import type { Call } from "../../http/route.ts";
import { answering, type Begun, type Form } from "../answering.ts";
import type { Target } from "../begin.ts";
import { failureOf, forCaller, outcomeOf } from "../completions.ts";
import { modelIn } from "../models.ts";
import { answeredIn, partsOf, previousOf } from "../previous.ts";
import { begunResponse, endedResponse, failedResponse, type Head } from "./answer.ts";
import { ResponseStream } from "./stream.ts";
import { inOwnWords, translated } from "./request.ts";

const headOf = ({ started, created, target }: Begun, { body }: Call<ResponseRequest>): Head => ({
  ...started,
  created,
  model: target.model,
  previous: body.previous_response_id ?? null,
});

const formOf = (call: Call<ResponseRequest>): Form<ResponseObject> => ({
  whole: (begun, answered) => endedResponse(headOf(begun, call), answered),
  stream: (begun, write) => new ResponseStream(begun, headOf(begun, call), write),
});

export async function respond(
  call: Call<ResponseRequest>,
  target: Target,
): Promise<ResponseObject | Response> {
  const { instructions, previous_response_id: id } = call.body;
  const translation = translated(call.body);
  return await inOwnWords(
    translation,
    async () =>
      answering({ ...call, body: translation.body }, target, formOf(call), {
        ...(id ? { previous: await previousOf(call, id, "previous_response_id") } : {}),
        ...(typeof instructions === "string" ? { instructions } : {}),
      }),
  );
}

/** An answer once more, as it stands now: also one whose caller or server went away meanwhile. */
export async function responseById(call: Call, id: string): Promise<ResponseObject> {
  const { conversationId = "", exchange = "" } = partsOf(id) ?? {};
  const state = await answeredIn(call, id);
  const asked = state?.messages[exchange];
  if (!state || !asked) throw new Problem("not_found", "There is no such answer.");
  const managed = factsOf(state.mode).addressed ? state.manager : null;
  const first = Object.values(state.turns).find((turn) => turn.exchange === exchange);
  const speakerId = managed?.participantId ?? first?.participantId ?? "";
  const speaker = [...state.participants, ...state.former].find((one) => one.id === speakerId);
  const workspace = await call.services.system.workspace();
  const head: Head = {
    conversationId,
    exchange,
    created: Math.floor(Date.parse(asked.at) / 1_000),
    model: managed?.agencyId
      ? modelIn(workspace, "agency", managed.agencyId)
      : modelIn(workspace, "agent", speaker?.agentId ?? ""),
  };
  const outcome = outcomeOf(state, { exchange, speakerId });
  if (!outcome) return begunResponse(head, state);
  if (!outcome.ok) return failedResponse(begunResponse(head, state), failureOf(outcome));
  const text = await forCaller(call, managed !== null, state, outcome.text);
  return endedResponse(head, { state, outcome, text });
}
