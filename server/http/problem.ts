/** Errors as clients see them: RFC 9457 problem documents that never echo input and never carry a secret. */

/** The closed set of `code`s, each with its HTTP status and title. */
const KINDS = {
  validation: [422, "The request is not valid"],
  malformed: [400, "The request cannot be read"],
  unauthenticated: [401, "Sign in first"],
  forbidden: [403, "Not allowed"],
  set_up: [403, "Set a password first"],
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  timeout: [408, "The request took too long"],
  conflict: [409, "Conflict"],
  too_large: [413, "Too large"],
  unsupported_media_type: [415, "Unsupported media type"],
  misdirected: [421, "Misdirected request"],
  stopped: [422, "Stopped before there was an answer"],
  reused_key: [422, "Idempotency key used before"],
  too_many_requests: [429, "Too many requests"],
  internal: [500, "Internal error"],
  upstream: [502, "The provider failed"],
  unavailable: [503, "Unavailable"],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof KINDS;
/** One wrong field: where it is, and what a valid value would be. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

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
    return KINDS[this.code][0];
  }
}

/** The answer for a problem; `instance` is the request id, by which the log line is found. */
export function problemResponse(problem: Problem, instance: string): Response {
  const [status, title] = KINDS[problem.code];
  const body = {
    type: "about:blank",
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    error: problem.detail,
    instance,
    ...(problem.errors ? { errors: problem.errors } : {}),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json", ...problem.headers },
  });
}
