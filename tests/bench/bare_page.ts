/**
 * A page of the platform alone, beside ours: as many paragraphs as the last page of a conversation has, a box to type in,
 * and no script. What it takes is what Chromium takes on this machine at this moment.
 */
import { PAGE_MESSAGES } from "../../events/catalog/limits.ts";

/** Text of one paragraph, in UTF-16 units: about an answer of the conversations that are opened. */
const UNITS = 400;
/** The last paragraph. */
export const LAST = "last";

const paragraph = (n: number): string =>
  `<p id="${n === PAGE_MESSAGES ? LAST : `p${n}`}">${`Bread ${n} is food. `.repeat(UNITS / 18)}</p>`;

export interface BarePage extends AsyncDisposable {
  readonly address: string;
}

export function barePage(): BarePage {
  const html = `<!doctype html><meta charset="utf-8"><title>Bare</title><body>${
    Array.from({ length: PAGE_MESSAGES }, (_, n) => paragraph(n + 1)).join("")
  }<textarea aria-label="Message"></textarea>`;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(html, { headers: { "content-type": "text/html" } }),
  );
  return {
    address: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
