/** The answer object of the Responses API: what it repeats of the call, and in whose words it says why there is none. */
import assert from "node:assert/strict";
import type { CallSettings } from "../../../../events/catalog/call_settings.ts";
import { conversation } from "../../../../projections/conversation/conversation.ts";
import type { ProblemCode } from "../../../../server/contract/problem_document.ts";
import { ResponseRequest } from "../../../../server/contract/response_request.ts";
import { ResponseObject } from "../../../../server/contract/response_shapes.ts";
import { Problem } from "../../../../server/http/problem.ts";
import { settingsOf } from "../../../../server/programs/call_settings.ts";
import { begunResponse, failedResponse, outputOf } from "../../../../server/programs/responses/answer.ts";
import { translated } from "../../../../server/programs/responses/request.ts";
import { WISHES } from "../../programs.ts";

const HEAD = { conversationId: "c", exchange: "m", created: 5, model: "agent/plain" };

/** The answer to a call whose message says this of how it wants it. */
function answerTo(call: CallSettings) {
  const state = conversation.initial("c");
  state.bodies["m"] = { content: "Hi", call };
  return begunResponse(HEAD, state);
}

Deno.test("an answer repeats what was asked for as it was asked for, and says null where nothing was", async () => {
  const schema = { type: "object", properties: { city: { type: "string" } } };
  const asked = {
    max_output_tokens: 7,
    temperature: 0.2,
    top_p: 0.5,
    text: {
      format: { type: "json_schema" as const, name: "f", description: "Form.", schema, strict: true },
      verbosity: "low" as const,
    },
    tools: [{
      type: "function" as const,
      name: "f",
      description: "Finds.",
      parameters: schema,
      strict: true,
    }],
    tool_choice: { type: "function" as const, name: "f" },
    ...WISHES,
  };
  const read = async (more: object) =>
    settingsOf((await translated(ResponseRequest.parse({ input: "Hi", ...more }))).body) ?? {};
  const answer = answerTo(await read({ ...asked, reasoning: { effort: "high" } }));
  assert.partialDeepStrictEqual(answer, { ...asked, reasoning: { effort: "high", summary: null } });
  ResponseObject.parse(answer);
  const json = answerTo(
    await read({ text: { format: { type: "json_object" } }, tools: asked.tools, tool_choice: "required" }),
  );
  assert.deepEqual([json.text.format, json.tool_choice], [{ type: "json_object" }, "required"]);
  const plain = answerTo({});
  ResponseObject.parse(plain);
  assert.deepEqual(
    [
      plain.temperature,
      plain.text,
      plain.tools,
      plain.tool_choice,
      plain.parallel_tool_calls,
      plain.metadata,
    ],
    [null, { format: { type: "text" }, verbosity: null }, [], "auto", true, {}],
  );
  assert.ok(!("user" in plain) && plain.store);
});

Deno.test("why there is no answer is said in OpenAI's codes", () => {
  const of = (code: ProblemCode) => failedResponse(answerTo({}), new Problem(code, "No."));
  const codes: readonly ProblemCode[] = [
    "too_many_requests",
    "context_length_exceeded",
    "upstream",
    "stopped",
  ];
  assert.deepEqual(codes.map((code) => of(code).error?.code), [
    "rate_limit_exceeded",
    "invalid_prompt",
    "server_error",
    "server_error",
  ]);
  ResponseObject.parse(of("upstream"));
});

Deno.test("of an answer that was cut in its calls the last of them is incomplete, and no words are no message", () => {
  const state = conversation.initial("c");
  const call = (callId: string) => ({
    attempt: 1,
    round: 1,
    callId,
    tool: "f",
    args: "{",
    client: true as const,
  });
  const outcome = {
    ok: true,
    text: "",
    reasoning: "",
    calls: [call("a"), call("b")],
    finish: "length",
    reason: "length",
    turns: [],
  } as const;
  const items = outputOf(HEAD, { state, outcome, text: "" });
  assert.deepEqual(items.map(({ type, id, status }) => `${type} ${id} ${status}`), [
    "function_call fc_c.m.0 completed",
    "function_call fc_c.m.1 incomplete",
  ]);
});

Deno.test("what a log from elsewhere has in the place of a form or of tools is none", () => {
  for (const text of ["", "{", "null", '{"type":"xml"}', "[1]"]) {
    const { text: { format }, tools } = answerTo({ format: text, tools: text });
    assert.deepEqual([format, tools], [{ type: "text" }, []], text);
  }
});
