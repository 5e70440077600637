/** The frame: conversations on the left, the chat in the middle, the glass on the right. */
import { Chat } from "./chat/chat.tsx";
import { Sidebar } from "./sidebar/sidebar.tsx";
import { Welcome } from "./chat/welcome.tsx";
import { lazy } from "./parts/lazy.tsx";
import { settingUp, signedOut } from "./state/api.ts";
import { place } from "./state/router.ts";
import { current, missing } from "./state/server_state.ts";
import { toast } from "./state/toast.ts";
import { dialog, glassOpen, offline, sidebarOpen, spoken } from "./state/ui_state.ts";

const Glass = lazy(async () => (await import("./glass/glass.tsx")).Glass);
const Settings = lazy<{ section: string }>(async () => (await import("./settings/settings.tsx")).Settings);
const Dialogs = lazy(async () => (await import("./dialogs/dialogs.tsx")).Dialogs);

const SetUp = lazy(async () => (await import("./dialogs/set_up.tsx")).SetUp);
const Login = lazy(async () => (await import("./dialogs/login.tsx")).Login);

export function App() {
  if (settingUp.value) return <SetUp />;
  if (signedOut.value) return <Login />;
  const at = place.value;
  const store = current.value;
  const glass = at.view === "chat" && glassOpen.value && store !== null;
  return (
    <div class={`shell${glass ? " with-glass" : ""}${sidebarOpen.value ? " show-sidebar" : ""}`}>
      <a class="skip" href="#middle">Skip to the conversation</a>
      <Sidebar />
      {sidebarOpen.value && (
        <button
          type="button"
          class="veil"
          aria-label="Close the list"
          onClick={() => (sidebarOpen.value = false)}
        />
      )}
      <main class="middle" id="middle" tabIndex={-1}>
        {offline.value && (
          <p class="banner" role="alert">
            Offline. Reconnecting; nothing you wrote is lost.
          </p>
        )}
        {at.view === "settings"
          ? <Settings section={at.section} />
          : at.view === "home"
          ? <Welcome />
          : missing.value
          ? <Missing text={missing.value} />
          : store
          ? <Chat store={store} key={store.id} />
          : <p class="empty" aria-busy="true">Opening…</p>}
      </main>
      {glass && <Glass />}
      {dialog.value && <Dialogs />}
      <p class="sr" role="status" aria-live="polite">{spoken.value}</p>
      {toast.value && (
        <p class={`toast${toast.value.error ? " bad" : ""}`} role={toast.value.error ? "alert" : "status"}>
          {toast.value.text}
        </p>
      )}
    </div>
  );
}

function Missing({ text }: { text: string }) {
  return (
    <div class="empty">
      <h1>Nothing here</h1>
      <p>{text}</p>
      <p>
        <a href="/" data-go>Choose another conversation</a>
      </p>
    </div>
  );
}
