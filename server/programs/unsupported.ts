/** What cannot be honoured is refused by its name. */
import { Problem } from "../http/problem.ts";

export function unsupported(param: string, why: string): Problem {
  return new Problem("unsupported_parameter", why, [{ path: param, message: why }]);
}
