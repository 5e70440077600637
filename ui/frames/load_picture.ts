/** The frame that loads one picture from elsewhere, after a person asked for it. No address is told where it is shown. */
import { hear, type PictureJob, type PictureShown, READY, tell } from "./messages.ts";

hear<PictureJob>(({ address }) => {
  const picture = new Image();
  picture.referrerPolicy = "no-referrer";
  picture.style.cssText = "display:block;max-width:100%;height:auto";
  picture.addEventListener("load", () => {
    const { naturalWidth: width, naturalHeight: height } = picture;
    tell({ width, height } satisfies PictureShown);
  });
  picture.addEventListener("error", () => tell(null satisfies PictureShown));
  picture.src = address;
  document.body.style.margin = "0";
  document.body.replaceChildren(picture);
});
tell(READY);
