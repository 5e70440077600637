/**
 * Cost over size as pictures: what a bench measured at several sizes, one SVG for each thing that is done. Both axes are
 * logarithmic, so what grows as its size does climbs as the dashed line beside it, and what does not grow lies flat.
 */
import type { Place, Row } from "./table.ts";

export interface Curve {
  readonly name: string;
  readonly of: string;
  readonly unit: string;
  /** By size, the smallest first; at least two. */
  readonly points: readonly { readonly size: number; readonly value: number }[];
  readonly atMost?: number;
  /** What the platform alone costs. */
  readonly bare?: number;
}

/** Pixels of a picture, and of what stands around the plot. */
const [WIDTH, HEIGHT] = [480, 270] as const;
const AROUND = { left: 64, right: 20, top: 40, bottom: 44 } as const;
/** Least value told: a logarithm has no zero. */
const LEAST = 0.001;

/** The curves that rows lie on, in their order; of a single size there is none. */
export function curvesOf(rows: readonly Row[]): Curve[] {
  const places = Map.groupBy(rows.flatMap(({ on }) => on ? [on] : []), ({ curve }) => curve);
  return [...places.values()].flatMap((all) => {
    const first = all[0];
    const points = all.map(({ size, value }) => ({ size, value })).sort((a, b) => a.size - b.size);
    return first && points.length > 1 ? [curveOf(first, points)] : [];
  });
}

const curveOf = ({ curve: name, of, unit, atMost, bare }: Place, points: Curve["points"]): Curve => ({
  name,
  of,
  unit,
  points,
  ...(atMost === undefined ? {} : { atMost }),
  ...(bare === undefined ? {} : { bare }),
});

/** A name for the file of a curve: its words in small letters. */
export const fileOf = (name: string): string =>
  `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "")}.svg`;

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => NAMED[sign] ?? sign);

/** A logarithmic axis from pixel `from` to pixel `to`; over whole powers of ten where they lie close enough. */
function axis(values: readonly number[], from: number, to: number) {
  const logs = values.map((value) => Math.log10(Math.max(LEAST, value)));
  const [low, high] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs) + 1e-9)];
  const span = Math.max(1, high - low);
  const at = (value: number): number =>
    Math.round((from + (Math.log10(Math.max(LEAST, value)) - low) / span * (to - from)) * 10) / 10;
  return { at, ticks: Array.from({ length: span + 1 }, (_, n) => 10 ** (low + n)) };
}

const told = (value: number): string => Number(value.toPrecision(3)).toLocaleString("en");

/** The curve as a picture of its own, readable on light and on dark ground. */
export function picture({ name, of, unit, points, atMost, bare }: Curve): string {
  const x = axis(points.map(({ size }) => size), AROUND.left, WIDTH - AROUND.right);
  const marks = [["goal", atMost], ["platform", bare]] as const;
  const all = [...points.map(({ value }) => value), ...marks.flatMap(([, value]) => value ?? [])];
  const y = axis(all, HEIGHT - AROUND.bottom, AROUND.top);
  const [left, right] = [AROUND.left, WIDTH - AROUND.right];
  const [top, bottom] = [AROUND.top, HEIGHT - AROUND.bottom];
  const text = (at: string, words: string) => `<text ${at}>${escaped(words)}</text>`;
  const lines = [
    ...y.ticks.flatMap((tick) => [
      `<path class="grid" d="M${left} ${y.at(tick)}H${right}"/>`,
      text(`x="${left - 8}" y="${y.at(tick) + 4}" text-anchor="end"`, told(tick)),
    ]),
    ...points.map(({ size }) =>
      text(`x="${x.at(size)}" y="${bottom + 18}" text-anchor="middle"`, told(size))
    ),
    text(`x="${(left + right) / 2}" y="${bottom + 36}" text-anchor="middle"`, of),
    text(`x="12" y="22" class="name"`, `${name}, ${unit}`),
  ];
  for (const [mark, value] of marks) {
    if (value === undefined) continue;
    lines.push(
      `<path class="${mark}" d="M${left} ${y.at(value)}H${right}"/>`,
      text(`x="${right}" y="${y.at(value) - 5}" text-anchor="end" class="${mark}"`, `${mark} ${told(value)}`),
    );
  }
  const linear = asLinear(points, x.at, y.at, { right, top });
  if (linear) lines.push(`<path class="linear" d="${linear}"/>`);
  lines.push(
    `<path class="curve" d="M${points.map(({ size, value }) => `${x.at(size)} ${y.at(value)}`).join("L")}"/>`,
  );
  for (const { size, value } of points) {
    lines.push(
      `<circle cx="${x.at(size)}" cy="${y.at(value)}" r="3.5"/>`,
      text(`x="${x.at(size)}" y="${y.at(value) - 9}" text-anchor="middle" class="value"`, told(value)),
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${
    escaped(`${name}, ${unit}, over ${of}: ${
      points.map(({ size, value }) => `${told(size)}: ${told(value)}`).join("; ")
    }`)
  }">\n<style>${STYLE}</style>\n${lines.join("\n")}\n</svg>\n`;
}

/** From the first point on as the size grows, until the plot ends at its right or at its top. */
function asLinear(
  points: Curve["points"],
  x: (size: number) => number,
  y: (value: number) => number,
  end: { readonly right: number; readonly top: number },
): string | null {
  const first = points[0];
  if (!first) return null;
  const steps: string[] = [];
  for (let factor = 1; factor <= 1e9; factor *= 10 ** 0.1) {
    const [at, high] = [x(first.size * factor), y(first.value * factor)];
    if (at > end.right || high < end.top) break;
    steps.push(`${at} ${high}`);
  }
  return steps.length > 1 ? `M${steps[0]}L${steps.at(-1)}` : null;
}

const STYLE = "text{font:12px system-ui,sans-serif;fill:#555}.name{font-weight:600;fill:#222}" +
  ".value{fill:#222}.grid{stroke:#8884;fill:none}.curve{stroke:#0f766e;stroke-width:2;fill:none}circle{fill:#0f766e}" +
  ".linear{stroke:#999;stroke-dasharray:2 4;fill:none}path.goal{stroke:#b45309;stroke-dasharray:6 4;fill:none}" +
  "text.goal{fill:#b45309}path.platform{stroke:#6366f1;stroke-dasharray:1 3;fill:none}text.platform{fill:#6366f1}" +
  "@media(prefers-color-scheme:dark){text{fill:#aaa}.name,.value{fill:#eee}" +
  ".curve{stroke:#2dd4bf}circle{fill:#2dd4bf}path.goal{stroke:#fbbf24}text.goal{fill:#fbbf24}" +
  "path.platform{stroke:#a5b4fc}text.platform{fill:#a5b4fc}}";
