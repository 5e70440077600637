/**
 * How the page looks in this browser: kept here alone, never on the server. What style sheets need to know of it stands
 * on the root element; how it is at first is not said there.
 */
import { computed, effect } from "@preact/signals";
import { kept } from "./ui_state.ts";
import { following } from "./widths.ts";

export const preferences = {
  contrast: kept<"system" | "more">("contrast", "system"),
  density: kept<"compact" | "usual" | "roomy">("density", "usual"),
  text: kept<"small" | "usual" | "large" | "larger">("text", "usual"),
  motion: kept<"system" | "less">("motion", "system"),
};

const systemContrast = following("(prefers-contrast: more)");
const systemMotion = following("(prefers-reduced-motion: reduce)");
/** Whether things are to fade instead of move: wished here, or of the whole system. */
export const lessMotion = computed(() => preferences.motion.value === "less" || systemMotion.value);

effect(() => {
  const { contrast, density, text } = preferences;
  const told = {
    contrast: contrast.value === "more" || systemContrast.value ? "more" : "usual",
    density: density.value,
    text: text.value,
    motion: lessMotion.value ? "less" : "usual",
  };
  const { dataset } = document.documentElement;
  for (const [name, value] of Object.entries(told)) {
    if (value === "usual") delete dataset[name];
    else dataset[name] = value;
  }
});

/** All of them are as they are at first. */
export function forgetPreferences(): void {
  preferences.contrast.value = preferences.motion.value = "system";
  preferences.density.value = preferences.text.value = "usual";
}
