/** Why servers of tools gave nothing, in words for models and people. */
import { type Failure, McpError } from "./connection.ts";

/** What a failure comes to, for models and people. */
export const FAILURES: Readonly<Record<Failure, string>> = {
  unreachable: "The server of this tool could not be reached.",
  unauthorized: "The server of this tool does not accept its key.",
  sign_in:
    "The server of this tool lets in who signed in alone: a person has to connect it in Settings → MCP servers.",
  scope:
    "The server of this tool wants more than the sign-in allows: a person has to connect it again in Settings → MCP servers.",
  timeout: "The server of this tool did not answer in time.",
  broken:
    "The connection to the server of this tool broke off before it answered: what it did until then is not known.",
  too_large: "The server of this tool answered with more than is taken.",
  redirected: "The server of this tool leads elsewhere, which is not followed.",
  refused: "The server of this tool refused the call.",
  malformed: "The server of this tool answered with something that is no result.",
  asks: "The server of this tool asks for something that nobody here can give.",
  endless: "The server’s list of tools has no end.",
};

/** Which failure an error is. */
export const failureOf = (error: unknown): Failure =>
  error instanceof McpError ? error.failure : "unreachable";
