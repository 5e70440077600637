/** English names of keys, as they stand on them; signs and letters need none. */
export const english = {
  Mod: "Ctrl",
  Shift: "Shift",
  Alt: "Alt",
  Escape: "Esc",
  Enter: "Enter",
  or: "or",
};
export type PressWords = typeof english;
