/** English words of the key that signs where conversations stand. */
import { counted } from "./counting.ts";
import type { Occasion } from "../../events/catalog/checkpoint.ts";

const why: Record<Occasion, string> = {
  hour: "by itself, as each hour in which something happened",
  export: "for an export",
  backup: "before a backup",
  demand: "because somebody asked",
  restore: "to accept a store that was restored",
  rebuild: "to accept a store that was rebuilt",
  key: "to vouch for a new key",
  lost: "with a new key, as the one before was lost",
};

export const english = {
  proves:
    "A signature proves that what stands in a conversation stood there, in this order, when the holder of this key signed, and that nothing of it was changed, added in between or taken away since.",
  provesNot:
    "It does not prove that a model said it, that nothing was left out before the first signature, or the time: the host of this server holds the key, and its clock tells the time.",
  none: "Nothing was signed yet: the key is made with the first signature.",
  key: "Public key",
  fingerprint: "Fingerprint",
  copy: "Copy the key",
  copied: "Copied.",
  notCopied: "Copying is not allowed here.",
  last: "Last signed",
  lastOf: (n: string, at: string) => `Checkpoint ${n}, ${at}`,
  what: (heads: number, why: string) =>
    `${
      counted(heads, {
        one: "Where # conversation (or the settings) stood",
        other: "Where # conversations stood, the settings counted as one",
      })
    }; signed ${why}.`,
  nothing: (why: string) => `Nothing had changed; signed ${why}.`,
  why,
  sign: "Sign now",
  signed: "Signed.",
  unchanged: "Nothing has changed since the last signature.",
  change: "Change the key",
  changeAsk: "Sign with another key?",
  changeMeans:
    "From now on another key signs, and the one before vouches for it. Proofs made until now stay good: who checks one needs the old key, or what the public address tells of both.",
  changed: "Another key signs from now on.",
  lost: (n: string) =>
    `This store once had checkpoint ${n}, and has it no more: it was put back to an earlier day, or cut off. “fishbowl verify” says more.`,
  known: "What anybody may know of it, also without a password:",
  copies:
    "Keep a copy of the public key outside of this server: who has one can tell its signatures from those of anybody else. Of the secret half a copy lies in every backup, sealed with the master key: without that file nobody signs.",
  /** Of a conversation that came with a file; `key`: a fingerprint. */
  imported: {
    legend: "Where it comes from",
    unsigned: "imported, not signed",
    here: "imported · signed by this server",
    signed: (key: string) => `imported from another server · signed by ${key}`,
    wrong: (key: string) => `imported · the signature of ${key} does not hold`,
    holds: (events: string, at: string) =>
      `The signature holds for its first ${events} events, as they stood on ${at}. What was said since was said here. It was signed by this key:`,
    holdsNot: "What signed it does not lead to what stands here: it was changed since. It names this key:",
    whole: "The signature as it came with it",
  },
};
export type SigningWords = typeof english;
