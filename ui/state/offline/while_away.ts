/** Whether the server is away, and what was kept for that time. */
import type { Failure } from "../api.ts";

/** Whether the server could not be reached, or what stands before it could not reach it. */
export const isAway = ({ status }: Failure): boolean => status === 0 || (status >= 502 && status <= 504);

type Meanwhile = typeof import("./meanwhile.ts");

/** Does something with what was kept in this browser; where nothing can be kept there is nothing to do. */
export async function meanwhile<T>(show: (kept: Meanwhile) => Promise<T>): Promise<T | null> {
  try {
    return await show(await import("./meanwhile.ts"));
  } catch {
    return null;
  }
}
