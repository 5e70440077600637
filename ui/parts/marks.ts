/**
 * What tells agents apart at a glance: nine shapes, nine motifs and the agent's colour, chosen by its id. In one
 * conversation no shape comes twice before all have come once, nor, among the first nine, a motif.
 */
import type { SvgNode } from "./svg_nodes.ts";

/** Outlines in a box of 24 by 24. */
export const SHAPES = {
  leaf: "M12 1.2H21a1.8 1.8 0 0 1 1.8 1.8V12A10.8 10.8 0 1 1 12 1.2Z",
  hex:
    "M9.6 1.9a4.8 4.8 0 0 1 4.8 0l5.2 3a4.8 4.8 0 0 1 2.4 4.1v6a4.8 4.8 0 0 1-2.4 4.1l-5.2 3a4.8 4.8 0 0 1-4.8 0l-5.2-3A4.8 4.8 0 0 1 2 15V9a4.8 4.8 0 0 1 2.4-4.1Z",
  bloom:
    "M12 1a4.7 4.7 0 0 1 4.3 2.8 4.7 4.7 0 0 1 5.5 5.3 4.7 4.7 0 0 1 0 5.8 4.7 4.7 0 0 1-5.5 5.3 4.7 4.7 0 0 1-8.6 0 4.7 4.7 0 0 1-5.5-5.3 4.7 4.7 0 0 1 0-5.8 4.7 4.7 0 0 1 5.5-5.3A4.7 4.7 0 0 1 12 1Z",
  shell:
    "M12 1.2C18.6 1.2 23 6 23 12.2c0 4.6-2 8-4.4 9.9-.7.5-1.5.7-2.4.7H7.8c-.9 0-1.7-.2-2.4-.7C3 20.2 1 16.8 1 12.2 1 6 5.4 1.2 12 1.2Z",
  tile:
    "M8.5 1.2h7a7.3 7.3 0 0 1 7.3 7.3v7a7.3 7.3 0 0 1-7.3 7.3h-7a7.3 7.3 0 0 1-7.3-7.3v-7a7.3 7.3 0 0 1 7.3-7.3Z",
  drop: "M12 .8c.7 0 1.3.3 1.7.9l5.6 7.5a9.2 9.2 0 1 1-14.6 0l5.6-7.5c.4-.6 1-.9 1.7-.9Z",
  kite:
    "M9.3 2.3a3.8 3.8 0 0 1 5.4 0l7 7a3.8 3.8 0 0 1 0 5.4l-7 7a3.8 3.8 0 0 1-5.4 0l-7-7a3.8 3.8 0 0 1 0-5.4Z",
  round: "M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22Z",
  wedge:
    "M12 1.8c1.5 0 2.7.8 3.5 2.1l7 12.2c1.7 3-.1 6.1-3.4 6.1H4.9c-3.3 0-5.1-3.1-3.4-6.1l7-12.2c.8-1.3 2-2.1 3.5-2.1Z",
} as const;

/** Strokes unless an element says that it is filled; either in the colour of the words around. */
const line = (d: string): SvgNode => ["path", { d }];
const filled = { fill: "currentcolor", stroke: "none" };

/** Drawn on a shape. */
export const MOTIFS = {
  wave: [line("M6.5 10.2c1.8-2 3.7-2 5.5 0s3.7 2 5.5 0M6.5 15c1.8-2 3.7-2 5.5 0s3.7 2 5.5 0")],
  eye: [["circle", { cx: 12, cy: 12, r: 4.3 }], ["circle", { cx: 13.4, cy: 10.8, r: 1.5, ...filled }]],
  star: [line("M12 7v10M7.7 9.5l8.6 5M16.3 9.5l-8.6 5")],
  ribs: [line("M12 19V8.5M8.6 17.5 7 9.8M15.4 17.5 17 9.8")],
  bubbles: [
    ["circle", { cx: 10, cy: 14, r: 3.3 }],
    ["circle", { cx: 15.6, cy: 8.6, r: 1.9, ...filled }],
  ],
  arc: [line("M7.5 15a4.5 4.5 0 0 1 9 0M12 8.2v.1")],
  fin: [["path", { d: "M7.5 16c0-5 3-8.3 8-8.5-1.3 2.4-1.2 5.3.6 8.5Z", ...filled }]],
  fish: [["path", { d: "M6 12c2.6-4 6.8-4.3 10-1l2.5-2.3v6.6L16 13c-3.2 3.3-7.4 3-10-1Z", ...filled }]],
  low: [line("M7 15.5c1.7-1.9 3.3-1.9 5 0s3.3 1.9 5 0M12 8.5v3")],
} as const satisfies Record<string, readonly SvgNode[]>;

export type Shape = keyof typeof SHAPES;
export type Motif = keyof typeof MOTIFS;
const shapes = Object.keys(SHAPES).filter((name): name is Shape => name in SHAPES);
const motifs = Object.keys(MOTIFS).filter((name): name is Motif => name in MOTIFS);

/** What an agent's mark shows besides its colour. */
export interface Look {
  readonly shape: Shape;
  readonly motif: Motif;
  /** The hash of its own picture, which stands in the place of both once it is there. */
  readonly picture?: string;
}

/** What a person chose of a look; names that nobody knows any more count as none. */
export interface Wish {
  readonly shape?: unknown;
  readonly motif?: unknown;
  readonly picture?: unknown;
}

/** A hash, as pictures are named; what was erased is called "". */
const HASH = /^[0-9a-f]{64}$/;

/** A look as it was wished for: the rest of it is as it would be. */
export function asWished(look: Look, wish: Wish | undefined): Look {
  const shape = shapes.find((name) => name === wish?.shape) ?? look.shape;
  const motif = motifs.find((name) => name === wish?.motif) ?? look.motif;
  const { picture } = wish ?? {};
  return { shape, motif, ...(typeof picture === "string" && HASH.test(picture) ? { picture } : {}) };
}

/** FNV-1a over UTF-16 units: the same number for the same id for ever, on every machine. */
function hash(id: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) sum = Math.imul(sum ^ id.charCodeAt(at), 0x01000193) >>> 0;
  // The last characters alone would decide the low bits.
  return (sum ^ (sum >>> 15)) >>> 0;
}

/** The first of a circle of names, from `start` on, that may be taken; the one at `start` where none may. */
function firstOf<N>(
  names: readonly [N, ...N[]] | readonly N[],
  start: number,
  free: (name: N) => boolean,
): N {
  const turned = [...names.slice(start), ...names.slice(0, start)];
  const [wanted] = turned;
  if (wanted === undefined) throw new Error("a circle of no names");
  return turned.find(free) ?? wanted;
}

/**
 * The looks of those who joined one conversation, in the order in which they joined: whoever comes later changes nobody
 * before. Ids that come again keep their look.
 */
export function looksOf(ids: readonly string[]): ReadonlyMap<string, Look> {
  const looks = new Map<string, Look>();
  const pairs = new Set<string>();
  /** Of this round of nine. */
  const taken = new Set<Shape>();
  const drawn = new Set<Motif>();
  for (const id of ids) {
    if (looks.has(id)) continue;
    const number = hash(id);
    if (taken.size === shapes.length) {
      taken.clear();
      drawn.clear();
    }
    const shape = firstOf(shapes, number % shapes.length, (name) => !taken.has(name));
    const start = Math.floor(number / shapes.length) % motifs.length;
    const unused = (name: Motif) => !pairs.has(`${shape} ${name}`);
    const fresh = firstOf(motifs, start, (name) => !drawn.has(name) && unused(name));
    // The last of a round may find none that is both; then the pair counts.
    const motif = unused(fresh) ? fresh : firstOf(motifs, start, unused);
    taken.add(shape);
    drawn.add(motif);
    pairs.add(`${shape} ${motif}`);
    looks.set(id, { shape, motif });
  }
  return looks;
}

/** The look of an agent outside any conversation. */
export const lookOf = (id: string): Look => {
  const [look] = looksOf([id]).values();
  if (!look) throw new Error("no look for one id");
  return look;
};

/** Who takes or took part in a conversation. */
export interface Roster {
  readonly participants: readonly Joined[];
  readonly former: readonly Joined[];
}
interface Joined {
  readonly id: string;
  readonly agentId: string;
  readonly color: number;
  readonly addedSeq: number;
}

/** Looks by participants' ids, kept for as long as the roster stays the same. */
const known = new WeakMap<
  Roster["participants"],
  { former: Roster["former"]; looks: ReadonlyMap<string, Look> }
>();

/** The agent that takes or took part as `participantId`; itself where it is not known there. */
export const agentIn = ({ participants, former }: Roster, participantId: string): string =>
  [...participants, ...former].find(({ id }) => id === participantId)?.agentId ?? participantId;

/** The look of a participant among those of its conversation; of one that is not known there, its own. */
export function lookIn({ participants, former }: Roster, participantId: string): Look {
  let kept = known.get(participants);
  if (kept?.former !== former) {
    const joined = [...former, ...participants].sort((a, b) => a.addedSeq - b.addedSeq);
    const looks = looksOf(joined.map(({ agentId }) => agentId));
    const byId = joined.flatMap(({ id, agentId }) => {
      const look = looks.get(agentId);
      return look ? [[id, look] as const] : [];
    });
    kept = { former, looks: new Map(byId) };
    known.set(participants, kept);
  }
  return kept.looks.get(participantId) ?? lookOf(participantId);
}
