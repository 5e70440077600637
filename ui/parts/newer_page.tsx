/**
 * Says that the server has another version of this page, and leaves it to people when they take it. It is part of the first
 * script: what is loaded later may be gone from the server with the version it belongs to.
 */
import { newerPage } from "../state/ui_state.ts";
import { words } from "../words/frame.ts";
import { Icon } from "./icon.tsx";

export const NewerPage = () => (
  <p class="banner quiet" role="status">
    {words.newerPage}
    <button type="button" onClick={() => location.reload()}>{words.reload}</button>
    <button
      type="button"
      class="icon"
      aria-label={words.dismiss}
      title={words.dismiss}
      onClick={() => (newerPage.value = false)}
    >
      <Icon name="x" />
    </button>
  </p>
);
