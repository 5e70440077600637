/**
 * Which events of a conversation tell their words where only some messages are to be shown, or nobody's prompts: those
 * that a message or answer is made of, and the names of who takes part. A title may be made of a message that is not
 * shown, and a prompt says what an agent was told: both stay back.
 */

/** What is to be shown. */
export interface Shown {
  /** Messages by their ids; absent: all of them. */
  readonly messages?: ReadonlySet<string>;
  /** What agents were told besides: system prompts, and a manager's principles. */
  readonly prompts: boolean;
}
/** An event without its words. */
interface Bare {
  readonly type: string;
  readonly data?: unknown;
}

/** Events that hold prompts. */
const PROMPTS: ReadonlySet<string> = new Set(["ProviderCalled", "ModeChanged"]);

const fieldOf = (data: unknown, name: string): string | null => {
  if (typeof data !== "object" || data === null) return null;
  const value: unknown = Object.entries(data).find(([field]) => field === name)?.[1];
  return typeof value === "string" ? value : null;
};

/** To be asked of every event of one conversation, in their order. */
export function disclosing({ messages, prompts }: Shown): (event: Bare) => boolean {
  /** Turns whose answer is shown. */
  const turns = new Set<string>();
  return ({ type, data }) => {
    const messageId = fieldOf(data, "messageId");
    const turnId = fieldOf(data, "turnId");
    if (type === "TurnRequested" && turnId !== null && messages?.has(messageId ?? "")) turns.add(turnId);
    if (!prompts && PROMPTS.has(type)) return false;
    if (!messages || type === "ParticipantAdded") return true;
    if (turnId !== null) return turns.has(turnId);
    return messageId !== null && messages.has(messageId);
  };
}
