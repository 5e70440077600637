/** A message as the API shows it (S4-24): header, text and how far its answer is, in one flat object. */
import type { ConversationState, Message, ToolUse } from "../shapes/folds.ts";

export type MessageView = Readonly<NonNullable<ReturnType<typeof messageView>>>;

/** The standing overrides of a message's checkbox. */
export function includedFor(message: Message): Record<string, boolean> {
  const standing: Record<string, boolean> = {};
  for (const { participantIds, included } of message.inclusion ?? []) {
    for (const id of participantIds ?? []) standing[id] = included;
  }
  return standing;
}

/** Whether a tool call waits for a person's word. */
export function waits(use: ToolUse): boolean {
  return use.asks === true && use.allowed === undefined && use.status === undefined;
}

/** Null for an id that names no message. A text that was not read is "". */
export function messageView(state: ConversationState, id: string) {
  const message = state.messages[id];
  if (!message) return null;
  const body = state.bodies[id];
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
    /** What is being done for the answer now; null when no tool runs. */
    toolStatus: running ? `${waits(running) ? "Asks to use" : "Using"} ${running.tool}` : null,
    attachments: message.attachments ?? [],
    /** Why a failed answer failed. */
    error: message.error ? { code: message.error.code, message: message.error.message } : null,
    /** The provider's word on how an answer ended. */
    finishReason: message.finishReason ?? null,
    /** What it said is gone. */
    erased: message.erased ?? false,
  };
}

/** The views of `ids`, in their order. */
export function messageViews(state: ConversationState, ids: readonly string[]): MessageView[] {
  return ids.flatMap((id) => messageView(state, id) ?? []);
}
