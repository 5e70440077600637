/** What `deno task bench --keep` leaves in docs/bench: all rows as JSON, a page of tables, and a picture of each curve. */
import os from "node:os";
import { curvesOf, fileOf, picture } from "./curves.ts";
import { meets, type Row } from "./table.ts";

export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Where and when it was measured by itself; absent: in the run of all. */
  readonly alone?: Setting;
}

/** Where and when it was measured. */
export interface Setting {
  /** A day, as 2026-11-23. */
  readonly day: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly deno: string;
  /** Processes that wanted to run, on average over a minute, as it began and as it ended. */
  readonly load: readonly number[];
}

const GB = 1024 ** 3;

export const load = (): number => Math.round((os.loadavg()[0] ?? 0) * 10) / 10;

export function settingHere(begun: number): Setting {
  return {
    day: new Date().toISOString().slice(0, 10),
    processor: os.cpus()[0]?.model ?? "unknown",
    cores: os.cpus().length,
    memoryGb: Math.round(os.totalmem() / GB),
    system: `${Deno.build.os} ${Deno.build.arch}`,
    deno: Deno.version.deno,
    load: [begun, load()],
  };
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

function lineOf(row: Row): string {
  const { what, measured, against = "", ratio, target } = row;
  const met = meets(row);
  const goal = target ? ("atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`) : "";
  const said = met === null ? "" : met ? "reached" : "**missed**";
  const cells = [what, measured, against, ratio === undefined ? "" : `${ratio.toFixed(2)} ×`, goal, said];
  return `| ${cells.map(cell).join(" | ")} |`;
}

/** Where the load was while a table was measured. */
const loadOf = ({ load }: Setting): string => `load ${load.join(" as it began, ")} as it ended`;

/** What was kept, as `results.json` has it; null where nothing was. */
export async function keptIn(folder: string): Promise<{ setting: Setting; tables: readonly Table[] } | null> {
  try {
    return JSON.parse(await Deno.readTextFile(`${folder}/results.json`));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/**
 * Tables measured by themselves in the place of those of the same title, the others as they were kept; in the order of `titles`.
 * One that stands in no title any more is left out.
 */
export function withAlone(
  kept: readonly Table[],
  anew: readonly Table[],
  setting: Setting,
  titles: readonly string[],
): Table[] {
  const all = new Map(kept.map((table) => [table.title, table]));
  for (const table of anew) all.set(table.title, { ...table, alone: setting });
  return titles.flatMap((title) => all.get(title) ?? []);
}

/** All anew, and of what was kept only what `titles` name and was not measured now: a full run does not measure it. */
export function withStaying(
  kept: readonly Table[],
  anew: readonly Table[],
  titles: readonly string[],
): Table[] {
  const isAnew = new Set(anew.map(({ title }) => title));
  return [...anew, ...kept.filter(({ title }) => titles.includes(title) && !isAnew.has(title))];
}

/** What flame pictures are called, made by `--flame`. */
const FLAME = /^flame-.*\.svg$/;

/**
 * The page, in Markdown.
 * @param flames files with flame pictures that lie beside it
 */
export function pageOf(tables: readonly Table[], setting: Setting, flames: readonly string[] = []): string {
  const { day, processor, cores, memoryGb, system, deno } = setting;
  const curves = curvesOf(tables.flatMap(({ rows }) => rows));
  return [
    "# What it costs",
    `Measured on ${day} by \`deno task bench --keep\`, in one run: ${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Deno ${deno};` +
    ` ${loadOf(setting)}. A ratio compares what was measured with what stands beside it.` +
    " The same as data: [results.json](results.json).",
    "## Over size",
    "Both axes are logarithmic. The dotted line grows as the size does; what does not grow lies flat.",
    ...curves.map(({ name, unit, of }) => `![${name}, ${unit}, over ${of}](${fileOf(name)})`),
    ...tables.flatMap(({ title, rows, alone }) => [
      `## ${title}`,
      ...(alone ? [`Measured by itself on ${alone.day}; ${loadOf(alone)}.`] : []),
      [
        "| | measured | against | ratio | goal | |",
        "| --- | --- | --- | --- | --- | --- |",
        ...rows.map(lineOf),
      ].join("\n"),
    ]),
    ...flamesOf(flames),
  ].join("\n\n") + "\n";
}

const flamesOf = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [
    "## Where the time goes",
    "Each made by itself, by `deno task bench --only WORD --flame`: who is called stands above who calls, a box is as wide as" +
    " its share of what was not idle, and tells it where one points at it.",
    ...names.map((name) => `![${name.slice(6, -4).replaceAll("-", " ")}](${name})`),
  ];

/** Writes all of it into a folder, in place of what is there but flame pictures. */
export async function keep(folder: string, tables: readonly Table[], setting: Setting): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const flames: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (FLAME.test(name)) flames.push(name);
    else await Deno.remove(`${folder}/${name}`, { recursive: true });
  }
  await Deno.writeTextFile(`${folder}/results.json`, `${JSON.stringify({ setting, tables }, null, 2)}\n`);
  await Deno.writeTextFile(`${folder}/README.md`, pageOf(tables, setting, flames.sort()));
  for (const curve of curvesOf(tables.flatMap(({ rows }) => rows))) {
    await Deno.writeTextFile(`${folder}/${fileOf(curve.name)}`, picture(curve));
  }
}
