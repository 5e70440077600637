/** The colours of the page as a diagram is given them: it stands elsewhere, and knows none of our tokens. */
import { signal } from "@preact/signals";
import type { DiagramColours } from "../frames/messages.ts";
import { onPaper } from "../state/on_paper.ts";
import { theme } from "../state/ui_state.ts";

const system = matchMedia("(prefers-color-scheme: dark)");
const systemIsDark = signal(system.matches);
system.addEventListener("change", ({ matches }) => (systemIsDark.value = matches));

const FILLS = ["coral", "amber", "violet", "blue", "pink", "green", "plum", "clay"];

/** Colours by the names of our tokens, in one of the themes: each is looked up by being worn. */
function looked(names: readonly string[], dark: boolean): string[] {
  const probe = document.createElement("i");
  probe.style.colorScheme = dark ? "dark" : "light";
  probe.hidden = true;
  document.body.append(probe);
  const found = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return found;
}

const known = new Map<boolean, DiagramColours>();

/** The colours now, on paper the light ones; read in a component it is told when the theme changes. */
export function coloursNow(): DiagramColours {
  const chosen = theme.value === "system" ? systemIsDark.value : theme.value === "dark";
  const dark = chosen && !onPaper.value;
  const before = known.get(dark);
  if (before) return before;
  const [back = "", fill = "", line = "", text = "", soft = "", ...series] = looked([
    ...["card", "sunk", "line-2", "text", "soft"],
    ...FILLS.map((name) => `${name}-fill`),
  ], dark);
  const colours = { dark, back, fill, line, text, soft, series };
  known.set(dark, colours);
  return colours;
}
