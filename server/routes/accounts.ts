/** Tokens for programs. */
import type { z } from "zod";
import { param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, json, type Route, route } from "../http/route.ts";
import { mint } from "../http/services.ts";
import { endToken, expiryProblem, makeToken, NewToken } from "../access/tokens.ts";

const partsOf = ({ services: { system, access }, by }: Call<unknown>) => ({ system, access, by });

async function list(call: Call<unknown>): Promise<Response> {
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
  return json({ items, next: null });
}

async function create(call: Call<z.infer<typeof NewToken>>): Promise<Response> {
  const { name, scope = "all", expiresAt = null } = call.body;
  const wrong = expiryProblem(expiresAt, call.services.now());
  if (wrong) {
    throw new Problem("validation", `expiresAt: ${wrong}`, [{ path: "expiresAt", message: wrong }]);
  }
  const id = mint(call.services, "token");
  const token = await makeToken(partsOf(call), id, call.body);
  return json({ id, name, scope, expiresAt, token }, 201);
}

async function revoke(call: Call<unknown>): Promise<Response> {
  await endToken(partsOf(call), param(call, "id"));
  return new Response(null, { status: 204 });
}

export const accounts: Route[] = [
  route({
    method: "GET",
    path: "/api/tokens",
    access: "api",
    summary: "Tokens: what each may do, until when, and when it was last used",
    status: 200,
    handle: list,
  }),
  route({
    method: "POST",
    path: "/api/tokens",
    access: "api",
    summary: "Make a token; it is shown this once. Without a scope it may do everything",
    body: NewToken,
    status: 201,
    handle: create,
  }),
  route({
    method: "DELETE",
    path: "/api/tokens/:id",
    access: "api",
    summary: "Revoke a token; the streams it opened end",
    status: 204,
    handle: revoke,
  }),
];
