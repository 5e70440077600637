/** What a server of tools asks a person while a call of it runs, and the answer to it. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { InputField, inputNumber, InputOutcome, InputValues } from "../../events/catalog/inputs.ts";
import { CALL_ID_CHARS } from "../../events/catalog/limits.ts";
import type { Given } from "./values.ts";

/** What an answer waits for, as its message tells it. */
export const AskedNow = lazy(() =>
  z.strictObject({
    callId: z.string(),
    tool: z.string(),
    host: z.string().nullable(),
    input: inputNumber,
    message: z.string(),
    fields: z.array(InputField).nullable(),
    url: z.string().nullable(),
    /** With `url`: the call is made again when a person says with `accepted` that they have been there. */
    again: z.boolean(),
    endsAt: Timestamp,
  }).meta({ id: "AskedNow" })
);

/** What a person gives to a server of tools that asks. */
export const GiveInput = lazy(() =>
  z.strictObject({
    callId: z.string().min(1).max(CALL_ID_CHARS),
    /** Which of the askings of the call. */
    input: inputNumber,
    outcome: InputOutcome.extract(["accepted", "declined", "cancelled"]),
    /** With `accepted`, of a form: by the names of its fields. */
    values: InputValues.optional(),
  }).meta({ id: "GiveInput" })
);
export type GiveInput = Given<typeof GiveInput>;

export const InputGiven = lazy(() =>
  z.strictObject({
    turnId: Id,
    callId: z.string(),
    input: inputNumber,
    outcome: InputOutcome,
    seq: Seq,
  })
);
