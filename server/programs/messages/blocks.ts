/**
 * The messages of Anthropic's API as those that chat completions take: the talk is the same. What a message has that
 * nobody here can do is found there; here is refused what would be lost on the way.
 */
import { inTurns } from "../../../actors/runtime/yield_loop.ts";
import type { ChatMessage, MessagePart } from "../../contract/completion_shapes.ts";
import type {
  InnerBlock,
  MessageBlock,
  MessagesRequest,
  SentMessage,
} from "../../contract/message_request.ts";
import { missing } from "../../http/problem.ts";
import { empty, oneOf, type Refused, refuseStrange } from "../call_settings.ts";
import { unsupported } from "../unsupported.ts";

/** Where the parts of a translated message stand in the body, to say what is wrong with them in its own words. */
export interface Place {
  /** The message, or the block that it was made of. */
  readonly at: string;
  /** Its blocks with files, by the number of the part that each became, and where the bytes stand in it. */
  readonly files: ReadonlyMap<number, readonly [block: string, bytes: string]>;
  /** Where its calls stand. */
  readonly calls: readonly string[];
}

/** Messages that are read in a row: a few milliseconds. */
const AT_ONCE = 500;
/** Where the words stand that are no message. */
export const SYSTEM = "system";
/** Of words alone. */
const placeOf = (at: string): Place => ({ at, files: new Map(), calls: [] });

export interface Talk {
  readonly messages: ChatMessage[];
  readonly places: Place[];
}

/** What was marked for a cache, and where an answer found its words: no part of the talk. */
const OWN = () => true;
const off = (value: unknown) => empty(value) || JSON.stringify(value) === '{"enabled":false}';
const marks = { type: OWN, cache_control: OWN };
/** The fields of each kind of block: those that count, and the others with the values that ask for nothing. */
const BLOCKS: Readonly<Record<string, readonly [honoured: readonly string[], refused: Refused]>> = {
  text: [["text"], { ...marks, citations: OWN }],
  image: [["source"], { ...marks, transformations: empty }],
  document: [["source", "title"], { ...marks, citations: off, context: oneOf("") }],
  tool_use: [["id", "name", "input"], {
    ...marks,
    caller: (value) => JSON.stringify(value) === '{"type":"direct"}',
    toolset_name: () => false,
  }],
  tool_result: [["tool_use_id", "content", "is_error"], { ...marks, toolset_name: () => false }],
};
/** What an answer was thought of is no talk. */
const THOUGHTS = ["thinking", "redacted_thinking"];
/** Which kinds a message of each role has. */
const OF_ROLE: Readonly<Record<string, readonly string[]>> = {
  user: ["text", "image", "document", "tool_result"],
  assistant: ["text", "tool_use", ...THOUGHTS],
  system: ["text"],
};

/** Refuses a kind of block that does not belong there, and fields that its kind does not have. */
function checkBlock(block: InnerBlock, kinds: readonly string[], at: string): void {
  if (!kinds.includes(block.type)) {
    const known = kinds.filter((kind) => !THOUGHTS.includes(kind)).join(", ");
    throw unsupported(`${at}.type`, `Known here are blocks of the type ${known}.`);
  }
  const fields = Object.hasOwn(BLOCKS, block.type) ? BLOCKS[block.type] : undefined;
  if (!fields) return;
  refuseStrange(block, Object.fromEntries(fields[0].map((name) => [name, true])), fields[1], `${at}.`);
}

/** The words of blocks that are nothing else. */
function textOf(words: string | readonly InnerBlock[] | null | undefined, at: string): string {
  if (!Array.isArray(words)) return typeof words === "string" ? words : "";
  return words.map((block: InnerBlock, index) => {
    checkBlock(block, ["text"], `${at}.${index}`);
    return block.text ?? "";
  }).join("\n\n");
}

/** A document of words alone, as a file. */
const plainFile = (text: string) => `data:text/plain;base64,${new TextEncoder().encode(text).toBase64()}`;

/** The file of an image or a document, and where its bytes stand. */
function fileOf({ type, source, title }: InnerBlock, at: string): [part: MessagePart, bytes: string] {
  const from = `${at}.source`;
  if (!source) throw missing(from);
  const { type: kind, media_type, data, url, content, ...rest } = source;
  refuseStrange(rest, {}, {}, `${from}.`);
  const image = (address: string): MessagePart => ({ type: "image_url", image_url: { url: address } });
  const file = (address: string): MessagePart => ({
    type: "file",
    file: { file_data: address, ...(title ? { filename: title } : {}) },
  });
  const make = type === "image" ? image : file;
  if (kind === "base64") return [make(`data:${media_type ?? ""};base64,${data ?? ""}`), `${from}.data`];
  if (kind === "url") return [make(url ?? ""), `${from}.url`];
  if (type === "document" && kind === "text") return [file(plainFile(data ?? "")), `${from}.data`];
  if (type === "document" && kind === "content") {
    const at = `${from}.content`;
    return [file(plainFile(textOf(content, at))), at];
  }
  throw unsupported(`${from}.type`, "Send the file itself: nobody here asks for it elsewhere.");
}

/** What a tool gave, as a message of its own. That it failed stands before its words. */
function resultOf({ tool_use_id, content, is_error }: MessageBlock, at: string): ChatMessage {
  if (!tool_use_id) throw missing(`${at}.tool_use_id`);
  const words = textOf(content, `${at}.content`);
  return { role: "tool", tool_call_id: tool_use_id, content: is_error ? `[error] ${words}` : words };
}

/** A call of an answer that is sent back. */
function callOf({ id, name, input }: MessageBlock, at: string) {
  if (!id) throw missing(`${at}.id`);
  if (!name) throw missing(`${at}.name`);
  return { id, type: "function", function: { name, arguments: JSON.stringify(input ?? {}) } };
}

/** Takes one message into the talk: what tools gave stands first, each for itself. */
function take({ role, content, ...rest }: SentMessage, at: string, { messages, places }: Talk): void {
  const kinds = Object.hasOwn(OF_ROLE, role) ? OF_ROLE[role] : undefined;
  if (!kinds) throw unsupported(`${at}.role`, "Known are messages of user, assistant and system.");
  refuseStrange(rest, {}, {}, `${at}.`);
  const blocks: readonly MessageBlock[] = typeof content === "string"
    ? [{ type: "text", text: content }]
    : content;
  const words: string[] = [];
  const files: { readonly part: MessagePart; readonly block: string; readonly bytes: string }[] = [];
  const calls: { readonly call: ReturnType<typeof callOf>; readonly path: string }[] = [];
  let gave = 0;
  for (const [index, block] of blocks.entries()) {
    const path = `${at}.content.${index}`;
    checkBlock(block, kinds, path);
    if (block.type === "text") words.push(block.text ?? "");
    else if (block.type === "tool_use") calls.push({ call: callOf(block, path), path });
    else if (block.type === "tool_result") {
      messages.push(resultOf(block, path));
      places.push(placeOf(path));
      gave++;
    } else if (!THOUGHTS.includes(block.type)) {
      const [part, bytes] = fileOf(block, path);
      files.push({ part, block: path, bytes });
    }
  }
  if (gave > 0 && words.length === 0 && files.length === 0) return;
  // Of an answer words that were found in several places are one text; a person's blocks are texts of their own.
  const text = words.join(role === "assistant" ? "" : "\n\n");
  messages.push({
    role,
    content: files.length > 0 ? [{ type: "text", text }, ...files.map(({ part }) => part)] : text,
    ...(calls.length > 0 ? { tool_calls: calls.map(({ call }) => call) } : {}),
  });
  places.push({
    at,
    files: new Map(files.map(({ block, bytes }, number) => [number + 1, [block, bytes]])),
    calls: calls.map(({ path }) => path),
  });
}

/** All of them, in their order, behind what the system says. */
export async function talkOf(
  { system, messages }: Pick<MessagesRequest, "system" | "messages">,
): Promise<Talk> {
  const talk: Talk = { messages: [], places: [] };
  const instructions = textOf(system, SYSTEM);
  if (instructions !== "") {
    talk.messages.push({ role: "system", content: instructions });
    talk.places.push(placeOf(SYSTEM));
  }
  await inTurns(messages, AT_ONCE, (message, index) => take(message, `messages.${index}`, talk));
  return talk;
}
