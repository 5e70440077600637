/** Brings a message into the page that is folded away, or another try of what is shown. */
import { answersOf, type Exchange } from "../exchange/grouping.ts";
import type { Reading } from "../state/reading.ts";

/** Where a message stands. */
interface Place {
  readonly exchange: Exchange;
  /** The tries of the answer that it is one of, or whose failure it tells; none where it is no answer. */
  readonly versions: readonly string[];
  /** The try. */
  readonly id: string;
}

function placeOf(exchanges: readonly Exchange[], wanted: string): Place | null {
  for (const exchange of exchanges) {
    // A failure is read at the answer that failed.
    const id = Object.entries(exchange.failures).find(([, notice]) => notice === wanted)?.[0] ?? wanted;
    const answers = [...answersOf(exchange), ...exchange.about];
    const versions = answers.find(({ versions }) => versions.includes(id))?.versions ?? [];
    const held = exchange.asked === id || versions.length > 0 ||
      exchange.rows.some((row) =>
        row.kind === "notice" ? row.id === id : row.kind === "behind" && row.ids.includes(id)
      );
    if (held) return { exchange, versions, id };
  }
  return null;
}

/** Unfolds what a message stands in and turns to it; nothing changes where it can be seen already. */
export function show(
  reading: Reading,
  exchanges: readonly Exchange[],
  wanted: string,
  /** Of the panel that it is an answer of. */
  stage: number | null = null,
): void {
  const place = placeOf(exchanges, wanted);
  if (!place) return;
  const { exchange, versions, id } = place;
  const { folded, focused } = reading.exchanges.of(exchange.key).peek();
  const last = exchange === exchanges.at(-1);
  reading.exchanges.change(exchange.key, {
    folded: folded ?? !last ? false : folded,
    focused: answersOf(exchange).some((answer) => answer.versions === versions)
      ? versions[0] ?? null
      : focused,
    comparing: null,
    ...(stage === null ? {} : { stage }),
  });
  if (exchange.asked === id) reading.answers.change(id, { whole: true });
  const [root] = versions;
  if (root === undefined) return;
  const { version } = reading.answers.of(root).peek();
  // What is sought may stand at its end.
  reading.answers.change(
    root,
    (version ?? versions.at(-1)) === id ? { whole: true } : { version: id, whole: true },
  );
}
