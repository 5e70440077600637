/** An icon of the one set: drawn in the colour of the words around it, silent, since words or a label stand beside it. */
import { signal } from "@preact/signals";
import { FRAME_ICONS } from "./frame_icons.ts";
import type { IconName } from "./icons.ts";
import { drawn, type SvgNode } from "./svg_nodes.ts";

type Known = Readonly<Partial<Record<IconName, readonly SvgNode[]>>>;

const known = signal<Known>(FRAME_ICONS);
import("./icons.ts").then(({ ICONS }) => (known.value = { ...FRAME_ICONS, ...ICONS }), () => {});

/** `size` is in pixels; the stroke stays 1.5 pixels at 16. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return <Drawing nodes={known.value[name] ?? []} size={size} />;
}

/** An icon that parts loaded later bring along themselves. */
export function Drawing({ nodes, size = 16 }: { nodes: readonly SvgNode[]; size?: number }) {
  return (
    <svg class="i" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {drawn(nodes)}
    </svg>
  );
}
