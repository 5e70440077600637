/** Files that are a conversation's log as it is exported here, told from those of other products by how they begin. */

/** Characters of a file's beginning in which a log of ours says what it is. */
export const BEGIN = 4_096;

/** Whether a file that begins so is one of ours. */
export const isOwnBegin = (begin: string): boolean =>
  begin.startsWith("{") && (begin.split("\n", 1)[0] ?? "").includes('"FishbowlExport"');
