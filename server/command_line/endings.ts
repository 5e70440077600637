/** Signals that end the program in order. By SIGHUP the system tells that its terminal was closed. */
export const ENDINGS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
