/** What must be true of a log after everything that happened to its servers. Each breach is a sentence. */
import type { Acknowledged, LoggedEvent } from "./people.ts";

/** What one reader was shown, by turn and attempt. */
export interface Shown {
  readonly name: string;
  readonly shown: ReadonlyMap<string, string>;
}

/**
 * Sequences without a gap; every acknowledged message once, under the id that was acknowledged, with its file;
 * one end for every turn; every character that anybody was shown in the log.
 */
export function breaches(
  conversationId: string,
  events: readonly LoggedEvent[],
  acknowledged: readonly Acknowledged[],
  readers: readonly Shown[],
): string[] {
  return [
    ...gaps(conversationId, events),
    ...lostMessages(conversationId, events, acknowledged),
    ...turnsAndTexts(conversationId, events, readers),
  ];
}

function gaps(conversationId: string, events: readonly LoggedEvent[]): string[] {
  const at = events.findIndex((event, index) => event.seq !== index + 1);
  return at < 0 ? [] : [`${conversationId}: event ${events[at]?.seq} stands where ${at + 1} belongs`];
}

export function lostMessages(
  conversationId: string,
  events: readonly LoggedEvent[],
  acknowledged: readonly Acknowledged[],
): string[] {
  const found = new Map<string, { messageId: unknown; files: unknown }[]>();
  for (const { type, data } of events) {
    if (type !== "MessagePosted" || data["role"] !== "user") continue;
    const content = String(data["content"]);
    const files = (data["attachments"] as { sha256: string }[] | undefined)?.map(({ sha256 }) => sha256);
    found.set(content, [...found.get(content) ?? [], { messageId: data["messageId"], files: files ?? [] }]);
  }
  return acknowledged.filter((one) => one.conversationId === conversationId).flatMap((one) => {
    const stored = found.get(one.content) ?? [];
    if (stored.length !== 1) return [`"${one.content}" was acknowledged and is there ${stored.length} times`];
    const wanted = { messageId: one.messageId, files: one.file ? [one.file] : [] };
    return JSON.stringify(stored[0]) === JSON.stringify(wanted) ? [] : [
      `"${one.content}" was acknowledged as ${JSON.stringify(wanted)}, stored as ${
        JSON.stringify(stored[0])
      }`,
    ];
  });
}

function turnsAndTexts(
  conversationId: string,
  events: readonly LoggedEvent[],
  readers: readonly Shown[],
): string[] {
  const ends = new Map<string, number>();
  const kept = new Map<string, string>();
  const attempts = new Map<string, number>();
  for (const { type, data } of events) {
    const turnId = String(data["turnId"]);
    if (type === "TurnRequested") ends.set(turnId, 0);
    if (type === "TurnStarted") attempts.set(turnId, Number(data["attempt"]));
    if (/^Turn(Completed|Failed|Cancelled)$/.test(type)) ends.set(turnId, (ends.get(turnId) ?? 0) + 1);
    if (/^Turn(Completed|Failed|Cancelled|Interrupted)$/.test(type)) {
      const key = `${turnId}/${attempts.get(turnId) ?? 0}`;
      kept.set(key, `${kept.get(key) ?? ""}${data["content"] ?? data["partial"] ?? ""}`);
    }
  }
  const wrong = [...ends].filter(([, count]) => count !== 1)
    .map(([turnId, count]) => `${conversationId}: ${turnId} has ${count} ends`);
  for (const { shown, name } of readers) {
    for (const [key, text] of shown) {
      if (!ends.has(key.split("/")[0] ?? "") || kept.get(key)?.startsWith(text)) continue;
      wrong.push(
        `${conversationId}: ${name} was shown ${text.length} characters of ${key} that are not kept`,
      );
    }
  }
  return wrong;
}

/** What a server says of what kept its loop. */
export interface Held {
  readonly name: string;
  readonly ownMs: number;
}

/**
 * Milliseconds of its own processor time that a server may spend with one thing alone. The goal is 20, and what is over
 * that is told; so much is a fault on whatever machine. The processor time is that of the process and all its threads, so
 * that a tighter bound would blame the loop for what they do while it waits for a processor.
 */
export const HELD_MOST_MS = 1_000;

export const heldTooLong = (held: readonly Held[]): string[] =>
  held.filter(({ ownMs }) => ownMs >= HELD_MOST_MS)
    .map(({ name, ownMs }) => `a server did nothing but ${name} for ${ownMs.toFixed(0)} ms`);
