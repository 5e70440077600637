/** How far calls of tools are, as their servers last said: of those that run, the newest. */
import { signal } from "@preact/signals";
import type { Progress } from "../../projections/shapes/views.ts";

/** Calls that are remembered: an answer runs four at a time, and what is over is shown no more. */
const CALLS = 100;

const keyOf = ({ turnId, callId }: Pick<Progress, "turnId" | "callId">): string => `${turnId} ${callId}`;
const heard = signal<ReadonlyMap<string, Progress>>(new Map());

const isProgress = (data: unknown): data is Progress =>
  typeof data === "object" && data !== null && "turnId" in data && "callId" in data;

/** A frame of the stream came. */
export function progressed(progress: unknown): void {
  if (!isProgress(progress)) return;
  const changed = new Map(heard.value);
  changed.delete(keyOf(progress));
  changed.set(keyOf(progress), progress);
  for (const oldest of changed.keys()) {
    if (changed.size <= CALLS) break;
    changed.delete(oldest);
  }
  heard.value = changed;
}

/** What was last said of a call; undefined: nothing. */
export const progressOf = (turnId: string, callId: string): Progress | undefined =>
  heard.value.get(keyOf({ turnId, callId }));
