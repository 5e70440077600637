/** Events of releases in which nothing was salted, as they are stored since. */
import type { AnyEvent } from "./envelope.ts";
import { upcast } from "./upcast.ts";

/**
 * The event in its present version where that moves something among its words: the hash of a request, which in the
 * structure would confirm a guess at words that are gone, for ever. Any other event as it is.
 * @throws {NewerVersion} for one of a later release
 */
export function withHashAmongWords<E extends AnyEvent>(event: E): E {
  if (event.type !== "ProviderCalled") return event;
  const { v, data: now } = upcast(event);
  const { sha256: plain, ...data }: Record<string, unknown> = { ...Object(now) };
  return { ...event, v, data: { ...data, sha256: "", plain } };
}
