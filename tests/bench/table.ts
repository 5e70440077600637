/** The table that a benchmark prints: what was measured, against what, and what was asked for. */

export interface Row {
  readonly what: string;
  /** What was measured, with its unit. */
  readonly measured: string;
  /** What it is compared with, measured in the same run. */
  readonly against?: string;
  /** Measured to compared. */
  readonly ratio?: number;
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
  /** Its place on a curve of what something costs over how much there is. */
  readonly on?: Place;
}

/** One point of a curve; points of one name make the curve. */
export interface Place {
  /** The curve's name, a sentence of what is done. */
  readonly curve: string;
  /** How much there is, above 0, and of what. */
  readonly size: number;
  readonly of: string;
  /** What it cost, and in which unit. */
  readonly value: number;
  readonly unit: string;
  /** What it was to cost at most, in the same unit. */
  readonly atMost?: number;
  /** What the platform alone costs, measured in the same run, in the same unit. */
  readonly bare?: number;
}

/** Whether the target is met; null without one. */
export function meets({ ratio, target }: Row): boolean | null {
  if (ratio === undefined || !target) return null;
  return "atMost" in target ? ratio <= target.atMost : ratio >= target.atLeast;
}

/** Rows as aligned text. */
export function table(title: string, rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const { ratio, target } = row;
    const met = meets(row);
    return [
      row.what,
      row.measured,
      row.against ?? "",
      ratio === undefined ? "" : `${ratio.toFixed(2)}×`,
      target ? ("atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`) : "",
      met === null ? "" : met ? "ok" : "MISSED",
    ];
  });
  const lines = [["", "measured", "against", "ratio", "target", ""], ...cells];
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0))
  );
  const text = lines.map((line) =>
    line.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
    ).join("  ")
      .trimEnd()
  );
  return [title, ...text].join("\n");
}

/** The value that a share of `values` does not exceed: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
