/** Asking an agent or an agency as a tool: a call of chat completions, whose answer is the tool's result. */
import { z } from "zod";
import { Completion } from "../contract/completion_shapes.ts";
import { Problem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";
import { ConversationId } from "./conversation_id.ts";
import { answer } from "../programs/completion_answers.ts";
import { type Model, modelNamed, models, targetOf } from "../programs/models.ts";
import { HEARTBEAT_MS } from "../stream/event_stream.ts";

/** Names told in a tool's description: a model chooses among them; of more it can guess. */
export const NAMES_TOLD = 50;

export type Kind = Model["kind"];

const question = z.string().min(1).refine((text) => text.trim() !== "", "has no words").describe(
  "What to ask, with all that is needed to answer it",
);
const conversation_id = ConversationId.optional().describe(
  "Goes on in the conversation of an earlier answer, which remembers what was said; without it a new one begins",
);
export const AskAgent = z.strictObject({ agent: z.string().describe("Its name"), question, conversation_id });
export const AskAgency = z.strictObject({
  agency: z.string().describe("Its name"),
  question,
  conversation_id,
});
export const AskPanel = z.strictObject({ panel: z.string().describe("Its name"), question, conversation_id });
export const Answered = z.object({ answer: z.string(), conversation_id: z.string() });

/** Whom a tool can ask, in words for its description. */
export async function whom(call: Call, kind: Kind): Promise<string> {
  const names = models(await call.services.system.workspace())
    .filter((model) => model.kind === kind)
    .map(({ name, description }) => description === "" ? name : `${name} (${description})`);
  const more = names.length > NAMES_TOLD ? `, and ${names.length - NAMES_TOLD} more` : "";
  return names.length === 0
    ? `There is no ${kind} yet.`
    : `There are: ${names.slice(0, NAMES_TOLD).join("; ")}${more}.`;
}

export interface Asking {
  readonly kind: Kind;
  /** As people know it, or as a model of `/v1`. */
  readonly name: string;
  readonly question: string;
  readonly conversationId: string | undefined;
}

/**
 * Posts the question and waits for the answer, however long it takes; `alive` is called while it does.
 * @throws {Problem} why there is none
 */
export async function ask(
  call: Call,
  { kind, name, question, conversationId }: Asking,
  gone: AbortSignal,
  alive: () => void,
): Promise<z.infer<typeof Answered>> {
  const { disk, hub, system } = call.services;
  disk.refuseNew();
  const model = modelNamed(await system.workspace(), kind, name);
  const body = Completion.parse({
    model: model.id,
    messages: [{ role: "user", content: question }],
    ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
  });
  const { url, headers } = call.request;
  const asked = { ...call, body, request: new Request(url, { headers, signal: gone }) };
  const leave = hub.places.take(call.caller);
  const stop = hub.every(HEARTBEAT_MS, alive);
  try {
    const target = targetOf(await system.workspace(), model);
    const given = await answer(asked, target, (begun) => ({ conversation_id: begun.conversationId }));
    if (given instanceof Response) throw new Problem("internal", "A stream was not asked for.");
    return {
      answer: given.choices[0]?.message.content ?? "",
      conversation_id: given.conversation_id ?? "",
    };
  } finally {
    stop();
    leave();
  }
}
