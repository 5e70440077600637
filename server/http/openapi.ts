/** OpenAPI 3.1 from the route table: the schemas that are published are those that validate. */
import { isMessagesPath, isModelsPath, isProgramPath } from "./cross_origin.ts";
import { z } from "zod";
import { yieldLoop } from "../../actors/runtime/yield_loop.ts";
import { Id } from "../../events/catalog/envelope.ts";
import { SESSION_COOKIE } from "../access/cookies.ts";
import { SCOPE_MEANINGS, scopesOf } from "../access/scopes.ts";
import { MessagesProblem, ProblemDocument, ProgramProblem } from "../contract/problem_document.ts";
import { Bytes, Hash, type JsonValue } from "../contract/values.ts";
import { KEY_CHARACTERS, KEY_PATTERN } from "./commands.ts";
import type { Route } from "./route.ts";

type Json = Record<string, JsonValue>;

/** What the operations are about, by how their paths begin; the first that fits. */
const TAGS: readonly (readonly [tag: string, paths: RegExp, about: string])[] = [
  ["Events", /\/events$/, "What happens, as a stream or in pages"],
  [
    "Turns",
    /\/(turns|trigger_\w+|stop|context|participants)\b/,
    "Who takes part, is asked, stopped, repeated",
  ],
  ["Messages", /\/(messages|agency-messages)\b/, "What is said, and who sees it"],
  ["Conversations", /^\/api\/(conversations|import)\b/, "Starting, reading, changing, copying"],
  ["Programs", /^\/(v1|api\/agency)\//, "Agents and agencies in the words of OpenAI and Anthropic"],
  [
    "Settings",
    /^\/api\/(providers|roles|personalities|agents|agencies|workspace|prices)\b/,
    "What agents are",
  ],
  ["Access", /^\/api\/(tokens|password|session|login|logout|set-up)\b/, "Passwords, sessions and tokens"],
  ["Looking across", /^\/api\/(search|usage)\b/, "Search, tokens and cost"],
  ["Files", /^\/api\/attachments\b/, "What is attached to messages"],
  ["Server", /^/, "How the server is doing, and what it can do"],
];

/** A schema as JSON, made once; named ones are told once, among the components. */
class Schemas {
  readonly components: Json = {};
  readonly #known = { input: new Map<z.ZodType, JsonValue>(), output: new Map<z.ZodType, JsonValue>() };

  of(schema: z.ZodType, io: "input" | "output" = "output"): JsonValue {
    const known = this.#known[io].get(schema) ?? this.#made(schema, io);
    this.#known[io].set(schema, known);
    return known;
  }

  #made(schema: z.ZodType, io: "input" | "output"): JsonValue {
    const { $defs, properties } = z.toJSONSchema(z.object({ schema }), { io, unrepresentable: "any" });
    // What zod writes is JSON; its own type says less.
    const json = JSON.parse(
      JSON.stringify({ $defs, properties }).replaceAll("#/$defs/", "#/components/schemas/")
        // A field that we let pass is JSON, as all of a body is.
        .replaceAll(
          '"additionalProperties":{}',
          '"additionalProperties":{"$ref":"#/components/schemas/Json"}',
        ),
    );
    Object.assign(this.components, json.$defs);
    return json.properties.schema;
  }

  content(types: Readonly<Record<string, z.ZodType>>, io?: "input" | "output"): Json {
    return Object.fromEntries(
      Object.entries(types).map(([type, schema]) => [type, { schema: this.of(schema, io) }]),
    );
  }
}

/** What any request may be answered with, by what kind of route it meets. */
function errorsOf(route: Route): (readonly [status: string, text: string])[] {
  const takesBody = route.body !== undefined || route.rawBytes !== undefined;
  const writes = route.method !== "GET";
  const texts: Record<number, string | false> = {
    400: takesBody && "The body cannot be read",
    401: route.access !== "open" && "A password or a token is needed",
    403: route.access !== "open" && "Not allowed",
    404: route.path.includes(":") && "There is nothing with that id",
    408: takesBody && "The body took too long",
    409: writes && "Not as things stand",
    413: takesBody && "The body is too large",
    415: takesBody && "The body is of another type",
    421: "The Host header names another server",
    422: (writes || route.query !== undefined) && "Something is not valid",
    429: writes && "Too many requests; Retry-After says when",
    500: "A fault of this program",
    503: route.access !== "open" && "Busy, or the store does not answer; Retry-After says when to come again",
  };
  return Object.entries(texts).flatMap(([status, text]) => text ? [[status, text] as const] : []);
}

/** A protocol of programs that is not OpenAI's has errors of its own, in the form of its answers. */
const inItsWords = ({ access, answer }: Route) =>
  access === "program" && answer ? { "application/json": answer } : {};

/** How a program is told what went wrong. */
function programFailure(path: string): z.ZodType {
  if (isMessagesPath(path)) return MessagesProblem;
  return isModelsPath(path) ? z.union([ProgramProblem, MessagesProblem]) : ProgramProblem;
}

function responsesOf(route: Route, schemas: Schemas): Json {
  const { answer, media } = route;
  const done = schemas.content({
    ...(answer && route.status !== 204 ? { "application/json": answer } : {}),
    ...media,
  });
  const failed = schemas.content(
    isProgramPath(route.path)
      ? { "application/json": programFailure(route.path) }
      : { "application/problem+json": ProblemDocument, ...inItsWords(route) },
  );
  // What is no error has the form of success; readiness tells both in the same words.
  const like = (status: number) => status < 400 || route.access === "open" ? done : failed;
  const told = (description: string, content: Json): Json => ({
    description,
    ...(Object.keys(content).length > 0 ? { content } : {}),
  });
  return {
    ...Object.fromEntries(errorsOf(route).map(([status, text]) => [status, told(text, failed)])),
    ...Object.fromEntries(
      Object.entries(route.answers ?? {}).map(([status, text]) => [
        status,
        told(text, status === "204" ? {} : like(Number(status))),
      ]),
    ),
    [route.status]: told("Done", done),
    default: told("Any other error", failed),
  };
}

const KEY = { type: "string", minLength: 1, maxLength: KEY_CHARACTERS, pattern: KEY_PATTERN.source };

function parametersOf(route: Route, schemas: Schemas): Json[] {
  const query = Object.entries(route.query?.shape ?? {});
  return [
    ...[...route.path.matchAll(/:(\w+)(\{)?/g)].map(([, name = "", free]) => ({
      name,
      in: "path",
      required: true,
      schema: schemas.of(free ? z.string() : name === "sha256" ? Hash : Id),
    })),
    ...query.map(([name, schema]) => ({ name, in: "query", schema: schemas.of(schema) })),
    ...(route.media?.["text/event-stream"] && route.method === "GET"
      ? [{ name: "Last-Event-ID", in: "header", schema: { type: "string" } }]
      : []),
    ...(route.method === "GET" ? [] : [{ name: "Idempotency-Key", in: "header", schema: KEY }]),
  ];
}

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

function operation(route: Route, schemas: Schemas): Json {
  const { body, rawBytes } = route;
  const requestBody = body
    ? { required: !route.optionalBody, content: schemas.content({ "application/json": body }, "input") }
    : rawBytes !== undefined
    ? { required: true, content: schemas.content({ "*/*": Bytes }) }
    : undefined;
  const [tag] = TAGS.find(([, paths]) => paths.test(route.path)) ?? ["Server"];
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${
      route.path.replace(/[^A-Za-z0-9]+(\w)?/g, (_, c) => (c ?? "").toUpperCase())
    }`,
    tags: [tag],
    security: securityOf(route),
    parameters: parametersOf(route, schemas),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(route, schemas),
  };
}

const made = new WeakMap<readonly Route[], Promise<Json>>();

/**
 * The document; pages are left out, they are for people. Made once of a table: it takes a while, and anybody may ask.
 * Others have their turn behind each route.
 */
export function openApi(routes: readonly Route[]): Promise<Json> {
  const known = made.get(routes) ?? described(routes);
  made.set(routes, known);
  return known;
}

async function described(routes: readonly Route[]): Promise<Json> {
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (route.access === "page") continue;
    await yieldLoop();
    const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}");
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Fishbowl",
      version: "1",
      description: "People talk with several agents at once; everything that happens is an event in a log.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: TAGS.map(([name, , description]) => ({ name, description })),
    components: {
      schemas: schemas.components,
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
