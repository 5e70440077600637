/** The first password of a server for a team, for who holds the code that the server printed. */
import { useSignal } from "@preact/signals";
import { write } from "../state/api.ts";
import { Logo } from "../parts/logo.tsx";
import { PasswordField } from "../settings/password_field.tsx";
import { submits } from "../parts/submits.ts";

export function SetUp() {
  const code = useSignal("");
  const password = useSignal("");
  const again = useSignal("");
  const wrong = useSignal("");
  const busy = useSignal(false);
  const enter = async () => {
    if (password.value !== again.value) {
      wrong.value = "The two passwords are not the same.";
      return;
    }
    busy.value = true;
    wrong.value = "";
    const answer = await write("POST", "/api/set-up", { code: code.value, password: password.value });
    // Somebody else was first: the page that asks for their password comes next.
    if (answer.ok || answer.status === 404) return location.reload();
    busy.value = false;
    wrong.value = answer.message;
  };
  return (
    <main class="empty door">
      <Logo />
      <h1>Set up Fishbowl</h1>
      <p>
        The server printed a one-time code when it started. Enter it, and choose the password that everybody
        here will sign in with.
      </p>
      <form
        onSubmit={submits(enter)}
      >
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
        {wrong.value && <p class="problem" role="alert">{wrong.value}</p>}
        <button type="submit" class="primary" disabled={busy.value}>
          {busy.value ? "Setting…" : "Set the password"}
        </button>
      </form>
    </main>
  );
}
