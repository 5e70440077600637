/** OpenAPI 3.1 from the route table: the schemas that are published are those that validate. */
import { z } from "zod";
import type { Route } from "./route.ts";

const problem = {
  description: "What went wrong (RFC 9457)",
  content: {
    "application/problem+json": {
      schema: {
        type: "object",
        required: ["type", "title", "status", "detail", "code", "error", "instance"],
        properties: {
          type: { type: "string" },
          title: { type: "string" },
          status: { type: "integer" },
          detail: { type: "string" },
          code: { type: "string" },
          error: { type: "string" },
          instance: { type: "string" },
          errors: {
            type: "array",
            items: {
              type: "object",
              properties: { path: { type: "string" }, message: { type: "string" } },
            },
          },
        },
      },
    },
  },
};

const named = (path: string) => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");

function operation(route: Route): Record<string, unknown> {
  const parameters = [
    ...named(route.path).map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...(route.query ?? []).map((name) => ({ name, in: "query", schema: { type: "string" } })),
    ...(route.method === "GET"
      ? []
      : [{ name: "Idempotency-Key", in: "header", schema: { type: "string", maxLength: 200 } }]),
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
    ...(route.access === "open" ? { security: [] } : {}),
    parameters,
    ...(requestBody ? { requestBody } : {}),
    responses: { [route.status]: { description: "Done" }, default: problem },
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
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        session: { type: "apiKey", in: "cookie", name: "fishbowl_session" },
      },
    },
    security: [{ bearer: [] }, { session: [] }],
    paths,
  };
}
