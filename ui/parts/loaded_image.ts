/** A picture of somebody's file, as the browser shows it. */

/** Null where the browser cannot show it. */
export const loadedImage = (address: string): Promise<HTMLImageElement | null> =>
  new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    image.src = address;
  });
