/** Anthropic's Messages API for agents and agencies. */
import { CountRequest, MessagesRequest } from "../contract/message_request.ts";
import { MessageFrame, MessageObject, TokenCount } from "../contract/message_shapes.ts";
import { PROGRAM_BODY_BYTES, type Route, route } from "../http/route.ts";
import { respond } from "../programs/messages/answer_messages.ts";
import { countTokens } from "../programs/messages/count_tokens.ts";
import { targetNamed } from "../programs/models.ts";
import { FAILURES } from "./programs.ts";

export const anthropic: Route[] = [
  route("POST", "/v1/messages", {
    access: "program",
    summary: "Talk with an agent or an agency, as Anthropic's SDKs do",
    body: MessagesRequest,
    bodyBytes: PROGRAM_BODY_BYTES,
    list: "messages",
    answers: FAILURES,
    answer: MessageObject,
    media: { "text/event-stream": MessageFrame },
    async handle(call) {
      return await respond(call, targetNamed(await call.services.system.workspace(), call.body.model));
    },
  }),
  route("POST", "/v1/messages/count_tokens", {
    access: "program",
    summary: "Tokens that a call of the Messages API would take, estimated",
    body: CountRequest,
    bodyBytes: PROGRAM_BODY_BYTES,
    list: "messages",
    answers: { 400: FAILURES[400], 404: FAILURES[404] },
    answer: TokenCount,
    async handle(call) {
      return await countTokens(call, targetNamed(await call.services.system.workspace(), call.body.model));
    },
  }),
];
