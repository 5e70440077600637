/** HTML or SVG as it would look: apart from this page, without its origin and without network. */
import { withFrame } from "../state/framed.ts";
import { frameAddress } from "../state/framed.ts";
import { words } from "../words/content.ts";

const PAGES: ReadonlySet<string> = new Set(["html", "htm", "xhtml", "svg"]);

export const isPage = (language: string): boolean => PAGES.has(language.toLowerCase());

/** What the frame is given: a page as it is; a drawing in the middle of one. */
export function pageOf(text: string, language: string): string {
  const begin = '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  if (language.toLowerCase() !== "svg") return /<!doctype/i.test(text.slice(0, 200)) ? text : begin + text;
  return `${begin}<style>html,body{height:100%;margin:0}body{display:grid;place-items:center}` +
    `svg{max-width:100%;max-height:100vh}</style>${text}`;
}

export function Preview({ text, language }: { text: string; language: string }) {
  return (
    <div class="code-preview">
      <iframe
        title={words.previewTitle}
        src={frameAddress("preview")}
        sandbox="allow-scripts"
        ref={(frame: HTMLIFrameElement | null) =>
          withFrame(frame, { page: pageOf(text, language) }, () => {})}
      />
      <p>{words.previewApart}</p>
    </div>
  );
}
