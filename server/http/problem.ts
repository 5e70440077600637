/** Errors as clients see them: RFC 9457 problem documents that never echo input and never carry a secret. */

import {
  type FieldError,
  type MessagesProblem,
  type ProblemCode,
  type ProblemDocument,
  PROBLEMS,
  type ProgramProblem,
} from "../contract/problem_document.ts";

/** Thrown by handlers; the app turns it into the answer. */
export class Problem extends Error {
  override readonly name = "Problem";
  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly errors?: readonly FieldError[],
    readonly headers: Record<string, string> = {},
  ) {
    super(detail);
  }
  get status(): number {
    return PROBLEMS[this.code][0];
  }
}

/** What passes: who asks may come again after so many seconds. */
export function comeAgain(code: ProblemCode, detail: string, seconds = 1): Problem {
  return new Problem(code, detail, undefined, { "retry-after": `${seconds}` });
}

/** What is wrong with one field. `detail` is the sentence for people, where it is another one. */
export function wrongField(path: string, message: string, detail = `${path}: ${message}`): Problem {
  return new Problem("validation", detail, [{ path, message }]);
}

/** A field that has to be there and is not. */
export const missing = (path: string): Problem => wrongField(path, "it is missing");

/** The answer for a problem; `instance` is the request id, by which the log line is found. */
export function problemResponse(problem: Problem, instance: string): Response {
  const [status, title] = PROBLEMS[problem.code];
  const body: ProblemDocument = {
    type: "about:blank",
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    error: problem.detail,
    instance,
    ...(problem.errors ? { errors: [...problem.errors] } : {}),
  };
  return Response.json(body, {
    status,
    headers: { "content-type": "application/problem+json", ...problem.headers },
  });
}

const TYPES: Readonly<Record<number, ProgramProblem["error"]["type"]>> = {
  401: "authentication_error",
  404: "not_found_error",
  429: "rate_limit_error",
};

/** What programs call a status: where OpenAI says 400, they are told 400. */
const programStatus = ({ code, status }: Problem) => code === "validation" ? 400 : status;

/** A problem in OpenAI's words, as its SDKs read it. */
export function programProblem(problem: Problem): ProgramProblem {
  const status = programStatus(problem);
  return {
    error: {
      message: problem.detail,
      type: TYPES[status] ?? (status >= 500 ? "server_error" : "invalid_request_error"),
      param: paramOf(problem),
      code: programCode(problem),
    },
  };
}

const paramOf = ({ errors }: Problem) => errors?.[0]?.path || null;
const programCode = ({ code }: Problem) => code === "unauthenticated" ? "invalid_api_key" : code;

/** The answer for a program: `/v1` and agencies. */
export function programResponse(problem: Problem): Response {
  return Response.json(programProblem(problem), { status: programStatus(problem), headers: problem.headers });
}

const MESSAGES_TYPES: Readonly<Record<number, MessagesProblem["error"]["type"]>> = {
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  408: "timeout_error",
  409: "conflict_error",
  413: "request_too_large",
  // The provider's fault, and not that of who calls.
  424: "api_error",
  429: "rate_limit_error",
  503: "overloaded_error",
};

/** A problem in Anthropic's words, as its SDKs read it: which field it is about stands before the sentence. */
export function messagesProblem(problem: Problem): MessagesProblem {
  const { detail } = problem;
  const status = programStatus(problem);
  const param = paramOf(problem);
  return {
    type: "error",
    error: {
      type: MESSAGES_TYPES[status] ?? (status >= 500 ? "api_error" : "invalid_request_error"),
      message: param === null || detail.startsWith(param) ? detail : `${param}: ${detail}`,
      details: { error_code: programCode(problem), param },
    },
  };
}

/** The answer for a program that speaks as Anthropic's clients do. */
export function messagesResponse(problem: Problem, instance: string): Response {
  const body = { ...messagesProblem(problem), request_id: instance };
  return Response.json(body, { status: programStatus(problem), headers: problem.headers });
}
