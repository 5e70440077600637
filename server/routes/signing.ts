/** Whose key signs here, and signing where conversations stand. */
import { checkpointHash, type Signed } from "../../events/catalog/checkpoint.ts";
import type { System } from "../../actors/system.ts";
import { KeyUnreadable } from "../../actors/signing/signing.ts";
import { SigningState, WellKnown } from "../contract/signing_shapes.ts";
import { NoFields } from "../contract/values.ts";
import { Problem } from "../http/problem.ts";
import { type Route, route } from "../http/route.ts";

async function stateOf({ signing, log: { checkpoints } }: System): Promise<SigningState> {
  const newest = await checkpoints.newest();
  const lost = await checkpoints.lost();
  if (!newest) return { key: null, newest: null, lost };
  const { checkpoint: { n, at, why, heads }, text, signature } = newest;
  const hash = await checkpointHash(crypto.subtle, text);
  return { key: await signing.key(), newest: { n, at, why, heads, hash, text, signature }, lost };
}

/** What a key that cannot be opened means for who asked. */
export async function orUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KeyUnreadable)) throw error;
    throw new Problem(
      "conflict",
      "The signing key cannot be read: the master key is another one than it was stored with.",
    );
  }
}

export const signing: Route[] = [
  route("GET", "/.well-known/fishbowl.json", {
    access: "open",
    summary: "Whose signatures are this server's: its public key, and how one key vouched for the next",
    answer: WellKnown,
    async handle({ services: { system } }) {
      const changes: Signed[] = await system.signing.changes();
      return { key: await system.signing.key(), changes };
    },
  }),
  route("GET", "/api/signing", {
    summary: "The newest checkpoint, and whether the store has lost one",
    answer: SigningState,
    handle: ({ services: { system } }) => stateOf(system),
  }),
  route("POST", "/api/signing", {
    summary: "Sign now where conversations stand",
    body: NoFields,
    optionalBody: true,
    answers: { 409: "The signing key cannot be read" },
    answer: SigningState,
    async handle({ services: { system } }) {
      await orUnreadable(() => system.signing.sign("demand"));
      return await stateOf(system);
    },
  }),
  route("POST", "/api/signing/key", {
    summary: "Sign with another key from here on; the one before vouches for it",
    body: NoFields,
    optionalBody: true,
    answers: { 409: "The signing key cannot be read" },
    answer: SigningState,
    async handle({ services: { system } }) {
      await orUnreadable(() => system.signing.changeKey());
      return await stateOf(system);
    },
  }),
];
