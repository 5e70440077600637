/** Structured log lines (S2-53). Fields are safe by construction: ids, codes and our own sentences only. */
import { redact } from "./redact.ts";

export type Level = "debug" | "info" | "warn" | "error";

export type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one line. Never throws. */
export type Logger = (level: Level, what: string, fields: Fields) => void;

export const silent: Logger = () => undefined;

/** Characters of an unexpected error's message. */
const DETAIL_CHARACTERS = 200;

/**
 * What may be said of an unexpected error of the program or its store (S2-42): its kind and the first line of its
 * message, without secrets, addresses' credentials or paths, never a stack. What a provider's call threw may hold
 * other people's words: of that, `kindOf` alone.
 * @outside
 */
export function safely(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: "Error" };
  const line = error.message.split("\n", 1)[0] ?? "";
  const detail = redact(line).replace(/(?<![\w/])(?:file:\/\/|[A-Za-z]:)?[\\/][^\s'"),;]+/g, "[path]");
  return { error: error.name, detail: detail.slice(0, DETAIL_CHARACTERS) };
}

/** The fields of a log line without secrets. */
export function redacted(fields: Fields, secrets: Iterable<string> = []): Fields {
  const safe: Record<string, Fields[string]> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    safe[name] = typeof value === "string" ? redact(value, secrets) : value;
  }
  return safe;
}

/** The kind of an error and nothing else. */
export function kindOf(error: unknown): Fields {
  return { error: error instanceof Error ? error.name : "Error" };
}
