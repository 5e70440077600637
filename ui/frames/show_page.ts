/** The frame that shows what a model wrote as a page: once, and then it is that page, which nobody listens to. */
import { hear, type PreviewJob, READY, tell } from "./messages.ts";

let shown = false;

hear<PreviewJob>(({ page }) => {
  if (shown) return;
  shown = true;
  document.open();
  document.write(page);
  document.close();
});
tell(READY);
