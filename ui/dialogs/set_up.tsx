/** The first password of a server for a team, for who holds the code that the server printed. */
import "../settings/forms.css";
import "./door.css";
import { useSignal } from "@preact/signals";
import { useSubmit, Wrong } from "../parts/form.tsx";
import { Logo } from "../parts/logo.tsx";
import { PasswordField } from "../settings/password_field.tsx";
import { setUp } from "../state/settings_commands.ts";
import { words } from "../words/door.ts";

export function SetUp() {
  const code = useSignal("");
  const password = useSignal("");
  const again = useSignal("");
  const form = useSubmit(async () => {
    if (password.value !== again.value) return words.differ;
    form.wrong.value = "";
    const answer = await setUp(code.value, password.value);
    // Somebody else was first: the page that asks for their password comes next.
    if (!answer.ok && answer.status !== 404) return answer.message;
    location.reload();
    return "";
  });
  return (
    <main class="door">
      <Logo />
      <h1>{words.setUp}</h1>
      <p class="lead">{words.setUpMeans}</p>
      <form onSubmit={form.onSubmit}>
        <label class="field">
          <span>{words.code}</span>
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
        <PasswordField label={words.newPassword} value={password} hint />
        <PasswordField label={words.again} value={again} />
        <Wrong of={form.wrong} />
        <button type="submit" class="primary" disabled={form.busy.value}>
          {form.busy.value ? words.setting : words.set}
        </button>
      </form>
    </main>
  );
}
