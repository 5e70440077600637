/** Parts that are not needed for the first paint, loaded when they are first shown. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>) {
  const part = signal<ComponentType<P> | "loading" | "failed">("loading");
  return function Lazy(props: P) {
    useEffect(() => {
      if (typeof part.value === "string") {
        load().then((loaded) => (part.value = loaded), () => (part.value = "failed"));
      }
    }, []);
    const Part = part.value;
    if (Part === "failed") {
      return <p class="empty" role="alert">This part could not be loaded. Reload the page.</p>;
    }
    return Part === "loading" ? <p class="empty" aria-busy="true">Loading…</p> : <Part {...props} />;
  };
}
