/** No conversation chosen: what this is, and what to do first. */
import { list, rows } from "../state/server_state.ts";
import { go } from "../state/router.ts";
import { dialog, sidebarOpen } from "../state/ui_state.ts";
import { Logo } from "../parts/logo.tsx";

export function Welcome() {
  const first = list.value[0];
  // The first visit lands in the conversation that greets.
  if (rows.value && list.value.length === 1 && first?.id === "conversation_welcome") {
    queueMicrotask(() => go(`/c/${first.id}`, true));
    return null;
  }
  return (
    <div class="empty">
      <Logo />
      <h1>Talk with several agents at once</h1>
      <p>Everyone you enable answers; you decide what each of them sees.</p>
      <p class="next">
        <button type="button" class="primary" onClick={() => (dialog.value = { name: "new" })}>
          New conversation
        </button>
        <a class="button outline" href="/settings/providers" data-go>Connect a model</a>
        <button type="button" class="outline only-narrow" onClick={() => (sidebarOpen.value = true)}>
          Show conversations
        </button>
      </p>
    </div>
  );
}
