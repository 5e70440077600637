/** The pages that the searches of an answer found, by the numbers under which its model is told them and may name them. */
import { z } from "zod";
import { jsonOf } from "../runtime/json.ts";

/** A page as a search gives it. */
interface Found {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}
export type Source = Pick<Found, "url" | "title">;

const Told = z.object({
  results: z.array(z.object({ number: z.int().min(1), url: z.string(), title: z.string() })),
});

export class Sources {
  readonly #known = new Map<number, Source>();
  readonly #numbers = new Map<string, number>();

  get none(): boolean {
    return this.#known.size === 0;
  }

  /** Numbers what was found, a page that was found before as it was, and gives the result that the model is told. */
  tell(found: readonly Found[]): string {
    const results = found.map(({ url, title, text }) => {
      const number = this.#numbers.get(url) ?? this.#numbers.size + 1;
      this.#keep(number, { url, title });
      return { number, title, url, text };
    });
    return JSON.stringify({ results });
  }

  /** Takes over what an earlier attempt told: `tell` gave it. */
  recall(result: string): void {
    for (const { number, url, title } of Told.safeParse(jsonOf(result)).data?.results ?? []) {
      this.#keep(number, { url, title });
    }
  }

  of(number: number): Source | undefined {
    return this.#known.get(number);
  }

  #keep(number: number, source: Source): void {
    this.#known.set(number, source);
    this.#numbers.set(source.url, number);
  }
}
