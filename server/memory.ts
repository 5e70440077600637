/** The memory of the process, of which its bounds are parts. */
import { getHeapStatistics } from "node:v8";

/**
 * Bytes that the process may use: what V8 lets it take of the machine's or the container's, half of it and 4 GB at most,
 * unless `--v8-flags=--max-old-space-size` says otherwise. It is asked of V8 since nobody needs a permission for that.
 */
export const memoryHere = (): number => getHeapStatistics().heap_size_limit;
