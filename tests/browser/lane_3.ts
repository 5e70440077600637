import { loadLane } from "./lanes.ts";

await loadLane(3);
