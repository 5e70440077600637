/**
 * Which sides of a box that scrolls have more, as `data-more="start"`, `"end"` or `"both"`: its edge fades there. One
 * that scrolls sideways is a stop of the keyboard while there is more.
 */

/** Those that scroll down: what is in them is reached by keys without that. */
const upright = new WeakSet<HTMLElement>();

function mark(box: HTMLElement): void {
  const down = upright.has(box);
  const hidden = down ? box.scrollHeight - box.clientHeight : box.scrollWidth - box.clientWidth;
  // From right to left the way begins at 0 and goes below it.
  const gone = down ? box.scrollTop : Math.abs(box.scrollLeft);
  const before = gone > 1;
  const behind = gone < hidden - 1;
  if (before || behind) box.dataset["more"] = before && behind ? "both" : before ? "start" : "end";
  else delete box.dataset["more"];
  if (down) return;
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

/** The same of one that scrolls down; told again where what is in it may have changed. */
export function watchDown(box: HTMLElement | null): void {
  if (!box) return;
  upright.add(box);
  watchEdges(box);
  mark(box);
}
