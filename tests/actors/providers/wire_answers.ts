/** What a model's server may answer, good and bad, written once and said in the words of either API. */
import { data, named, streamOf } from "./fake_server.ts";

/** How a stream stops: as it should, or in one of the ways they break (PROVIDERS.md rows 3, 5, 7). */
export type StreamEnd = "whole" | "truncated" | "cut" | "garbled" | "error" | "hang";

export type WireAnswer =
  | {
    readonly do: "say";
    readonly pieces: readonly string[];
    readonly reasoning?: string;
    readonly calls?: readonly { readonly tool: string; readonly args: string }[];
    /** Pages that it names behind its words, as a maker's search does. */
    readonly sources?: readonly { readonly url: string; readonly title: string }[];
    readonly end?: StreamEnd;
    /** The maker's own word for why it stopped; absent: the usual one. */
    readonly reason?: string;
    readonly usage?: boolean;
    /** Milliseconds between pieces. */
    readonly paceMs?: number;
  }
  | {
    readonly do: "fail";
    readonly status: number;
    readonly words?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }
  /** 400 for the first parameter of the request that some server somewhere refuses; says "Fine." without one. */
  | { readonly do: "refuse_parameter" }
  /** A whole document where a stream was asked for. */
  | { readonly do: "json" }
  /** What a proxy answers. */
  | { readonly do: "page" }
  /** Not even headers until the client goes. */
  | { readonly do: "hold" };

export type Wire = "openai" | "responses" | "anthropic";

/** Which API a request speaks. */
export function wireOf(path: string): Wire {
  return path.endsWith("/messages") ? "anthropic" : path.endsWith("/responses") ? "responses" : "openai";
}

/** The answer in the words of the API. `hold` is told of the text after which nothing comes. */
export function respond(
  wire: Wire,
  body: Record<string, unknown>,
  answer: WireAnswer,
  hold: (text: string) => void = () => {},
): Response | Promise<Response> {
  switch (answer.do) {
    case "say":
      return streamOf(piecesOf(wire, answer), {
        end: answer.end === "cut" ? "reset" : answer.end === "hang" ? "hang" : "close",
        held: () => hold(answer.pieces.join("")),
        ...(answer.paceMs === undefined ? {} : { paceMs: answer.paceMs }),
      });
    case "fail":
      return Response.json({ error: { message: answer.words ?? "upstream words" } }, {
        status: answer.status,
        ...(answer.headers ? { headers: answer.headers } : {}),
      });
    case "refuse_parameter": {
      const parameter = refusable(body);
      if (parameter === null) return respond(wire, body, { do: "say", pieces: ["Fine."] });
      const words = `Unsupported parameter: '${parameter}' is not supported by this server.`;
      return respond(wire, body, { do: "fail", status: 400, words });
    }
    case "json":
      return Response.json({ choices: [{ message: { content: "Hi" } }] });
    case "page":
      return new Response("<html>upstream</html>", { headers: { "content-type": "text/html" } });
    case "hold":
      hold("");
      return new Promise(() => {});
  }
}

const REFUSABLE = [
  "stream_options",
  "max_completion_tokens",
  "cache_control",
  "thinking",
  "reasoning_effort",
  "output_config",
  "temperature",
  "include",
  "reasoning",
];

function refusable(body: Record<string, unknown>): string | null {
  return REFUSABLE.find((parameter) => body[parameter] !== undefined) ?? null;
}

type Said = Extract<WireAnswer, { do: "say" }>;

function piecesOf(wire: Wire, said: Said): string[] {
  const { end = "whole" } = said;
  const { begin, finish, error } = WIRES[wire](said);
  switch (end) {
    case "whole":
      return [...begin, ...finish];
    case "garbled":
      return [...begin, 'event: content_block_delta\ndata: {"type": oops\n\n'];
    case "error":
      return [...begin, error];
    case "truncated":
    case "cut":
    case "hang":
      return begin;
  }
}

interface Pieces {
  readonly begin: string[];
  readonly finish: string[];
  readonly error: string;
}

function openai({ pieces, reasoning, calls = [], reason, usage }: Said): Pieces {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    data({ id: "c1", model: "m-1", choices: [{ index: 0, delta, finish_reason }] });
  const begin = [
    ...(reasoning === undefined ? [] : [chunk({ reasoning_content: reasoning })]),
    ...pieces.map((content) => chunk({ content })),
    ...calls.map(({ tool, args }, index) =>
      chunk({
        tool_calls: [{
          index,
          id: `call_${index}`,
          type: "function",
          function: { name: tool, arguments: args },
          extra_content: { signature: `s${index}` },
        }],
      })
    ),
  ];
  const counts = { prompt_tokens: 10, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } };
  return {
    begin,
    finish: [
      chunk({}, reason ?? (calls.length > 0 ? "tool_calls" : "stop")),
      ...(usage === false ? [] : [data({ id: "c1", model: "m-1", choices: [], usage: counts })]),
      "data: [DONE]\n\n",
    ],
    error: data({ error: { message: "words of the upstream", type: "overloaded" } }),
  };
}

function responses({ pieces, reasoning, calls = [], sources = [], reason, usage }: Said): Pieces {
  const event = (type: string, more: object) => named({ type: `response.${type}`, ...more });
  const about = { id: "resp_1", object: "response", model: "m-1" };
  const counts = { input_tokens: 10, input_tokens_details: { cached_tokens: 4 }, output_tokens: 3 };
  const summary = reasoning === undefined ? [] : [{ type: "summary_text", text: reasoning }];
  const items = [
    ...(reasoning === undefined
      ? []
      : [{ type: "reasoning", id: "rs_1", summary, encrypted_content: "sealed" }]),
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      content: [{ type: "output_text", text: pieces.join(""), annotations: [] }],
    },
    ...calls.map(({ tool, args }, index) => ({
      type: "function_call",
      id: `fc_${index}`,
      call_id: `call_${index}`,
      name: tool,
      arguments: args,
    })),
  ];
  const begin = [
    event("created", { response: { ...about, status: "in_progress" } }),
    ...(reasoning === undefined ? [] : [event("reasoning_summary_text.delta", { delta: reasoning })]),
    event("content_part.added", { part: { type: "output_text", text: "", annotations: [] } }),
    ...pieces.map((delta) => event("output_text.delta", { delta })),
    ...sources.map((one) =>
      event("output_text.annotation.added", {
        annotation: { type: "url_citation", ...one, start_index: 0, end_index: pieces.join("").length },
      })
    ),
    ...items.map((item, output_index) => event("output_item.done", { output_index, item })),
  ];
  const end = reason === undefined
    ? { status: "completed" }
    : { status: "incomplete", incomplete_details: { reason } };
  return {
    begin,
    finish: [
      event(end.status, { response: { ...about, ...end, ...(usage === false ? {} : { usage: counts }) } }),
    ],
    error: named({
      type: "response.failed",
      response: {
        status: "failed",
        error: { code: "server_is_overloaded", message: "words of the upstream" },
      },
    }),
  };
}

function anthropic({ pieces, reasoning, calls = [], sources = [], reason, usage }: Said): Pieces {
  const event = (type: string, more: object) => named({ type, ...more });
  const counts = usage === false ? {} : { input_tokens: 9, cache_read_input_tokens: 5, output_tokens: 1 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m-1", content: [] };
  const blocks: { start: object; deltas: object[] }[] = [
    ...(reasoning === undefined ? [] : [{
      start: { type: "thinking", thinking: "", signature: "" },
      deltas: [{ type: "thinking_delta", thinking: reasoning }, { type: "signature_delta", signature: "s" }],
    }]),
    {
      start: { type: "text", text: "" },
      deltas: [
        ...sources.map((one) => ({
          type: "citations_delta",
          citation: { type: "web_search_result_location", ...one, encrypted_index: "i", cited_text: "…" },
        })),
        ...pieces.map((text) => ({ type: "text_delta", text })),
      ],
    },
    ...calls.map(({ tool, args }, index) => ({
      start: { type: "tool_use", id: `call_${index}`, name: tool, input: {} },
      deltas: [{ type: "input_json_delta", partial_json: args }],
    })),
  ];
  const begin = [
    event("message_start", {
      message: { ...message, stop_reason: null, stop_sequence: null, usage: counts },
    }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      event("content_block_start", { index, content_block: start }),
      ...deltas.map((delta) => event("content_block_delta", { index, delta })),
      event("content_block_stop", { index }),
    ]),
  ];
  const stop_reason = reason ?? (calls.length > 0 ? "tool_use" : "end_turn");
  return {
    begin,
    finish: [
      event("message_delta", {
        delta: { stop_reason, stop_sequence: null },
        usage: usage === false ? {} : { output_tokens: 7 },
      }),
      event("message_stop", {}),
    ],
    error: named({
      type: "error",
      ...{ error: { type: "overloaded_error", message: "words of the upstream" } },
    }),
  };
}

const WIRES: Readonly<Record<Wire, (said: Said) => Pieces>> = { openai, responses, anthropic };
