/** Programs that are started beside a test. */
/** Starts programs, one after the other, in a thread beside: its children have what is open here until they run. */
export function starting(): Disposable {
  const source = `while (true) await new Deno.Command("/bin/true").output();`;
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(source)}`, { type: "module" });
  return { [Symbol.dispose]: () => worker.terminate() };
}
