/** Structured log lines (S2-53). Fields are safe by construction: ids, codes and our own sentences only. */
export type Level = "debug" | "info" | "warn" | "error";

export type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one line. Never throws. */
export type Logger = (level: Level, what: string, fields: Fields) => void;

export const silent: Logger = () => undefined;

/** What may be said of an unexpected error: its kind and message, never a stack (S2-42). */
export function safely(error: unknown): Fields {
  return error instanceof Error ? { error: error.name, detail: error.message } : { error: "Error" };
}
