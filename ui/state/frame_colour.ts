/** What surrounds the page, where it is installed or on a phone, is of the colour of its frame as that is shown now. */
import { computed } from "@preact/signals";
import { preferences } from "./preferred.ts";
import { theme } from "./ui_state.ts";
import { following } from "./widths.ts";

const dark = following("(prefers-color-scheme: dark)");
/** Everything that decides of it. */
const look = computed(() => [theme.value, dark.value, preferences.contrast.value].join());

function tell(): void {
  const { backgroundColor } = getComputedStyle(document.body);
  for (const told of document.querySelectorAll('meta[name="theme-color"]')) {
    told.setAttribute("content", backgroundColor);
  }
}

/** From now on, for as long as the page is open. */
export function followFrameColour(): void {
  // Once the style of what has just been chosen is there.
  look.subscribe(() => void requestAnimationFrame(tell));
}
