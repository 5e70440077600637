/** What a conversation is checked for: set, taken back, and what of it holds here or in another run. */
import type { Expectation } from "../../projections/shapes/folds.ts";
import { Expectation as ExpectationShape } from "../../projections/shapes/folds.ts";
import { resultsOf } from "../../projections/checks/results.ts";
import { lookThrough } from "../checks/look_through.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import { Checks, ChecksQuery, NewExpectation } from "../contract/expectation_shapes.ts";
import { Nothing } from "../contract/values.ts";
import { conversationOf, execute, noConversation, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Route, route } from "../http/route.ts";
import { told } from "./check_view.ts";

const at = "/api/conversations/:id";

export const expectations: Route[] = [
  route("GET", `${at}/checks`, {
    summary:
      "What the conversation is checked for, and what of it holds: in its own answers, or in another run of it",
    query: ChecksQuery,
    answer: Checks,
    async handle(call) {
      const { system } = call.services;
      const prices = pricesInForce(await system.workspace());
      const { run: named } = call.query;
      const other = named === undefined ? null : await system.conversation(named);
      if (named !== undefined && !other) throw noConversation();
      const talk = await conversationOf(call);
      const run = other ?? talk;
      await lookThrough(talk, run);
      return {
        expectations: [...talk.expectations ?? []],
        run: run.id,
        results: resultsOf(talk, run, { prices }).map(told),
      };
    },
  }),
  route("POST", `${at}/expectations`, {
    summary:
      "Say what an answer, every answer to a message, or every answer must be like when this is run again",
    body: NewExpectation,
    status: 201,
    answer: ExpectationShape,
    async handle(call) {
      const id = param(call, "id");
      const { answer } = await execute(call, id, { type: "expect", ...call.body });
      const made = (await conversationOf(call)).expectations?.find((one: Expectation) =>
        one.id === answer.expectationId
      );
      // Somebody else has taken it back already.
      if (!made) throw new Problem("not_found", "There is no such expectation in this conversation.");
      return made;
    },
  }),
  route("DELETE", `${at}/expectations/:expectationId`, {
    summary: "Take an expectation back",
    status: 204,
    answer: Nothing,
    async handle(call) {
      const expectationId = param(call, "expectationId");
      await execute(call, param(call, "id"), { type: "unexpect", expectationId });
    },
  }),
];
