/** Pages in frames: where they are, and how one is given what it shows. */
import { READY } from "../frames/messages.ts";

export type FrameName = "mermaid" | "preview" | "picture";

export const frameAddress = (name: FrameName): string => `/frame/${name}`;

const known = new WeakSet<HTMLIFrameElement>();

/**
 * Gives a frame its job when it is ready, and hears what it says; to be given the same frame again changes nothing.
 * A frame has no origin that could be named, so that it is told from others by its window, and is sent to by `*`: our
 * page lets frames be led to pages of this server alone.
 */
export function withFrame<J, R>(
  frame: HTMLIFrameElement | null,
  job: J,
  heard: (words: R) => void,
): void {
  if (!frame || known.has(frame)) return;
  known.add(frame);
  hearFrame<R>(frame, { ready: () => frame.contentWindow?.postMessage(job, "*"), heard });
}

interface Told<R> {
  ready(): void;
  heard(words: R): void;
}

/** Hears a frame until it has left the page. It is ready once: what it becomes later is not given anything. */
export function hearFrame<R>(frame: HTMLIFrameElement, { ready, heard }: Told<R>): () => void {
  let begun = false;
  const hear = ({ source, data }: MessageEvent<R | typeof READY>) => {
    if (!frame.isConnected) return leave();
    if (source !== frame.contentWindow) return;
    if (data !== READY) heard(data);
    else if (!begun) {
      begun = true;
      ready();
    }
  };
  const leave = () => removeEventListener("message", hear);
  addEventListener("message", hear);
  return leave;
}
