/** Where browsers come back to from signing in elsewhere. What stands behind its `?` is worth a token, and told to nobody. */
export const CALLBACK = "/oauth/callback";

/** What is told of the address of a request in the place of the address itself; null: it may be told as it is. */
export function toldOf(request: Request): { "url.full": string; "url.query": string } | null {
  const url = URL.parse(request.url);
  if (!url?.pathname.startsWith(`${CALLBACK}/`)) return null;
  return { "url.full": url.origin + url.pathname, "url.query": "" };
}
