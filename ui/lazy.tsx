/** Parts that are not needed for the first paint, loaded when they are first shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>) {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [, shown] = useState(loaded !== null);
    const [failed, fail] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then((part) => {
        loaded = part;
        shown(true);
      }, () => fail(true));
    }, []);
    if (failed) return <p class="empty" role="alert">This part could not be loaded. Reload the page.</p>;
    const Part = loaded;
    return Part ? <Part {...props} /> : <p class="empty" aria-busy="true">Loading…</p>;
  };
}
