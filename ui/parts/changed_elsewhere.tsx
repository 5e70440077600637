/** Says of a form what was changed elsewhere while it was changed here, before saving replaces that. */
import { list } from "../settings/short_numbers.ts";
import { words } from "../words/frame.ts";

interface Props {
  readonly both: readonly string[];
  /** What the fields are called. */
  readonly labels: Readonly<Record<string, string>>;
}

export function ChangedElsewhere({ both, labels }: Props) {
  if (both.length === 0) return null;
  const names = both.map((key) => labels[key] ?? key);
  return <p class="problem" role="status">{words.changedElsewhere(list([...new Set(names)]))}</p>;
}
