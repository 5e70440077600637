/** Tokens for programs. */
import { z } from "zod";
import { GivenName } from "../../events/envelope.ts";
import { param, problemOf } from "../commanding.ts";
import { type Call, json, type Route, route } from "../route.ts";
import { mint } from "../services.ts";

const NewToken = z.strictObject({ name: GivenName });

async function list(call: Call<unknown>): Promise<Response> {
  const state = await call.services.system.workspace();
  const items = Object.values(state.tokens).filter((t) => !t.archived)
    .map(({ id, name, createdAt }) => ({ id, name, createdAt }));
  return json({ items, next: null });
}

async function create(call: Call<z.infer<typeof NewToken>>): Promise<Response> {
  const id = mint(call.services, "token");
  const { name } = call.body;
  const outcome = await call.services.system.changeWorkspace(
    () => ({ ok: true, events: [{ type: "TokenCreated", data: { id, name } }], answer: { id } }),
    { by: call.by },
  );
  if (!outcome.ok) throw problemOf(outcome);
  return json({ id, name, token: await call.services.access.addToken(id, name) }, 201);
}

async function revoke(call: Call<unknown>): Promise<Response> {
  const id = param(call, "id");
  await call.services.access.revokeToken(id);
  const outcome = await call.services.system.changeWorkspace((state) => {
    const token = state.tokens[id];
    if (!token) return { ok: false, code: "not_found", detail: "There is no such token." };
    return {
      ok: true,
      events: token.archived ? [] : [{ type: "TokenRevoked", data: { id } }],
      answer: { id },
    };
  }, { by: call.by });
  if (!outcome.ok) throw problemOf(outcome);
  return new Response(null, { status: 204 });
}

export const accounts: Route[] = [
  route({ method: "GET", path: "/api/tokens", access: "api", summary: "Tokens", status: 200, handle: list }),
  route({
    method: "POST",
    path: "/api/tokens",
    access: "api",
    summary: "Make a token; it is shown this once",
    body: NewToken,
    status: 201,
    handle: create,
  }),
  route({
    method: "DELETE",
    path: "/api/tokens/:id",
    access: "api",
    summary: "Revoke a token; open streams end",
    status: 204,
    handle: revoke,
  }),
];
