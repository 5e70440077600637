/** English words of agents' own pictures. */
export const english = {
  own: "Own picture",
  choose: "Choose a picture",
  other: "Choose another",
  remove: "Remove the picture",
  or: "or drop or paste one here",
  bounds: (megabytes: number, pixels: string, side: number) =>
    `PNG, JPEG, GIF or WebP, up to ${megabytes} MB and ${pixels} × ${pixels} pixels. Its middle is kept, ` +
    `as a still picture of ${side} × ${side} pixels; without one the mark is shown.`,
  making: "Making it small…",
  chosen: "Chosen: it is shown once you save.",
  removed: "Removed: the mark is shown once you save.",
  noPicture: "That is no PNG, JPEG, GIF or WebP picture.",
  tooLarge: (megabytes: number) => `That picture is larger than ${megabytes} MB.`,
  tooWide: (pixels: string) => `That picture has more than ${pixels} pixels on a side.`,
  unreadable: "That picture cannot be read: it may be damaged.",
  onItsWay: "The picture is still on its way. Save again in a moment.",
};
export type PicturesWords = typeof english;
