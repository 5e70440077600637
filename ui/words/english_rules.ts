/** English words of the settings of one conversation. */

export const english = {
  title: "Settings of this conversation",
  titleNext: "Settings of the next conversation",
  save: "Save",
  saved: "Saved.",
  onNewMessage: "A new message while agents answer",
  cancel: "stops those answers",
  queue: "waits until they are done",
  web: "The web",
  webAccess: "Every agent here may read web pages",
  webMeans: "Addresses that you wrote, or that stand on a page read here; any other is shown and asks first.",
  limits: "Limits",
  blank: "Blank is no limit.",
  used: (tokens: string) => `Used so far: ${tokens} tokens. Blank is no limit.`,
  tokens: "Tokens",
  tokensHint: "In and out together; then nobody is asked any more.",
  usd: "US dollars",
  usdHint: "As far as prices are known.",
  managerTurns: "Turns a manager may cause",
  managerTurnsHint: (most: number) => `For one message, at most ${most}.`,
  wrong: "A limit is a number above zero, or blank for none.",
};
export type RuleWords = typeof english;
