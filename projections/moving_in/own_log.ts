/** Files that are a conversation's log as it is exported here, told from those of other products by how they begin. */

/** Characters of a file's beginning in which a log of ours says what it is. */
export const BEGIN = 4_096;

/** Whether a file that begins so is one of ours: an export, or a proof. */
export const isOwnBegin = (begin: string): boolean =>
  begin.startsWith("{") && /"Fishbowl(?:Export|Proof)"/.test(begin.split("\n", 1)[0] ?? "");
