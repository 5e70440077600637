/** Calls of Anthropic's Messages API: the same message in a conversation as a chat completion, answered in other words. */
import type { MessagesRequest } from "../../contract/message_request.ts";
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

export async function respond(
  call: Call<MessagesRequest>,
  target: Target,
): Promise<MessageObject | Response> {
  const { body, request, services } = call;
  checkHeaders(request.headers);
  const { agents } = await services.system.workspace();
  const translation = translated(body, {
    agency: target.managing !== undefined,
    thinks: target.agents.some(({ agentId }) => agents[agentId]?.params.effort !== undefined),
  });
  return await inOwnWords(
    (path) => nameOf(path, translation, body),
    () => answering({ ...call, body: translation.body }, target, formOf(call)),
  );
}
