/** People who delete conversations, and have some of them back, while everything breaks. */
import { pause, type People } from "./people.ts";

/** Milliseconds from a deletion to the wish to have it back: mostly in time. */
const CHANGE_OF_MIND_MS = 6_000;
/** Deletions at least, and at most until one was had back: what breaks may last longer than there is time for that. */
const [LEAST, MOST] = [3, 30] as const;

interface Deleted {
  readonly id: string;
  readonly content: string;
  /** Somebody was told that it is back; else nobody asked for it, or was told that it is gone. */
  readonly back: boolean;
}

export class Deletions {
  readonly #deleted: Deleted[] = [];

  constructor(readonly people: People) {}

  async happen(going: () => boolean): Promise<void> {
    const { people } = this;
    for (let n = 1; n <= LEAST || going() || (this.hadBack === 0 && n <= MOST); n++) {
      const content = `to be deleted ${n}`;
      const made = await people.post("/api/conversations", { message: content });
      const { id } = made["conversation"] as { id: string };
      await people.remove(`/api/conversations/${id}`);
      // Until one was had back each is at once, so that one surely is.
      const first = this.hadBack === 0;
      const wanted = first || people.random.chance(0.5);
      if (wanted && !first) await pause(people.random.between(0, CHANGE_OF_MIND_MS));
      const back = wanted && await people.restore(`/api/conversations/${id}`);
      this.#deleted.push({ id, content, back });
      await pause(people.random.between(500, 3_000));
    }
  }

  get hadBack(): number {
    return this.#deleted.filter(({ back }) => back).length;
  }

  /** What is not as it was said; nothing once everything has come to rest. */
  async wrong(): Promise<string[]> {
    const found: string[] = [];
    for (const { id, content, back } of this.#deleted) {
      const said = await this.people.find(`/api/conversations/${id}/messages`);
      const items = said?.["items"] as { content: string }[] | undefined;
      if (back && !items?.some((message) => message.content === content)) {
        found.push(`${id} was had back and is not there`);
      }
      if (!back && items) found.push(`${id} was deleted and is there`);
    }
    return found;
  }
}
