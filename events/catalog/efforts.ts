/** How long a model may think, in all the words that makers have for it, the shortest first. A plain value, for the browser too. */
export const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
