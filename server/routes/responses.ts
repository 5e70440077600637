/** OpenAI's Responses API for agents and agencies. */
import { z } from "zod";
import { ResponseRequest } from "../contract/response_request.ts";
import { ResponseFrame, ResponseObject } from "../contract/response_shapes.ts";
import { targetNamed } from "../programs/models.ts";
import { responseById } from "../programs/responses/by_id.ts";
import { respond } from "../programs/responses/respond.ts";
import { PROGRAM_BODY_BYTES, type Route, route } from "../http/route.ts";
import { flag } from "../contract/values.ts";
import { unsupported } from "../programs/unsupported.ts";
import { FAILURES } from "./programs.ts";

export const responses: Route[] = [
  route("POST", "/v1/responses", {
    access: "program",
    summary: "Talk with an agent or an agency by the Responses API",
    body: ResponseRequest,
    bodyBytes: PROGRAM_BODY_BYTES,
    list: "input",
    answers: FAILURES,
    answer: ResponseObject,
    media: { "text/event-stream": ResponseFrame },
    async handle(call) {
      return await respond(call, targetNamed(await call.services.system.workspace(), call.body.model));
    },
  }),
  route("GET", "/v1/responses/:id", {
    access: "program",
    summary: "An answer of the Responses API once more, as it stands now",
    query: z.object({ stream: flag.optional() }),
    answers: { 400: "It cannot be streamed again", 404: "There is no such answer" },
    answer: ResponseObject,
    async handle(call) {
      if (call.query.stream) throw unsupported("stream", "An answer is streamed once, while it is written.");
      for (const name of call.url.searchParams.keys()) {
        if (/^include(\[|$)/.test(name)) throw unsupported("include", "An answer has nothing more to show.");
      }
      return await responseById(call, call.params["id"] ?? "");
    },
  }),
];
