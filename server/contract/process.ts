/** The server itself: who may come in, what it is doing, and files. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Attachment } from "../../events/catalog/conversation.ts";
import { KEPT_AT_ONCE, PASSWORD_CHARACTERS, PASSWORD_MOST } from "../../events/catalog/limits.ts";
import { Retention } from "./retention_shapes.ts";
import { Count, Json, type Wire } from "./values.ts";

const NewPassword = z.string()
  .min(PASSWORD_CHARACTERS, `must have at least ${PASSWORD_CHARACTERS} characters`).max(PASSWORD_MOST);
export const Login = lazy(() => z.strictObject({ password: z.string().min(1).max(PASSWORD_MOST) }));
export const FirstPassword = lazy(() =>
  z.strictObject({
    code: z.string().min(1, "is needed").max(100),
    password: NewPassword,
  })
);
export const ChangePassword = lazy(() =>
  z.strictObject({
    current: z.string().max(PASSWORD_MOST).optional(),
    password: NewPassword,
  })
);
export const SessionAnswer = lazy(() =>
  z.strictObject({
    /** The server wants a password. */
    password: z.boolean(),
    signedIn: z.boolean(),
  }).meta({ id: "Session" })
);
export type SessionAnswer = Wire<typeof SessionAnswer>;

export const Uploaded = lazy(() => Attachment);
export type Uploaded = Wire<typeof Uploaded>;

export const KeepUploads = lazy(() =>
  z.strictObject({ sha256: z.array(Attachment.shape.sha256).max(KEPT_AT_ONCE) })
    .meta({ id: "KeepUploads" })
);
export const KeptUploads = lazy(() =>
  z.strictObject({ gone: z.array(z.string()) }).meta({ id: "KeptUploads" })
);
export type KeptUploads = Wire<typeof KeptUploads>;

export const Ready = lazy(() =>
  z.strictObject({ ready: z.boolean(), store: z.boolean(), assets: z.boolean() })
    .meta({ id: "Ready" })
);
/** Of the store's disk: `low` is an alarm, `full`: nothing new is taken. */
export const DiskState = z.enum(["ok", "low", "full"]);
export type DiskState = z.infer<typeof DiskState>;
export const Status = lazy(() =>
  z.strictObject({
    version: z.string(),
    turnsRunning: Count,
    turnsWaiting: Count,
    subscribers: Count,
    commitsPerSecond: z.number(),
    /** Milliseconds by which the last look of the event loop came late. */
    loopLagMs: z.number(),
    /** What ran when the loop was held for 20 ms or more since the start, the worst first: routes, `turns`, or `behind`. */
    loopHeld: z.array(z.strictObject({
      name: z.string(),
      times: Count,
      /** Of these, when nothing else ran. */
      alone: Count,
      worstMs: z.number(),
      /** What this process spent of it itself at worst, and when: a machine that is busy otherwise holds it too. */
      ownMs: z.number(),
      at: z.string(),
    })),
    commits: Count,
    events: Count,
    store: z.strictObject({ kind: z.string(), bytes: Count.exactOptional() }),
    /** Of the store, `free` in bytes. Null: not known. */
    disk: z.strictObject({ free: Count, state: DiskState }).nullable(),
    /** The last sound one; null: none is known. */
    backup: z.strictObject({ at: z.string(), bytes: Count }).nullable(),
    /** Conversations that nobody touches. */
    retention: Retention,
    providers: z.array(z.strictObject({ id: z.string(), state: z.string() })),
    lastErrors: z.array(
      z.strictObject({ at: z.string(), provider: z.string(), code: z.string(), message: z.string() }),
    ),
  }).meta({ id: "Status" })
);
export type StatusAnswer = Wire<typeof Status>;
/** The description of this interface. */
export const Description = lazy(() => z.record(z.string(), Json));
