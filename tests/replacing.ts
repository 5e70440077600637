/** A thing with some of its doors replaced, for tests that watch one or break it. The others are as they were. */
export function replacing<T extends object>(whole: T, doors: Partial<T>): T {
  return new Proxy(whole, {
    get(target, name) {
      const found: unknown = Reflect.get(name in doors ? doors : target, name);
      // Bound to the thing itself: private fields are not to be had through a proxy.
      return typeof found === "function" ? found.bind(target) : found;
    },
  });
}
