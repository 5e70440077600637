/** English words of files on messages. */
import { counted } from "./counting.ts";

export const english = {
  attached: "Attached files",
  save: (name: string) => `Save ${name}`,
  toSend: "Files to send",
  uploading: "uploading…",
  tokens: (n: number) => `≈ ${counted(n, { one: "# token", other: "# tokens" })}`,
  scaled: (width: string, height: string) => `scaled to ${width} × ${height}`,
  noText: "no text in it",
  cutText: "its beginning",
  remove: (name: string) => `Remove ${name}`,
  dismiss: (name: string) => `Dismiss what was said about ${name}`,
  drop: "Drop to attach",
  tooMany: (most: number) => `At most ${most} files fit on one message.`,
  tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB.`,
  empty: "The file is empty.",
  unreadable: "It cannot be read; a folder cannot be attached.",
};
export type FilesWords = typeof english;
