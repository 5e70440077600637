/**
 * The items of a call as the messages that chat completions take: the talk is the same. What a message has that nobody
 * here can do is found there; here is refused what would be lost on the way.
 */
import { inTurns } from "../../../actors/runtime/yield_loop.ts";
import type { ChatMessage, MessagePart } from "../../contract/completion_shapes.ts";
import type { InputItem, InputPart, ResponseRequest } from "../../contract/response_request.ts";
import { wrongField } from "../../http/problem.ts";
import { type Refused, refuseStrange } from "../call_settings.ts";
import { unsupported } from "../unsupported.ts";

/** Items that are read in a row: a few milliseconds. */
const AT_ONCE = 500;

/** Where a message stands in the body, to say what is wrong with it in its own words. */
export interface Place {
  readonly at: string;
  /** The field that has its words; "" where it is nothing but words. */
  readonly words: string;
  /** Where its calls stand. */
  readonly calls: string[];
}

export interface Talk {
  readonly messages: ChatMessage[];
  readonly places: Place[];
}

/** Of an answer that is sent back: what is no talk. */
const OWN = () => true;
const no = (value: unknown) => value === false;
const FIELDS: Readonly<Record<string, readonly [honoured: readonly string[], refused: Refused]>> = {
  message: [["role", "content"], { type: OWN, id: OWN, status: OWN, phase: OWN }],
  function_call: [["call_id", "name", "arguments"], { type: OWN, id: OWN, status: OWN, async: no }],
  function_call_output: [["call_id", "output"], { type: OWN, id: OWN, status: OWN }],
};
const PART_FIELDS: Readonly<Record<string, readonly [honoured: readonly string[], refused: Refused]>> = {
  input_text: [["text"], { type: OWN }],
  output_text: [["text"], { type: OWN, annotations: OWN, logprobs: OWN }],
  refusal: [["refusal"], { type: OWN }],
  input_image: [["image_url", "detail"], { type: OWN }],
  input_file: [["file_data", "filename"], { type: OWN, detail: (value) => value === "auto" }],
};

/** Refuses a field that its kind does not have. */
function onlyKnown(value: InputItem | InputPart, [honoured, refused]: (typeof FIELDS)[string], at: string) {
  refuseStrange(value, Object.fromEntries(honoured.map((name) => [name, true])), refused, `${at}.`);
}

function partOf(part: InputPart, at: string): MessagePart {
  const fields = Object.hasOwn(PART_FIELDS, part.type) ? PART_FIELDS[part.type] : undefined;
  if (!fields) {
    throw unsupported(`${at}.type`, "Known are input_text, input_image, input_file, and parts of an answer.");
  }
  onlyKnown(part, fields, at);
  const { text, refusal, image_url, detail, file_data, filename } = part;
  if (part.type === "input_image") {
    return { type: "image_url", image_url: { url: image_url ?? "", detail } };
  }
  if (part.type === "input_file") {
    return { type: "file", file: { file_data: file_data ?? "", ...(filename ? { filename } : {}) } };
  }
  return part.type === "refusal"
    ? { type: "refusal", refusal: refusal ?? "" }
    : { type: "text", text: text ?? "" };
}

const wordsOf = (words: string | InputPart[] | null | undefined, at: string) =>
  Array.isArray(words) ? words.map((part, index) => partOf(part, `${at}.${index}`)) : words ?? "";

/** Takes one item into the talk. */
function take(item: InputItem, at: string, { messages, places }: Talk): void {
  const type = item.type ?? "message";
  // What an answer was thought of is no talk.
  if (type === "reasoning") return;
  const fields = Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined;
  if (!fields) {
    throw unsupported(
      `${at}.type`,
      "Known are messages, function_call, function_call_output, reasoning and item_reference.",
    );
  }
  onlyKnown(item, fields, at);
  const { role, content, call_id, name, arguments: args, output } = item;
  const missing = (field: string) => wrongField(`${at}.${field}`, "it is missing");
  if (type === "message") {
    if (!role) throw missing("role");
    if (role === "tool") throw unsupported(`${at}.role`, "What a tool gave is a function_call_output.");
    messages.push({ role, content: wordsOf(content, `${at}.content`) });
    places.push({ at, words: "content", calls: [] });
    return;
  }
  if (!call_id) throw missing("call_id");
  if (type === "function_call_output") {
    if (typeof output !== "string" && !Array.isArray(output)) throw missing("output");
    const words = wordsOf(output, `${at}.output`);
    const strange = typeof words === "string" ? -1 : words.findIndex(({ type }) => type !== "text");
    if (strange !== -1) throw unsupported(`${at}.output.${strange}.type`, "What a tool gave is text here.");
    messages.push({ role: "tool", tool_call_id: call_id, content: words });
    places.push({ at, words: "output", calls: [] });
    return;
  }
  if (!name) throw missing("name");
  // Calls belong to the words before them: together they are one answer.
  const before = messages.at(-1);
  const call = { id: call_id, type: "function", function: { name, arguments: args ?? "" } };
  if (before?.role === "assistant") {
    (before.tool_calls ??= []).push(call);
    places.at(-1)?.calls.push(at);
    return;
  }
  messages.push({ role: "assistant", content: null, tool_calls: [call] });
  places.push({ at, words: "content", calls: [at] });
}

/** All of them, in their order. */
export async function talkOf({ input }: Pick<ResponseRequest, "input">): Promise<Talk> {
  if (typeof input === "string") {
    return {
      messages: [{ role: "user", content: input }],
      places: [{ at: "input", words: "", calls: [] }],
    };
  }
  const talk: Talk = { messages: [], places: [] };
  await inTurns(input, AT_ONCE, (item, index) => take(item, `input.${index}`, talk));
  return talk;
}
