/** A message as the API shows it (S4-24): header, text and how far its answer is, in one flat object. */
import type { ConversationState, Message } from "../shapes/folds.ts";
import type { PriceOverrides } from "../usage/prices.ts";
import { usageOf } from "../usage/usage.ts";
import { versionsOf } from "./versions.ts";
import { inputOf, permissionOf, waits } from "./waiting.ts";

export type MessageView = Readonly<NonNullable<ReturnType<typeof messageView>>>;

/** The standing overrides of a message's checkbox. */
export function includedFor(message: Message): Record<string, boolean> {
  const standing: Record<string, boolean> = {};
  for (const { participantIds, included } of message.inclusion ?? []) {
    for (const id of participantIds ?? []) standing[id] = included;
  }
  return standing;
}

/** US dollars of an answer that has ended; null where it called nobody or has not ended. */
function costOfAnswer(
  state: ConversationState,
  { turnId }: Message,
  prices: PriceOverrides | undefined,
): number | "unknown" | null {
  const turn = state.turns[turnId ?? ""];
  const used = turn && usageOf(state, turn, prices);
  return used ? used.usd ?? "unknown" : null;
}

/**
 * Null for an id that names no message. A text that was not read is "".
 * @param prices the workspace's own
 */
export function messageView(state: ConversationState, id: string, prices?: PriceOverrides) {
  const message = state.messages[id];
  if (!message) return null;
  const body = state.bodies[id];
  const versions = versionsOf(state, message);
  const streaming = message.status === "streaming";
  const running = streaming ? body?.tools?.findLast((use) => use.status === undefined) : undefined;
  return {
    id,
    seq: message.seq,
    conversationId: state.id,
    /** The membership that answers (C-7); null for people and the program. */
    participantId: message.participantId ?? null,
    role: message.role,
    content: body?.content ?? "",
    included: message.included,
    /** It counts wherever the window of an agent begins. */
    pinned: message.pinned ?? false,
    /** Overrides of the checkbox by participant (P5). */
    includedFor: includedFor(message),
    createdAt: message.at,
    authorName: message.author.name,
    authorType: message.author.kind,
    streaming,
    completed: message.status === "complete",
    status: message.status,
    turnId: message.turnId ?? null,
    usage: message.usage ?? null,
    modelId: message.model ?? null,
    reasoning: body?.reasoning ?? null,
    toolsUsed: message.toolsUsed ?? [],
    /** Where it has what it says from, in the order of its marks. */
    citations: body?.citations ?? [],
    /** It was held to the schema of its agent, and fits it; null of every other. */
    form: body?.form ?? null,
    /** What is being done for the answer now; null when no tool runs. */
    toolStatus: running ? `${waits(running) ? "Asks to use" : "Using"} ${running.tool}` : null,
    attachments: message.attachments ?? [],
    /** Why a failed answer failed. */
    error: message.error ? { code: message.error.code, message: message.error.message } : null,
    /** The provider's word on how an answer ended. */
    finishReason: message.finishReason ?? null,
    /** Milliseconds from the start of the attempt that was completed. */
    timing: message.totalMs === undefined
      ? null
      : { firstTextMs: message.firstTextMs ?? null, totalMs: message.totalMs },
    /** Of its calls. */
    cost: costOfAnswer(state, message, prices),
    /** The message of a person that it answers. */
    question: message.question ?? null,
    /** The first answer of which it is another version. */
    versionOf: message.versionOf ?? null,
    /** Ids of all versions in their order, itself among them; none where there is one alone. */
    versions: versions.length > 1 ? versions : [],
    /** The answers that it was written from. */
    sources: message.sources ?? [],
    /** `gist` or `claims` of one that is a reading of its sources; null of every other. */
    task: message.task ?? null,
    /** What it waits for a person with. */
    permission: permissionOf(state, message),
    /** What a server of tools asks a person for, before it goes on. */
    input: inputOf(state, message),
    /** Where and when it was said, of words from another product. */
    origin: message.origin ?? null,
    /** What it said is gone. */
    erased: message.erased ?? false,
    /** Who erased it; null where that is not in this log. */
    erasure: message.erasure ?? null,
  };
}

/** The views of all messages in reading order, one after the other as they are asked for. */
export function* viewsOf(state: ConversationState, prices?: PriceOverrides): Generator<MessageView> {
  for (const id of state.order) {
    const view = messageView(state, id, prices);
    if (view) yield view;
  }
}

/** The views of `ids`, in their order. */
export function messageViews(
  state: ConversationState,
  ids: readonly string[],
  prices?: PriceOverrides,
): MessageView[] {
  return ids.flatMap((id) => messageView(state, id, prices) ?? []);
}
