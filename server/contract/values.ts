/**
 * The values that many shapes share. The contract says what goes over the wire: the server parses and answers through
 * it, `/openapi.json` is made of it, and the interface takes its types, and only those, from it.
 */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";

/** What is sent, as its schema says: whoever makes it may hold on to the lists in it. */
export type Sent<T> = [JsonValue] extends [T] ? T : Lasting<T>;
type Lasting<T> = T extends object ? { readonly [K in keyof T]: Sent<T[K]> } : T;
/** The type of what a schema lets through, for those who send and those who read. */
export type Wire<S extends z.ZodType> = Sent<z.output<S>>;

/** What those who ask may give: what has a default, they may leave out. */
export type Given<S extends z.ZodType> = Sent<z.input<S>>;

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
/** A value that is really free. */
export const Json: z.ZodType<JsonValue> = lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Json), z.record(z.string(), Json)])
).meta({ id: "Json" });

export const Hash = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex");
export const Count = z.int().min(0);
/** The bytes of a file. */
export const Bytes = z.file();
export const NoFields = z.strictObject({});
/** For answers without a body: 204. */
export const Nothing = z.void();
export const Done = lazy(() => z.strictObject({ ok: z.literal(true) }));

/** A list, and the cursor of what stands behind it; null at the end. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), next: z.null() });

/** A whole number in a query, between bounds. */
export function whole(min: number, max = Number.MAX_SAFE_INTEGER) {
  const message = max === Number.MAX_SAFE_INTEGER
    ? `must be a whole number from ${min}`
    : `must be a whole number from ${min} to ${max}`;
  return z.preprocess(
    (text) => typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : text,
    z.int(message).min(min, message).max(max, message),
  );
}

/** Yes or no in a query. */
export const flag = z.preprocess(
  (text) => text === "true" ? true : text === "false" ? false : text,
  z.boolean("must be true or false"),
);
