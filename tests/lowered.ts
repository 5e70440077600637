/**
 * Bounds that are lower until the end of a block, for tests of what happens at them: what it takes to come to one is then
 * small. What the real numbers are is tested where they are counted.
 */
export function lowered<T extends object>(bounds: T, to: { readonly [K in keyof T]?: number }): Disposable {
  const before = { ...bounds };
  Object.assign(bounds, to);
  return { [Symbol.dispose]: () => void Object.assign(bounds, before) };
}
