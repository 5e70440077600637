/** A process that dies with one of its writes, whatever it was about to do. */
import { Room, type World } from "./world.ts";

/**
 * Does `act` in a process that dies with its write of that number, from 1, or behind the last one where there are fewer,
 * and looks on in the next one.
 */
export async function killedAt(
  world: World,
  room: Room,
  writes: number,
  act: () => Promise<unknown>,
): Promise<Room> {
  let left = writes;
  let over = false;
  const end = () => void (over = true);
  const stop = world.disk.onChange(() => {
    if (--left !== 0) return;
    room.engine.process.crash();
    end();
  });
  // What is asked of a process that dies is never answered.
  void act().then(end, end);
  await world.until(() => over);
  await world.scheduler.sleep(5_000);
  stop();
  if (left > 0) room.engine.process.crash();
  return new Room(world, await world.engine());
}
