/** Calls of the Responses API: the same message in a conversation as a chat completion, answered in other words. */
import type { ResponseRequest } from "../../contract/response_request.ts";
import type { ResponseObject } from "../../contract/response_shapes.ts";
import type { Call } from "../../http/route.ts";
import { answering, type Begun, type Form } from "../answering.ts";
import type { Target } from "../begin.ts";
import { inOwnWords } from "../own_words.ts";
import { previousOf } from "../previous.ts";
import { endedResponse, type Head } from "./answer.ts";
import { dereferenced } from "./by_id.ts";
import { ResponseStream } from "./stream.ts";
import { nameOf, translated } from "./request.ts";

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
  const translation = await translated(await dereferenced(call));
  return await inOwnWords(
    (path) => nameOf(path, translation),
    async () =>
      answering({ ...call, body: translation.body }, target, formOf(call), {
        ...(typeof id === "string" ? { previous: await previousOf(call, id, "previous_response_id") } : {}),
        ...(typeof instructions === "string" ? { instructions } : {}),
      }),
  );
}
