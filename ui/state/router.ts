/** Addresses: `/`, `/c/<id>`, `/p/<id>`, `/settings`, `/settings/<section>`, `/settings/<section>/<id>`. */
import { signal } from "@preact/signals";

export type Place =
  | { readonly view: "home" }
  | { readonly view: "chat"; readonly id: string }
  | { readonly view: "project"; readonly id: string }
  | {
    readonly view: "settings";
    /** Empty: all of them. */
    readonly section: string;
    /** Id of one resource of the section, or `new`. */
    readonly item?: string;
  };

/** Sections of the settings, in the order they are needed. */
export const SECTIONS = [
  "providers",
  "agents",
  "personalities",
  "roles",
  "agencies",
  "panels",
  "mcp",
  "search",
  "projects",
  "notes",
  "schedules",
  "checks",
  "import",
  "prices",
  "tokens",
  "webhooks",
  "retention",
  "signing",
  "status",
  "password",
  "preferences",
] as const;
export type Section = (typeof SECTIONS)[number];

/** The place of a path; an id that cannot be read is one that nothing has. */
export function placeOf(pathname: string): Place {
  const [, first, second = "", third] = pathname.split("/");
  if (first === "c" && second) return { view: "chat", id: decoded(second) };
  if (first === "p" && second) return { view: "project", id: decoded(second) };
  if (first === "settings") {
    return { view: "settings", section: second, ...(third ? { item: decoded(third) } : {}) };
  }
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

/** To where a conversation begins: the page with nothing but a message box. */
export const newConversation = (): void => go("/");

addEventListener("popstate", () => (place.value = read()));

/** Whether a click on a link is for this page; any other opens another tab or window, by the browser. */
export const staysHere = ({ button, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey;

/** Follows links inside the interface without loading the page again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[data-go]");
  if (!link || event.defaultPrevented || !staysHere(event)) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
}
