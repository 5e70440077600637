/** The mock's models by name: what each one says, and how it fails. A plan is data; `mock.ts` plays it. */
import { unfenced } from "../../tools/fence.ts";
import { clientCall } from "./client_call.ts";
import type { ErrorCode, Usage } from "../../../events/catalog/conversation.ts";
import type { ErrorDetails } from "../error_messages.ts";
import { critic } from "./critic_voice.ts";
import { editor } from "./editor_voice.ts";
import { manager, replyTo, spoken } from "./manager_voice.ts";
import { Random } from "./chance.ts";
import { hand } from "./hand_voice.ts";
import { panelled } from "./panel_voice.ts";
import { judging } from "./judging_voice.ts";
import { reading } from "./reading_voice.ts";
import { researcher } from "./researcher_voice.ts";
import { ofPages, searchCall } from "./searching_voice.ts";
import { story } from "./story.ts";
import { type Talk, talkOf, topic } from "./talk.ts";
import type { MockBody } from "./render_mock.ts";

/** What follows the words: a finish, an error, or silence until the call is aborted. */
type End =
  | {
    readonly type: "finish";
    readonly reason?: string;
    readonly usage?: Usage | null;
    /** It goes on where it is asked again. */
    readonly paused?: true;
  }
  | { readonly type: "hang" }
  | { readonly type: "error"; readonly code: ErrorCode } & Omit<ErrorDetails, "downgrade">;

export interface Plan {
  readonly reasoning?: string;
  readonly text: string;
  /** Pages that it names behind its words. */
  readonly citations?: readonly { readonly url: string; readonly title: string }[];
  readonly tools?: readonly { readonly callId: string; readonly tool: string; readonly args: string }[];
  readonly end: End;
  /** Its words have the form that is asked for. */
  readonly formed?: true;
  /** Multiplies the pace. */
  readonly slower?: number;
  /** Milliseconds a token, instead of the adapter's own. */
  readonly tokenMs?: number;
  /** UTF-16 units in a piece; by default pieces are words. */
  readonly pieceLength?: number;
}

/** Listed by the model list, in the order a person would try them. */
export const MOCK_MODELS = [
  "editor",
  "critic",
  "researcher",
  "manager",
  "echo",
  "story",
  "reasoning",
  "tool-user",
  "skip",
  "json-broken",
  "slow",
  "huge",
  "error-401",
  "error-429-after-2",
  "error-500",
  "flaky",
  "hang-before",
  "hang-middle",
  "cut-middle",
  "truncated",
] as const;

/** Words in a `story` without a number. */
const STORY_WORDS = 300;
/** Words a story may be asked for: a test of size, not an attack on memory. */
const STORY_WORDS_MAX = 200_000;
/** UTF-16 units of `huge` without a number: 2 MB, a dozen times the longest real answer. */
const HUGE_LENGTH = 2_000_000;
const HUGE_PIECE = 4_096;
const FINISH: End = { type: "finish" };
const HALF = "I was about to say something clever, and it would have begun like this, but";
/** How `json-broken` starts its wrong answer; seeing it among its own words it corrects itself. */
export const BROKEN = '{"to": 0, "context": "The bracket at the end of this is';

/**
 * The plan for one request, or null for an unknown model. `calls` counts earlier calls of this model, from 0.
 * @outside
 */
export function planOf(body: MockBody, calls: number, seed: string): Plan | null {
  const talk = talkOf(body);
  const [name = "", first, second] = body.model.split(":");
  const random = new Random(`${seed}\n${body.model}\n${JSON.stringify(body.messages)}`);
  const say = (text: string): Plan => ({ text: talk.json ? spoken(replyTo(talk), text) : text, end: FINISH });
  const fail = (code: ErrorCode, statusCode: number, retryAfterMs?: number): Plan => ({
    text: "",
    end: { type: "error", code, statusCode, retryAfterMs },
  });
  switch (name) {
    case "echo":
      return say(talk.last.text);
    case "story": {
      const words = Math.min(count(first, STORY_WORDS), STORY_WORDS_MAX);
      const plan = say(story(words, topic(talk.last.text), random));
      return second === undefined ? plan : { ...plan, tokenMs: count(second, 0) };
    }
    case "editor":
    case "critic":
    case "researcher":
      return panelPlan(body, talk, random) ??
        say(hand(body, talk) ?? reading(body) ?? VOICES[name](talk, random));
    case "manager":
      return panelPlan(body, talk, random) ??
        { text: hand(body, talk) ?? manager(talk, body, random), end: FINISH };
    case "json-broken":
      return body.messages.some((m) => m.role === "assistant" && m.content.startsWith(BROKEN))
        ? { text: spoken(0, "The bracket is closed now. Thank you for asking again."), end: FINISH }
        : { text: BROKEN, end: FINISH };
    case "skip":
      return { text: talk.json ? spoken(replyTo(talk), "SKIP") : "SKIP", end: FINISH };
    case "reasoning":
      return {
        reasoning:
          `They said “${talk.last.text.slice(0, 200)}”. What matters here is ${
            topic(talk.last.text) || "hard to say"
          }. ` +
          "I will answer in one sentence.",
        ...say(`After some thought about ${topic(talk.last.text) || "this"}: yes, but slowly.`),
      };
    case "tool-user":
      return toolUser(talk, body) ?? say(afterTools(body));
    case "slow":
      return { ...say("Slowly … but … surely … I … am … getting … there."), slower: 25 };
    case "huge":
      return { text: filler(count(first, HUGE_LENGTH)), end: FINISH, pieceLength: HUGE_PIECE };
    case "flaky":
      return calls < count(first, 1) ? fail("server", 503) : say("Third time lucky, or second: here I am.");
    case "hang-before":
      return { text: "", end: { type: "hang" } };
    case "hang-middle":
      return { text: HALF, end: { type: "hang" } };
    case "cut-middle":
      return { text: HALF, end: { type: "error", code: "network" } };
    case "truncated":
      return { text: HALF, end: { type: "error", code: "truncated" } };
    default:
      return fault(name, calls, say, fail);
  }
}

const VOICES = { editor, critic, researcher };

/** What a voice says as a judge, or in a stage of a panel; null of any other request. */
function panelPlan(body: MockBody, talk: Talk, random: Random): Plan | null {
  const judged = judging(body);
  if (judged !== null) return { text: judged, formed: true, end: FINISH };
  const voice = body.model.split(":")[0] ?? "";
  const says = voice === "editor" || voice === "critic" ? VOICES[voice] : researcher;
  const alone = (text: string) => says({ ...talk, person: { name: "", text }, others: [] }, random);
  const said = panelled(body, voice, random, alone);
  return said && { ...said, end: FINISH };
}

/** `error-<status>`, or `error-<status>-after-<n>`: the first n calls succeed. */
function fault(
  name: string,
  calls: number,
  say: (text: string) => Plan,
  fail: (code: ErrorCode, statusCode: number, retryAfterMs?: number) => Plan,
): Plan | null {
  const [, digits = "", after] = /^error-(\d{3})(?:-after-(\d{1,6}))?$/.exec(name) ?? [];
  const code = STATUS_CODES[digits];
  if (code === undefined) return null;
  if (after !== undefined && calls < Number(after)) {
    return say(`This works ${Number(after) - calls === 1 ? "for the last time" : "for now"}.`);
  }
  return fail(code, Number(digits), code === "rate_limited" ? RETRY_AFTER_MS : undefined);
}

/** What a rate-limited mock asks for. */
const RETRY_AFTER_MS = 1_000;
const STATUS_CODES: Readonly<Record<string, ErrorCode>> = {
  "400": "bad_request",
  "401": "auth",
  "403": "permission",
  "404": "not_found",
  "413": "context_overflow",
  "429": "rate_limited",
  "500": "server",
  "503": "overloaded",
  "529": "overloaded",
};

function toolUser(talk: Talk, body: MockBody): Plan | null {
  if (body.messages.at(-1)?.role === "tool" || body.params["toolChoice"] === "none") return null;
  const url = /https?:\/\/[^\s<>"')\]]+/.exec(talk.last.text)?.[0];
  const said = "Let me look that up. ";
  const end: End = { type: "finish", reason: "tool_calls" };
  const callId = `call_${body.messages.length}`;
  if (url !== undefined && body.tools.includes("fetch_url")) {
    return { text: said, tools: [{ callId, tool: "fetch_url", args: JSON.stringify({ url }) }], end };
  }
  const title = /\b(?:call (?:it|this)|rename (?:it|this) to)\s+["“]?([^"”.!?\n]{1,80})/i.exec(talk.last.text)
    ?.[1];
  if (title && body.tools.includes("rename_conversation")) {
    return {
      text: said,
      tools: [{ callId, tool: "rename_conversation", args: JSON.stringify({ title }) }],
      end,
    };
  }
  const search = searchCall(talk.last.text, body);
  if (search) return { text: said, tools: [{ callId, ...search }], end };
  const client = clientCall(talk.last.text, body);
  if (client) return { text: said, tools: [{ callId, ...client }], end };
  const [tool] = body.tools.includes("current_time") ? ["current_time"] : body.tools;
  if (tool === undefined) return { text: "I would look it up, but nobody gave me a tool.", end: FINISH };
  return { text: said, tools: [{ callId, tool, args: "{}" }], end };
}

function afterTools(body: MockBody): string {
  const results = body.messages.flatMap((m) => m.role === "tool" ? [m] : []);
  const last = results.at(-1);
  if (!last) return "I have nothing to look up.";
  const pages = ofPages(last);
  if (pages !== null) return pages;
  const given = unfenced(last.content);
  const result = given.length > 300 ? `${given.slice(0, 300)}…` : given;
  return last.status === "ok"
    ? `${last.name} says: ${result}`
    : `${last.name} did not work (${last.status}): ${result}`;
}

function filler(length: number): string {
  const line = "All work and no play makes a long answer, and this line is one of many. ";
  return line.repeat(Math.ceil(length / line.length)).slice(0, length);
}

function count(digits: string | undefined, otherwise: number): number {
  return digits !== undefined && /^\d{1,9}$/.test(digits) ? Number(digits) : otherwise;
}
