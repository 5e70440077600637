/** English words of files on messages. */

export const english = {
  attached: "Attached files",
  save: (name: string) => `Save ${name}`,
  toSend: "Files to send",
  uploading: "uploading…",
  remove: (name: string) => `Remove ${name}`,
  dismiss: (name: string) => `Dismiss what was said about ${name}`,
  drop: "Drop to attach",
  tooMany: (most: number) => `At most ${most} files fit on one message.`,
  tooLarge: (megabytes: number) => `The file is larger than ${megabytes} MB.`,
  empty: "The file is empty.",
  unreadable: "It cannot be read; a folder cannot be attached.",
};
export type FilesWords = typeof english;
