/** Links: where they lead is told beside their words, in plain letters, and no words before it can turn it round. */
import { type ComponentChild, type ComponentChildren, isValidElement, toChildArray } from "preact";
import { clearText } from "../../events/catalog/clear_text.ts";

/** UTF-16 units of a last word that is kept together with the host behind it. */
const GLUED_UNITS = 30;

/**
 * Where a link may lead.
 * @outside
 */
export function safeLink(href: string | number | null): string | null {
  if (typeof href !== "string") return null;
  try {
    const url = new URL(href);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** The name of the server in ASCII, as browsers ask for it: letters that look like others are seen. */
export const hostOf = (href: string): string =>
  href.startsWith("mailto:") ? href.slice(7) : new URL(href).host;

export function Host({ href }: { href: string }) {
  return <small class="host" dir="ltr" data-md="">{hostOf(href)}</small>;
}

/** A link with words of its own: its host stands behind them, on the line of the last one. */
export function Link({ href, children }: { href: string; children: ComponentChildren }) {
  const words = toChildArray(children);
  const last = words.at(-1);
  const [before, word] = typeof last === "string" ? lastWordOf(last) : ["", ""];
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
      {word
        ? (
          <>
            {words.slice(0, -1)}
            {before}
            <span class="glue">
              {word}
              <Host href={href} />
            </span>
          </>
        )
        : (
          <>
            {children}
            <Host href={href} />
          </>
        )}
    </a>
  );
}

/**
 * What stands before the last word, and the word; "" where it is too long to keep something beside it.
 * @outside
 */
export function lastWordOf(text: string): [string, string] {
  const trimmed = text.trimEnd();
  let start = trimmed.length;
  while (start > 0 && !/\s/.test(trimmed[start - 1] ?? "")) start--;
  return trimmed.length - start > GLUED_UNITS
    ? [trimmed, ""]
    : [trimmed.slice(0, start), trimmed.slice(start)];
}

/** An address that stands for itself: its host stands out in it. */
export function Address({ href }: { href: string }) {
  const host = hostOf(href);
  const at = href.indexOf(host);
  return (
    <a class="web-address" href={href} target="_blank" rel="noopener noreferrer" title={href} dir="ltr">
      <span class="glue">
        {href.slice(0, at)}
        <b class="host">{host}</b>
      </span>
      {readable(href.slice(at + host.length))}
    </a>
  );
}

/**
 * A path in the letters it stands for, as far as that is safe to read.
 * @outside
 */
export function readable(path: string): string {
  if (path === "/") return "";
  try {
    const letters = decodeURI(path);
    return clearText(letters) === letters && !/\s/.test(letters) ? letters : path;
  } catch {
    return path;
  }
}

/** Whether a picture or another control stands in it, which must not stand in a link. */
export const holds = (children: ComponentChildren, type: unknown): boolean =>
  toChildArray(children).some((child: ComponentChild) => isValidElement(child) && child.type === type);
