/**
 * Every way a model's server fails, seen by the whole engine through the real adapters: the answer ends in the
 * right state with the right sentence, the other agents do not notice, and the conversation goes on.
 */
import assert from "node:assert/strict";
import type { ErrorCode } from "../../events/catalog/conversation.ts";
import { sample } from "../effort.ts";
import { SENTENCES } from "../../actors/providers/error_messages.ts";
import { type Cast, RealRoom } from "./providers/real_room.ts";
import type { Wire, WireAnswer } from "./providers/wire_answers.ts";

const GOOD: readonly WireAnswer[] = [{ do: "say", pieces: ["All ", "is ", "well."] }];

interface Fault {
  readonly what: string;
  readonly answer: WireAnswer;
  readonly code: ErrorCode;
  /** What people read; absent: the sentence of the code. */
  readonly sentence?: RegExp;
  /** Calls until it is given up. */
  readonly calls: number;
  readonly partial?: string;
  readonly wire?: Wire;
  /** The others have answered long before it is given up. */
  readonly slow?: true;
}

const say = (end: "truncated" | "cut" | "garbled" | "error" | "hang", ...pieces: string[]): WireAnswer => ({
  do: "say",
  pieces,
  end,
});
const fail = (status: number, words?: string, headers?: Record<string, string>): WireAnswer => ({
  do: "fail",
  status,
  ...(words === undefined ? {} : { words }),
  ...(headers === undefined ? {} : { headers }),
});
const ended = (reason: string, ...pieces: string[]): WireAnswer => ({ do: "say", pieces, reason });

const EMPTY_ACCOUNT = /no credit left/;
const FAULTS: readonly Fault[] = [
  {
    what: "a stream that ends early",
    answer: say("truncated", "Half an"),
    code: "truncated",
    calls: 1,
    partial: "Half an",
  },
  { what: "a stream that ends before a word", answer: say("truncated"), code: "truncated", calls: 4 },
  {
    what: "a connection that is cut",
    answer: say("cut", "Half an"),
    code: "network",
    calls: 1,
    partial: "Half an",
  },
  { what: "a connection that is cut before a word", answer: say("cut"), code: "network", calls: 4 },
  {
    what: "a malformed chunk",
    answer: say("garbled", "Half an"),
    code: "malformed",
    calls: 1,
    partial: "Half an",
  },
  {
    what: "an error inside the stream",
    answer: say("error", "Half an"),
    code: "overloaded",
    calls: 1,
    partial: "Half an",
  },
  { what: "an error as the stream's first event", answer: say("error"), code: "overloaded", calls: 4 },
  {
    what: "JSON instead of a stream",
    answer: { do: "json" },
    code: "malformed",
    sentence: /did not answer with a stream/,
    calls: 1,
  },
  {
    what: "a web page instead of a stream",
    answer: { do: "page" },
    code: "malformed",
    sentence: /did not answer with a stream/,
    calls: 1,
  },
  { what: "no headers at all", answer: { do: "hold" }, code: "timeout", calls: 1, slow: true },
  { what: "headers and then nothing", answer: say("hang"), code: "timeout", calls: 1, slow: true },
  {
    what: "silence in the middle",
    answer: say("hang", "Half an"),
    code: "timeout",
    calls: 1,
    partial: "Half an",
    slow: true,
  },
  { what: "a wrong key", answer: fail(401), code: "auth", calls: 1 },
  {
    what: "an account without credit",
    answer: fail(402),
    code: "permission",
    sentence: EMPTY_ACCOUNT,
    calls: 1,
  },
  {
    what: "a used-up quota",
    answer: fail(429, "insufficient_quota"),
    code: "rate_limited",
    sentence: EMPTY_ACCOUNT,
    calls: 1,
  },
  { what: "a forbidden model", answer: fail(403), code: "permission", calls: 1 },
  { what: "a model that is not there", answer: fail(404), code: "not_found", calls: 2 },
  { what: "a refused request", answer: fail(400, "what?"), code: "bad_request", calls: 1 },
  {
    what: "a context that is too long",
    answer: fail(400, "maximum context length is 8192"),
    code: "context_overflow",
    calls: 1,
  },
  { what: "a limit that does not pass", answer: fail(429), code: "rate_limited", calls: 4, slow: true },
  {
    what: "a server that asks for an hour",
    answer: fail(429, "", { "retry-after": "3600" }),
    code: "rate_limited",
    calls: 1,
  },
  { what: "a server that breaks", answer: fail(500), code: "server", calls: 4, slow: true },
  { what: "an overloaded server", answer: fail(529), code: "overloaded", calls: 4, slow: true },
  {
    what: "a redirect",
    answer: fail(307, "", { location: "http://127.0.0.1:9/" }),
    code: "not_found",
    sentence: /redirects/,
    calls: 2,
  },
  {
    what: "an answer of no words",
    answer: { do: "say", pieces: [] },
    code: "malformed",
    sentence: /empty answer/,
    calls: 1,
  },
  {
    what: "a line without an end",
    answer: { do: "say", pieces: ["x".repeat(300_000)] },
    code: "too_large",
    calls: 1,
  },
  {
    what: "a filtered answer",
    answer: ended("content_filter", "Half an"),
    code: "refused",
    calls: 1,
    partial: "Half an",
    wire: "openai",
  },
  {
    what: "a declined answer",
    answer: ended("refusal", "Half an"),
    code: "refused",
    calls: 1,
    partial: "Half an",
    wire: "anthropic",
  },
  {
    what: "no room for a word",
    answer: ended("length"),
    code: "truncated",
    sentence: /length limit/,
    calls: 1,
    wire: "openai",
  },
  {
    what: "no room for a word",
    answer: ended("max_tokens"),
    code: "truncated",
    sentence: /length limit/,
    calls: 1,
    wire: "anthropic",
  },
  {
    what: "a context that filled up",
    answer: ended("model_context_window_exceeded", "Half an"),
    code: "context_overflow",
    calls: 1,
    partial: "Half an",
    wire: "anthropic",
  },
];

const cast = (wire: Wire, answers: readonly WireAnswer[]): Cast[] => [
  { name: "Ada", wire: "openai", answers: GOOD },
  { name: "Bob", wire, answers, provider: { timeoutSeconds: 60 } },
  { name: "Cyd", wire: "anthropic", answers: GOOD },
];

async function checkFault(wire: Wire, fault: Fault): Promise<void> {
  const { answer, code, calls, partial = "", sentence } = fault;
  await using room = await RealRoom.open(cast(wire, [answer]));
  await room.post("Is all well?");
  const state = await room.rest();

  const bob = await room.turnOf("Bob");
  const message = state.messages[bob.messageId];
  assert.equal(bob.status, "failed");
  assert.equal(message?.status, "failed");
  assert.equal(message?.error?.code, code);
  assert.match(
    message?.error?.message ?? "",
    sentence ?? new RegExp(`^${escaped(SENTENCES[code])}$`),
  );
  assert.equal(await room.said("Bob"), partial, "what was shown stays");
  assert.equal(room.of("Bob").length, calls);
  const failures = await room.all("ProviderCallFailed");
  // An answer without words is a call that went well.
  const whole = answer.do === "say" && answer.end === undefined && code !== "refused" &&
    code !== "context_overflow" && code !== "too_large";
  assert.equal(failures.length, whole ? 0 : calls, "each failed call can be seen");
  const notices = state.order.map((id) => state.messages[id]).filter((m) => m?.role === "system");
  assert.equal(notices.length, 1);
  assert.equal(
    state.bodies[notices[0]?.id ?? ""]?.content,
    `Bob could not answer. ${message?.error?.message}`,
  );

  const ends = new Map<string, number>();
  for (const { type, seq, data } of await room.events()) {
    if (type === "TurnCompleted" || type === "TurnFailed") ends.set(data.turnId, seq);
  }
  for (const name of ["Ada", "Cyd"]) {
    const turn = await room.turnOf(name);
    assert.equal(turn.status, "completed");
    assert.equal(await room.said(name), "All is well.");
    assert.equal(room.of(name).length, 1, "nobody else is asked again");
    if (fault.slow) assert.ok((ends.get(turn.id) ?? Infinity) < (ends.get(bob.id) ?? 0), "nobody waits");
  }
  const told = JSON.stringify([await room.events(), room.lines]);
  assert.doesNotMatch(told, /upstream/, "the server's own words go no further");

  room.plan("Bob", GOOD);
  await room.post("And now?");
  await room.rest();
  for (const name of ["Ada", "Bob", "Cyd"]) {
    assert.equal((await room.turnOf(name)).status, "completed", `${name} answers the next message`);
    assert.equal(await room.said(name), "All is well.");
  }
  assert.doesNotMatch(
    room.of("Bob").at(-1)?.text ?? "",
    /Half an|could not answer/,
    "a failure is no context",
  );
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

for (const wire of ["openai", "responses", "anthropic"] as const) {
  // A line of Responses may be as long as an answer: the last one says all of it.
  const long = (what: string) => wire === "responses" && what === "a line without an end";
  const faults = FAULTS.filter((one) => (!one.wire || one.wire === wire) && !long(one.what));
  for (const fault of sample(faults)) {
    // Shows S2-26, S2-40, S2-44, S2-56.
    Deno.test(`${wire}: ${fault.what} ends one answer, and nothing else`, () => checkFault(wire, fault));
  }
}
