/** The password of a server for a team. */
import "../settings/forms.css";
import "./door.css";
import { useSignal } from "@preact/signals";
import { useSubmit, Wrong, wrongOf } from "../parts/form.tsx";
import { Logo } from "../parts/logo.tsx";
import { PasswordField } from "../settings/password_field.tsx";
import { logIn } from "../state/settings_commands.ts";
import { words } from "../words/door.ts";

export function Login() {
  const password = useSignal("");
  const form = useSubmit(async () => {
    return wrongOf(await logIn(password.value), () => location.reload());
  });
  return (
    <main class="door">
      <Logo />
      <h1>{words.app}</h1>
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
