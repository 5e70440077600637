/** Tells once of a box that it is near to being seen: what takes work is not done for what nobody scrolls to. */

/** Pixels above and below what is seen. */
const NEAR = 400;

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | null = null;

function observing(): IntersectionObserver {
  observer ??= new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting && target.isConnected) continue;
      observer?.unobserve(target);
      if (isIntersecting) waiting.get(target)?.();
      waiting.delete(target);
    }
  }, { rootMargin: `${NEAR}px` });
  return observer;
}

/** For `ref` of the box. */
export const seen = (then: () => void) => (box: Element | null): void => {
  if (!box || waiting.has(box)) return;
  waiting.set(box, then);
  observing().observe(box);
};
