/**
 * Files on their way onto a message. Each is uploaded at once, so that sending is quick, and kept beside the
 * draft, so that a reload loses none. One that cannot be attached says why until it is dismissed.
 */
import { signal } from "@preact/signals";
import { ATTACHMENT_BYTES, ATTACHMENT_TYPES, ATTACHMENTS_PER_MESSAGE } from "../../events/catalog/limits.ts";
import type { Uploaded } from "../../server/contract/process.ts";
import { newId } from "./api.ts";
import { load, save } from "./browser_storage.ts";
import { words } from "../words/files.ts";
import { upload } from "./commands.ts";

export interface Attaching {
  readonly key: string;
  readonly name: string;
  /** The server has it. */
  readonly uploaded?: Uploaded;
  /** It was made smaller on the way. */
  readonly scaled?: true;
}
export interface Refused {
  readonly key: string;
  readonly name: string;
  readonly why: string;
}

/** Bytes read to tell text from anything else; the server reads all of them. */
const SAMPLE_BYTES = 8_192;
const MEGABYTE = 1024 * 1024;

/** Browsers know few types of text by name: what can be read as text is text, whatever they call it. */
async function typeOf(file: File): Promise<string> {
  if (ATTACHMENT_TYPES.includes(file.type)) return file.type;
  const sample = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  try {
    // `stream`: the sample may end in the middle of a character.
    new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: true });
    return sample.includes(0) ? "application/octet-stream" : "text/plain";
  } catch {
    return file.type || "application/octet-stream";
  }
}

/** Of all conversations. */
let underWay = 0;
const ask = (leaving: Event) => leaving.preventDefault();

/** Has the browser ask before the page is left or loaded anew: what is on its way would be gone without a word. */
async function whole(work: Promise<unknown>): Promise<void> {
  if (underWay++ === 0) addEventListener("beforeunload", ask);
  try {
    await work;
  } finally {
    if (--underWay === 0) removeEventListener("beforeunload", ask);
  }
}

export class AttachingFiles {
  readonly items = signal<readonly Attaching[]>([]);
  readonly refused = signal<readonly Refused[]>([]);
  readonly #place: string;

  constructor(conversationId: string) {
    this.#place = `files.${conversationId}`;
    this.items.value = load<Uploaded[]>(this.#place, [])
      .map((uploaded) => ({ key: uploaded.sha256, name: uploaded.name, uploaded }));
  }

  /** True while a file is on its way: sending waits for it. */
  get busy(): boolean {
    return this.items.value.some(({ uploaded }) => !uploaded);
  }

  async add(files: Iterable<File>): Promise<void> {
    this.refused.value = [];
    await whole(Promise.all([...files].map((file) => this.#addOne(file))));
  }

  remove(key: string): void {
    this.items.value = this.items.value.filter((one) => one.key !== key);
    this.#keep();
  }

  dismiss(key: string): void {
    this.refused.value = this.refused.value.filter((one) => one.key !== key);
  }

  /** What goes onto the message; the next one begins without files. */
  take(): readonly Uploaded[] {
    const taken = this.items.value.flatMap(({ uploaded }) => uploaded ?? []);
    this.items.value = [];
    this.refused.value = [];
    this.#keep();
    return taken;
  }

  async #addOne(file: File): Promise<void> {
    const key = newId("file");
    const name = file.name || "file";
    const refuse = (why: string) => {
      this.items.value = this.items.value.filter((one) => one.key !== key);
      this.refused.value = [...this.refused.value, { key, name, why }];
    };
    if (this.items.value.length >= ATTACHMENTS_PER_MESSAGE) {
      return refuse(words.tooMany(ATTACHMENTS_PER_MESSAGE));
    }
    const image = file.type.startsWith("image/");
    if (file.size === 0) return refuse(words.empty);
    this.items.value = [...this.items.value, { key, name }];
    let type: string, smaller: File | null;
    try {
      smaller = image ? await (await import("./useful_image.ts")).usefulImage(file) : null;
      type = await typeOf(smaller ?? file);
    } catch {
      return refuse(words.unreadable);
    }
    const sent = smaller ?? file;
    if (sent.size > ATTACHMENT_BYTES) return refuse(words.tooLarge(ATTACHMENT_BYTES / MEGABYTE));
    const answer = await upload(sent, type);
    if (!answer.ok) return refuse(answer.message);
    const uploaded = answer.value;
    const scaled = smaller ? { scaled: true as const } : {};
    const twice = this.items.value.some((one) => one.uploaded?.sha256 === uploaded.sha256);
    this.items.value = twice ? this.items.value.filter((one) => one.key !== key) : this.items.value.map((
      one,
    ) => (one.key === key ? { ...one, name: uploaded.name, uploaded, ...scaled } : one));
    this.#keep();
  }

  #keep(): void {
    const uploaded = this.items.value.flatMap((one) => one.uploaded ?? []);
    save(this.#place, uploaded.length > 0 ? uploaded : undefined);
  }
}
