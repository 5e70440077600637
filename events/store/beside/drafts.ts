/**
 * Answers being written: text in pages, of which a tick rewrites the tail, and the work row as lock and sign
 * of life in the same commit. A tick whose row is not the one last written shows nothing; it may leave the row as it is
 * where nobody else looks how much there is. Many answers are one job, since the rows cost little and what is made for
 * each job costs more than they do.
 */
import { BULK_BYTES, DRAFT_PAGE_UNITS, LIST_BATCH, REMOVE_KEYS } from "../kv/bounds.ts";
import { jsonAt, type Write } from "../commit/job.ts";
import { claim, draftKey, workKey } from "../kv/keys.ts";
import type { Entry } from "../kv/kv.ts";
import { type Parts, written } from "../commit/parts.ts";
import { removeUnder } from "../commit/remove.ts";
import type { Draft, DraftResult, Drafts, DraftWrite, Work, WorkRow, WorkRows } from "../types.ts";
import { workOf } from "./work_rows.ts";

/** Bytes of a page as Deno stores a string: two a unit when it is not Latin-1, and a header. */
const PAGE_ROW_BYTES = 2 * DRAFT_PAGE_UNITS + 16;
const PAGES_PER_JOB = Math.floor(BULK_BYTES / PAGE_ROW_BYTES);
/** Answers of a job at most: as many as a tick has, which is one job then, and leaves checks for an append beside it. */
const ANSWERS_PER_JOB = { local: 96, remote: 8 };

/** Turns of which is known how long their drafts are, until these are dropped. */
const KNOWN = 10_000;

const LOST: DraftResult = { ok: false, lost: true };

const PARTS = ["text", "reasoning"] as const;
type Part = typeof PARTS[number];

/** An answer as a tick writes it: the row that is its lock, and what of its text is new. */
interface Written {
  readonly write: DraftWrite;
  readonly key: Deno.KvKey;
  readonly pages: Write[];
}

export class StoredDrafts implements Drafts {
  /** Pages of the first attempts that were written here, by turn. */
  readonly #pages = new Map<string, Readonly<Record<Part, number>>>();

  constructor(readonly parts: Parts, readonly work: WorkRows) {}

  /** All answers of one tick, in as few commits as hold them. */
  async write(writes: readonly DraftWrite[]): Promise<DraftResult[]> {
    for (const write of writes) this.#know(write);
    const most = ANSWERS_PER_JOB[this.parts.kind === "remote" ? "remote" : "local"];
    return (await Promise.all(jobsOf(writes, most).map((some) => this.#store(some)))).flat();
  }

  /** Together; where a row is not as expected, that answer is written no more and the others are once more. */
  async #store(some: readonly Written[]): Promise<DraftResult[]> {
    const [first] = some;
    if (first && !await this.#goAhead(first)) return [LOST];
    const outcome = await this.parts.commits.commit({
      checks: some.map(({ key, write: { expect } }) => ({ key, versionstamp: expect })),
      writes: some.flatMap(({ key, pages, write: { row, rowStays } }) =>
        rowStays ? pages : [...pages, jsonAt(key, row)]
      ),
      soon: true,
    });
    if (outcome.status === "committed") {
      return some.map(({ write }) => ({ ok: true, stamp: write.rowStays ? write.expect : outcome.stamp }));
    }
    const now = new Map(outcome.failed.map((entry) => [claim(entry.key), entry]));
    const again = some.filter(({ key }) => !now.has(claim(key)));
    const stored = again.length > 0 ? await this.#store(again) : [];
    return some.map(({ key, write }) => {
      const entry = now.get(claim(key));
      return entry ? asStored(entry, write.row) : stored.shift() ?? LOST;
    });
  }

  /** A long text goes ahead in parts; it counts only when the row says how long it is. False: the row is somebody else's. */
  async #goAhead({ key, pages, write }: Written): Promise<boolean> {
    const checks = [{ key, versionstamp: write.expect }];
    while (pages.length > PAGES_PER_JOB) {
      const writes = pages.splice(0, PAGES_PER_JOB);
      if (!await written(this.parts, { checks, writes })) return false;
    }
    return true;
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
    // Of one that nobody has any more nothing can be shown: who asks knows an earlier state, and would leave it taken.
    while (work && work.row.owner !== null) {
      const row: WorkRow = { ...work.row, owner, beat: work.row.beat + 1 };
      const outcome = await this.parts.commits.commit({
        checks: [{ key, versionstamp: work.stamp }],
        writes: [jsonAt(key, row)],
        urgent: true,
        landed: ([now]) => {
          const stored = now ? asStored(now, row) : LOST;
          return stored.ok ? { stamp: stored.stamp, offset: 0 } : null;
        },
      });
      if (outcome.status === "committed") return { conversationId, turnId, row, stamp: outcome.stamp };
      // Its owner wrote in between, or the turn ended.
      const [now] = outcome.failed;
      work = now ? workOf(now) : null;
    }
    return null;
  }

  async drop(conversationId: string, turnId: string, attempts?: number): Promise<void> {
    const name = `${conversationId}/${turnId}`;
    const pages = attempts === 1 ? this.#pages.get(name) : undefined;
    this.#pages.delete(name);
    if (!pages || pages.text + pages.reasoning > REMOVE_KEYS) {
      return await removeUnder(this.parts, ["draft", conversationId, turnId]);
    }
    const writes = PARTS.flatMap((part) =>
      Array.from({ length: pages[part] }, (_, page): Write => {
        return { key: draftKey(conversationId, turnId, attempts ?? 1, part, page), remove: true };
      })
    );
    await this.parts.commits.commit({ writes });
  }

  /** What was written of a later attempt does not say what is left of the first. */
  #know({ conversationId, turnId, row, text, from, reasoning, reasoningFrom }: DraftWrite): void {
    if (row.attempt !== 1) return;
    const pages = { text: pagesOf(text.length), reasoning: pagesOf(reasoning.length) };
    // As many as before are known already; mostly that is so.
    if (pages.text === pagesOf(from) && pages.reasoning === pagesOf(reasoningFrom)) return;
    const name = `${conversationId}/${turnId}`;
    if (this.#pages.size >= KNOWN && !this.#pages.has(name)) this.#pages.clear();
    this.#pages.set(name, pages);
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

/** Jobs of a tick: as many answers as may be, and pages of one job; who alone has more is alone. */
function jobsOf(writes: readonly DraftWrite[], most: number): Written[][] {
  const jobs: Written[][] = [];
  let job: Written[] = [];
  let pagesOfJob = 0;
  for (const write of writes) {
    const pages: Write[] = [];
    addPages(pages, write, "text", write.text, write.from);
    addPages(pages, write, "reasoning", write.reasoning, write.reasoningFrom);
    if (job.length === most || (job.length > 0 && pagesOfJob + pages.length > PAGES_PER_JOB)) {
      jobs.push(job);
      [job, pagesOfJob] = [[], 0];
    }
    job.push({ write, key: workKey(write.conversationId, write.turnId), pages });
    pagesOfJob += pages.length;
  }
  return job.length > 0 ? [...jobs, job] : jobs;
}

/** What a row says that is not as expected: one that we wrote (nobody else has our owner and beat) landed, although nobody said so. */
function asStored(entry: Entry, ours: WorkRow): DraftResult {
  const work = workOf(entry);
  const row = work?.row;
  const same = row?.owner === ours.owner && row.attempt === ours.attempt && row.beat === ours.beat &&
    row.length === ours.length && row.reasoningLength === ours.reasoningLength;
  return work && same ? { ok: true, stamp: work.stamp } : LOST;
}

const pagesOf = (units: number): number => Math.ceil(units / DRAFT_PAGE_UNITS);

/** Those that something is new of. */
function addPages(pages: Write[], write: DraftWrite, part: Part, text: string, from: number): void {
  const first = Math.floor(from / DRAFT_PAGE_UNITS);
  for (let page = first; page * DRAFT_PAGE_UNITS < text.length; page++) {
    const value = text.slice(page * DRAFT_PAGE_UNITS, (page + 1) * DRAFT_PAGE_UNITS);
    // Strings, not UTF-8: half a surrogate pair may end a page, and must survive it.
    const key = draftKey(write.conversationId, write.turnId, write.row.attempt, part, page);
    pages.push({ key, value, bytes: 2 * value.length + 16 });
  }
}
