/** Everything that the search through the settings can lead to: sections, their fields, preferences, and what there is. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { SECTIONS } from "../state/router.ts";
import { LANGUAGES } from "../words/language.ts";
import { words } from "../words/settings.ts";
import { words as preferences } from "../words/preferences.ts";
import type { Place } from "./find_settings.ts";
import { FORMS, type Named } from "./forms.ts";

const named: readonly Named[] = ["providers", "agents", "personalities", "roles", "agencies"];

const sections: readonly Place[] = SECTIONS.map((name) => ({
  label: words.names[name],
  path: [],
  href: `/settings/${name}`,
  also: words.help[name],
}));

const additions: readonly Place[] = named.map((name) => ({
  label: words.forms[name].add,
  path: [words.names[name]],
  href: `/settings/${name}/new`,
}));

/** Names of fields that stand in several forms are of no help. */
const fields: readonly Place[] = named.flatMap((name) =>
  FORMS[name].fields.filter(({ key }) => key !== "name").map(({ label, hint = "" }) => ({
    label,
    path: [words.names[name]],
    href: `/settings/${name}`,
    also: hint,
  }))
);

/** Of the preferences, by the name of their place on the page. */
const PREFERENCES: Readonly<Record<string, readonly [label: string, ...also: string[]]>> = {
  theme: [preferences.theme, preferences.looks, ...Object.values(preferences.themes)],
  contrast: [preferences.contrast, preferences.contrastHint],
  density: [preferences.density, ...Object.values(preferences.densities)],
  text: [preferences.textSize, ...Object.values(preferences.textSizes)],
  motion: [preferences.motion, preferences.motionHint],
  language: [preferences.language, ...Object.values(LANGUAGES)],
  keys: [preferences.keys, preferences.keysHint],
  notifications: [preferences.notifications, preferences.notificationsHint],
  sound: [preferences.sound, preferences.soundHint],
};

const chosen: readonly Place[] = Object.entries(PREFERENCES).map(([id, [label, ...also]]) => ({
  label,
  path: [words.names.preferences],
  href: `/settings/preferences#${id}`,
  also: also.join(" "),
}));

const fixed: readonly Place[] = [...sections, ...chosen, ...additions, ...fields];

/** The index of a workspace: what is in it, by name, comes last. */
export function settingsIndex(state: WorkspaceState): Place[] {
  const there = named.flatMap((name) =>
    Object.values<{ readonly id: string; readonly name: string; readonly archived: boolean }>(state[name])
      .filter(({ archived }) => !archived).map((one) => ({
        label: clearText(one.name),
        path: [words.names[name]],
        href: `/settings/${name}/${one.id}`,
      }))
  );
  return [...fixed, ...there];
}
