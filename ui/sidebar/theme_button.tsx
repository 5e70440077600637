/** Light, dark, or as the system is. */
import { Icon } from "../parts/icon.tsx";
import { type Theme, theme } from "../state/ui_state.ts";
import { words } from "../words/frame.ts";

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const ICONS = { system: "sun-moon", light: "sun", dark: "moon" } as const;

export function ThemeButton() {
  const now = theme.value;
  return (
    <button
      type="button"
      class="icon"
      data-tip={words.theme(words.themes[now])}
      aria-label={words.changeTheme(words.themes[now])}
      onClick={() => (theme.value = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? "system")}
    >
      <Icon name={ICONS[now]} />
    </button>
  );
}
