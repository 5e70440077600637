/**
 * What takes time, told to whoever watches from outside as spans. Names and attributes are ids, codes and figures;
 * never a word of anybody. Where nobody watches nothing is made.
 */

/** A span as others name it, so that what is done later or elsewhere can be its part. */
export interface Place {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface About {
  readonly name: string;
  /** `client`: it waits for somebody else's answer. @default internal */
  readonly kind?: "client" | "internal";
  readonly attributes: Attributes;
  /** What it is a part of; null: of nothing. Absent: of what is under way here. */
  readonly parent?: Place | null;
}

export type Tell = (attributes: Attributes) => void;

export interface Tracing {
  /** What is under way here; null: nothing that is told of. */
  here(): Place | null;
  /** Calls what is under way here by a better name. */
  name(name: string, attributes: Attributes): void;
  /** Does a piece of work as a span. What it throws is the span's error, by its code or kind, and goes on. */
  span<T>(about: About, work: (tell: Tell) => Promise<T>): Promise<T>;
}

export const untraced: Tracing = {
  here: () => null,
  name: () => {},
  span: (_, work) => work(() => {}),
};

/** How an error is told: its own code, else its kind; its message may hold somebody's words. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "Error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
