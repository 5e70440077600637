/** Drawings kept as data: elements and their attributes, as the icons' package has them. */
import { h, type JSX } from "preact";

/** One element of a drawing in a box of 24 by 24. */
export type SvgNode = readonly [
  tag: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
];

/** The elements of a drawing, to stand in an `<svg>`. */
export const drawn = (nodes: readonly SvgNode[]): JSX.Element[] =>
  nodes.map(([tag, attributes], at) => h(tag, { key: at, ...attributes }));
