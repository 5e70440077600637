/** The first password of a server for a team, for who holds the code that the server printed. */
import { useSignal } from "@preact/signals";
import { Logo } from "../parts/logo.tsx";
import { PasswordField } from "../settings/password_field.tsx";
import { useSubmit, Wrong } from "../parts/form.tsx";
import { setUp } from "../state/commands.ts";

export function SetUp() {
  const code = useSignal("");
  const password = useSignal("");
  const again = useSignal("");
  const form = useSubmit(async () => {
    if (password.value !== again.value) return "The two passwords are not the same.";
    form.wrong.value = "";
    const answer = await setUp(code.value, password.value);
    // Somebody else was first: the page that asks for their password comes next.
    if (!answer.ok && answer.status !== 404) return answer.message;
    location.reload();
    return "";
  });
  return (
    <main class="empty door">
      <Logo />
      <h1>Set up Fishbowl</h1>
      <p>
        The server printed a one-time code when it started. Enter it, and choose the password that everybody
        here will sign in with.
      </p>
      <form onSubmit={form.onSubmit}>
        <label class="field">
          <span>One-time code</span>
          <input
            type="text"
            required
            class="code"
            autocomplete="one-time-code"
            autocapitalize="characters"
            spellcheck={false}
            autofocus
            value={code.value}
            onInput={(event) => (code.value = event.currentTarget.value)}
          />
        </label>
        <PasswordField label="New password" value={password} hint />
        <PasswordField label="The password again" value={again} />
        <Wrong of={form.wrong} />
        <button type="submit" class="primary" disabled={form.busy.value}>
          {form.busy.value ? "Setting…" : "Set the password"}
        </button>
      </form>
    </main>
  );
}
