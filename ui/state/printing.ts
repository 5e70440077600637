/** The talk on paper: whole, with every fold open. What is folded or drawn late reads `onPaper`. */
import type { ConversationStore } from "./conversation_store.ts";
import { onPaper } from "./on_paper.ts";
import { older } from "./server_state.ts";
import { after } from "./timer.ts";

/** Pages of older texts that are fetched at most: more would be a book of some thousand sheets. */
const PAGES = 400;
/** Milliseconds that diagrams are waited for; what is not drawn by then is printed by its source. */
const WAIT_MS = 5_000;

let prepares = false;

/** Fetches what is not there yet, unfolds everything, waits for what is being drawn, and prints. */
export async function printTalk(store: ConversationStore): Promise<void> {
  if (prepares) return;
  prepares = true;
  try {
    for (let page = 0; page < PAGES && store.live && await older(store); page++);
    onPaper.value = true;
    await settled();
    globalThis.print();
  } finally {
    prepares = false;
    onPaper.value = false;
  }
}

/** Until nothing is being drawn any more, and the typefaces are there. */
async function settled(): Promise<void> {
  let late = false;
  const callOff = after(WAIT_MS, () => (late = true));
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // Twice: what is unfolded asks for what it needs when it is there.
  do {
    await frame();
    await frame();
  } while (!late && document.querySelector(".forming, .diagram[aria-busy='true']"));
  callOff();
  await document.fonts.ready;
}

/** Printed by the browser's own menu, too, everything is unfolded; what is not there stays away. */
export function listenForPrinting(): void {
  addEventListener("beforeprint", () => (onPaper.value = true));
  addEventListener("afterprint", () => (onPaper.value = prepares));
}
