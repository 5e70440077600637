/** A server's refusal, in its own words. */

export class Refused extends Error {
  override readonly name = "Refused";

  constructor(
    readonly status: number,
    /** One of a closed set, as `not_found`; of a server that is none of ours `unknown`. */
    readonly code: string,
    detail: string,
    /** Milliseconds after which it may be otherwise, where the server says so. */
    readonly retryAfterMs: number | undefined,
  ) {
    super(detail);
  }
}

/** What it asks to be left alone for. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}

export async function refusalOf(response: Response): Promise<Refused> {
  const told: unknown = await response.json().catch(() => null);
  const text = (name: string): string | undefined => {
    const value = told instanceof Object ? Reflect.get(told, name) : undefined;
    return typeof value === "string" ? value : undefined;
  };
  return new Refused(
    response.status,
    text("code") ?? "unknown",
    text("detail") ?? `The server answered ${response.status}.`,
    retryAfterOf(response),
  );
}
