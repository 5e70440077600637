/** What this browser keeps for itself, by name; one that keeps nothing costs a preference. */

export function load<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`fishbowl.${key}`);
    return text === null ? fallback : JSON.parse(text) as T;
  } catch {
    return fallback;
  }
}

/** Undefined forgets what was kept. */
export function save(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(`fishbowl.${key}`);
    else localStorage.setItem(`fishbowl.${key}`, JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs a preference, not the chat.
  }
}
