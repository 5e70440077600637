/** The resources that a result names, so that a person may ask the server for them: each once, as many as there is room for. */
import { clearText, isClear } from "../../events/catalog/clear_text.ts";
import { RESOURCE_NAME_UNITS, RESOURCE_TYPE_UNITS, RESOURCE_URI_UNITS } from "../../events/catalog/limits.ts";
import type { ResourceLink } from "../../events/catalog/resource_link.ts";
import { beginning, type Clean } from "./beginning.ts";

export class Links {
  readonly taken: ResourceLink[] = [];

  constructor(readonly most: number, readonly clean: Clean) {}

  /** Takes one; what could not go back as it came, or shows something else than it is, is left out. */
  take(uri: string, name: string | undefined, type: string | undefined): void {
    if (this.taken.length >= this.most || uri.length > RESOURCE_URI_UNITS) return;
    if (!isClear(uri) || !uri.isWellFormed() || this.clean(uri) !== uri) return;
    if (this.taken.some((one) => one.uri === uri)) return;
    const [called, kind] = [this.#line(name, RESOURCE_NAME_UNITS), this.#line(type, RESOURCE_TYPE_UNITS)];
    this.taken.push({ uri, ...(called ? { name: called } : {}), ...(kind ? { type: kind } : {}) });
  }

  #line(said = "", units: number): string {
    return clearText(beginning(said, units, this.clean), "");
  }
}
