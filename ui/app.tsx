/** The frame: conversations on the left, the chat in the middle, the glass on the right. */
import { ListButton } from "./sidebar/list_button.tsx";
import { Sidebar } from "./sidebar/sidebar.tsx";
import { Icon } from "./parts/icon.tsx";
import { Logo } from "./parts/logo.tsx";
import { NewerPage } from "./parts/newer_page.tsx";
import { NextTry } from "./parts/next_try.tsx";
import { Sheen } from "./parts/sheen.tsx";
import { Tips } from "./parts/tip.tsx";
import { Toasts } from "./parts/toasts.tsx";
import { lazy } from "./parts/lazy.tsx";
import type { ConversationStore } from "./state/conversation_store.ts";
import { settingUp, signedOut } from "./state/api.ts";
import { place } from "./state/router.ts";
import { current, missing } from "./state/server_state.ts";
import { say } from "./state/toast.ts";
import {
  dialog,
  diskFull,
  glassOpen,
  newerPage,
  offline,
  railed,
  sidebarOpen,
  sidebarWidth,
} from "./state/ui_state.ts";
import { spoken } from "./state/spoken.ts";
import { followWidth } from "./state/middle_width.ts";
import { narrow, roomy } from "./state/widths.ts";
import { words } from "./words/frame.ts";

// Asked for at once, beside the conversation itself: the frame is painted before either is there.
const chat = () => import("./chat/chat.tsx");
chat().catch(() => {});
const Chat = lazy<{ store: ConversationStore }>(async () => (await chat()).Chat);
const Home = lazy(async () => (await import("./home/home_page.tsx")).Home);
const Unsent = lazy(async () => (await import("./chat/unsent.tsx")).Unsent, true);
const Glass = lazy(async () => (await import("./glass/glass.tsx")).Glass);
const Settings = lazy<{ section: string; item: string | undefined }>(async () =>
  (await import("./settings/settings_page.tsx")).Settings
);
const Project = lazy<{ id: string }>(async () => (await import("./projects/project_page.tsx")).ProjectPage);
// One that is not there is not open: under it the page would be out of reach.
const Dialogs = lazy(async () => (await import("./dialogs/dialogs.tsx")).Dialogs, false, () => {
  dialog.value = null;
  say(words.notLoaded, true);
});

const SetUp = lazy(async () => (await import("./dialogs/set_up.tsx")).SetUp);
const Login = lazy(async () => (await import("./dialogs/login.tsx")).Login);

export function App() {
  if (settingUp.value) return <SetUp />;
  if (signedOut.value) return <Login />;
  const at = place.value;
  const store = current.value;
  const list = narrow.value ? "listless" : roomy.value && !railed.value ? "listed" : "railed";
  const glass = at.view === "chat" && glassOpen.value && store !== null;
  return (
    <div
      class={`shell ${list}${glass ? " with-glass" : ""}`}
      style={{ "--sidebar": `${sidebarWidth.value}px` }}
    >
      <a class="skip" href="#middle" onClick={skip}>{words.skip}</a>
      <Sidebar />
      {sidebarOpen.value && !roomy.value && (
        <button
          type="button"
          class="veil"
          aria-label={words.closeList}
          onClick={() => (sidebarOpen.value = false)}
        />
      )}
      <main class="middle" id="middle" tabIndex={-1} ref={followWidth}>
        {offline.value && !(at.view === "chat" && store?.asOf) && (
          <p class="banner" role="alert">
            <Icon name="cloud-off" />
            {words.offline} <NextTry />
          </p>
        )}
        {diskFull.value && !offline.value && (
          <p class="banner" role="alert">
            <Icon name="circle-alert" />
            {words.diskFull}
          </p>
        )}
        {newerPage.value && !offline.value && <NewerPage />}
        {at.view === "settings"
          ? <Settings section={at.section} item={at.item} />
          : at.view === "home"
          ? <Home />
          : at.view === "project"
          ? <Project id={at.id} key={at.id} />
          : missing.value
          ? <Missing text={missing.value} id={at.id} />
          : store
          ? <Chat store={store} key={store.id} />
          : <Opening />}
      </main>
      {glass && store.missing.value === 0 && <Glass />}
      {dialog.value && (
        <div class="over">
          <Dialogs />
        </div>
      )}
      <Sheen />
      <Told />
      <Toasts />
      <Tips />
    </div>
  );
}

/** For screen readers. */
const Told = () => (
  <div class="sr" role="status" aria-live="polite" aria-atomic="false">
    {spoken.told.value.map(({ key, text }) => <p key={key}>{text}</p>)}
  </div>
);

/** To the message box, or, where there is none, to what stands in the middle. */
function skip(event: Event): void {
  event.preventDefault();
  (document.getElementById("composer") ?? document.getElementById("middle"))?.focus();
}

/** What is on its way, drawn once one would wonder: two answers that are not there yet. */
const Opening = () => (
  <div class="empty opening" aria-busy="true">
    <div aria-hidden="true">
      {[1, 2].map((color) => (
        <p data-color={color} key={color}>
          <b />
          <i />
          <i />
          <i />
          <i />
        </p>
      ))}
    </div>
    <h1>{words.opening}</h1>
  </div>
);

function Missing({ text, id }: { text: string; id: string }) {
  return (
    <div class="empty">
      <ListButton />
      <Logo />
      <h1>{words.nothingHere}</h1>
      <p>{text}</p>
      <p>
        <a href="/" data-go>{words.chooseAnother}</a>
      </p>
      <Unsent id={id} key={id} />
    </div>
  );
}
