/**
 * Which sides of a box that scrolls sideways have more, as `data-more="start"`, `"end"` or `"both"`: its edge fades
 * there, and while there is more it is a stop of the keyboard.
 */

function mark(box: HTMLElement): void {
  const hidden = box.scrollWidth - box.clientWidth;
  // From right to left the way begins at 0 and goes below it.
  const gone = Math.abs(box.scrollLeft);
  const before = gone > 1;
  const behind = gone < hidden - 1;
  if (before || behind) box.dataset["more"] = before && behind ? "both" : before ? "start" : "end";
  else delete box.dataset["more"];
  if (hidden > 1) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

let observer: ResizeObserver | null = null;

function observing(): ResizeObserver {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (!(target instanceof HTMLElement)) continue;
      if (target.isConnected) mark(target);
      else observer?.unobserve(target);
    }
  });
  return observer;
}

/** For `ref` of the box: it is looked at when it comes, changes its size, or is scrolled. */
export function watchEdges(box: HTMLElement | null): void {
  if (!box) return;
  observing().observe(box);
  if (box.firstElementChild) observing().observe(box.firstElementChild);
  box.onscroll = () => mark(box);
}
