/**
 * A picture from elsewhere: never loaded by itself, since loading one tells its server what was said here. Asked for,
 * it is loaded once, in a frame that may load pictures over https and nothing else.
 */
import { useSignal } from "@preact/signals";
import { ImageOff } from "lucide";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { PictureShown } from "../frames/messages.ts";
import { Drawing } from "../parts/icon.tsx";
import { frameAddress, withFrame } from "../state/framed.ts";
import { words } from "../words/content.ts";
import { Host, safeLink } from "./links.tsx";

/** UTF-16 units of the name of a file that is shown. */
const NAME_UNITS = 60;

/** What a picture is called: by who wrote it, or as its file. */
function nameOf(href: string, label: string): string {
  if (label.trim() !== "") return clearText(label);
  const file = new URL(href).pathname.split("/").at(-1) ?? "";
  return file === "" ? words.picture : clearText(file.slice(0, NAME_UNITS));
}

export function Picture({ address, label }: { address: string; label: string }) {
  const wanted = useSignal(false);
  const shown = useSignal<PictureShown | undefined>(undefined);
  const href = safeLink(address);
  const source = `![${label}](${address})`;
  if (href === null || href.startsWith("mailto:")) {
    return <span data-md={source}>[{label || words.picture}]</span>;
  }
  const name = nameOf(href, label);
  const failed = shown.value === null;
  return (
    <span class="remote" data-md={source}>
      {wanted.value && !failed && <Loaded href={href} name={name} shown={shown} />}
      <span class={wanted.value && !failed ? "remote-caption" : "remote-row"}>
        {(!wanted.value || failed) && <Drawing nodes={ImageOff} />}
        <span class="remote-name">
          {!wanted.value && <Said words={words.pictureNotLoaded} />}
          {failed && <Said words={words.pictureFailed} />}
          <bdi>{name}</bdi> {words.from}{" "}
          <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
            <Host href={href} />
          </a>
        </span>
        {!wanted.value && href.startsWith("https:") && (
          <button type="button" onClick={() => (wanted.value = true)}>{words.loadOnce}</button>
        )}
      </span>
    </span>
  );
}

function Said({ words }: { words: string }) {
  return (
    <>
      <b>{words}</b>
      {" · "}
    </>
  );
}

interface LoadedProps {
  readonly href: string;
  readonly name: string;
  readonly shown: { value: PictureShown | undefined };
}

function Loaded({ href, name, shown }: LoadedProps) {
  const size = shown.value;
  return (
    <iframe
      class="remote-picture"
      title={name}
      src={frameAddress("picture")}
      sandbox="allow-scripts"
      scrolling="no"
      style={size ? { width: `${size.width}px`, aspectRatio: `${size.width} / ${size.height}` } : {}}
      ref={(frame: HTMLIFrameElement | null) =>
        withFrame(frame, { address: href }, (heard: PictureShown) => (shown.value = heard))}
    />
  );
}
