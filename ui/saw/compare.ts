/** The kept library that compares: loaded when somebody first asks what changed. */
import { diffArrays } from "diff";
import type { Compare } from "./changes.ts";

/** Changes and milliseconds after which it gives up: requests that have so little in common are not worth a wait. */
const MOST = 4_000;
const TIMEOUT_MS = 150;

export const compareLines: Compare = (before, after) =>
  diffArrays([...before], [...after], { maxEditLength: MOST, timeout: TIMEOUT_MS });
