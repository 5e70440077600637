/** Calls of Anthropic's Messages API: the same message in a conversation as a chat completion, answered in other words. */
import type { CountRequest, MessagesRequest } from "../../contract/message_request.ts";
import type { MessageObject } from "../../contract/message_shapes.ts";
import type { Call } from "../../http/route.ts";
import { answering, type Begun, type Form } from "../answering.ts";
import type { Target } from "../begin.ts";
import { inOwnWords } from "../own_words.ts";
import { endedMessage, type Head } from "./whole_message.ts";
import { checkHeaders, nameOf, translated } from "./translate_messages.ts";
import { MessageStream, ping } from "./message_stream.ts";

function formOf({ body }: Call<MessagesRequest>): Form<MessageObject> {
  const tells = body.thinking?.display !== "omitted" && body.thinking?.type !== "disabled";
  const headOf = ({ started, target }: Begun): Head => ({ ...started, model: target.model, tells });
  return {
    whole: (begun, answered) => endedMessage(headOf(begun), answered),
    beat: ping,
    stream: (begun, write) => new MessageStream(begun, headOf(begun), write),
  };
}

/** The call in the words of chat completions, for who is asked. */
export async function translatedFor(
  { body, request, services }: Call<CountRequest>,
  target: Target,
  known?: Parameters<typeof translated>[2],
) {
  checkHeaders(request.headers);
  const { agents } = await services.system.workspace();
  return await translated(body, {
    agency: target.managing !== undefined || target.panel !== undefined,
    thinks: target.agents.some(({ agentId }) => agents[agentId]?.params.effort !== undefined),
  }, known);
}

export async function respond(
  call: Call<MessagesRequest>,
  target: Target,
): Promise<MessageObject | Response> {
  const { body } = call;
  const translation = await translatedFor(call, target);
  return await inOwnWords(
    (path) => nameOf(path, translation, body),
    () => answering({ ...call, body: translation.body }, target, formOf(call)),
  );
}
