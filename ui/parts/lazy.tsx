/** Parts that are not needed for the first paint, loaded when they are first shown. */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>) {
  const part = signal<{ readonly loaded: ComponentType<P> | null; readonly failed: boolean }>({
    loaded: null,
    failed: false,
  });
  return function Lazy(props: P) {
    useEffect(() => {
      if (part.value.loaded) return;
      load().then(
        (loaded) => (part.value = { loaded, failed: false }),
        () => (part.value = { loaded: null, failed: true }),
      );
    }, []);
    const { loaded: Part, failed } = part.value;
    if (failed) return <p class="empty" role="alert">This part could not be loaded. Reload the page.</p>;
    return Part ? <Part {...props} /> : <p class="empty" aria-busy="true">Loading…</p>;
  };
}
