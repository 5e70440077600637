/**
 * Every function that reads what comes from outside (tagged `@outside` in its doc), and how the suite feeds it: each
 * gets texts of every hostile shape, short and sixteen times as long. `structure_test.ts` holds the two together.
 */
import { EventReader } from "../../actors/providers/anthropic/anthropic_events.ts";
import {
  downgradeOf,
  retryAfterMs,
  statusError,
  streamError,
  toProviderError,
} from "../../actors/providers/errors.ts";
import { MOCK_MODELS, planOf } from "../../actors/providers/practice/practice_models.ts";
import { pieces } from "../../actors/providers/practice/story.ts";
import { plain } from "../../actors/providers/practice/talk.ts";
import { capabilitiesOf } from "../../actors/providers/models.ts";
import { ChunkReader } from "../../actors/providers/openai/openai_chunks.ts";
import { jsonOf } from "../../actors/runtime/json.ts";
import { redact } from "../../actors/runtime/redact.ts";
import type { RenderInput, RequestMessage } from "../../actors/providers/types.ts";
import { validTurns } from "../../actors/providers/valid_messages.ts";
import { safely } from "../../actors/runtime/logger.ts";
import { isProviderAddress, isPublicAddress } from "../../actors/tools/address.ts";
import { readPage } from "../../actors/tools/read_page.ts";
import { AddressedText, parseAddressed } from "../../actors/turn/addressed_text.ts";
import { isSkip, PlainText, type Shown, withoutOwnName } from "../../actors/turn/shown_text.ts";
import { clearText, firstCharacters, isClear } from "../../events/catalog/clear_text.ts";
import { isDeeper } from "../../events/catalog/json_depth.ts";
import { linesOf, parseLine } from "../../events/catalog/export.ts";
import { parsePosition } from "../../events/store/position.ts";
import { addressesIn, addressOf } from "../../projections/conversation/addresses.ts";
import { codeSpans } from "../../projections/conversation/code_spans.ts";
import { conversation, titleFrom } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { foldPlain, foldText } from "../../projections/search/folded_text.ts";
import { preview } from "../../projections/conversation/list.ts";
import { findMentions, pickedIn, typedMention } from "../../projections/conversation/mentions.ts";
import { speakerName } from "../../projections/prompt/names.ts";
import { matchText, searchWords } from "../../projections/search/search.ts";
import { estimateTokens } from "../../projections/context/tokens.ts";
import { GrowingText } from "../../server/openai_api/growing_text.ts";
import { HostList } from "../../server/http/guard.ts";
import { withoutPrivate } from "../../server/openai_api/private_text.ts";
import { markdownOf } from "../../server/routes/transfer.ts";
import { checkUpload, cleanName } from "../../server/routes/uploads.ts";
import { typedNumber, typedWhole } from "../../ui/parts/format.ts";
import { Frames } from "../../ui/state/frames.ts";
import { closedUpTo, nodesOf, RichText, safeLink } from "./page.ts";

/** What a function is fed with, and whether it fits: some need their own beginning. */
export interface Fed {
  readonly run: (text: string) => unknown;
  /** Hostile pieces of its own, beside the shapes of all. */
  readonly shapes?: readonly string[];
  /** UTF-16 units of the short text. @default 4,000 */
  readonly units?: number;
}

/** Fed in small pieces: what comes with a stream is read again and again where it is read wrongly. */
const PIECE = 10;
function* cut(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}
function shown(make: () => Shown, opening = "") {
  return (text: string) => {
    const one = make();
    one.push(opening);
    for (const piece of cut(text)) one.push(piece);
    one.end();
  };
}
/** Units from which reading a stream's text again with each piece is felt. */
const STREAMED = 20_000;

const ROSTER = ["Ada", "all", "a", "Critic"].map((name, index) => ({ id: `p${index}`, name }));
const bytesOf = (text: string) => new TextEncoder().encode(text);
const thrown = (run: () => unknown) => {
  try {
    run();
  } catch {
    // Refused is read, too.
  }
};
const requestOf = (messages: readonly RequestMessage[]): RenderInput => ({
  shell: { model: "m", system: "", params: {}, tools: [], after: [], nudge: "", downgrades: [] },
  messages,
  rounds: [],
});
const messageOf = (content: string): RequestMessage => ({ role: "user", content });
const stateOf = (content: string) => {
  return foldAll(conversation, conversation.initial("c"), [{
    id: "e/0",
    type: "MessagePosted",
    v: 1,
    seq: 1,
    at: "2026-01-01T00:00:00.000Z",
    by: { kind: "user", id: "u", name: "U" },
    data: { messageId: "m", author: { kind: "user", id: "u", name: "U" }, role: "user", content },
  }]);
};
async function* arriving(text: string): AsyncGenerator<Uint8Array> {
  const bytes = bytesOf(text);
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield await Promise.resolve(bytes.subarray(at, at + PIECE));
  }
}
const event = (index: number, delta: Record<string, unknown>) => ({
  type: "content_block_delta",
  index,
  delta,
});
let times = 0;

export const REGISTRY: Readonly<Record<string, Fed>> = {
  "actors/runtime/logger.ts safely": {
    run: (text) => safely(new Error(text)),
    shapes: ["/a", "C:\\", "file://"],
  },
  "actors/providers/anthropic/anthropic_events.ts EventReader.read": {
    units: STREAMED,
    run(text) {
      const reader = new EventReader("m");
      const read = (raw: unknown) => thrown(() => [...reader.read(raw)]);
      read({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
      read({
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "i", name: "n" },
      });
      for (const piece of cut(text)) {
        read(event(0, { type: "text_delta", text: piece }));
        read(event(1, { type: "input_json_delta", partial_json: piece }));
      }
      thrown(() => [...reader.end()]);
    },
  },
  "actors/providers/errors.ts downgradeOf": {
    run: (
      text,
    ) => [downgradeOf(bytesOf('{"max_tokens":1,"temperature":1}'), text), downgradeOf(bytesOf(text), text)],
    shapes: ["max_token", "unsupporte"],
  },
  "actors/providers/errors.ts retryAfterMs": {
    // What no header can hold never comes here.
    run: (text) => retryAfterMs(new Headers({ "retry-after": text.replace(/[^\x21-\x7e]/g, "1") }), 0),
    shapes: ["1", ".", "-1"],
  },
  "actors/providers/errors.ts statusError": {
    run: (text) => [400, 401, 404, 429, 500].map((status) => statusError(status, text, new Uint8Array())),
    shapes: ["exceed", "context ", "model ", "image_url", "too many input ", '"code":'],
  },
  "actors/providers/errors.ts streamError": {
    run: (text) => [streamError(text), streamError({ message: text, code: text })],
    shapes: ['"code": ', '{"status":'],
  },
  "actors/providers/errors.ts toProviderError": { run: (text) => toProviderError(new Error(text)) },
  "actors/runtime/json.ts jsonOf": { run: (text) => jsonOf(text), shapes: ["[", '{"a":', "\\"] },
  "actors/providers/practice/practice_models.ts planOf": {
    run: (text) =>
      MOCK_MODELS.map((model) =>
        planOf(
          { model, system: text, messages: [{ role: "user", content: text }], tools: [], params: {} },
          1,
          "s",
        )
      ),
    shapes: ["<file ", "```", "a or a", "'", ".", "\n\n[a]: ", "you know ", "call it "],
    units: 1_000,
  },
  "actors/providers/practice/story.ts pieces": { run: pieces },
  "actors/providers/practice/talk.ts plain": { run: plain, shapes: ["<file ", "```", "- ", "\n-", "1. "] },
  "actors/providers/models.ts capabilitiesOf": {
    run: (text) => [capabilitiesOf(text), capabilitiesOf(`claude-${text}`)],
    shapes: ["claude-", "a-1.", "/"],
  },
  "actors/providers/openai/openai_chunks.ts ChunkReader.read": {
    units: STREAMED,
    run(text) {
      const reader = new ChunkReader("m");
      let id = 0;
      for (const piece of cut(text)) {
        const tool_calls = [{ index: id, id: `c${id++}`, function: { name: "t", arguments: piece } }];
        thrown(() => [...reader.read({ choices: [{ delta: { content: piece, tool_calls } }] })]);
      }
      thrown(() => [...reader.end()]);
    },
  },
  "actors/runtime/redact.ts redact": {
    run: (text) => redact(text, ["a-secret-of-ours"]),
    shapes: [
      "eyJaaaaaaaa-",
      "eyJaaaaaaaa.",
      "ghp_",
      "bearer ",
      "cookie",
      "api_key: ",
      "http://",
      "https://a",
      "x-api-",
    ],
  },
  "actors/providers/valid_messages.ts validTurns": {
    units: STREAMED,
    run: (text) => [
      validTurns(requestOf([...cut(text)].map(messageOf))),
      validTurns(requestOf([{
        ...messageOf(text),
        files: [{ name: text, type: "text/plain", sha256: "", bytes: bytesOf(text) }],
      }])),
    ],
  },
  "actors/tools/address.ts isProviderAddress": {
    run: isProviderAddress,
    shapes: ["1.", "f:", "::ffff:", "[%"],
  },
  "actors/tools/address.ts isPublicAddress": { run: isPublicAddress, shapes: ["1.", "f:", "::ffff:", "[%"] },
  "actors/tools/read_page.ts readPage": {
    run: (text) => readPage(text, "https://a.example/"),
    shapes: [
      "<a ",
      "<a href",
      "<a href='",
      '<a href="&amp;',
      "<a href=x",
      "<a href=' >",
      '<a href="/x">',
      "<br",
      "<script ",
      "<script></script ",
      "<svg></svg",
      "<svg>",
      "&",
      "&#x",
      "<a b=",
      "</",
      "<pre>\n",
      "<![CDATA[",
    ],
  },
  "actors/turn/addressed_text.ts AddressedText.push": {
    units: STREAMED,
    run(text) {
      shown(() => new AddressedText())(text);
      shown(() => new AddressedText(true), '{"to": 0, "context": "')(text);
    },
    shapes: ["\\", "\\u", "\\n", '{"to"'],
  },
  "actors/turn/addressed_text.ts parseAddressed": {
    run: parseAddressed,
    shapes: ['{"to":', "}", '{"to":0,"context":"'],
  },
  "actors/turn/shown_text.ts PlainText.push": {
    units: STREAMED,
    run(text) {
      shown(() => new PlainText("Ada", true))(text);
      shown(() => new PlainText("Ada", true), "SKIP")(text);
      shown(() => new PlainText("a".repeat(80), true), "[")(text);
    },
    shapes: ["SKIP", ".", "[Ada]: "],
  },
  "actors/turn/shown_text.ts isSkip": {
    run: (text) => [isSkip(text), isSkip(`SKIP${text}x`)],
    shapes: [".!", "SKIP"],
  },
  "actors/turn/shown_text.ts withoutOwnName": {
    run: (text) => withoutOwnName(text, "Ada"),
    shapes: ["[Ada]:"],
  },
  "events/catalog/clear_text.ts clearText": {
    run: (text) => clearText(text),
    shapes: ["\u202e", "\u200b", "\u3164"],
  },
  "events/catalog/clear_text.ts firstCharacters": { run: (text) => firstCharacters(text, 60) },
  "events/catalog/clear_text.ts isClear": { run: isClear, shapes: ["\u200b", "\u3164"] },
  "events/catalog/json_depth.ts isDeeper": {
    run: (text) => isDeeper(text, Infinity),
    shapes: ["[", '{"":', "\\", '"'],
  },
  "events/catalog/export.ts linesOf": {
    units: STREAMED,
    run: (text) => Array.fromAsync(linesOf(arriving(text), Infinity)),
  },
  "events/catalog/export.ts parseLine": { run: parseLine, shapes: ['{"type":', "[", '{"a":"', '{"chain":"'] },
  "events/store/position.ts parsePosition": { run: parsePosition, shapes: ["0.", "0"] },
  "projections/conversation/addresses.ts addressOf": {
    run: (text) => [addressOf(text), addressOf(`https://${text}`)],
  },
  "projections/conversation/addresses.ts addressesIn": {
    run: (text) => [...addressesIn(text), ...addressesIn(`https://a.example/${text}`)],
    shapes: [
      "https://",
      "http://a",
      "https://a.example/))))))))",
      "[https://a.example/](",
      "https://a.example/% ",
    ],
  },
  "projections/conversation/code_spans.ts codeSpans": {
    run: codeSpans,
    shapes: ["```\n", "~~~", "`a``b", "```a", "    `\n"],
  },
  "projections/conversation/conversation.ts titleFrom": { run: (text) => titleFrom(text) },
  "projections/search/folded_text.ts foldPlain": {
    run: (text) => foldPlain(text, true),
    shapes: ["ς", "é", "\u1e9e"],
  },
  "projections/search/folded_text.ts foldText": { run: (text) => foldText(text, true), shapes: ["ς", "é"] },
  "projections/conversation/list.ts preview": { run: preview },
  "projections/conversation/mentions.ts findMentions": {
    run: (text) => findMentions(text, ROSTER),
    shapes: ["@all ", " @a", "@Critic", "`@a`"],
  },
  "projections/conversation/mentions.ts pickedIn": {
    run: (text) => pickedIn(text, [...ROSTER, { id: "p9", name: "a" }], [{ id: "p2", name: "a" }]),
    shapes: ["@a "],
  },
  "projections/conversation/mentions.ts typedMention": {
    run: (text) => typedMention(text, text.length),
    shapes: ["@a"],
  },
  "projections/prompt/names.ts speakerName": {
    run: (text) => (["human", "agent"] as const).map((kind) => speakerName({ kind, name: text })),
    shapes: ["@", "a@", "[", "]"],
  },
  "projections/search/search.ts matchText": {
    run: (text) => [matchText(text, ["a"]), matchText(text, searchWords(text.slice(0, 200)))],
  },
  "projections/search/search.ts searchWords": { run: searchWords, shapes: ['"', '"a" ', '" '] },
  "projections/context/tokens.ts estimateTokens": { run: estimateTokens },
  "server/openai_api/growing_text.ts GrowingText.grow": {
    run(text) {
      // As often as a second of writing shows it, however long it has become.
      const growing = new GrowingText();
      for (let part = 1; part <= 20; part++) growing.grow(text.slice(0, Math.ceil(text.length * part / 20)));
    },
  },
  "server/http/guard.ts HostList.has": { run: (text) => new HostList(["a"], 80).has(text) },
  "server/http/guard.ts HostList.hasOrigin": {
    run: (
      text,
    ) => [new HostList(["a"], 80).hasOrigin(text), new HostList(["a"], 80).hasOrigin(`http://${text}`)],
    shapes: ["http://", "/"],
  },
  "server/openai_api/private_text.ts withoutPrivate": {
    async run(text) {
      await withoutPrivate(
        text,
        [text, `${text.slice(0, 20)}. Never say it to anybody at all.`],
        text.slice(1),
      );
      // No piece of it is there twice.
      const varied = Array.from({ length: text.length / 4 }, (_, index) => `${index.toString(36)}z`).join("");
      await withoutPrivate(varied, [varied]);
    },
    shapes: ["ab", "a.", "abcdefghijklmnop.", "é", "\uff41", "1a"],
    units: 1_000,
  },
  "server/routes/transfer.ts markdownOf": { run: (text) => markdownOf(stateOf(text)) },
  "server/routes/uploads.ts checkUpload": { run: (text) => checkUpload(bytesOf(text), "text/plain") },
  "server/routes/uploads.ts cleanName": { run: cleanName, shapes: ["/", "\u202e", "\ud800"] },
  "ui/message/rich_text.tsx RichText": {
    run: (text) => nodesOf(RichText({ text: `${times++} ${text}`, writing: true })),
    shapes: [
      "*a",
      "**a",
      "_a",
      "![a](",
      "> ",
      "- a\n",
      "|a|\n|-|\n",
      "a|",
      "```\n",
      "<a ",
      "&a",
      "~~a",
      "# ",
      "[a]: b\n",
    ],
    units: 4_000,
  },
  "ui/message/rich_text.tsx closedUpTo": { run: closedUpTo, shapes: ["```\n", "a\n\n", "~~~\na\n"] },
  "ui/message/rich_text.tsx safeLink": { run: safeLink, shapes: ["http://", "mailto:", "a:", "%"] },
  "ui/parts/format.ts typedNumber": { run: typedNumber, shapes: ["1", "1,", "1.", ",123"] },
  "ui/parts/format.ts typedWhole": { run: typedWhole, shapes: ["1", "1 "] },
  "ui/state/frames.ts Frames.push": {
    units: STREAMED,
    run(text) {
      const frames = new Frames();
      for (const piece of cut(text)) frames.push(piece);
    },
    shapes: ["data: a\n", "data:", "\n\n", ":"],
  },
};
