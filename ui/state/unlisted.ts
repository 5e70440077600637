/**
 * Conversations that are heard of and are not in the list: some were deleted, some are not there yet, for a program's long
 * history is still being brought to them. What is heard of these is no reason to fetch the list.
 */
import { hides } from "../../projections/conversation/shared_steps.ts";

interface Heard {
  readonly stream: string;
  readonly type: string;
}

export class Unlisted {
  readonly #hidden = new Set<string>();

  /** Whether the list has to be fetched because of an event of a conversation that is not in it. */
  isNews(event: Heard): boolean {
    if (hides(event)) this.#hidden.add(event.stream);
    if (event.type === "DeletionWithdrawn") this.#hidden.delete(event.stream);
    return !this.#hidden.has(event.stream);
  }

  /** One went out of the list. */
  add(stream: string): void {
    this.#hidden.add(stream);
  }
}
