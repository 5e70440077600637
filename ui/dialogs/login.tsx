/** The password of a server for a team. */
import { useSignal } from "@preact/signals";
import { write } from "../state/api.ts";
import { Logo } from "../parts/logo.tsx";
import { PasswordField } from "../settings/password_field.tsx";
import { submits } from "../parts/submits.ts";

export function Login() {
  const password = useSignal("");
  const wrong = useSignal("");
  const enter = async () => {
    const answer = await write("POST", "/api/login", { password: password.value });
    if (answer.ok) location.reload();
    else wrong.value = answer.message;
  };
  return (
    <main class="empty door">
      <Logo />
      <h1>Fishbowl</h1>
      <form
        onSubmit={submits(enter)}
      >
        <PasswordField label="Password" value={password} present autofocus />
        {wrong.value && <p class="problem" role="alert">{wrong.value}</p>}
        <button type="submit" class="primary">Sign in</button>
      </form>
    </main>
  );
}
