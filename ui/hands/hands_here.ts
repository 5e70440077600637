/** Raised hands: loaded where agents are asked on request, what sets them when somebody opens it. */
import { lazy } from "../parts/lazy.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";

export const HandsHere = lazy<{ store: ConversationStore }>(
  async () => (await import("./hands_bar.tsx")).HandsBar,
  true,
);
export const HandsButtonHere = lazy<{ store: ConversationStore }>(
  async () => (await import("./hands_bar.tsx")).HandsButton,
  true,
);
export const HandsDialogHere = lazy(async () => (await import("./hands_dialog.tsx")).HandsDialog);
