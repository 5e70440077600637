/** Decisions about what people say. */
import type { DataOf } from "../../../events/catalog/conversation.ts";
import type { Actor } from "../../../events/catalog/envelope.ts";
import { ATTACHMENTS_PER_MESSAGE, codePoints, MESSAGE_CODE_POINTS } from "../../../events/catalog/limits.ts";
import { waitingFor } from "../../../projections/conversation/client_calls.ts";
import { findMentions } from "../../../projections/conversation/mentions.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Posting, Refusal } from "../commands.ts";
import { modeOf } from "../modes/modes.ts";
import { cancelAll, forget } from "./ending.ts";
import { lowerHands } from "./hands.ts";
import { addPanel, cannotSit } from "./seating.ts";
import { speak } from "./speaking.ts";

/**
 * Ids that other programs use where they have none; a message under such an id would be replaced (S3-5).
 * Names every object has are none either: ids are keys of the fold.
 */
function isPlaceholderId(id: string): boolean {
  return id === "" || id === "no-id" || id.startsWith("__") || id in Object.prototype;
}

export const MOVED_ON = refuse("conflict", "Something else happened in this conversation meanwhile.");

/** Says what is wrong with a posting, or null. */
export function checkPosting(posting: Posting, path = ""): Refusal | null {
  const at = (field: string) => path ? `${path}.${field}` : field;
  const files = posting.attachments?.length ?? 0;
  if (posting.id !== undefined && (isPlaceholderId(posting.id) || !/^[\w-]{1,64}$/.test(posting.id))) {
    return refuse(
      "validation",
      "The message id is a placeholder or has characters an id cannot have.",
      at("id"),
    );
  }
  if (posting.content.trim() === "" && files === 0 && !posting.results?.length) {
    return refuse("validation", "The message is empty.", at("content"));
  }
  const length = codePoints(posting.content);
  if (!posting.program && length > MESSAGE_CODE_POINTS) {
    const detail = `The message has ${length} characters; at most ${MESSAGE_CODE_POINTS} are allowed.`;
    return refuse("validation", detail, at("content"));
  }
  if (files > ATTACHMENTS_PER_MESSAGE) {
    return refuse(
      "validation",
      `At most ${ATTACHMENTS_PER_MESSAGE} files can be attached.`,
      at("attachments"),
    );
  }
  return null;
}

/** Results as they stand with a message; null where nobody waits for them. */
export function returning(
  { state }: Decision,
  results: Posting["results"] = [],
): Pick<DataOf<"MessagePosted">, "returned"> | null {
  if (results.length === 0) return {};
  const to = waitingFor(state, results);
  return to === null ? null : { returned: { to, results: [...results] } };
}

export const NOT_WAITED_FOR = refuse(
  "validation",
  "No answer in this conversation waits for the results of just these calls.",
  "messages",
);

/** Adds a checked message, as said by `by`, and the turns it causes. Returns its id. */
export function addPosting(now: Decision, posting: Posting, by: Actor = now.by): { messageId: string } {
  const { state } = now;
  const messageId = posting.id ?? now.mint("message");
  const inRoster = new Set(state.participants.map((p) => p.id));
  const found = findMentions(posting.content, state.participants);
  const picked = (posting.mentions ?? []).filter((id) => inRoster.has(id));
  const chosen = new Set([...picked, ...found.participantIds]);
  const { hearer } = modeOf(state.mode);
  lowerHands(now, "new_message");
  const mentions = hearer ? [] : state.participants.map((p) => p.id).filter((id) => chosen.has(id));
  if (posting.instructions) {
    now.notify("custom_instructions", posting.instructions, { exchange: messageId });
  }
  const to = hearer?.(state);
  now.add("MessagePosted", {
    messageId,
    author: { kind: "user", id: by.id, name: by.name },
    ...returning(now, posting.results),
    role: "user",
    content: posting.content,
    ...(posting.attachments?.length ? { attachments: [...posting.attachments] } : {}),
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(to ? { to } : {}),
    ...(posting.call ? { call: posting.call } : {}),
  }, messageId);
  if (posting.panel) addPanel(now, messageId, posting.panel);
  // Who picked one of them said which is meant.
  const unclear = hearer
    ? []
    : found.ambiguous.filter(({ participantIds }) => !participantIds.some((id) => chosen.has(id)));
  if (unclear.length > 0) {
    const names = [...new Set(unclear.map(({ start, end }) => posting.content.slice(start, end)))].join(", ");
    // Plain text like any other word, but said aloud: nobody wonders who was meant.
    now.notify(
      "unclear_mention",
      `Several agents go by ${names}, so it named nobody. Pick one from the list.`,
    );
  }
  const message = state.messages[messageId];
  if (message && !state.queue.includes(messageId)) speak(now, message);
  // Where nobody can answer it, it is over at once.
  forget(now, messageId);
  return { messageId };
}

export function post({ type: _, ...posting }: CommandOf<"post">, now: Decision): Answer | Refusal {
  const { by, state } = now;
  const wrong = checkPosting(posting);
  if (wrong) return wrong;
  if (posting.after !== undefined && posting.after !== state.seq) return MOVED_ON;
  const existing = posting.id === undefined ? undefined : state.messages[posting.id];
  if (existing) {
    const same = existing.author.kind === "human" && existing.author.id === by.id &&
      (state.bodies[existing.id]?.content ?? posting.content) === posting.content;
    return same
      ? { messageId: existing.id }
      : refuse("conflict", "Another message already has this id.", "id");
  }
  if (!returning(now, posting.results)) return NOT_WAITED_FOR;
  const cannot = posting.panel ? cannotSit(state, posting.panel) : null;
  if (cannot) return cannot;
  if (posting.aside && state.deleted) now.add("DeletionWithdrawn", { brought: true });
  if (state.settings.onNewMessage !== "queue") {
    // S2-38: only what this person's own earlier messages started.
    const mine = now.open().filter((turn) =>
      state.messages[turn.exchange]?.author.kind === "human" &&
      state.exchanges[turn.exchange]?.by === by.id
    );
    cancelAll(now, mine, "new_message");
  }
  return addPosting(now, posting);
}
