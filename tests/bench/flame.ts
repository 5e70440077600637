/**
 * Flame pictures: where the processor's time of a bench goes, by who called whom. A profile of V8 becomes an SVG that needs
 * nothing else; what is below a share of the whole is left out.
 */

/** What `--cpu-prof` writes, as far as it is read here. */
export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  /** Nodes that were under way, and microseconds since the one before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A box of the picture: its depth, and where it begins and how wide it is as shares of all. */
export interface Box {
  readonly name: string;
  readonly depth: number;
  readonly from: number;
  readonly share: number;
}

interface Called {
  us: number;
  readonly callees: Map<string, Called>;
}

/** Boxes narrower than this share are left out, with what they call. */
const LEAST = 0.004;
/** Nothing is done then, or the profiler itself works. */
const IDLE = new Set(["(idle)", "(root)"]);
const [WIDTH, LINE, CHARACTER] = [1_200, 18, 6.6] as const;
/** Warm colours, one by the floor of the house that a function is of. */
const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/^events\//, "#e8a87c"],
  [/^actors\//, "#f2c879"],
  [/^projections\//, "#c9d7a0"],
  [/^server\//, "#9fc7d9"],
  [/^tests\//, "#d5c3de"],
  [/^npm:/, "#e3b7b0"],
];
const OTHER = "#d9d4cb";

const fileOf = (url: string): string =>
  url.replace(/^.*\/node_modules\/(?:\.deno\/[^/]+\/node_modules\/)?/, "npm:")
    .replace(/^file:\/\/.*?\/(?=(?:events|actors|projections|server|tests|ui)\/)/, "")
    .replace(/^file:\/\/.*\//, "");

/** What is drawn of a profile, widest callees first; idle time counts in nothing. */
export function boxesOf({ nodes, samples, timeDeltas }: Profile, least = LEAST): Box[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) =>
      [id, [functionName || "(anonymous)", fileOf(url)].filter(Boolean).join(" ")] as const
    ),
  );
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const all: Called = { us: 0, callees: new Map() };
  for (const [index, node] of samples.entries()) {
    const us = timeDeltas[index] ?? 0;
    const path: string[] = [];
    for (let at: number | undefined = node; at !== undefined; at = parents.get(at)) {
      const name = names.get(at) ?? "";
      if (!IDLE.has(name)) path.push(name);
    }
    if (path.length === 0) continue;
    all.us += us;
    let called = all;
    for (const name of path.reverse()) {
      const next: Called = called.callees.get(name) ?? { us: 0, callees: new Map() };
      called.callees.set(name, next);
      next.us += us;
      called = next;
    }
  }
  const boxes: Box[] = [];
  const place = ({ callees }: Called, depth: number, from: number): void => {
    let at = from;
    for (const [name, called] of [...callees].sort(([, a], [, b]) => b.us - a.us)) {
      const share = called.us / all.us;
      if (share < least) break;
      boxes.push({ name, depth, from: at, share });
      place(called, depth + 1, at);
      at += share;
    }
  };
  place(all, 0, 0);
  return boxes;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The picture, who is called standing above who calls. */
export function flame(title: string, boxes: readonly Box[]): string {
  const depth = Math.max(0, ...boxes.map((box) => box.depth)) + 1;
  const height = (depth + 2) * LINE;
  const drawn = boxes.map(({ name, depth, from, share }) => {
    const [x, y, width] = [from * WIDTH, height - (depth + 1) * LINE, share * WIDTH];
    const file = name.slice(name.lastIndexOf(" ") + 1);
    const colour = COLOURS.find(([of]) => of.test(file))?.[1] ?? OTHER;
    const told = `${name}: ${(100 * share).toFixed(1)} %`;
    const label = name.slice(0, Math.max(0, Math.floor((width - 6) / CHARACTER)));
    return `<g><title>${escaped(told)}</title><rect x="${x.toFixed(1)}" y="${y}" width="${
      Math.max(0.5, width - 0.5).toFixed(1)
    }" height="${LINE - 1}" fill="${colour}"/>${
      label.length < 4 ? "" : `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(label)}</text>`
    }</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">` +
    `<rect width="${WIDTH}" height="${height}" fill="#fffdf8"/><text x="6" y="16" font-size="13">${
      escaped(title)
    }</text>` +
    `${drawn.join("")}</svg>\n`;
}

/** Runs `main`, with these arguments, under the profiler, and leaves its picture at `path`. */
export async function profiled(
  main: string,
  args: readonly string[],
  title: string,
  path: string,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const flags = ["--quiet", "--no-check", "-A", "--cpu-prof", `--cpu-prof-dir=${folder}`];
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", ...flags, main, ...args],
      stdout: "inherit",
      stderr: "inherit",
    }).output();
    if (!success) throw new Error("The bench failed.");
    const profiles = await Array.fromAsync(Deno.readDir(folder), async ({ name }) => {
      const text = await Deno.readTextFile(`${folder}/${name}`);
      return { text, isMain: !name.includes("worker") };
    });
    // Of several the main thread's is the picture.
    const profile: Profile = JSON.parse(profiles.find(({ isMain }) => isMain)?.text ?? "{}");
    await Deno.writeTextFile(path, flame(title, boxesOf(profile)));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
