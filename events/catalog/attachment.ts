/** A file that goes with words: on a message, or in a project. */
import { z } from "zod";

/** What was read of a file as text, for models that do not take the file itself. */
const FileText = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes. */
  size: z.int().min(0),
  /** An estimate. */
  tokens: z.int().min(0),
  /** `cut`: there is more in the file; `none`: no word was found in it, its pages may be pictures. */
  left: z.enum(["cut", "none"]).optional(),
});
export const Attachment = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  name: z.string().min(1).max(255),
  type: z.string().min(1).max(100),
  size: z.int().min(0),
  text: FileText.optional(),
  /** Of a PDF. */
  pages: z.int().min(0).optional(),
  /** Of an image, in pixels. */
  width: z.int().min(1).optional(),
  height: z.int().min(1).optional(),
}).meta({ id: "Attachment" });
export type Attachment = z.infer<typeof Attachment>;
