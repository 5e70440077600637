/** Errors as clients see them: RFC 9457 for us and the interface, OpenAI's words for programs. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";

/** The closed set of `code`s, each with its HTTP status and title. */
export const PROBLEMS = {
  validation: [422, "The request is not valid"],
  context_length_exceeded: [400, "The conversation is too long for the model"],
  content_filter: [400, "The model declined to answer"],
  unsupported_parameter: [400, "The parameter cannot be honoured"],
  previous_response_not_found: [400, "There is no such answer to go on from"],
  malformed: [400, "The request cannot be read"],
  unauthenticated: [401, "Sign in first"],
  forbidden: [403, "Not allowed"],
  set_up: [403, "Set a password first"],
  not_found: [404, "Not found"],
  model_not_found: [404, "There is no such model"],
  method_not_allowed: [405, "Method not allowed"],
  timeout: [408, "The request took too long"],
  conflict: [409, "Conflict"],
  too_large: [413, "Too large"],
  unsupported_media_type: [415, "Unsupported media type"],
  misdirected: [421, "Misdirected request"],
  stopped: [422, "Stopped before there was an answer"],
  reused_key: [422, "Idempotency key used before"],
  upstream_refused: [424, "The provider will not answer this agent"],
  too_many_requests: [429, "Too many requests"],
  internal: [500, "Internal error"],
  upstream: [502, "The provider failed"],
  unavailable: [503, "Unavailable"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;
const Code = z.enum(Object.keys(PROBLEMS)).meta({ id: "ProblemCode" });
/** Programs know one of the codes by OpenAI's name. */
const ProgramCode = z.enum([...Object.keys(PROBLEMS), "invalid_api_key"]).meta({ id: "ProgramProblemCode" });

/** One wrong field: where it is, and what a valid value would be. */
const WrongField = lazy(() => z.strictObject({ path: z.string(), message: z.string() }));
export type FieldError = Readonly<z.infer<typeof WrongField>>;

export const ProblemDocument = lazy(() =>
  z.strictObject({
    type: z.literal("about:blank"),
    title: z.string(),
    status: z.int(),
    /** A sentence for people. */
    detail: z.string(),
    code: Code,
    /** Repeats `detail`. */
    error: z.string(),
    /** The request's id, by which the log line is found. */
    instance: z.string(),
    errors: z.array(WrongField).optional(),
  }).meta({ id: "Problem" })
);
export type ProblemDocument = Readonly<z.infer<typeof ProblemDocument>>;

export const ProgramProblem = lazy(() =>
  z.strictObject({
    error: z.strictObject({
      message: z.string(),
      type: z.enum([
        "authentication_error",
        "not_found_error",
        "rate_limit_error",
        "server_error",
        "invalid_request_error",
      ]),
      param: z.string().nullable(),
      code: ProgramCode,
    }),
  }).meta({ id: "ProgramProblem" })
);
export type ProgramProblem = Readonly<z.infer<typeof ProgramProblem>>;

/** The same in the words of Anthropic's API. */
export const MessagesProblem = lazy(() =>
  z.strictObject({
    type: z.literal("error"),
    error: z.strictObject({
      type: z.enum([
        "invalid_request_error",
        "authentication_error",
        "permission_error",
        "not_found_error",
        "timeout_error",
        "conflict_error",
        "request_too_large",
        "rate_limit_error",
        "api_error",
        "overloaded_error",
      ]),
      message: z.string(),
      details: z.strictObject({ error_code: ProgramCode, param: z.string().nullable() }),
    }),
    /** Absent in a stream. */
    request_id: z.string().exactOptional(),
  }).meta({ id: "MessagesProblem" })
);
export type MessagesProblem = Readonly<z.infer<typeof MessagesProblem>>;
