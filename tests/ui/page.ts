/** What the modules of a page ask for as they load; imported before them, they load without a browser. */
import { at } from "./browser.ts";

Reflect.set(globalThis, "matchMedia", () => ({ matches: false, addEventListener: () => {} }));
Reflect.set(globalThis, "document", {
  compatMode: "CSS1Compat",
  documentElement: { dataset: {}, setAttribute: () => {}, removeAttribute: () => {} },
  addEventListener: () => {},
});
// Whoever runs the tests may speak another language.
Object.defineProperty(navigator, "languages", { value: ["en-US"], configurable: true });
at("/");
Reflect.set(globalThis, "CSS", { supports: () => true });
