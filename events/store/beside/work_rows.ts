/** Who works on which turn. The rows say who is alive; the log decides. */
import { LIST_BATCH } from "../kv/bounds.ts";
import { fromBytes, readable } from "../kv/codec.ts";
import { workKey } from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import type { Work, WorkRow, WorkRows } from "../types.ts";

export class StoredWork implements WorkRows {
  constructor(readonly parts: Pick<Parts, "kv">) {}

  async all(): Promise<Work[]> {
    const found: Work[] = [];
    for await (const entry of this.parts.kv.list({ prefix: ["turn"] }, { batchSize: LIST_BATCH })) {
      const work = readable(() => workOf(entry));
      if (work) found.push(work);
    }
    return found;
  }

  async get(conversationId: string, turnId: string): Promise<Work | null> {
    return workOf(await this.parts.kv.get(workKey(conversationId, turnId)));
  }
}

export function workOf(entry: Entry): Work | null {
  const row = fromBytes<WorkRow>(entry.value);
  if (!row || entry.versionstamp === null) return null;
  return {
    conversationId: String(entry.key[1]),
    turnId: String(entry.key[2]),
    row,
    stamp: entry.versionstamp,
  };
}
