/**
 * What a provider may add to every request for the one server that knows it: fields of the body, and headers. What the
 * log makes a request of again is no field to add.
 */
import { z } from "zod";
import { EXTRA_BODY_CHARS, HEADER_CHARS } from "./limits.ts";

/** What the log holds already, or what this program reads an answer by. */
const OURS: ReadonlySet<string> = new Set([
  "model",
  "messages",
  "input",
  "prompt",
  "system",
  "instructions",
  "tools",
  "functions",
  "stream",
  "stream_options",
  "n",
  "store",
  "background",
  "conversation",
  "previous_response_id",
]);

/** The first of its fields that may not be added; undefined where all may be. */
export const reservedIn = (extra: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(extra).find((name) => OURS.has(name));

/** Fields of a body, as they are sent. */
export const ExtraBody = z.record(z.string().min(1).max(200), z.unknown())
  .refine((extra) => reservedIn(extra) === undefined, {
    message: "must not have messages, model, tools, stream or anything else that the log makes a request of",
  })
  .refine((extra) => JSON.stringify(extra).length <= EXTRA_BODY_CHARS, {
    message: `must be at most ${EXTRA_BODY_CHARS} characters`,
  });

/** Headers of the connection, of the body, and of this program; and those of which nobody else may speak. */
const OUR_HEADERS =
  /^(accept|accept-.*|anthropic-version|connection|content-.*|cookie|expect|host|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade)$/;

/** The name of a header, as it is sent. */
export const HeaderName = z.string().trim().toLowerCase().regex(
  /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/,
  "must be the name of a header",
)
  .refine((name) => !OUR_HEADERS.test(name), { message: "must be no header that this program sets itself" });

/** What a header says: as of a key, nobody is told it again. */
export const HeaderValue = z.string().trim().max(HEADER_CHARS).regex(/^[\x20-\x7e]*$/, {
  message: "must have only plain letters, digits and signs",
});
