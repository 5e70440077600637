/** Addresses: `/`, `/c/<id>`, `/settings/<section>`. */
import { signal } from "@preact/signals";

export type Place =
  | { readonly view: "home" }
  | { readonly view: "chat"; readonly id: string }
  | { readonly view: "settings"; readonly section: string };

/** Sections of the settings, in the order they are needed. */
export const SECTIONS = [
  "providers",
  "agents",
  "roles",
  "personalities",
  "agencies",
  "prices",
  "tokens",
  "password",
] as const;

/** The place of a path; an id that cannot be read is one that nothing has. */
export function placeOf(pathname: string): Place {
  const [, first, second] = pathname.split("/");
  if (first === "c" && second) return { view: "chat", id: decoded(second) };
  if (first === "settings") return { view: "settings", section: second || "providers" };
  return { view: "home" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const read = (): Place => placeOf(location.pathname);

export const place = signal<Place>(read());

export function go(path: string, replace = false): void {
  if (path !== location.pathname) history[replace ? "replaceState" : "pushState"](null, "", path);
  place.value = read();
}

addEventListener("popstate", () => (place.value = read()));

/** Follows links inside the interface without loading the page again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[data-go]");
  if (
    !link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey
  ) {
    return;
  }
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
}
