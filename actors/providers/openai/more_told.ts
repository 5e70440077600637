/**
 * What servers that speak as OpenAI does say of their models elsewhere than in the list: LiteLLM and LM Studio for all of
 * them, Ollama for each. They are known by what their lists are like, so that nobody else is asked anything; a question that fails
 * costs what it would have told and nothing else.
 */
import { fieldsOf } from "../../runtime/json.ts";
import { inTurns } from "../../runtime/yield_loop.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What LiteLLM says of each model that it lists, when it was made (epoch seconds). */
const LITELLM_MADE = 1_677_610_602;
/** Whose models Ollama lists, where they are nobody's own. */
const OLLAMA_OWNER = "library";
/** Whose models LM Studio lists, all of them. */
const LM_STUDIO_OWNER = "organization_owner";
/** Models of Ollama that are asked after, and how many at once: more have little room on one machine. */
export const SHOWN = 60;
const AT_ONCE = 4;
/** Entries read without a pause. */
const ENTRIES_AT_ONCE = 500;

/** A document of the same server, by its path (`/api/show` counts from the root); with a question it is posted. */
export type AskMore = (path: string, question?: unknown) => Promise<unknown>;

/** A document's address; Ollama's own paths stand beside `/v1`, not behind it. */
export const addressOf = (base: string, path: string): string =>
  path.startsWith("/api/") ? `${base.replace(/\/v1$/, "")}${path}` : `${base}${path}`;

/** Nothing for whoever does not answer well; Stop stops. */
async function told(ask: () => Promise<unknown>, signal: AbortSignal): Promise<Fields> {
  try {
    return fieldsOf(await ask());
  } catch (error) {
    if (signal.aborted) throw error;
    return {};
  }
}

/**
 * The entries of a list with what the server says beside it, under `model_info` (LiteLLM), `show` (Ollama) or
 * `studio` (LM Studio).
 * @outside
 */
export async function* withMore(
  entries: readonly unknown[],
  ask: AskMore,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  const all = entries.map(fieldsOf);
  if (all.length > 0 && all.every(({ created }) => created === LITELLM_MADE)) {
    const { data } = await told(() => ask("/model/info"), signal);
    const known = new Map<unknown, unknown>();
    // Several of a name are one model at several places: the first is as good as any.
    await inTurns(Array.isArray(data) ? data : [], ENTRIES_AT_ONCE, (one) => {
      const { model_name, model_info } = fieldsOf(one);
      if (!known.has(model_name)) known.set(model_name, model_info);
    });
    for (const one of all) yield { ...one, model_info: known.get(one["id"]) };
  } else if (all.some(({ owned_by }) => owned_by === OLLAMA_OWNER)) {
    for (let at = 0; at < all.length; at += AT_ONCE) {
      const some = all.slice(at, at + AT_ONCE);
      const asked = at < SHOWN ? some : [];
      const shown = await Promise.all(
        asked.map(({ id }) => told(() => ask("/api/show", { model: id }), signal)),
      );
      for (const [index, one] of some.entries()) yield { ...one, show: shown[index] };
    }
  } else if (all.length > 0 && all.every(({ owned_by }) => owned_by === LM_STUDIO_OWNER)) {
    const { data } = await told(() => ask("/api/v0/models"), signal);
    const known = new Map<unknown, Fields>();
    await inTurns(Array.isArray(data) ? data : [], ENTRIES_AT_ONCE, (one) => {
      const fields = fieldsOf(one);
      known.set(fields["id"], fields);
    });
    // It answers nobody: what it makes are numbers.
    const talks = all.filter(({ id }) => known.get(id)?.["type"] !== "embeddings");
    for (const one of talks) yield { ...one, studio: known.get(one["id"]) };
  } else yield* all;
}
