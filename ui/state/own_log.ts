/** Files that are taken in, told from those that are attached, and our own from those of other products. */
import { BEGIN, isOwnBegin } from "../../projections/moving_in/own_log.ts";

/** Whether a file is a conversation's log as it is exported here; one that cannot be read is for whoever sends it. */
export async function isOwnLog(file: Blob): Promise<boolean> {
  try {
    return isOwnBegin(await file.slice(0, BEGIN).text());
  } catch {
    return true;
  }
}

/** Whether a file that is dropped on a conversation is taken in: no archive is attached, nor what exports are called. */
export const isExport = ({ name, type }: File): boolean =>
  /\.(?:zip|charx|ndjson|jsonl)$|^conversations[-\d]*\.json$/i.test(name) ||
  /^application\/(?:x-)?zip/.test(type);
