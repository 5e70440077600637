/** Figures as Prometheus reads them: the text exposition format, version 0.0.4. */

export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** One figure, of what its labels say. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** How long something took, in seconds: how often up to each bound, how often in all, and how long together. */
export interface Distribution {
  /** Upper bounds, rising, and how often it took at most so long; none where only the mean is known. */
  readonly buckets?: readonly (readonly [bound: number, count: number])[];
  readonly count: number;
  readonly sum: number;
}

/** A name with everything that is known by it. */
export type Family =
  & {
    /** Words, digits and `_`; of counters it ends with `_total`. */
    readonly name: string;
    /** One line. */
    readonly help: string;
  }
  & (
    | { readonly type: "counter" | "gauge"; readonly samples: readonly Sample[] }
    /** A summary has no buckets. */
    | { readonly type: "histogram" | "summary"; readonly distribution: Distribution }
  );

const escaped = (text: string): string =>
  text.replace(/[\\"\n]/g, (sign) => sign === "\n" ? "\\n" : `\\${sign}`);

function line(name: string, value: number, labels: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`).join(",");
  return `${name}${all === "" ? "" : `{${all}}`} ${value}`;
}

function linesOf(family: Family): string[] {
  const { name } = family;
  if ("samples" in family) return family.samples.map(({ value, labels }) => line(name, value, labels));
  const { buckets = [], count, sum } = family.distribution;
  const all = family.type === "histogram" ? [...buckets, ["+Inf", count] as const] : [];
  return [
    ...all.map(([bound, times]) => line(`${name}_bucket`, times, { le: `${bound}` })),
    line(`${name}_sum`, sum),
    line(`${name}_count`, count),
  ];
}

/** The whole text. A family without a figure is left out. */
export function exposition(families: readonly Family[]): string {
  return families.map((family) => {
    const lines = linesOf(family);
    if (lines.length === 0) return "";
    const { name, help, type } = family;
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
  }).join("");
}
