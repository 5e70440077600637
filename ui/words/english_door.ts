/** English words of the door: signing in, and the first password of a server for a team. */

export const english = {
  app: "Fishbowl",
  password: "Password",
  signIn: "Sign in",
  signingIn: "Signing in…",
  signedOut:
    "You were signed out: in another tab, by a change of the password, or because the session was over.",
  atLeast: (characters: number) => `At least ${characters} characters.`,
  setUp: "Set up Fishbowl",
  setUpMeans:
    "The server printed a one-time code when it started. Enter it, and choose the password that everybody " +
    "here will sign in with.",
  code: "One-time code",
  newPassword: "New password",
  again: "The password again",
  differ: "The two passwords are not the same.",
  setting: "Setting…",
  set: "Set the password",
  show: "Show what I type",
  hide: "Hide what I type",
};
export type DoorWords = typeof english;
