/** The password of a server for a team. */
import "../settings/forms.css";
import "./door.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useSubmit, Wrong, wrongOf } from "../parts/form.tsx";
import { Logo } from "../parts/logo.tsx";
import { PasswordField } from "../settings/password_field.tsx";
import { session } from "../state/queries.ts";
import { listings } from "../state/server_state.ts";
import { logIn } from "../state/settings_commands.ts";
import { words } from "../words/door.ts";

/** Whoever signed in meanwhile, in another tab, is let in here too once they look. */
async function look(): Promise<void> {
  if (document.hidden) return;
  const answer = await session();
  if (answer.ok && answer.value.signedIn) location.reload();
}

function followLooks(): () => void {
  const gone = new AbortController();
  document.addEventListener("visibilitychange", look, gone);
  addEventListener("focus", look, gone);
  return () => gone.abort();
}

export function Login() {
  const password = useSignal("");
  const form = useSubmit(async () => {
    return wrongOf(await logIn(password.value), () => location.reload());
  });
  useEffect(followLooks, []);
  return (
    <main class="door">
      <Logo />
      <h1>{words.app}</h1>
      {listings.value > 0 && <p class="lead">{words.signedOut}</p>}
      <form onSubmit={form.onSubmit}>
        <PasswordField label={words.password} value={password} present autofocus />
        <Wrong of={form.wrong} />
        <button type="submit" class="primary" disabled={form.busy.value}>
          {form.busy.value ? words.signingIn : words.signIn}
        </button>
      </form>
    </main>
  );
}
