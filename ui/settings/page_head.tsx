/** How pages of the settings begin: the way back, what the page is, and what it is for. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";

/** The way back; `narrow`: only where the list is not beside it. */
export function Back({ href, label, narrow = false }: { href: string; label: string; narrow?: boolean }) {
  return (
    <a class={narrow ? "way-back narrow" : "way-back"} href={href} data-go>
      <Icon name="chevron-left" /> {label}
    </a>
  );
}

/** The heading of a page. Who came here by a link that is gone now goes on from it. */
export function Title({ text, lead }: { text: ComponentChildren; lead?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header class="settings-title">
      <h1 ref={heading} tabIndex={-1}>{text}</h1>
      {lead && <p class="lead">{lead}</p>}
    </header>
  );
}
