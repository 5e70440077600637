/** Who signs here, and the checkpoints: docs/PROOF.md says what is signed. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { OCCASIONS } from "../../events/catalog/checkpoint.ts";
import { Timestamp } from "../../events/catalog/envelope.ts";
import { Count, type Wire } from "./values.ts";

/** 32 bytes in base64url: the public half of a key, a hash. */
const Short = z.string().regex(/^[\w-]{43}$/);
/** What was signed, and the signature over it. */
const Signed = lazy(() => z.strictObject({ text: z.string(), signature: z.string() }));

/** What anybody may know: whose signatures are this server's. */
export const WellKnown = lazy(() =>
  z.strictObject({
    /** The public half of the key that signs (Ed25519); null: nothing was signed yet. */
    key: Short.nullable(),
    /** The checkpoints in which one key vouched for the next, or was lost, from the first on. */
    changes: z.array(Signed),
  }).meta({ id: "WellKnown" })
);

export const SigningState = lazy(() =>
  z.strictObject({
    key: Short.nullable(),
    /** The newest checkpoint; null: there is none. `heads`: how many conversations it signed. */
    newest: z.strictObject({
      n: Count,
      at: Timestamp,
      why: z.enum(OCCASIONS),
      heads: Count,
      hash: Short,
      ...Signed.unwrap().shape,
    }).nullable(),
    /** The newest that this store once had and has not: it was put back to an earlier day, or cut off. */
    lost: z.strictObject({ n: Count, hash: Short }).nullable(),
  }).meta({ id: "Signing" })
);
export type SigningState = Wire<typeof SigningState>;

/** What signed a conversation elsewhere: the checkpoint as it came, and how its key came to sign. */
export const ForeignProof = lazy(() =>
  z.strictObject({
    /** Who signed, number and time of the checkpoint. */
    key: Short,
    n: Count,
    at: z.string(),
    /** It is a key of this server: the one that signs now, or one before it in its time. */
    own: z.boolean(),
    /** Signature and path lead to the first `events` events as they are stored here. */
    holds: z.boolean(),
    /** How many events it signed: what came later was said here. */
    events: Count,
    path: z.array(z.tuple([z.enum(["L", "R"]), Short])),
    changes: z.array(Signed),
    ...Signed.unwrap().shape,
  }).meta({ id: "ForeignProof" })
);
export type ForeignProof = Wire<typeof ForeignProof>;
