/** The password everybody signs in with: set here, changed here, and the way out. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, type Session, signedOut, write } from "../state/api.ts";
import { say } from "../state/ui_state.ts";
import { PasswordField } from "./password_field.tsx";
import { submits } from "../parts/submits.ts";

export function Password() {
  const session = useSignal<Session | null>(null);
  const current = useSignal("");
  const password = useSignal("");
  const again = useSignal("");
  const wrong = useSignal("");
  const load = async () => {
    const answer = await get<Session>("/api/session");
    if (answer.ok) session.value = answer.value;
    else wrong.value = answer.message;
  };
  useEffect(() => void load(), []);
  const there = session.value?.password ?? false;
  const change = async () => {
    wrong.value = "";
    if (password.value !== again.value) {
      wrong.value = "The two passwords are not the same.";
      return;
    }
    const answer = await write("POST", "/api/password", {
      ...(there ? { current: current.value } : {}),
      password: password.value,
    });
    if (!answer.ok) {
      wrong.value = answer.message;
      return;
    }
    // What the page asked for between two sessions was refused; this answer brought the new one.
    signedOut.value = false;
    for (const field of [current, password, again]) field.value = "";
    say(there ? "Changed. Everybody else signs in anew." : "Set. From now on everybody signs in.");
    await load();
  };
  const leave = async () => {
    const answer = await write("POST", "/api/logout");
    if (answer.ok) location.assign("/");
    else say(answer.message, true);
  };
  if (!session.value) return <p aria-busy={!wrong.value}>{wrong.value || "Loading…"}</p>;
  return (
    <>
      {there && (
        <article class="resource">
          <header>
            <b>This browser is signed in</b>
            <span class="buttons">
              <button type="button" class="outline" onClick={() => void leave()}>Sign out</button>
            </span>
          </header>
        </article>
      )}
      <form
        class="form"
        onSubmit={submits(change)}
      >
        {there && <PasswordField label="Present password" value={current} present />}
        <PasswordField label="New password" value={password} hint />
        <PasswordField label="The new password again" value={again} />
        {there && (
          <p class="hint">
            Everybody else then has to sign in anew, and every token of a program ends: make new ones under
            Tokens.
          </p>
        )}
        {wrong.value && <p class="problem" role="alert">{wrong.value}</p>}
        <p>
          <button type="submit" class="primary">{there ? "Change the password" : "Set a password"}</button>
        </p>
      </form>
    </>
  );
}
