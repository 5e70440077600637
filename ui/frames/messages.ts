/** What a page in a frame and the page around it say to each other: types alone, and who is listened to. */

/** A diagram to be drawn, with the colours of the page as `rgb()`. */
export interface DiagramJob {
  readonly text: string;
  readonly colours: DiagramColours;
}
export interface DiagramColours {
  readonly dark: boolean;
  readonly back: string;
  readonly fill: string;
  readonly line: string;
  readonly text: string;
  readonly soft: string;
  /** For what is told apart by colour alone: slices, bars, branches. */
  readonly series: readonly string[];
}
/** A picture of it, or why there is none, in the words of its parser. */
export type Drawn =
  | { readonly svg: string; readonly width: number; readonly height: number }
  | { readonly wrong: string };

export interface PreviewJob {
  readonly page: string;
}
export interface PictureJob {
  readonly address: string;
}
/** Its size in pixels, null where it could not be loaded. */
export type PictureShown = { readonly width: number; readonly height: number } | null;

/** What a frame says once, before anything else. */
export const READY = "ready";

/**
 * Hears what our own page says, and nobody else: the frame's own content and other pages are not listened to.
 * Opened by itself a frame does nothing.
 */
export function hear<T>(heard: (job: T) => void): void {
  if (parent === self) return;
  addEventListener("message", ({ source, origin, data }: MessageEvent<T>) => {
    if (source === parent && origin === location.origin) heard(data);
  });
}

/** To our own page alone, whoever may have taken its place. */
export function tell(words: unknown): void {
  if (parent !== self) parent.postMessage(words, location.origin);
}
