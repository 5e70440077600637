/** A state of the page that is looked at. */
import type { Page } from "playwright-core";
import type { Size } from "../browser/harness.ts";
import type { World } from "./world.ts";

export interface State {
  readonly name: string;
  /** The page's path; what it shows is made before. */
  at(world: World): Promise<string> | string;
  /** What is done there, until all of it can be seen. */
  then?(page: Page, size: Size, world: World): Promise<unknown>;
  /** The network is cut once this state is reached. */
  readonly cut?: boolean;
  /** The page has the worker that opens it without its server. */
  readonly worker?: boolean;
  /** It is looked at where it scrolled to; others at the end of what was said. */
  readonly scrolls?: boolean;
}
