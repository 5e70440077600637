/** The contract of the store on a file that another process writes to. */
import { logContract } from "../events/store/contract.ts";
import { withNeighbour } from "../events/store/neighbour.ts";
import { onFile } from "../events/store/on_file.ts";

logContract("a file that another process writes to", (body) =>
  onFile(async (world) => {
    await withNeighbour(world.log, () => body(world));
  }), { together: true, share: [4, 2] });
