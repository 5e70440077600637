/** Choosing how an agent is drawn: one shape or motif of those there are, or none, which leaves it to the agent's id. */
import { MOTIFS, SHAPES } from "../parts/marks.ts";
import { drawn, type SvgNode } from "../parts/svg_nodes.ts";
import { words as all } from "../words/settings.ts";

const words = all.fields;

type PartName = keyof typeof words.markParts;
const isNamed = (name: string): name is PartName => name in words.markParts;

interface Props {
  readonly label: string;
  readonly part: "shape" | "motif";
  readonly value: unknown;
  /** Undefined: none of them. */
  set(value: string | undefined): void;
}

export function MarkField({ label, part, value, set }: Props) {
  const names = Object.keys(part === "shape" ? SHAPES : MOTIFS).filter(isNamed);
  const none = !names.some((name) => name === value);
  return (
    <span class="mark-parts" role="radiogroup" aria-label={label}>
      <label>
        <input type="radio" name={part} checked={none} onChange={() => set(undefined)} />
        <span>{words.byItself}</span>
      </label>
      {names.map((name) => (
        <label key={name} title={words.markParts[name]}>
          <input
            type="radio"
            name={part}
            aria-label={words.markParts[name]}
            checked={value === name}
            onChange={() => set(name)}
          />
          <span>
            <Part name={name} />
          </span>
        </label>
      ))}
    </span>
  );
}

/** A shape without a motif, or a motif on a disc. */
function Part({ name }: { name: PartName }) {
  const shapes: Readonly<Partial<Record<PartName, string>>> = SHAPES;
  const motifs: Readonly<Partial<Record<PartName, readonly SvgNode[]>>> = MOTIFS;
  const motif = motifs[name];
  return (
    <svg viewBox="0 0 24 24" width={24} height={24} aria-hidden="true">
      <path class="shape" d={shapes[name] ?? SHAPES.round} />
      {motif && <g class="motif">{drawn(motif)}</g>}
    </svg>
  );
}
