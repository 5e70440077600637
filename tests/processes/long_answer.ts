/** A long answer that nobody reads while it is written: run by a test in a process of little memory. */
import { LiveHub } from "../../actors/live/live_hub.ts";

/** UTF-16 units of a tick, and ticks: cut from 500,000 units on average, which together are 1 GB. */
const [UNITS, TICKS] = [500, 2_000] as const;

const hub = new LiveHub((error) => {
  throw error;
});
hub.begun("c", "t", 1);
let whole = "";
for (let tick = 0; tick < TICKS; tick++) {
  const at = whole.length;
  whole += "words ".repeat(UNITS / 6);
  const drafted = { conversationId: "c", turnId: "t", messageId: "m", attempt: 1 };
  // What is stored is put together before what is new is cut from it: to look into it does that, and makes no copy.
  whole.charCodeAt(0);
  hub.drafts([{ ...drafted, at, text: whole.slice(at) }]);
}
console.log(hub.lengthOf("t", 1).text === whole.length && hub.current()[0]?.text === whole);
