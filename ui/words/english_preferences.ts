/** English words of the preferences. */

export const english = {
  looks: "Looks",
  theme: "Theme",
  themes: { system: "As the system", light: "Light", dark: "Dark" },
  contrast: "Contrast",
  contrasts: { system: "As the system", more: "High" },
  contrastHint: "High makes words and edges as strong as they get, in both themes.",
  density: "Density",
  densities: { compact: "Compact", usual: "Usual", roomy: "Roomy" },
  textSize: "Text size",
  textSizes: { small: "Small", usual: "Usual", large: "Large", larger: "Larger" },
  motion: "Motion",
  motions: { system: "As the system", less: "Less" },
  motionHint: "With less, things fade and do not move.",

  language: "Language",
  languages: { browser: "As the browser" },
  languageHint: "The page is loaded again for it. What agents say is theirs.",
  numbers: (example: string) => `Numbers and dates: ${example}`,

  keys: "Keys",
  keysOn: "Keys are on",
  keysHint: "Single letters and Alt+1 … 9 act only outside of fields. Press ? for all of them.",
  showKeys: "Show all keys",

  calls: "When you look elsewhere",
  notifications: "Notifications",
  notificationsHint: "When all answers are there, or an agent waits for your word.",
  notificationsDenied:
    "This browser does not allow it. Allow notifications for this address in its settings, then " +
    "switch it on here.",
  notificationsMissing: "This browser has no notifications.",
  sound: "Sound",
  soundHint: "A short one, at the same moments.",

  again: "Back to how it was at first",
  reset: "Preferences are as they were at first.",
};
export type PreferenceWords = typeof english;
