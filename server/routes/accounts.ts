/** Tokens for programs. */
import { param } from "../http/commands.ts";
import { wrongField } from "../http/problem.ts";
import { MadeToken, NewToken, TokenList } from "../contract/resources.ts";
import { Nothing } from "../contract/values.ts";
import { type Route, route } from "../http/route.ts";
import { mint } from "../http/services.ts";
import { endToken, expiryProblem, makeToken, partsOf } from "../access/tokens.ts";

export const accounts: Route[] = [
  route("GET", "/api/tokens", {
    summary: "Tokens: what each may do, until when, and when it was last used",
    answer: TokenList,
    async handle({ services: { system, access } }) {
      const [state, kept] = [await system.workspace(), await access.tokens()];
      const items = Object.values(state.tokens).filter((token) => !token.archived)
        .map(({ id, name, createdAt, scope = "all", expiresAt = null }) => ({
          id,
          name,
          createdAt,
          scope,
          expiresAt,
          lastUsedAt: kept.get(id)?.usedAt ?? null,
        }));
      return { items, next: null };
    },
  }),
  route("POST", "/api/tokens", {
    summary: "Make a token; it is shown this once. Without a scope it may do everything",
    body: NewToken,
    status: 201,
    answer: MadeToken,
    async handle(call) {
      const { name, scope = "all", expiresAt = null } = call.body;
      const wrong = expiryProblem(expiresAt, call.services.now());
      if (wrong) throw wrongField("expiresAt", wrong);
      const id = mint(call.services, "token");
      const token = await makeToken(partsOf(call), id, call.body);
      return { id, name, scope, expiresAt, token };
    },
  }),
  route("DELETE", "/api/tokens/:id", {
    summary: "Revoke a token; the streams it opened end",
    status: 204,
    answer: Nothing,
    handle: (call) => endToken(partsOf(call), param(call, "id")),
  }),
];
