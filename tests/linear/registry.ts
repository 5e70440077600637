/**
 * Every function that reads what comes from outside (tagged `@outside` in its doc), and how the suite feeds it: each
 * gets texts of every hostile shape, short and sixteen times as long. `structure_test.ts` holds the two together.
 */
import { EventReader } from "../../actors/providers/anthropic/anthropic_events.ts";
import { ResponseReader } from "../../actors/providers/responses/responses_events.ts";
import { spokenTo } from "../../actors/providers/call_settings.ts";
import { saysName } from "../../projections/comparisons/names_said.ts";
import { besides, respelled } from "../../projections/search/spelling.ts";
import {
  downgradeOf,
  retryAfterMs,
  statusError,
  streamError,
  toProviderError,
} from "../../actors/providers/errors.ts";
import { MOCK_MODELS, planOf } from "../../actors/providers/practice/practice_models.ts";
import { judging } from "../../actors/providers/practice/judging_voice.ts";
import { hand } from "../../actors/providers/practice/hand_voice.ts";
import { reading } from "../../actors/providers/practice/reading_voice.ts";
import { withMore } from "../../actors/providers/openai/more_told.ts";
import { offeredModel } from "../../actors/providers/offered_models.ts";
import { pieces } from "../../actors/providers/practice/story.ts";
import { plain, talkOf } from "../../actors/providers/practice/talk.ts";
import { capabilitiesOf, seesPictures } from "../../actors/providers/models.ts";
import { ChunkReader } from "../../actors/providers/openai/openai_chunks.ts";
import { alone, jsonOf } from "../../actors/runtime/json.ts";
import { redact, withoutSecrets } from "../../actors/runtime/redact.ts";
import { takeTools } from "../../actors/mcp/listed_tools.ts";
import { wireName } from "../../actors/mcp/names.ts";
import { CitedText, uncited } from "../../actors/turn/cited_text.ts";
import { Sources } from "../../actors/turn/sources.ts";
import { foundIn } from "../../actors/websearch/wires.ts";
import { checkForm } from "../../actors/turn/answer_form.ts";
import { formedJson, tableOf } from "../../projections/conversation/formed.ts";
import { panelTalk } from "../../actors/providers/practice/panel_talk.ts";
import { agreeIn } from "../../projections/panels/agreement.ts";
import { briefMarkdown, readBrief, standsIn } from "../../projections/panels/brief.ts";
import { nameless } from "../../projections/panels/nameless.ts";
import { spreadOf } from "../../projections/panels/summary.ts";
import { requestKey } from "../../server/checks/recorded_answers.ts";
import { folded, says, saysIn } from "../../projections/checks/said.ts";
import { betterIn } from "../../projections/comparisons/better.ts";
import { verdictIn } from "../../projections/checks/verdict.ts";
import { pagesIn } from "../../projections/conversation/found_pages.ts";
import { promptText, resourceFiles, takeOffers } from "../../actors/mcp/offers.ts";
import { takeAsked } from "../../actors/mcp/asked_input.ts";
import { fault, faultOf as inputFaultOf } from "../../projections/conversation/inputs.ts";
import { toldResult } from "../../actors/mcp/tool_results.ts";
import { fenced as untrusted, unfenced } from "../../actors/tools/fence.ts";
import type { RenderInput, RequestMessage } from "../../actors/providers/types.ts";
import { validTurns } from "../../actors/providers/valid_messages.ts";
import { safely } from "../../actors/runtime/logger.ts";
import { scopesOf, scopeWanted } from "../../actors/mcp/sign_in/step_up.ts";
import { isSafe } from "../../actors/mcp/sign_in/asking.ts";
import { isProviderAddress, isPublicAddress } from "../../actors/tools/address.ts";
import { readPage } from "../../actors/tools/read_page.ts";
import { AddressedText, parseAddressed } from "../../actors/turn/addressed_text.ts";
import { placesOf } from "../../actors/turn/places.ts";
import { isSkip, PlainText, type Shown, withoutOwnName } from "../../actors/turn/shown_text.ts";
import { clearText, firstCharacters, isClear } from "../../events/catalog/clear_text.ts";
import { isDeeper, tooMuchIn } from "../../events/catalog/json_depth.ts";
import { presetOfKey } from "../../events/catalog/provider_presets.ts";
import { fromBase64url, readCheckpoint } from "../../events/catalog/checkpoint.ts";
import { pageBytes, readProofLine } from "../../events/catalog/proof.ts";
import { blocksOf as writtenBlocks, piecesOf as writtenPieces, Written } from "../../ui/one_file/written.tsx";
import { handLine } from "../../projections/conversation/hand_line.ts";
import { HAND_TEXT } from "../../projections/prompt/hand_text.ts";
import { titleOf as titleOfErased } from "../../projections/conversation/erasure_of.ts";
import { blobsOfEvent, hashesIn } from "../../events/catalog/proof_files.ts";
import { proofLinesOf } from "../../events/catalog/proof_lines.ts";
import { linesOf, parseLine } from "../../events/catalog/export.ts";
import { parsePosition } from "../../events/store/read/position.ts";
import { addressesIn, addressOf } from "../../projections/conversation/addresses.ts";
import { codeSpans } from "../../projections/conversation/code_spans.ts";
import { copyTitle, isCopyTitle, parted, titleLanguage } from "../../projections/conversation/copy_title.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { titleFrom } from "../../projections/conversation/shared_steps.ts";
import { foldAll } from "../../projections/fold.ts";
import { foldPlain, foldText } from "../../projections/search/folded_text.ts";
import { withMarks } from "../../projections/conversation/cited.ts";
import { Citations } from "../../actors/turn/citations.ts";
import { partsOf } from "../../projections/conversation/parts.ts";
import { preview } from "../../projections/conversation/list.ts";
import { findMentions, pickedIn, typedMention } from "../../projections/conversation/mentions.ts";
import { speakerName } from "../../projections/prompt/names.ts";
import { countsIn, isAuthor, isProject, parseQuery } from "../../projections/search/query.ts";
import { cardText, named } from "../../projections/moving_in/cards.ts";
import { chatGptTalks, withoutMarks } from "../../projections/moving_in/chatgpt.ts";
import { claudeTalks, fenced } from "../../projections/moving_in/claude.ts";
import { Fingerprint } from "../../projections/moving_in/fingerprint.ts";
import { formerMarkdown } from "../../projections/moving_in/former_markdown.ts";
import { heldFile, isHeld, withoutPictures } from "../../projections/moving_in/held_files.ts";
import { Lines } from "../../projections/moving_in/json_lines.ts";
import { openWebUiTalks, withoutFolds } from "../../projections/moving_in/open_webui.ts";
import { sentAt, SillyTavernChat } from "../../projections/moving_in/silly_tavern.ts";
import { JsonItems } from "../../projections/moving_in/json_items.ts";
import { libreChatTalks } from "../../projections/moving_in/libre_chat.ts";
import { markdownTalks } from "../../projections/moving_in/markdown.ts";
import { fencedLines, speakerOf } from "../../projections/moving_in/markdown_lines.ts";
import { ownMarkdownTalks } from "../../projections/moving_in/own_markdown.ts";
import { marked, numbersIn, talkMarked } from "../../projections/moving_in/own_marks.ts";
import { clean } from "../../projections/moving_in/talks.ts";
import { transcriptTalks } from "../../projections/moving_in/transcript.ts";
import { docxText } from "../../actors/extracting/docx_text.ts";
import { TextBuilder } from "../../actors/extracting/text_builder.ts";
import { OfficeFile } from "../../actors/extracting/xml_parts.ts";
import { zipOf } from "../projections/moving_in/given.ts";
import { zipFiles } from "../../projections/moving_in/zip.ts";
import { matchText } from "../../projections/search/search.ts";
import {
  placesOf as wordPlaces,
  signsIn,
  wordsOf as wordsOfText,
  wordsOfFolded,
} from "../../projections/search/words.ts";
import { commonUnits } from "../../projections/context/difference.ts";
import { jsonParts, jsonTexts, jsonTokens, jsonValues } from "../../projections/context/json_tokens.ts";
import { measured } from "../../projections/trials/measures.ts";
import { notesText } from "../../projections/memory/notes.ts";
import { estimateTokens } from "../../projections/context/tokens.ts";
import { GrowingText } from "../../server/programs/growing_text.ts";
import { encodingOf } from "../../server/http/encoding.ts";
import { addressIn, networkOf } from "../../server/http/front.ts";
import { HostList } from "../../server/http/guard.ts";
import { parsedInPieces } from "../../server/http/json_pieces.ts";
import { dataOf, fileOf } from "../../server/programs/sent_files.ts";
import { withoutPrivate } from "../../server/programs/private_text.ts";
import { indentedTexts, jsonTexts as answerTexts } from "../../server/http/long_json.ts";
import { htmlTexts, programMessages } from "../../server/routes/transcripts.ts";
import { markdownTexts } from "../../server/routes/markdown_transcript.ts";
import { imageSize, isWithoutArea } from "../../events/catalog/image_size.ts";
import { checkUpload, cleanName } from "../../server/routes/uploads.ts";
import { given } from "../../ui/message/given.ts";
import { firstLine, firstSentence } from "../../ui/message/first_sentence.ts";
import { faultOf } from "../../ui/message/other_words.ts";
import { quoted } from "../../ui/message/quoting.ts";
import { saidWords, wordCount } from "../../ui/message/said_words.ts";
import { piecesOf as spokenPieces, Telling } from "../../ui/state/spoken.ts";
import { aligned, blocksOf } from "../../ui/exchange/aligning.ts";
import { findSettings, plainly } from "../../ui/settings/find_settings.ts";
import { isForChat, matching, offers } from "../../ui/settings/model_choice.ts";
import { differing, quotedIn } from "../../ui/exchange/differing.ts";
import { areWholeClaims, claimsOf, gistOf, isWholeGist } from "../../ui/exchange/about_lines.ts";
import { server } from "../../ui/words/german/german_sayings.ts";
import { inputOf } from "../../ui/words/tools.ts";
import { textsIn } from "../../ui/exchange/marked_elements.tsx";
import { typedNumber, typedWhole } from "../../ui/parts/format.ts";
import { hitsIn, hitsInMarkdown, placesIn } from "../../ui/find/finding.ts";
import { nearHit } from "../../ui/parts/snippet.tsx";
import { plainText, wordsOf } from "../../ui/parts/plain_text.ts";
import { judgedPlaces } from "../../ui/saw/judged_places.ts";
import { betterText } from "../../projections/comparisons/better.ts";
import { History } from "../history.ts";
import { lineKey, linesOf as setOut, rowsOf } from "../../ui/saw/body_lines.ts";
import { Frames } from "../../ui/state/frames.ts";
import { GrowingOutline, outlineOf } from "../../ui/rich/outline.ts";
import { unpiled } from "../../ui/parts/piled_marks.tsx";
import { pieceEnds } from "../../ui/parts/raw_text.tsx";
import { columnsOf, shortened } from "../../ui/rich/long_table.ts";
import { isOverlong, seamsOf } from "../../ui/rich/seams.ts";
import { sideOf } from "../../ui/rich/text_direction.ts";
import { lastWordOf, readable, safeLink } from "../../ui/rich/links.tsx";
import { piecesOf } from "../../ui/state/formula_pieces.ts";
import { FORMULA_UNITS } from "../../ui/state/formulas.ts";
import { Formatted, nodesOf } from "./page.ts";

/** A number that a model was told. */
const ASKED =
  "This is a panel: several agents answer one question in stages. Stage 1 of 2, Alone. You sit as Member.";
const ONE_SOURCE = new Sources();
ONE_SOURCE.tell([{ url: "https://a.example/", title: "A", text: "" }]);

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

/** A conversation of another product, as long as the text: a word each message, one after the other and side by side. */
function told(text: string): Record<string, unknown> {
  const nodes = [...cut(text)].map((part, index) => ({
    id: `n${index}`,
    parent: index % 100 === 99 ? "n0" : `n${index - 1}`,
    message: {
      author: { role: index % 2 ? "assistant" : "user" },
      content: { content_type: "text", parts: [part, { text: part }] },
    },
  }));
  return { id: "c", mapping: Object.fromEntries(nodes.map((node) => [node.id, node])) };
}

const SAID = ["a", "aab", "…", " \n", "ﷺ", "“a"];
const saidBy = (find: typeof says) => (text: string) => {
  // What is looked for is long, and nearly there everywhere.
  find(text, text.slice(text.length / 2) + "b");
  find(text, `${text.slice(0, 1_000)}b…${text}`);
};

const OUTLINES = ["```\n", "a\n\n", "~~~\na\n", "[a]: b\n", "[^a]: b\n", "[^a]: b\n\n  c\n", "[\\a"];

export const REGISTRY: Readonly<Record<string, Fed>> = {
  "server/checks/recorded_answers.ts requestKey": {
    run: (text) => requestKey(text),
    shapes: ['"prompt_cache_key":"fishbowl-', "fishbowl-", "0"],
  },
  "projections/checks/said.ts says": { run: saidBy(says), shapes: SAID },
  "projections/checks/said.ts saysIn": { run: saidBy(saysIn), shapes: SAID },
  "projections/checks/said.ts folded": { run: (text) => folded(text), shapes: SAID },
  "projections/moving_in/cards.ts cardText": {
    run(text) {
      const bytes = bytesOf(`12345678${text}`);
      const read = (from: number, to: number) => Promise.resolve(bytes.slice(from, to));
      return cardText({ size: bytes.length, read });
    },
    shapes: ["\0\0\0\0tEXt\0\0\0\0", "\0\0\0\x10iTXtchara\0\0\0\0\0a"],
  },
  "projections/moving_in/cards.ts named": {
    run: (text) => named(text, "Rye"),
    shapes: ["{{char}}", "{{", "<user"],
  },
  "projections/moving_in/chatgpt.ts chatGptTalks": {
    units: STREAMED,
    run: (text) => [
      chatGptTalks(told(text), true),
      chatGptTalks(
        { id: text, title: text, create_time: text, mapping: { [text]: { message: text } } },
        true,
      ),
    ],
  },
  "projections/moving_in/chatgpt.ts withoutMarks": {
    run: withoutMarks,
    shapes: ["\ue200", "\ue201", "\ue200a\ue201"],
  },
  "projections/moving_in/claude.ts claudeTalks": {
    units: STREAMED,
    run(text) {
      const messages = [...cut(text)].map((part, index) => ({
        uuid: `m${index}`,
        sender: index % 2 ? "assistant" : "human",
        text: part,
        ...(index % 3 ? {} : { parent_message_uuid: `m${index >> 1}` }),
      }));
      claudeTalks({ uuid: "c", chat_messages: messages }, true);
      claudeTalks({ uuid: text, name: text, chat_messages: [{ sender: "human", text }] }, true);
    },
  },
  "projections/moving_in/fingerprint.ts Fingerprint.add": { run: (text) => new Fingerprint().add(text) },
  "projections/moving_in/former_markdown.ts formerMarkdown": {
    run: (text) => formerMarkdown(`# T\n\n## A\n\n*2026-01-01T12:00:00.000Z*\n\n${text}`),
    shapes: ["## A\n\n*2026-01-01T12:00:00.000Z*\n\n", "## ", "*2026-01-01T12:00:00.000Z, "],
  },
  "projections/moving_in/libre_chat.ts libreChatTalks": {
    units: STREAMED,
    run(text) {
      const messages = [...cut(text)].map((part, index) => ({
        messageId: `m${index}`,
        parentMessageId: index % 7 === 6 ? "m0" : `m${index - 1}`,
        isCreatedByUser: index % 2 === 0,
        text: part,
        content: index % 3 ? undefined : [{ type: "text", text: part }],
      }));
      let nested: object[] = [];
      for (const one of messages) nested = [{ ...one, children: nested }];
      return [
        libreChatTalks({ conversationId: text, title: text, messages }, true),
        libreChatTalks({ conversationId: "c", messagesTree: nested }, true),
      ];
    },
  },
  "projections/moving_in/markdown.ts markdownTalks": {
    run: (text) => [
      markdownTalks(text, { name: "", at: null }),
      markdownTalks(`## User\n## Assistant\n${text}`, { name: "", at: null }),
      markdownTalks(`---\n${text}`, { name: text, at: null }),
    ],
    shapes: [
      "## User\n",
      "**User:** ",
      "_**",
      "User: a\n",
      "---\n",
      "## Claude 4",
      "## \ud83e\udd16 ",
      "User (",
    ],
  },
  "projections/moving_in/markdown_lines.ts fencedLines": {
    run: (text) => fencedLines(text.split("\n")),
    shapes: ["```\n", "~~~~\n", "```a\n", "   ```"],
  },
  "projections/moving_in/markdown_lines.ts speakerOf": {
    run: (text) => ["", "## ", "**", "_**", "User ", "**User** "].map((begin) => speakerOf(begin + text)),
    shapes: ["*", "_", "User", ":", "(", "claude 4", "\ud83e\udd16", "user]"],
  },
  "projections/moving_in/own_marks.ts marked": {
    run: (text) => marked(text, 1),
    shapes: ["\n<!-- fishbowl:1 message ", "\n<!-- fishbowl:1 message m human -->\n"],
  },
  "projections/moving_in/own_marks.ts talkMarked": {
    run: (text) => talkMarked(`<!-- fishbowl:1 conversation ${text}`),
    shapes: ["a ", "-->"],
  },
  "projections/moving_in/own_markdown.ts ownMarkdownTalks": {
    run: (text) =>
      ownMarkdownTalks(
        `<!-- fishbowl:1 conversation c m 2026-01-01T12:00:00.000Z -->\n# T\n\n` +
          `<!-- fishbowl:1 message m human files:999 -->\n## A\n\n*2026-01-01T12:00:00.000Z*\n\n${text}`,
      ),
    shapes: [
      "\n<!-- fishbowl:1 message ",
      "\n<!-- fishbowl:1 message m human -->\n## A\n\n",
      "\n\nAttached: ",
    ],
  },
  "projections/moving_in/own_marks.ts numbersIn": {
    run: numbersIn,
    shapes: ["<!-- fishbowl:1 ", "<!-- fishbowl:"],
  },
  "projections/moving_in/claude.ts fenced": { run: fenced, shapes: ["`", "```", "````a"] },
  "projections/moving_in/open_webui.ts openWebUiTalks": {
    units: STREAMED,
    run(text) {
      const nodes = [...cut(text)].map((content, index) => ({
        id: `m${index}`,
        parentId: index % 3 === 0 ? null : `m${index - index % 3}`,
        role: index % 3 ? "assistant" : "user",
        modelIdx: index % 3,
        content,
      }));
      const messages = Object.fromEntries(nodes.map((node) => [node.id, node]));
      openWebUiTalks({ id: "c", chat: { history: { messages, currentId: "m1" } } }, true);
      openWebUiTalks({ id: text, chat: { title: text, messages: [{ role: "user", content: text }] } }, true);
    },
  },
  "projections/moving_in/open_webui.ts withoutFolds": {
    run: (text) => withoutFolds(text, {}),
    shapes: ['<details type="', "</details>", '<details type="a"></details>'],
  },
  "projections/moving_in/silly_tavern.ts SillyTavernChat.add": {
    units: STREAMED,
    run(text) {
      const chat = new SillyTavernChat({ chat_metadata: {}, create_date: text });
      for (const mes of cut(text)) chat.add({ name: text.slice(0, 100), mes, send_date: text.slice(0, 100) });
      chat.end();
    },
    shapes: ["1"],
  },
  "projections/moving_in/silly_tavern.ts sentAt": { run: sentAt, shapes: ["1", "1am", "2024-5-1@"] },
  "projections/moving_in/held_files.ts heldFile": {
    run: (text) => [heldFile(text, ""), heldFile(`data:image/png;base64,${text}`, "")],
    shapes: ["A", "=", "data:a;"],
  },
  "projections/moving_in/held_files.ts isHeld": {
    run: (text) => [isHeld(text), isHeld(`data:${text}`)],
    shapes: ["a/", ";a", "data:"],
  },
  "projections/moving_in/held_files.ts withoutPictures": {
    run: (text) => [withoutPictures(text), withoutPictures(`${text})`)],
    shapes: ["![", "](data:image/", "![a](data:image/png;base64,AA)", "data:image/png;base64,"],
  },
  "projections/moving_in/json_lines.ts Lines.push": {
    units: STREAMED,
    run(text) {
      const lines = new Lines(STREAMED);
      for (const piece of cut(text)) [...lines.push(piece)];
    },
    shapes: ["\n", "a\n"],
  },
  "projections/moving_in/json_items.ts JsonItems.push": {
    units: STREAMED,
    run(text) {
      for (const opening of ["", "[", '[{"']) {
        const items = new JsonItems();
        thrown(() => [...items.push(opening)]);
        for (const piece of cut(text)) [...items.push(piece)];
      }
    },
    shapes: ["[", "{", '"', "\\", "[],", '{"a":1},'],
  },
  "projections/moving_in/talks.ts clean": { run: (text) => clean(text, 200), shapes: ["\u202e", " "] },
  "projections/moving_in/transcript.ts transcriptTalks": {
    units: STREAMED,
    run(text) {
      const messages = [...cut(text)].map((content, id) => ({ id: `${id}`, authorType: "agent", content }));
      transcriptTalks({ id: text, title: text, messages });
      transcriptTalks({
        messages: [{ authorType: "human", authorName: text, content: text, createdAt: text }],
      });
    },
  },
  "actors/extracting/text_builder.ts TextBuilder.add": {
    run: (text) => new TextBuilder(() => {}, Infinity).add(text),
  },
  "actors/extracting/xml_parts.ts OfficeFile.read": {
    shapes: ["<w:p>", "<w:t>a</w:t>", "&amp;", "<a b='", "<!--", "<![CDATA["],
    run: async (text) => {
      const zip = await zipOf([{ name: "word/document.xml", content: text, stored: true }]);
      const file = await OfficeFile.open(Uint8Array.from(zip));
      await docxText(file, new TextBuilder(() => {}, Infinity)).catch(() => undefined);
    },
  },
  "projections/moving_in/zip.ts zipFiles": {
    run(text) {
      const bytes = bytesOf(text);
      const source = {
        size: bytes.length,
        read: (from: number, to: number) => Promise.resolve(bytes.slice(from, to)),
      };
      return zipFiles(source).catch(() => undefined);
    },
    shapes: ["PK\x05\x06", "PK\x01\x02"],
  },
  "actors/runtime/logger.ts safely": {
    run: (text) => safely(new Error(text)),
    shapes: ["/a", "C:\\", "file://"],
  },
  "actors/providers/call_settings.ts spokenTo": {
    run: (text) => [spokenTo({ kind: "openai" }, text), spokenTo({ kind: "openai" }, `gpt-5${text}`)],
    shapes: ["gpt-", ".", "code"],
  },
  "actors/providers/responses/responses_events.ts ResponseReader.read": {
    units: STREAMED,
    run(text) {
      const reader = new ResponseReader("m");
      for (const piece of cut(text)) {
        thrown(() => [...reader.read({ type: "response.output_text.delta", delta: piece })]);
        thrown(() => [...reader.read({ type: "response.output_item.done", item: { type: piece } })]);
      }
      thrown(() => [...reader.read({ type: "response.completed", response: { id: text } }), ...reader.end()]);
    },
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
        read(event(0, { type: "citations_delta", citation: piece }));
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
  "actors/runtime/json.ts alone": { run: (text) => alone(text), shapes: ["\\", '"', "\ud800"] },
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
  "actors/providers/practice/judging_voice.ts judging": {
    run: (text) =>
      judging({
        messages: [{
          role: "user",
          content: `The rule: this answer must be like this.\n${text}\n\n${JSON.stringify({ answer: text })}`,
        }],
      }),
    shapes: ["\n\n{", "loaf ", "The rule: this answer must be like this.\n"],
  },
  "projections/comparisons/better.ts betterIn": {
    run: (text) => [betterIn(text), betterIn(JSON.stringify({ reason: text, best: "A" }))],
    shapes: ["{", '{"best":', "```json\n"],
  },
  "projections/checks/verdict.ts verdictIn": {
    run: (text) => [verdictIn(text), verdictIn(JSON.stringify({ reason: text, holds: true }))],
    shapes: ["{", '{"reason":', "```json\n"],
  },
  "actors/providers/practice/hand_voice.ts hand": {
    run(text) {
      const body = (content: string) => ({
        model: "critic",
        system: "",
        messages: [{ role: "user" as const, content }],
        tools: [],
        params: {},
      });
      const asked = body(`[A]: ${text}\n\n${HAND_TEXT}`);
      return hand(asked, talkOf(asked));
    },
    shapes: ["You are not asked to answer yet.", "a b ", "\n\n[a]: "],
    units: 1_000,
  },
  "actors/providers/practice/reading_voice.ts reading": {
    run(text) {
      const asked = (content: string) =>
        reading({ model: "m", system: "", messages: [{ role: "user", content }], tools: [], params: {} });
      return [
        asked(`${text}\n\n[B]: ${text}\n\nCompare what these two answers above claim: `),
        asked(`${text}\n\n[B]: ${text}\n\nSum up what these 2 answers above say, `),
      ];
    },
    shapes: [". a b c", "?", "\n\n[a]: ", "\n\nSum up what these 2 answers above say, "],
    units: 1_000,
  },
  "actors/providers/practice/story.ts pieces": { run: pieces },
  "actors/providers/practice/talk.ts plain": { run: plain, shapes: ["<file ", "```", "- ", "\n-", "1. "] },
  "events/catalog/provider_presets.ts presetOfKey": { run: presetOfKey, shapes: ["sk-", " "] },
  "actors/providers/offered_models.ts offeredModel": {
    run: (text) => [
      offeredModel({ id: text }),
      offeredModel({
        id: "m",
        capabilities: { vision: text },
        architecture: { input_modalities: [text] },
        pricing: { prompt: text, completion: text },
        name: text,
        show: { parameters: text, capabilities: [text], model_info: { "general.architecture": text } },
      }),
    ],
    shapes: ["claude-", "1", "0.", "/"],
  },
  "actors/providers/models.ts seesPictures": { run: (text) => seesPictures("anthropic", text) },
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
  "actors/turn/cited_text.ts CitedText.push": {
    run(text) {
      const shown = new CitedText({ push: (given) => given, end: () => "" }, ONE_SOURCE, () => {});
      for (const piece of cut(text)) shown.push(piece);
      shown.end();
    },
  },
  "actors/turn/cited_text.ts uncited": { run: (text) => uncited(text, ONE_SOURCE) },
  "actors/websearch/wires.ts foundIn": {
    run: (text) =>
      foundIn("searxng", { results: [{ url: `https://a.example/${text}`, title: text, content: text }] }),
  },
  "actors/turn/answer_form.ts checkForm": {
    run: (text) =>
      checkForm(
        { type: "object", properties: { a: { type: "string", maxLength: 9 } } },
        JSON.stringify({ a: text }),
      ),
  },
  "projections/conversation/formed.ts formedJson": { run: (text) => formedJson(`\`\`\`json\n${text}`) },
  "projections/panels/nameless.ts nameless": {
    run: (text) => nameless(text, new Map([[text.slice(0, 80), "A"], ["a", "B"], ["ab", "C"]])),
  },
  "actors/providers/practice/panel_talk.ts panelTalk": {
    run: (text) =>
      panelTalk({
        model: "editor",
        system: "",
        messages: [{
          role: "user",
          content: `${text}\n\n${ASKED}\n\nAbove stand, in this order: ${text}.\n\n${text}`,
        }],
        tools: [],
        params: {},
      }),
  },
  "projections/panels/agreement.ts agreeIn": { run: (text) => agreeIn([`{"a":${text}}`, text], "a") },
  "projections/panels/summary.ts spreadOf": { run: (text) => spreadOf([`{"a":${text}}`, text]) },
  "projections/panels/brief.ts readBrief": { run: (text) => readBrief(`{"answer":"","agreed":[${text}]}`) },
  "projections/panels/brief.ts briefMarkdown": {
    run: (text) => briefMarkdown({ answer: text, agreed: [{ text, from: [] }], disputed: [], open: [] }, []),
  },
  "projections/panels/brief.ts standsIn": { run: (text) => standsIn(text, text.slice(0, 100)) },
  "projections/conversation/formed.ts tableOf": {
    run: (text) => tableOf([...cut(text)].map((part) => ({ [part]: part }))),
  },
  "projections/conversation/found_pages.ts pagesIn": {
    run: (text) => pagesIn(JSON.stringify({ results: [{ number: 1, url: text, title: text, text }] })),
  },
  "actors/mcp/names.ts wireName": { run: (text) => wireName("a", text) },
  "actors/mcp/listed_tools.ts takeTools": {
    run: (text) =>
      takeTools([
        { name: "a", title: text, description: text, inputSchema: { type: "object", title: text } },
        { name: text, inputSchema: { type: "object" } },
      ]),
  },
  "actors/mcp/offers.ts takeOffers": {
    run: (text) =>
      takeOffers([{ name: "a", title: text, description: text }], [{ uri: text, name: text }], (one) => one),
  },
  "actors/mcp/offers.ts promptText": {
    run: (text) => promptText({ messages: [{ role: text, content: { type: "text", text } }] }, (one) => one),
  },
  "actors/mcp/offers.ts resourceFiles": {
    run: (text) => resourceFiles({ contents: [{ uri: text, text }] }, "a.example", (one) => one),
    shapes: ["/", "?", "<untrusted_text"],
  },
  "actors/mcp/asked_input.ts takeAsked": {
    run: (text) => [
      takeAsked({ mode: "url", message: text, url: `https://${text}` }, (one) => one),
      takeAsked({
        message: text,
        requestedSchema: { type: "object", properties: { [text]: { type: "string", enum: [...cut(text)] } } },
      }, (one) => one),
    ],
  },
  "projections/conversation/inputs.ts faultOf": {
    run: (text) =>
      (["email", "uri", "date", "date-time"] as const).map((format) =>
        inputFaultOf({ kind: "text", name: "a", label: "a", required: true, format }, text)
      ),
    shapes: ["@", "a@", "2026-", "https://"],
  },
  "projections/conversation/inputs.ts fault": {
    run: (text) =>
      fault([{ kind: "text", name: "a", label: "a", required: true, max: 10 }], { a: text, [text]: text }),
  },
  "actors/mcp/tool_results.ts toldResult": {
    run: (text) =>
      toldResult(
        {
          content: [{ type: "text", text }, { type: "resource_link", uri: text, name: text, mimeType: text }],
          structuredContent: text,
        },
        undefined,
        { pictures: 1, links: 1 },
      ),
  },
  "actors/tools/fence.ts unfenced": {
    run: (text) => unfenced(`<untrusted_text from="${text}\n</untrusted_text>`),
  },
  "actors/tools/fence.ts fenced": {
    run: (text) => untrusted(text, text),
    shapes: ["<", "</", "< /untrusted_text", "<          "],
  },
  "actors/runtime/redact.ts withoutSecrets": { run: (text) => withoutSecrets(text, ["a-secret-of-ours"]) },
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
  "actors/mcp/sign_in/step_up.ts scopeWanted": {
    run: (text) => scopeWanted(`Bearer error="insufficient_scope", ${text}`),
    shapes: [' scope="', ",scope=", " error="],
  },
  "actors/mcp/sign_in/step_up.ts scopesOf": { run: (text) => scopesOf(text, text) },
  "actors/mcp/sign_in/asking.ts isSafe": {
    run: isSafe,
    shapes: ["https://", "http://localhost", ".localhost", "https://a:b@", "127.", "["],
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
  "actors/turn/places.ts placesOf": {
    run: (text) =>
      placesOf(
        JSON.stringify({ messages: [{ role: "user", content: text }] }),
        text.split("\n\n").slice(0, 1_000),
      ),
    shapes: ["\n\n", "a\n\n", "a\n\nab\n\n", '"\n\n'],
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
  "events/catalog/json_depth.ts tooMuchIn": {
    run: (text) => tooMuchIn(text, Infinity, Infinity),
    shapes: ["[],", '{"":', "\\", '\\"', '"'],
  },
  "events/catalog/export.ts linesOf": {
    units: STREAMED,
    run: (text) => Array.fromAsync(linesOf(arriving(text), Infinity)),
  },
  "events/catalog/export.ts parseLine": { run: parseLine, shapes: ['{"type":', "[", '{"a":"', '{"chain":"'] },
  "events/catalog/checkpoint.ts fromBase64url": { run: fromBase64url },
  "events/catalog/checkpoint.ts readCheckpoint": { run: readCheckpoint, shapes: ['{"n":', '{"prev":"'] },
  "ui/one_file/written.tsx blocksOf": { run: writtenBlocks, shapes: ["```\n", "- a\n", "> ", "# ", "~~~"] },
  "ui/one_file/written.tsx piecesOf": { run: writtenPieces, shapes: ["**", "*", "`", "** a", "`a`"] },
  "ui/one_file/written.tsx Written": { run: (text) => Written({ text }) },
  "events/catalog/proof.ts readProofLine": {
    run: readProofLine,
    shapes: ['{"type":"Event","structure":"', "["],
  },
  "events/catalog/proof.ts pageBytes": { run: pageBytes },
  "projections/conversation/hand_line.ts handLine": {
    run: handLine,
    shapes: ['"', "*", "nothing", "\u202e"],
  },
  "projections/conversation/erasure_of.ts titleOf": { run: (text) => titleOfErased({ content: text }) },
  "events/catalog/proof_files.ts hashesIn": {
    run: (text) => hashesIn([text]),
    shapes: ["a".repeat(63) + "-", "0"],
  },
  "events/catalog/proof_files.ts blobsOfEvent": {
    run: (text) => blobsOfEvent(text, '{"data":{}}'),
    shapes: ["[", '{"spilled":[', '{"":'],
  },
  "events/catalog/proof_lines.ts proofLinesOf": {
    units: STREAMED,
    run: (text) => Array.fromAsync(proofLinesOf(arriving(text))),
  },
  "events/store/read/position.ts parsePosition": { run: parsePosition, shapes: ["0.", "0"] },
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
  "projections/conversation/copy_title.ts copyTitle": {
    run: (text) => copyTitle(text, { kind: "fork", message: 1 }),
  },
  "projections/conversation/copy_title.ts isCopyTitle": { run: isCopyTitle },
  "projections/conversation/copy_title.ts parted": { run: parted },
  "projections/conversation/copy_title.ts titleLanguage": { run: titleLanguage },
  "projections/conversation/shared_steps.ts titleFrom": { run: (text) => titleFrom(text) },
  "projections/search/folded_text.ts foldPlain": {
    run: (text) => foldPlain(text, true),
    shapes: ["ς", "é", "\u1e9e"],
  },
  "projections/search/folded_text.ts foldText": { run: (text) => foldText(text, true), shapes: ["ς", "é"] },
  "projections/conversation/list.ts preview": { run: preview },
  // A call every few characters, some of them where the one before stands.
  "projections/conversation/cited.ts withMarks": {
    run: (text) =>
      withMarks(text, [{ url: "https://a.example/", title: text.slice(0, 99), at: [1, text.length] }]),
    shapes: ["`", "](", "```\n", "\n"],
  },
  "actors/turn/citations.ts Citations.add": {
    run(text) {
      const cited = new Citations();
      cited.add({ url: `https://a.example/${text}`, title: text }, 1);
      cited.add({ url: "https://a.example/", title: text }, 1);
      return cited.of(text);
    },
  },
  "projections/conversation/parts.ts partsOf": {
    run: (text) =>
      partsOf(
        text,
        Array.from({ length: text.length / 20 }, (_, n) => ({
          attempt: 1,
          round: n + 1,
          callId: "c",
          tool: "t",
          args: "",
          offset: 40 * (n >> 1),
        })),
      ),
  },
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
    run: (
      text,
    ) => [matchText(text, parseQuery("a").terms), matchText(text, parseQuery(text.slice(0, 200)).terms)],
  },
  "projections/search/query.ts parseQuery": {
    run: (text) => parseQuery(text),
    shapes: ['"', '"a" ', '" ', "agent:", 'agent:"', "before:2026-1", "* "],
  },
  "projections/search/query.ts countsIn": {
    run: (text) => countsIn(text, parseQuery("a b a*").terms),
    shapes: ["a ", "a b "],
  },
  "projections/search/query.ts isProject": {
    run: (text) => isProject(text, { project: ["a", "b"] }),
    shapes: ["a", "a ", "字", "é", "\u{20000}"],
  },
  "projections/search/query.ts isAuthor": {
    run: (text) => isAuthor(text, { author: ["a", "b"] }),
    shapes: ["a "],
  },
  "projections/comparisons/names_said.ts saysName": {
    run: (text) => saysName(text, ["Ada", text.slice(0, 60)], ["gpt-5-mini"]),
    shapes: ["a ", "a1", "gpt", "字", "gpt 5 "],
  },
  "projections/search/spelling.ts besides": {
    run: (text) => [...besides(text)],
    shapes: ["a", "字", "\u{20000}"],
  },
  "projections/search/spelling.ts respelled": {
    run: (text) => respelled(text, { a: "b" }),
    shapes: ["a", "a ", "字", "é", "\u{20000}"],
  },
  "projections/trials/measures.ts measured": { run: (text) => measured(text), shapes: ["a ", "é"] },
  "projections/memory/notes.ts notesText": { run: (text) => notesText([text]), shapes: ["\n", "\na"] },
  "projections/search/words.ts wordsOf": { run: wordsOfText, shapes: ["a", "a ", "字", "é", "\u{20000}"] },
  "projections/search/words.ts wordsOfFolded": {
    run: wordsOfFolded,
    shapes: ["a", "a ", "字", "é", "\u{20000}"],
  },
  "projections/search/words.ts signsIn": {
    run: (text) => [...signsIn(text)],
    shapes: ["a+", "++", "a", ".a", "字#"],
  },
  "projections/search/words.ts placesOf": {
    run: (text) => [...wordPlaces(text, "a", false), ...wordPlaces(text, "aa", true)],
    shapes: ["a", "a ", "aa-", "字a"],
  },
  "projections/context/json_tokens.ts jsonTokens": {
    run: jsonTokens,
    shapes: ['"', "\\", '\\"', "[", '{"a":', '{"a":[{"b":"', "1", '"a",'],
  },
  "projections/context/json_tokens.ts jsonValues": {
    run: jsonValues,
    shapes: ['[{"a":"b"},', '{"a":', "[]"],
  },
  "projections/context/json_tokens.ts jsonParts": { run: jsonParts, shapes: ['[{"a":1},', '{"a":', "[1,"] },
  "projections/context/difference.ts commonUnits": {
    run: (text) => [commonUnits(text, `${text}a`), commonUnits(`a${text}`, text)],
    shapes: ["\ud83d", "a"],
  },
  "projections/context/json_tokens.ts jsonTexts": { run: jsonTexts, shapes: ['[{"a":"b"},', '"a"', '{"a":'] },
  "projections/context/tokens.ts estimateTokens": { run: estimateTokens },
  "server/programs/growing_text.ts GrowingText.grow": {
    run(text) {
      // As often as a second of writing shows it, however long it has become.
      const growing = new GrowingText();
      for (let part = 1; part <= 20; part++) growing.grow(text.slice(0, Math.ceil(text.length * part / 20)));
    },
  },
  "server/http/encoding.ts encodingOf": {
    run: encodingOf,
    shapes: ["gzip,", ";q=0", ",", ";", " ", "q=0.0"],
  },
  "server/programs/sent_files.ts dataOf": {
    run: (text) => [dataOf(text), dataOf(`data:image/png;base64,${text}`), dataOf(`data:${text},`)],
    shapes: ["data:", "a/", ";", "=", "AAAA"],
  },
  "server/programs/sent_files.ts fileOf": {
    run: (text) => [
      thrown(() => fileOf({ type: "image_url", image_url: { url: text } }, "at", 0)),
      thrown(() =>
        fileOf({ type: "file", file: { file_data: "data:text/plain;base64,aGk=", filename: text } }, "at", 0)
      ),
    ],
    shapes: ["data:text/plain;base64,", "../", " "],
  },
  "server/http/front.ts addressIn": {
    run: (text) => [addressIn(text), addressIn(`[${text}`), addressIn(`${text}:1`)],
    shapes: ["1.", ":", "[", "]:1", "ff:"],
  },
  "server/http/front.ts networkOf": {
    run: (text) => [networkOf(text), networkOf(`1::${text}`)],
    shapes: ["1:", "::", "0", "1."],
  },
  "server/http/json_pieces.ts parsedInPieces": {
    run: (text) => Promise.allSettled([parsedInPieces(text), parsedInPieces(`["${text}`)]),
    shapes: ["[],", '{"":', "\\", '\\"', '"', "["],
  },
  "server/http/guard.ts HostList.has": { run: (text) => new HostList(["a"], 80).has(text) },
  "server/http/guard.ts HostList.hasOrigin": {
    run: (
      text,
    ) => [new HostList(["a"], 80).hasOrigin(text), new HostList(["a"], 80).hasOrigin(`http://${text}`)],
    shapes: ["http://", "/"],
  },
  "server/programs/private_text.ts withoutPrivate": {
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
  "server/http/long_json.ts indentedTexts": { run: (text) => [...indentedTexts({}, "items", [{ text }])] },
  "server/http/long_json.ts jsonTexts": { run: (text) => [...answerTexts({ text })] },
  "server/routes/markdown_transcript.ts markdownTexts": { run: (text) => [...markdownTexts(stateOf(text))] },
  "server/routes/transcripts.ts htmlTexts": {
    run: (text) => [...htmlTexts(stateOf(text))],
    shapes: ["<", "&", '"'],
  },
  "server/routes/transcripts.ts programMessages": { run: (text) => [...programMessages(stateOf(text))] },
  "events/catalog/image_size.ts imageSize": {
    run: (text) => {
      // Extensions and segments without end, and what is no picture at all.
      const bytes = bytesOf(text);
      imageSize(Uint8Array.of(...bytesOf("GIF89a"), 0, 0, 0, 0, 0, 0, 0, 0x21, 0xfe, ...bytes), "image/gif");
      const segments = bytes.map((_, index) => [0xff, 0xe0, 0, 2][index % 4] ?? 0);
      imageSize(Uint8Array.of(0xff, 0xd8, ...segments), "image/jpeg");
      imageSize(new Uint8Array(bytes.length).fill(0xff), "image/jpeg");
    },
    shapes: ["\u0001!"],
  },
  "events/catalog/image_size.ts isWithoutArea": {
    run: (text) => isWithoutArea(Uint8Array.of(0xff, 0xd8, ...bytesOf(text).fill(0xff)), "image/jpeg"),
  },
  "server/routes/uploads.ts checkUpload": { run: (text) => checkUpload(bytesOf(text), "text/plain") },
  "server/routes/uploads.ts cleanName": { run: cleanName, shapes: ["/", "\u202e", "\ud800"] },
  "ui/rich/rich_text.tsx Formatted": {
    run: (text) =>
      [true, false].map((writing) => nodesOf(Formatted({ text: `${times++} ${text}`, writing }))),
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
      "[a]: b\n\na\n\n",
      "[^a]: b\n\na\n\n",
      "[^a]: b\n  c\n\n",
      "[^a]",
      "$a",
      "$a ",
      "$a$",
      "$1",
      "$$a",
      "\\(a",
      "\\[a",
      "\\[a\n",
      "$$\na\n",
      "$$a\n\n",
      "\\begin{align}\n",
      "$\\$",
      "- [ ] a\n",
      "> [!NOTE]\n> a\n\n",
      "http://",
      "https://a.example/ ",
      "https://a.example/*",
      "://",
    ],
    units: 4_000,
  },
  "ui/parts/piled_marks.tsx unpiled": {
    run: unpiled,
    shapes: ["\u0301", `a${"\u0301".repeat(29)}`, `a${"\u0301".repeat(31)}`],
  },
  "ui/parts/raw_text.tsx pieceEnds": { run: pieceEnds },
  "ui/rich/long_table.ts shortened": { run: shortened },
  "ui/rich/long_table.ts columnsOf": { run: columnsOf, shapes: ["|-", "|", "-|\n"] },
  "ui/message/given.ts given": { run: given, shapes: ['{"a":', '"a_b":"'] },
  "ui/words/tools.ts inputOf": { run: inputOf, shapes: ["_"] },
  "ui/words/said_anew.ts SaidAnew.told": {
    run: (text) => server.told(text),
    shapes: [" could not answer. ", "Stopped after ", " turns "],
  },
  "ui/rich/seams.ts seamsOf": { run: seamsOf },
  "ui/rich/text_direction.ts sideOf": { run: sideOf, shapes: ["1", "א"] },
  "ui/rich/seams.ts isOverlong": { run: isOverlong, shapes: ["|-"] },
  "ui/rich/outline.ts outlineOf": {
    run: (text) => [outlineOf(text), outlineOf(text, true)],
    shapes: OUTLINES,
  },
  "ui/rich/outline.ts GrowingOutline.read": {
    run: (text) => {
      const outline = new GrowingOutline();
      return [outline.read(text.slice(0, text.length / 2), true), outline.read(text, true)];
    },
    shapes: OUTLINES,
  },
  "ui/rich/links.tsx safeLink": { run: safeLink, shapes: ["http://", "mailto:", "a:", "%"] },
  "ui/rich/links.tsx lastWordOf": { run: lastWordOf, shapes: [" ", "a "] },
  "ui/rich/links.tsx readable": { run: readable, shapes: ["%", "%20", "/a", "%D0%9C", "%e2%80%ae"] },
  "ui/state/formula_pieces.ts piecesOf": {
    run: (text) =>
      // The page sends none that is longer, and ends the worker of one that takes too long.
      [text, text.replace(/\{/g, "{a").padEnd(text.length, "}")].map((tex) =>
        piecesOf({ tex: tex.slice(0, FORMULA_UNITS), display: true })
      ),
    shapes: ["{", "\\frac{", "x^", "\\left(", "\\hat{", "\\text{", "&", "\\\\", "\\def\\a{\\a\\a}\\a"],
    units: 500,
  },
  "ui/message/first_sentence.ts firstLine": { run: firstLine, shapes: ["[a](", "**", "> ", "_a "] },
  "ui/message/first_sentence.ts firstSentence": {
    run: firstSentence,
    shapes: ["[a](", "**", "- [ ] ", "*a ", "```\n"],
  },
  "ui/exchange/aligning.ts blocksOf": { run: blocksOf, shapes: ["- a\n\n", "# a\n", "```\n", "**a**\n"] },
  "ui/exchange/aligning.ts aligned": {
    run: (text) => aligned(text, `${text} `),
    shapes: ["- a\n\n", "a\n\n"],
  },
  "ui/message/other_words.ts faultOf": { run: (text) => faultOf(text, `${text} `, 0), shapes: [" ", "😀"] },
  "ui/message/quoting.ts quoted": { run: quoted, shapes: ["\n", "> ", " "] },
  "ui/exchange/differing.ts quotedIn": {
    run: (text) => [quotedIn([text], `${text.slice(0, text.length / 2)} b`), quotedIn([text], "a a a b")],
    shapes: ["a ", "a b "],
  },
  "ui/exchange/about_lines.ts gistOf": {
    run: (text) => gistOf(text, 50),
    shapes: ["- ", "Agree [1]", "Agree [1]: ", "Agree ", "Alone [1, ", "[", "**", "Agree [1]: x\n", "1,"],
  },
  "ui/exchange/about_lines.ts isWholeGist": { run: (text) => isWholeGist(text, []), shapes: ["\n", " \n"] },
  "ui/exchange/about_lines.ts areWholeClaims": {
    run: (text) => areWholeClaims(text, []),
    shapes: ["\n", " \n"],
  },
  "ui/exchange/about_lines.ts claimsOf": {
    run: claimsOf,
    shapes: ["Same\n", "Same ", "1: ", "Same\n1: x\n", "“", "* "],
  },
  "ui/exchange/differing.ts differing": {
    run: (text) => differing([text], [text.replace(/a/g, "b")]),
    shapes: ["a ", "a-", "a.a"],
  },
  "ui/exchange/marked_elements.tsx textsIn": { run: textsIn },
  "ui/message/said_words.ts saidWords": { run: saidWords, shapes: ["a ", "語", "--", "a-"] },
  "ui/message/said_words.ts wordCount": { run: wordCount },
  "ui/state/spoken.ts piecesOf": { run: spokenPieces, shapes: [" ", "a ", "\ud83d"] },
  "ui/state/spoken.ts Telling.say": { run: (text) => new Telling(() => () => {}).say(text) },
  "ui/saw/judged_places.ts judgedPlaces": {
    run: (text) => {
      const content = betterText(text, [text, text]);
      const body = JSON.stringify({ messages: [{ role: "user", content }] });
      const state = new History().started().joined("Ada", "Ben").answered("q", text, {
        Ada: text,
        Ben: text,
      });
      return judgedPlaces(state.state(), { answers: ["m_t_Ada_q", "m_t_Ben_q"] }, body);
    },
    shapes: ['"', "\n\n{", ': "', "\\"],
  },
  "ui/saw/body_lines.ts linesOf": { run: setOut, shapes: ['"\\n', "\\", "[", '{"a":', '{"a":"b"},'] },
  "ui/saw/body_lines.ts lineKey": {
    run: (text) => setOut(text).forEach((line) => lineKey(text, line)),
    shapes: ["\\n", '"a\\n', "\\n\\n"],
  },
  "ui/saw/body_lines.ts rowsOf": {
    run: (text) => setOut(text).forEach((line, number) => rowsOf(text, line, number, 80)),
    shapes: [" ", "a ", '"a', "😀"],
  },
  // As long as the text itself: what is looked at is bounded by what is wanted.
  "ui/parts/plain_text.ts plainText": {
    run: (text) => plainText(text, text.length),
    shapes: ["[a](", "![", "**", "_a", "* [x] ", "|", "`", "~~~\n"],
  },
  "ui/parts/plain_text.ts wordsOf": {
    run: wordsOf,
    shapes: ["[a](", "![", "**", "_a", "* [x] ", "|", "`", "~~~\n"],
  },
  "ui/parts/snippet.tsx nearHit": {
    run: (text) => nearHit({ snippet: text, marks: [[text.length - 1, text.length]] }),
    shapes: ["a", " "],
  },
  "ui/find/finding.ts hitsIn": { run: (text) => hitsIn(text, "ab"), shapes: ["a", "ab", "é"] },
  "ui/find/finding.ts hitsInMarkdown": {
    run: (text) => hitsInMarkdown(text, "ab"),
    shapes: ["a", "a**b", "[a](", "`"],
  },
  "ui/find/finding.ts placesIn": { run: (text) => placesIn(text, "ab"), shapes: ["a", "ab", "é"] },
  "ui/settings/find_settings.ts plainly": { run: plainly, shapes: ["ß", "e\u0301", "É"] },
  "ui/settings/find_settings.ts findSettings": {
    run: (text) => [
      findSettings([{ label: "Text size", path: ["Preferences"], href: "/" }], text),
      findSettings([{ label: text, path: [text], href: "/", also: text }], "a b"),
    ],
    shapes: [" a", "\u0301"],
  },
  "actors/providers/openai/more_told.ts withMore": {
    run: (text) =>
      Array.fromAsync(withMore(
        Array.from(text, (id) => ({ id, created: 1_677_610_602 })),
        () => Promise.resolve({ data: Array.from(text, (one) => ({ model_name: one, model_info: {} })) }),
        new AbortController().signal,
      )),
    shapes: ["a"],
  },
  "ui/settings/model_choice.ts offers": {
    run: (text) => [offers([{ name: text }], text), offers([{ name: "gpt" }], text)],
  },
  "ui/settings/model_choice.ts isForChat": { run: isForChat, shapes: ["-", "embe", "error-"] },
  "ui/settings/model_choice.ts matching": {
    run: (text) => [matching([{ name: "gpt" }], text), matching([{ name: text }], "a b c")],
    shapes: [" a"],
  },
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
