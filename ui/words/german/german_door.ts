/** The door, in German. */
import type { Catalogue } from "../catalogue.ts";

export const german: Catalogue["door"] = {
  app: "Fishbowl",
  password: "Passwort",
  signIn: "Anmelden",
  signingIn: "Wird angemeldet …",
  signedOut:
    "Sie wurden abgemeldet: in einem anderen Tab, durch ein neues Passwort oder weil die Sitzung zu Ende war.",
  atLeast: (characters) => `Mindestens ${characters} Zeichen.`,
  setUp: "Fishbowl einrichten",
  setUpMeans:
    "Der Server hat beim Start einen Einmalcode ausgegeben. Geben Sie ihn ein, und wählen Sie das Passwort, " +
    "mit dem sich hier alle anmelden.",
  code: "Einmalcode",
  newPassword: "Neues Passwort",
  again: "Das Passwort noch einmal",
  differ: "Die beiden Passwörter sind nicht gleich.",
  setting: "Wird festgelegt …",
  set: "Passwort festlegen",
  show: "Zeigen, was ich schreibe",
  hide: "Verbergen, was ich schreibe",
};
