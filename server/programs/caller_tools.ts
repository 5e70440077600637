/**
 * Tools that a calling program runs itself, as OpenAI's API writes them: what it offers, the calls in answers that it
 * sends back, and what the tools gave.
 */
import { Buffer } from "node:buffer";
import type { BroughtCall, BroughtResult } from "../../events/catalog/conversation.ts";
import type { CallSettings } from "../../events/catalog/call_settings.ts";
import type { ChatMessage, Completion } from "../contract/completion_shapes.ts";
import { wrongField } from "../http/problem.ts";
import { unsupported } from "./unsupported.ts";

/** Bytes of one tool as JSON: a schema is a page, not a book. */
export const TOOL_BYTES = 64 * 1024;
/** Bytes of all of them: they stand with every message of a talk. */
export const TOOLS_BYTES = 1024 * 1024;
/** Bytes of what one tool gave, and of the arguments of one call. */
export const RESULT_BYTES = 1024 * 1024;

type Tool = NonNullable<Completion["tools"]>[number];

/** Refuses fields beside those that are known; null asks for nothing. */
function onlyKnown(value: Readonly<Record<string, unknown>>, known: readonly string[], at: string): void {
  for (const [field, one] of Object.entries(value)) {
    if (known.includes(field) || one === null || one === undefined) continue;
    throw unsupported(
      /^\w{1,64}$/.test(field) ? `${at}.${field}` : at,
      "A tool has a field that cannot be honoured here.",
    );
  }
}

/** A tool as it is recorded, as JSON. Without parameters it takes none. */
function toolOf(tool: Tool, at: string): { name: string; text: string; bytes: number } {
  const { type, function: made } = tool;
  if (type !== "function" || !made) {
    throw unsupported(`${at}.type`, "Only tools of the type function are known here.");
  }
  onlyKnown(tool, ["type", "function"], at);
  onlyKnown(made, ["name", "description", "parameters", "strict"], `${at}.function`);
  const { name, description, parameters, strict } = made;
  const text = JSON.stringify({
    name,
    ...(description ? { description } : {}),
    parameters: parameters ?? { type: "object", properties: {} },
    ...(typeof strict === "boolean" ? { strict } : {}),
  });
  const bytes = Buffer.byteLength(text);
  if (bytes > TOOL_BYTES) {
    throw wrongField(`${at}.function`, `a tool may have at most ${TOOL_BYTES / 1024} KB`);
  }
  return { name, text, bytes };
}

/** All of them, up to where they are too much: to write the rest would hold everybody up. */
function toolsOf(tools: readonly Tool[]): ReturnType<typeof toolOf>[] {
  // Of the list are its two brackets, and a comma less than there are tools.
  let bytes = 1;
  return tools.map((tool, at) => {
    const one = toolOf(tool, `tools.${at}`);
    bytes += one.bytes + 1;
    if (bytes <= TOOLS_BYTES) return one;
    throw wrongField("tools", `all tools together may have at most ${TOOLS_BYTES / 1024 / 1024} MB`);
  });
}

/** Which tool is to be called, of those that there are. */
function choiceOf(choice: Completion["tool_choice"], names: readonly string[]): CallSettings["toolChoice"] {
  if (choice === "none" || choice === "required") return choice;
  if (choice === "auto" || choice === null || choice === undefined) return undefined;
  if (typeof choice === "string" || choice.type !== "function" || !choice.function) {
    throw unsupported("tool_choice", "Known are none, auto, required and one function by its name.");
  }
  onlyKnown(choice, ["type", "function"], "tool_choice");
  onlyKnown(choice.function, ["name"], "tool_choice.function");
  const { name } = choice.function;
  if (!names.includes(name)) {
    throw wrongField("tool_choice.function.name", "there is no such tool among the tools");
  }
  return { name };
}

/** The tools of a call as its settings; none without any. */
export function toolSettings(
  body: Completion,
): Pick<CallSettings, "tools" | "toolChoice" | "parallelTools"> {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = body;
  if (!tools?.length) {
    if (choice === null || choice === undefined || choice === "none" || choice === "auto") return {};
    throw unsupported("tool_choice", "Without tools there is nothing to choose.");
  }
  const recorded = toolsOf(tools);
  const names = recorded.map(({ name }) => name);
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (twice !== -1) throw wrongField(`tools.${twice}.function.name`, "another tool has this name");
  const toolChoice = choiceOf(choice, names);
  return {
    tools: `[${recorded.map(({ text }) => text).join()}]`,
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(parallel === false ? { parallelTools: false } : {}),
  };
}

/** Refuses a tool that is called like one of the agent's own: nobody could tell whose is called. */
export function checkNames({ tools }: Pick<Completion, "tools">, own: readonly string[]): void {
  const clash = tools?.findIndex((tool) => own.includes(tool.function?.name ?? "")) ?? -1;
  if (clash === -1) return;
  throw wrongField(
    `tools.${clash}.function.name`,
    "the agent has a tool of its own with this name",
    "The agent has a tool of its own with the name of one of these tools; give yours another.",
  );
}

function checkText(text: string, path: string): void {
  if (Buffer.byteLength(text) <= RESULT_BYTES) return;
  throw wrongField(path, `it may have at most ${RESULT_BYTES / 1024 / 1024} MB`);
}

/** The calls of an answer that is sent back. */
export function callsOf({ tool_calls: calls }: ChatMessage, at: string): BroughtCall[] {
  const known = (calls ?? []).map((call, index): BroughtCall => {
    const path = `${at}.tool_calls.${index}`;
    const { id, type = "function", function: made } = call;
    if (type !== "function" || !made) {
      throw unsupported(`${path}.type`, "Only calls of functions are known here.");
    }
    checkText(made.arguments, `${path}.function.arguments`);
    return { callId: id, tool: made.name, args: made.arguments };
  });
  if (new Set(known.map(({ callId }) => callId)).size < known.length) {
    throw wrongField(`${at}.tool_calls`, "two calls have the same id");
  }
  return known;
}

/** The calls of one answer, and what was given for them so far. */
export class OpenCalls {
  readonly results: BroughtResult[] = [];
  readonly #open: Set<string>;

  constructor(calls: readonly BroughtCall[]) {
    this.#open = new Set(calls.map(({ callId }) => callId));
  }

  /** Takes what a tool gave. */
  take({ tool_call_id: callId }: ChatMessage, result: string, at: string): void {
    if (!callId || !this.#open.delete(callId)) {
      throw wrongField(`${at}.tool_call_id`, "no call before it waits for this result");
    }
    checkText(result, `${at}.content`);
    this.results.push({ callId, result });
  }

  /** Whether some have been given. @throws where others have not, and something else is said or nothing more */
  close(at: string): boolean {
    if (this.#open.size > 0) {
      throw wrongField(at, "what was called must be followed by what each tool gave");
    }
    return this.results.length > 0;
  }
}
