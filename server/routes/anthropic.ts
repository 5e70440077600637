/** Anthropic's Messages API for agents and agencies. */
import { MessagesRequest } from "../contract/message_request.ts";
import { MessageFrame, MessageObject } from "../contract/message_shapes.ts";
import { PROGRAM_BODY_BYTES, type Route, route } from "../http/route.ts";
import { respond } from "../programs/messages/answer_messages.ts";
import { targetNamed } from "../programs/models.ts";
import { FAILURES } from "./programs.ts";

export const anthropic: Route[] = [
  route("POST", "/v1/messages", {
    access: "program",
    summary: "Talk with an agent or an agency, as Anthropic's SDKs do",
    body: MessagesRequest,
    bodyBytes: PROGRAM_BODY_BYTES,
    answers: FAILURES,
    answer: MessageObject,
    media: { "text/event-stream": MessageFrame },
    async handle(call) {
      return await respond(call, targetNamed(await call.services.system.workspace(), call.body.model));
    },
  }),
];
