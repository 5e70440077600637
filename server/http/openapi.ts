/** OpenAPI 3.1 from the route table: the schemas that are published are those that validate. */
import { z } from "zod";
import { KEY_CHARACTERS, KEY_PATTERN } from "./commands.ts";
import { SESSION_COOKIE } from "../access/cookies.ts";
import type { Route } from "./route.ts";
import { SCOPE_MEANINGS, scopesOf } from "../access/scopes.ts";

const text = { type: "string" };
const problem = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "error", "instance"],
  properties: {
    type: text,
    title: text,
    status: { type: "integer" },
    detail: text,
    code: text,
    error: text,
    instance: text,
    errors: {
      type: "array",
      items: { type: "object", properties: { path: text, message: text } },
    },
  },
};
/** What programs get instead, in OpenAI's words. */
const programProblem = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["message", "type", "param", "code"],
      properties: { message: text, type: text, param: { type: ["string", "null"] }, code: text },
    },
  },
};

/** What any request may be answered with, by what kind of route it meets. */
function errorsOf(route: Route): Record<string, unknown> {
  const takesBody = route.body !== undefined || route.rawBytes !== undefined;
  const parts: [boolean, Record<number, string>][] = [
    [true, { 421: "The Host header names another server", 500: "A fault of this program" }],
    [route.access !== "open", { 401: "A password or a token is needed", 403: "Not allowed" }],
    [route.access !== "open", {
      503: "Busy, or the store does not answer; Retry-After says when to come again",
    }],
    [/:/.test(route.path), { 404: "There is nothing with that id" }],
    [route.method !== "GET", { 409: "Not as things stand", 429: "Too many requests; Retry-After says when" }],
    [takesBody, { 400: "The body cannot be read", 413: "The body is too large" }],
    [takesBody, { 408: "The body took too long" }],
    [takesBody, { 415: "The body is of another type" }],
    [takesBody || route.query !== undefined || route.method !== "GET", { 422: "Something is not valid" }],
  ];
  const content = route.access === "program"
    ? { "application/json": { schema: { $ref: "#/components/schemas/ProgramProblem" } } }
    : { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
  const errors = Object.assign({}, ...parts.flatMap(([may, texts]) => may ? [texts] : []));
  return Object.fromEntries([
    ...Object.entries(route.answers ?? {}).map(([status, description]) => [
      status,
      // What is no error has the form of success; readiness tells both in the same words.
      { description, ...(Number(status) < 400 || route.access === "open" ? {} : { content }) },
    ]),
    ...Object.entries(errors).map(([status, description]) => [status, { description, content }]),
    ["default", { description: "Any other error", content }],
  ]);
}

const named = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");

const KEY = { type: "string", minLength: 1, maxLength: KEY_CHARACTERS, pattern: KEY_PATTERN.source };

/** Who may: any one of these. A token needs one of the scopes; who is signed in needs none. */
function securityOf(route: Route): Record<string, string[]>[] {
  if (route.access === "open" || route.access === "login") return [];
  return [
    ...scopesOf(route).map((scope) => ({ bearer: [scope] })),
    { session: [] },
    { sessionOverTls: [] },
  ];
}

const scopes = Object.entries(SCOPE_MEANINGS).map(([scope, meaning]) => `\`${scope}\`: ${meaning}`);

function operation(route: Route): Record<string, unknown> {
  const parameters = [
    ...named(route.path).map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...(route.query ?? []).map((name) => ({ name, in: "query", schema: { type: "string" } })),
    ...(route.method === "GET" ? [] : [{ name: "Idempotency-Key", in: "header", schema: KEY }]),
  ];
  const requestBody = route.body
    ? {
      required: !route.optionalBody,
      content: {
        "application/json": { schema: z.toJSONSchema(route.body, { io: "input", unrepresentable: "any" }) },
      },
    }
    : route.rawBytes !== undefined
    ? { required: true, content: { "*/*": { schema: { type: "string", format: "binary" } } } }
    : undefined;
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${
      route.path.replace(/[^A-Za-z0-9]+(\w)?/g, (_, c) => (c ?? "").toUpperCase())
    }`,
    security: securityOf(route),
    parameters,
    ...(requestBody ? { requestBody } : {}),
    responses: { [route.status]: { description: "Done" }, ...errorsOf(route) },
  };
}

/** The document; pages are left out, they are for people. */
export function openApi(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    if (route.access === "page") continue;
    const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Fishbowl", version: "1" },
    components: {
      schemas: { Problem: problem, ProgramProblem: programProblem },
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: `A token made in the settings, of one scope. ${scopes.join("; ")}.`,
        },
        session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE },
        sessionOverTls: { type: "apiKey", in: "cookie", name: `__Host-${SESSION_COOKIE}` },
      },
    },
    paths,
  };
}
