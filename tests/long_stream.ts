/** A long conversation in a store, with a snapshot of it, and how much of that was read. */
import assert from "node:assert/strict";
import type { AnyEvent } from "../events/catalog/envelope.ts";
import type { StoreLog } from "../events/store/log.ts";
import type { SnapshotRest } from "../events/store/types.ts";
import { conversation } from "../projections/conversation/conversation.ts";
import { foldAll } from "../projections/fold.ts";
import { longConversation } from "./bench/long_conversation.ts";

/**
 * 2,000 messages under the name "c", and a snapshot some events before their end.
 * @returns the events as they are stored
 */
export async function longStream(log: StoreLog, tail: number): Promise<readonly AnyEvent[]> {
  const events = longConversation(400);
  for (let from = 0; from < events.length; from += 400) {
    const some = events.slice(from, from + 400).map(({ seq: _, ...event }) => event);
    assert.ok((await log.append({ stream: "c", head: await log.head("c"), events: some })).ok);
  }
  const stored = (await Array.fromAsync(log.read("c"))).flat();
  const cut = stored.length - tail;
  const state = foldAll(conversation, conversation.initial("c"), stored.slice(0, cut));
  await log.snapshots.put(conversation.name, conversation.version, "c", cut, state);
  return stored;
}

/** From now on: how many pieces are left to be read of the snapshot that was begun last. They are read then. */
export function leftOf({ snapshots }: StoreLog): () => number {
  let rest: SnapshotRest | undefined;
  const begin = snapshots.begin.bind(snapshots);
  snapshots.begin = async (...asked) => {
    const found = await begin(...asked);
    rest = found?.rest;
    return found;
  };
  return () => {
    if (!rest) return 0;
    let pieces = 1;
    while (!rest.more({})) pieces++;
    return pieces;
  };
}
