/**
 * Whether the server has another version of this page by now. A server that was gone may have come back as another one:
 * then it is asked for its page, and the files that this begins with are compared, for their names say what is in them.
 */
import { effect } from "@preact/signals";
import { connections, newerPage, offline } from "./ui_state.ts";

/** With what a page begins, as the build writes it: its style and its script. */
const BEGINS = /<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"/g;

/** The files that `page` begins with, as text; "" of one that is not of this program, as something before a server has. */
export const beginsWith = (page: string): string => {
  const files = [...page.matchAll(BEGINS)].map(([, file]) => file);
  return files.length === 2 ? files.join() : "";
};

/** The same of the page that is open. */
const own = (): string =>
  [
    document.querySelector('head > link[rel="stylesheet"]')?.getAttribute("href"),
    document.querySelector('head > script[type="module"]')?.getAttribute("src"),
  ].join();

/** Which version was told of: whoever wants to stay is left alone until there is another one. */
let told = "";

async function look(): Promise<void> {
  try {
    const answer = await fetch("/", { cache: "no-cache" });
    const files = answer.ok ? beginsWith(await answer.text()) : "";
    if (files === "" || files === told) return;
    newerPage.value = files !== own();
    told = files;
  } catch {
    // With the next connection.
  }
}

/** Looks whenever the server is there again; answers with what ends that. */
export function followPage(): () => void {
  let wasGone = false;
  const goes = effect(() => {
    if (offline.value) wasGone = true;
  });
  const comes = effect(() => {
    if (connections.value === 0) return;
    if (wasGone) void look();
    // With each connection but the first.
    wasGone = true;
  });
  return () => {
    goes();
    comes();
  };
}
