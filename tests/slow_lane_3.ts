import { loadSlowLane } from "./slow_lanes.ts";

await loadSlowLane(3);
