/**
 * Which PDF files of a request go as they are, where a model takes them: from its first message on, as long as there is
 * room; the others go as their text. So what was sent of an old message stays as it was when new ones come. Pure.
 */
import { DOCUMENT_BYTES, DOCUMENT_PAGES, PDF_TYPE } from "../../events/catalog/limits.ts";

export class DocumentRoom {
  #pages = DOCUMENT_PAGES;
  #bytes = DOCUMENT_BYTES;

  /** @param takes whether the model takes any */
  constructor(readonly takes: boolean) {}

  /** Whether this file goes as it is; to be asked of every file, in their order. `size` in bytes. */
  has({ type, size, pages }: { type: string; size: number; pages?: number | undefined }): boolean {
    if (!this.takes || type !== PDF_TYPE || pages === undefined) return false;
    if (pages > this.#pages || size > this.#bytes) return false;
    this.#pages -= pages;
    this.#bytes -= size;
    return true;
  }
}
