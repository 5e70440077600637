/** The pages in the result of a search, as people are shown them. The turn wrote it, but a log may come from elsewhere. */
import { addressOf } from "./addresses.ts";

export interface FoundPage {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/**
 * Null where it is no such result: then it is shown as it is.
 * @outside
 */
export function pagesIn(result: string): FoundPage[] | null {
  let read: unknown;
  try {
    read = JSON.parse(result);
  } catch {
    return null;
  }
  const results = isObject(read) ? read["results"] : null;
  if (!Array.isArray(results)) return null;
  return results.every(isPage) ? results : null;
}

function isPage(value: unknown): value is FoundPage {
  if (!isObject(value)) return false;
  const { number, url, title, text } = value;
  return typeof number === "number" && Number.isSafeInteger(number) && typeof title === "string" &&
    typeof text === "string" && typeof url === "string" && addressOf(url) !== null;
}
