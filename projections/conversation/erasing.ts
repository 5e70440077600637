/**
 * What erasing does to the fold: the words of a message go from it at once, as if their events had been read without
 * them. So whoever holds a conversation in memory has them no longer than until he hears of it, and it does not matter
 * whether an event was read before its words left the log or after.
 */
import type { ConversationEvents } from "../../events/catalog/conversation.ts";
import type { Placed } from "../../events/catalog/envelope.ts";
import type { AskedInput, Body, ConversationState, Erasure, Message, ToolUse } from "../shapes/folds.ts";
import { clientCalls } from "./client_calls.ts";
import { forgetJudged } from "../comparisons/comparisons.ts";
import { forgetTexts } from "../panels/panels.ts";
import { forgetChecks } from "./check_runs.ts";
import { forgetExpected } from "./expectations.ts";
import { forgetSalt } from "./messages.ts";
import { forgetWords } from "./schedules.ts";
import { isBeside } from "./asked_beside.ts";

type ContentErased = ConversationEvents["ContentErased"] & Placed;

/** Whether a use of a tool is the one that is named. */
export const isUse = (
  { attempt, round, callId }: Pick<ToolUse, "attempt" | "round" | "callId">,
  use: Pick<ToolUse, "attempt" | "round" | "callId">,
): boolean => attempt === use.attempt && round === use.round && callId === use.callId;

const bareInput = ({ input, endsAt, outcome }: AskedInput): AskedInput => ({
  input,
  message: "",
  endsAt,
  ...(outcome === undefined ? {} : { outcome }),
});

/** A use as it is folded of events without words. */
function bareUse(
  { address: _, site: __, attachments: ___, links: ____, ...use }: ToolUse,
  erasure: Erasure | undefined,
): ToolUse {
  return {
    ...use,
    args: "",
    ...(use.inputs ? { inputs: use.inputs.map(bareInput) } : {}),
    ...(use.result === undefined ? {} : { result: "" }),
    erased: true,
    ...(erasure ? { erasure } : {}),
  };
}

/** What is left of a message's text: which tools were used, and which attempts were cut short. */
function bareBody({ tools, cut }: Body, own: boolean): Body {
  return {
    content: "",
    // The calls of an answer that a program brought along were words of its own event.
    ...(tools && own ? { tools: tools.map((use) => bareUse(use, undefined)) } : {}),
    ...(cut
      ? { cut: cut.map(({ attempt, why }) => ({ attempt, why, content: "", erased: true as const })) }
      : {}),
  };
}

/** What a program's tools gave stands with the calls. */
function takeBack(state: ConversationState, to: string): void {
  const body = state.bodies[to];
  if (!body?.tools) return;
  const given = new Set(clientCalls(body));
  state.bodies[to] = {
    ...body,
    tools: body.tools.map((use) =>
      given.has(use) ? { ...use, status: "ok" as const, result: "", erased: true as const } : use
    ),
  };
}

/** An answer without words counts as one that was said to everybody, where it was not for one alone. */
function saidLast(state: ConversationState, message: Message): void {
  const { doneSeq, turnId, passed, to, status, id } = message;
  if (turnId === undefined || doneSeq === undefined || status !== "complete" || passed) return;
  if (to !== undefined && to !== "person") return;
  if (isBeside(state.turns[turnId])) return;
  const last = state.messages[state.lastSaid ?? ""];
  if (!last || (last.doneSeq ?? last.seq) < doneSeq) state.lastSaid = id;
}

/** Who said it keeps the name that is told with the erasure, where it was said last under it. */
function keepName(state: ConversationState, { id, author }: Message): void {
  const last = state.order.findLast((other) => {
    const by = state.messages[other]?.author;
    return by?.kind === "human" && by.id === author.id;
  });
  if (last !== id) return;
  state.people = state.people.map((person) =>
    person.id === author.id ? { id: person.id, name: author.name } : person
  );
}

/** All words of a message. */
function eraseMessage(state: ConversationState, message: Message, name: string, erasure: Erasure): void {
  const { attachments: _, toolsUsed: __, ...header } = message;
  const now: Message = {
    ...header,
    length: 0,
    ...(message.turnId === undefined ? { author: { ...message.author, name } } : {}),
    ...(message.error ? { error: { ...message.error, message: "" } } : {}),
    erased: true,
    erasure,
  };
  state.messages[message.id] = now;
  const body = state.bodies[message.id];
  if (body) state.bodies[message.id] = bareBody(body, message.turnId !== undefined);
  if (message.returned !== undefined) takeBack(state, message.returned);
  forgetSalt(state, message.id);
  if (now.author.kind === "human") keepName(state, now);
  saidLast(state, now);
}

function eraseUse(
  state: ConversationState,
  messageId: string,
  use: NonNullable<ContentErased["data"]["use"]>,
  erasure: Erasure,
): void {
  const body = state.bodies[messageId];
  if (!body?.tools) return;
  const tools = body.tools.map((one) => isUse(one, use) ? bareUse(one, erasure) : one);
  state.bodies[messageId] = { ...body, tools };
}

/** @param titleOf the title that a message gives to a conversation that has none; "" where it gives none */
export function erase(
  state: ConversationState,
  { at, by, data, seq }: ContentErased,
  titleOf: (content: string, attachments: Message["attachments"]) => string,
): void {
  const { messageId, use, seqs, retitled, author = "", why } = data;
  const message = state.messages[messageId];
  const erasure: Erasure = { at, by, ...(why === undefined ? {} : { why }) };
  state.erasedThrough = seq;
  forgetWords(state, seqs);
  forgetExpected(state, seqs);
  forgetChecks(state, seqs);
  forgetTexts(state, seqs);
  forgetJudged(state, seqs);
  if (message && use) eraseUse(state, messageId, use, erasure);
  else if (message) eraseMessage(state, message, author, erasure);
  if (seqs.includes(1) && state.lineage) {
    const { title: _, ...lineage } = state.lineage;
    state.lineage = lineage;
  }
  if (retitled) state.titled = false;
  if (!state.titled) state.title = firstTitle(state, titleOf);
}

/** The title that the first message of a person gives which gives any. */
function firstTitle(state: ConversationState, titleOf: Parameters<typeof erase>[2]): string {
  for (const id of state.order) {
    const message = state.messages[id];
    if (message?.author.kind !== "human") continue;
    const title = titleOf(state.bodies[id]?.content ?? "", message.attachments);
    if (title !== "") return title;
  }
  return "";
}
