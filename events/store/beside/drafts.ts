/**
 * Answers being written: text in pages, of which a tick rewrites the tail, and the work row as lock and sign
 * of life in the same commit. A tick whose row is not the one last written shows nothing.
 */
import { BULK_BYTES, DRAFT_PAGE_UNITS, LIST_BATCH } from "../kv/bounds.ts";
import { type Job, jsonAt, type Write } from "../commit/job.ts";
import { draftKey, workKey } from "../kv/keys.ts";
import type { Parts } from "../commit/parts.ts";
import { removeUnder } from "../commit/remove.ts";
import type { Draft, DraftResult, Drafts, DraftWrite, Work, WorkRow, WorkRows } from "../types.ts";
import { workOf } from "./work_rows.ts";

/** Bytes of a page as Deno stores a string: two a unit when it is not Latin-1, and a header. */
const PAGE_ROW_BYTES = 2 * DRAFT_PAGE_UNITS + 16;
const PAGES_PER_JOB = Math.floor(BULK_BYTES / PAGE_ROW_BYTES);

export class StoredDrafts implements Drafts {
  constructor(readonly parts: Parts, readonly work: WorkRows) {}

  /** All answers of one tick: they meet in one commit. */
  write(writes: readonly DraftWrite[]): Promise<DraftResult[]> {
    return Promise.all(writes.map((write) => this.#writeOne(write)));
  }

  async #writeOne(write: DraftWrite): Promise<DraftResult> {
    const key = workKey(write.conversationId, write.turnId);
    const pages = [
      ...changedPages(write, "text", write.text, write.from),
      ...changedPages(write, "reasoning", write.reasoning, write.reasoningFrom),
    ];
    const checks = [{ key, versionstamp: write.expect }];
    // A long text goes ahead in parts; it counts only when the row says how long it is.
    while (pages.length > PAGES_PER_JOB) {
      const writes = pages.splice(0, PAGES_PER_JOB);
      const outcome = await this.parts.commits.commit({ checks, writes });
      if (outcome.status === "conflict") return { ok: false, lost: true };
    }
    const outcome = await this.parts.commits.commit({
      checks,
      writes: [...pages, jsonAt(key, write.row)],
      landed: landedRow(write.row),
    });
    return outcome.status === "committed" ? { ok: true, stamp: outcome.stamp } : { ok: false, lost: true };
  }

  async read(conversationId: string, turnId: string, attempt: number): Promise<Draft> {
    const parts = { text: "", reasoning: "" };
    const prefix = ["draft", conversationId, turnId, attempt];
    for await (const { key, value } of this.parts.kv.list({ prefix }, { batchSize: LIST_BATCH })) {
      if (key[4] === "text") parts.text += String(value);
      else parts.reasoning += String(value);
    }
    return parts;
  }

  /** Takes the rows of turns one does not own, then reads what their owners had shown. */
  async fence(
    conversationId: string,
    turnIds: readonly string[],
    owner: string,
  ): Promise<Map<string, { work: Work; draft: Draft } | null>> {
    const taken = await Promise.all(turnIds.map((turnId) => this.#take(conversationId, turnId, owner)));
    const found = new Map<string, { work: Work; draft: Draft } | null>();
    for (const [index, turnId] of turnIds.entries()) {
      const work = taken[index] ?? null;
      const draft = work && await this.read(conversationId, turnId, work.row.attempt);
      found.set(turnId, work && draft && { work, draft });
    }
    return found;
  }

  async #take(conversationId: string, turnId: string, owner: string): Promise<Work | null> {
    const key = workKey(conversationId, turnId);
    let work = await this.work.get(conversationId, turnId);
    while (work) {
      const row: WorkRow = { ...work.row, owner, beat: work.row.beat + 1 };
      const outcome = await this.parts.commits.commit({
        checks: [{ key, versionstamp: work.stamp }],
        writes: [jsonAt(key, row)],
        urgent: true,
        landed: landedRow(row),
      });
      if (outcome.status === "committed") return { conversationId, turnId, row, stamp: outcome.stamp };
      // Its owner wrote in between, or the turn ended.
      const [now] = outcome.failed;
      work = now ? workOf(now) : null;
    }
    return null;
  }

  async drop(conversationId: string, turnId: string): Promise<void> {
    await removeUnder(this.parts, ["draft", conversationId, turnId]);
  }

  /** Removes drafts whose turn has no work row: it has ended, and whoever should have dropped them died. */
  sweep(): Promise<void> {
    return this.#dropEnded(["draft"]);
  }

  /** The same of one conversation. */
  dropEnded(conversationId: string): Promise<void> {
    return this.#dropEnded(["draft", conversationId]);
  }

  async #dropEnded(prefix: Deno.KvKey): Promise<void> {
    const turns = new Map<string, readonly [conversationId: string, turnId: string]>();
    for await (const { key } of this.parts.kv.list({ prefix }, { batchSize: LIST_BATCH })) {
      const turn = [String(key[1]), String(key[2])] as const;
      turns.set(turn.join("/"), turn);
    }
    for (const turn of turns.values()) {
      if (!await this.work.get(...turn)) await this.drop(...turn);
    }
  }
}

/** A row that is the one we wrote (nobody else has our owner and beat) landed, although nobody said so. */
function landedRow(ours: WorkRow): NonNullable<Job["landed"]> {
  return ([now]) => {
    const work = now ? workOf(now) : null;
    const row = work?.row;
    const same = row?.owner === ours.owner && row.attempt === ours.attempt && row.beat === ours.beat &&
      row.length === ours.length && row.reasoningLength === ours.reasoningLength;
    return work && same ? { stamp: work.stamp, offset: 0 } : null;
  };
}

function* changedPages(
  write: DraftWrite,
  part: "text" | "reasoning",
  text: string,
  from: number,
): Generator<Write> {
  const first = Math.floor(from / DRAFT_PAGE_UNITS);
  for (let page = first; page * DRAFT_PAGE_UNITS < text.length; page++) {
    const value = text.slice(page * DRAFT_PAGE_UNITS, (page + 1) * DRAFT_PAGE_UNITS);
    // Strings, not UTF-8: half a surrogate pair may end a page, and must survive it.
    const key = draftKey(write.conversationId, write.turnId, write.row.attempt, part, page);
    yield { key, value, bytes: 2 * value.length + 16 };
  }
}
