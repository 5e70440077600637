/** Parts that are not needed for the first paint, loaded when they are first shown. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { connections } from "../state/ui_state.ts";
import { words } from "../words/frame.ts";
import { focusBefore, giveBack } from "./left_field.ts";

/**
 * `quiet`: what is small says nothing while it is on its way. `failed`: called where it cannot be loaded. What could not be
 * loaded is asked for again once the server is back, and when it is shown anew.
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  quiet = false,
  failed = () => {},
) {
  const part = signal<ComponentType<P> | "loading" | "failed">("loading");
  return function Lazy(props: P) {
    useEffect(() => {
      if (typeof part.value === "string") {
        part.value = "loading";
        load().then((loaded) => (part.value = loaded), () => {
          part.value = "failed";
          // Nobody waits for a field in it any more.
          giveBack(focusBefore());
          failed();
        });
      }
    }, [connections.value]);
    const Part = part.value;
    if (quiet && typeof Part === "string") return null;
    if (Part === "failed") {
      return <p class="empty" role="alert">{words.notLoaded}</p>;
    }
    return Part === "loading" ? <p class="empty" aria-busy="true">{words.loading}</p> : <Part {...props} />;
  };
}
