/** How Fishbowl looks and behaves in this browser. Every change is seen at once; nothing has to be saved. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { date, usd } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { canNotify, notifyOn, setNotify, soundOn } from "../state/notifying.ts";
import { forgetPreferences, preferences } from "../state/preferred.ts";
import { place } from "../state/router.ts";
import { say } from "../state/toast.ts";
import { dialog, keysOn, type Theme, theme } from "../state/ui_state.ts";
import { chooseLanguage, type ChosenLanguage, chosenLanguage, LANGUAGES } from "../words/language.ts";
import { words } from "../words/preferences.ts";
import { Segments, SwitchRow } from "./segments.tsx";

const THEME_ICONS: Readonly<Record<Theme, IconName>> = { system: "sun-moon", light: "sun", dark: "moon" };

export function PreferencesPage() {
  // A link of the search may lead to one of them.
  useEffect(() => showPlace(), [place.value]);
  const reset = () => {
    forgetPreferences();
    theme.value = "system";
    keysOn.value = true;
    notifyOn.value = false;
    soundOn.value = false;
    say(words.reset);
    speak("browser");
  };
  return (
    <div class="preferences">
      <Looks />
      <Keys />
      <Calls />
      <p>
        <button type="button" class="outline" onClick={reset}>
          <Icon name="rotate-cw" /> {words.again}
        </button>
      </p>
    </div>
  );
}

/** Scrolls to the part that the address names, and begins there. */
function showPlace(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const part = id ? document.getElementById(id) : null;
  part?.scrollIntoView({ block: "center" });
  part?.querySelector<HTMLElement>("input:checked, [role=switch]")?.focus();
}

interface GroupProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

const Group = ({ title, children }: GroupProps) => (
  <section>
    <h2>{title}</h2>
    <div class="rows-of">{children}</div>
  </section>
);

function Looks() {
  return (
    <Group title={words.looks}>
      <Segments
        id="theme"
        label={words.theme}
        choices={words.themes}
        chosen={theme.value}
        before={(name) => <Icon name={THEME_ICONS[name]} />}
        choose={(name) => (theme.value = name)}
      />
      <Segments
        id="contrast"
        label={words.contrast}
        choices={words.contrasts}
        hint={words.contrastHint}
        chosen={preferences.contrast.value}
        choose={(name) => (preferences.contrast.value = name)}
      />
      <Segments
        id="density"
        label={words.density}
        choices={words.densities}
        chosen={preferences.density.value}
        choose={(name) => (preferences.density.value = name)}
      />
      <Segments
        id="text"
        label={words.textSize}
        choices={words.textSizes}
        chosen={preferences.text.value}
        choose={(name) => (preferences.text.value = name)}
      />
      <Segments
        id="motion"
        label={words.motion}
        choices={words.motions}
        hint={words.motionHint}
        chosen={preferences.motion.value}
        choose={(name) => (preferences.motion.value = name)}
      />
      <Language />
    </Group>
  );
}

/** Keeps the choice and loads the page again, where it is another one. */
function speak(name: ChosenLanguage): void {
  if (name === chosenLanguage) return;
  chooseLanguage(name);
  location.reload();
}

function Language() {
  const example = `${usd(1234.5)} · ${date(new Date().toISOString())}`;
  return (
    <Segments<ChosenLanguage>
      id="language"
      label={words.language}
      choices={{ ...words.languages, ...LANGUAGES }}
      hint={`${words.languageHint} ${words.numbers(example)}`}
      chosen={chosenLanguage}
      choose={speak}
    />
  );
}

function Keys() {
  return (
    <Group title={words.keys}>
      <SwitchRow
        id="keys"
        label={words.keysOn}
        hint={words.keysHint}
        on={keysOn.value}
        set={(on) => (keysOn.value = on)}
      />
      <button type="button" class="preference leads" onClick={() => (dialog.value = { name: "help" })}>
        <b>{words.showKeys}</b>
        <Icon name="chevron-right" />
      </button>
    </Group>
  );
}

function Calls() {
  const there = "Notification" in globalThis;
  const denied = useSignal(!canNotify());
  const set = async (on: boolean) => {
    await setNotify(on);
    denied.value = !canNotify();
  };
  return (
    <Group title={words.calls}>
      <SwitchRow
        id="notifications"
        label={words.notifications}
        hint={!there
          ? words.notificationsMissing
          : denied.value
          ? words.notificationsDenied
          : words.notificationsHint}
        on={notifyOn.value && !denied.value}
        disabled={!there || denied.value}
        set={(on) => void set(on)}
      />
      <SwitchRow
        id="sound"
        label={words.sound}
        hint={words.soundHint}
        on={soundOn.value}
        set={(on) => (soundOn.value = on)}
      />
    </Group>
  );
}
