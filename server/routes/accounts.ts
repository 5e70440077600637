/** Tokens for programs. */
import { param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { MadeToken, NewToken, TokenList } from "../contract/resources.ts";
import { Nothing } from "../contract/values.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { mint } from "../http/services.ts";
import { endToken, expiryProblem, makeToken } from "../access/tokens.ts";

const partsOf = ({ services: { system, access }, by }: Call) => ({ system, access, by });

async function list(call: Call): Promise<TokenList> {
  const { system, access } = call.services;
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
}

async function create(call: Call<NewToken>): Promise<MadeToken> {
  const { name, scope = "all", expiresAt = null } = call.body;
  const wrong = expiryProblem(expiresAt, call.services.now());
  if (wrong) {
    throw new Problem("validation", `expiresAt: ${wrong}`, [{ path: "expiresAt", message: wrong }]);
  }
  const id = mint(call.services, "token");
  const token = await makeToken(partsOf(call), id, call.body);
  return { id, name, scope, expiresAt, token };
}

async function revoke(call: Call): Promise<void> {
  await endToken(partsOf(call), param(call, "id"));
}

export const accounts: Route[] = [
  route({
    method: "GET",
    path: "/api/tokens",
    access: "api",
    summary: "Tokens: what each may do, until when, and when it was last used",
    answer: TokenList,
    handle: list,
  }),
  route({
    method: "POST",
    path: "/api/tokens",
    access: "api",
    summary: "Make a token; it is shown this once. Without a scope it may do everything",
    body: NewToken,
    status: 201,
    answer: MadeToken,
    handle: create,
  }),
  route({
    method: "DELETE",
    path: "/api/tokens/:id",
    access: "api",
    summary: "Revoke a token; the streams it opened end",
    status: 204,
    answer: Nothing,
    handle: revoke,
  }),
];
