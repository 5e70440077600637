/** The password of a server for a team. */
import { useSignal } from "@preact/signals";
import { Logo } from "../parts/logo.tsx";
import { useSubmit, Wrong } from "../parts/form.tsx";
import { PasswordField } from "../settings/password_field.tsx";
import { logIn } from "../state/commands.ts";

export function Login() {
  const password = useSignal("");
  const form = useSubmit(async () => {
    const answer = await logIn(password.value);
    if (!answer.ok) return answer.message;
    location.reload();
    return "";
  });
  return (
    <main class="empty door">
      <Logo />
      <h1>Fishbowl</h1>
      <form onSubmit={form.onSubmit}>
        <PasswordField label="Password" value={password} present autofocus />
        <Wrong of={form.wrong} />
        <button type="submit" class="primary">Sign in</button>
      </form>
    </main>
  );
}
