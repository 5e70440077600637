/**
 * Whether one has put the focus elsewhere since one came to where one is: a page that is slow to open takes it from
 * nobody. Loaded with the first script, which knows what had it before anything else came.
 */
import { place } from "../state/router.ts";

/** What had the focus as one came here: a link that led here, or nothing. */
let before = document.activeElement;
place.subscribe(() => void (before = document.activeElement));

/** What has the focus where nobody put it anywhere: pressed beside everything it is the middle of the page. */
const NOTHING = "body, main";

/** A dialog or menu that led here gave the focus back as it went: nobody moved it. */
export function movedOn(): boolean {
  const { activeElement } = document;
  if (activeElement === before || before?.isConnected !== true) return false;
  return activeElement?.matches(NOTHING) === false;
}
