/** How wide the window is, in the steps at which the frame changes. */
import { signal } from "@preact/signals";

/** A signal that follows a media query. */
export function following(query: string) {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener("change", () => (matches.value = media.matches));
  return matches;
}

/** Room for the list, the chat and the glass beside one another. */
export const roomy = following("(width >= 1200px)");
/** No room for anything beside the chat: the list is a drawer. */
export const narrow = following("(width < 900px)");
/** As narrow as a phone that is held upright: room for few words. */
export const slim = following("(width < 480px)");
