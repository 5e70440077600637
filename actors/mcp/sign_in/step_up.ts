/** What a server says to who signed in with too little (RFC 6750, insufficient_scope): which scopes it wants besides. */

/** Characters of a list of scopes, and of what is looked at to find one. */
const SCOPE_CHARS = 2_000;
const HEADER_CHARS = 8_000;
/** A scope, as RFC 6749 has it. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** A server wants more than the sign-in that it was shown allows. */
export class ScopeError extends Error {
  override readonly name = "ScopeError";
  constructor(readonly scope: string) {
    super("insufficient_scope");
  }
}

/**
 * The scopes that are wanted, with blanks between; "": it does not say which. Null: that is not what is wrong.
 * @param header `WWW-Authenticate` of a 403
 * @outside
 */
export function scopeWanted(header: string | null): string | null {
  const said = header?.slice(0, HEADER_CHARS) ?? "";
  if (!/^bearer\s/i.test(said) || !/[\s,]error="?insufficient_scope\b/i.test(said)) return null;
  return scopesOf(/[\s,]scope="([^"]*)"/i.exec(said)?.[1] ?? "");
}

/**
 * All scopes of these lists, each once, as many as there is room for; what is none is left out.
 * @outside
 */
export function scopesOf(...lists: readonly (string | undefined)[]): string {
  const all = new Set(lists.flatMap((list = "") => list.split(/\s+/)).filter((one) => SCOPE.test(one)));
  let text = "";
  for (const one of all) {
    if (text.length + 1 + one.length > SCOPE_CHARS) break;
    text += text === "" ? one : ` ${one}`;
  }
  return text;
}
