/** Small events and rows for tests of the store, which does not care what they mean. */
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { versions } from "../../../events/catalog/upcast.ts";
import type {
  AppendRequest,
  AppendResult,
  Commit,
  EventLog,
  Head,
  NewEvent,
  Position,
  WorkRow,
} from "../../../events/store/types.ts";

const decoder = new TextDecoder();
const [QUOTE, BACKSLASH, TILDE] = [0x22, 0x5c, 0x7e];
const AT = "2026-01-01T12:00:00.000Z";

/** A message; `id` is the event's id. */
export function said(id: string, content = `text of ${id}`): NewEvent {
  return {
    id,
    type: "MessagePosted",
    v: versions.MessagePosted,
    at: AT,
    by: { kind: "user", id: "ann", name: "Ann" },
    data: { messageId: id.replaceAll("/", "_"), content },
  };
}

/** In the first version of its type. */
export function happened(id: string, type: string, data: unknown = {}): NewEvent {
  return { ...said(id), type, v: 1, data };
}

/** Text of `units` characters that no compression makes much smaller; the same for the same seed. */
export function noise(units: number, seed = 1): string {
  let state = seed;
  const codes = new Uint8Array(Math.ceil(units));
  for (let i = 0; i < codes.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const code = 33 + (state >>> 24) % 90;
    codes[i] = code === QUOTE || code === BACKSLASH ? TILDE : code;
  }
  return decoder.decode(codes);
}

export function row(change: Partial<WorkRow> = {}): WorkRow {
  return { attempt: 1, owner: "p1", beat: 1, length: 0, reasoningLength: 0, ...change };
}

export type Appended = AppendResult & { ok: true };

/** Appends and insists that it worked. */
export async function appended(
  log: EventLog,
  stream: string,
  events: readonly NewEvent[],
  more: Partial<AppendRequest> = {},
): Promise<Appended> {
  const closes = events.some(({ type }) => type === "ConversationDeleted");
  const result = await log.append({ stream, head: await log.head(stream), events, closes, ...more });
  if (!result.ok) throw new Error(`not appended: ${JSON.stringify(result)}`);
  return result;
}

/** Appends as actors do: on a conflict the head is taken again and the same is appended. */
export async function appendedAnyhow(
  log: EventLog,
  stream: string,
  events: readonly NewEvent[],
): Promise<Head> {
  let head = await log.head(stream);
  while (true) {
    const result = await log.append({ stream, head, events });
    if (result.ok) return result.head;
    if (result.reason !== "head") throw new Error(`not appended: ${JSON.stringify(result)}`);
    head = result.head;
  }
}

export async function readAll(
  log: EventLog,
  stream: string,
  after?: number,
  until?: number,
): Promise<AnyEvent[]> {
  const events: AnyEvent[] = [];
  for await (const batch of log.read(stream, after, until)) events.push(...batch);
  return events;
}

/** Follows from `position` until `enough`, and returns the commits seen. */
export async function followed(
  log: EventLog,
  position: Position,
  enough: (commits: readonly Commit[]) => boolean,
): Promise<Commit[]> {
  const stop = new AbortController();
  const commits: Commit[] = [];
  for await (const commit of log.order.follow(position, stop.signal)) {
    commits.push(commit);
    if (enough(commits)) break;
  }
  stop.abort();
  return commits;
}

/** Ids of the events of these streams, in the order they were seen. */
export const idsOf = (commits: readonly Commit[], streams: readonly string[]): string[] =>
  commits.flatMap((commit) => commit.events)
    .filter((located) => streams.includes(located.stream)).map((located) => located.event.id);
