/** What is asked of the server about checks. */
import type {
  Compared,
  ForeseenRun,
  RunList,
  StartedRun,
  StartRun,
} from "../../server/contract/check_shapes.ts";
import type { Checks, NewExpectation } from "../../server/contract/expectation_shapes.ts";
import type { Expectation } from "../../projections/shapes/folds.ts";
import { get, write } from "../state/api.ts";
import { conversation } from "../state/queries.ts";

export const checksIn = (id: string) => get<Checks>(conversation(id, "/checks"));
export const expectIt = (id: string, body: NewExpectation) =>
  write<Expectation>("POST", conversation(id, "/expectations"), body);
export const takeBack = (id: string, expectationId: string) =>
  write("DELETE", conversation(id, `/expectations/${expectationId}`));
export const nameCheck = (id: string, name: string) =>
  write<{ name: string }>("POST", conversation(id, "/check"), { name });
export const costOfRun = (id: string, body: Omit<StartRun, "limit">) =>
  write<ForeseenRun>("POST", conversation(id, "/checks/cost"), body);
/** Under the same key it is run once, however often this is said. */
export const startRun = (id: string, body: StartRun, key: string) =>
  write<StartedRun>("POST", conversation(id, "/checks/runs"), body, key);
export const runsOf = (id: string) => get<RunList>(conversation(id, "/checks/runs"));
export const comparedRun = (id: string, run: string, against: string) =>
  get<Compared>(
    conversation(
      id,
      `/checks/runs/${encodeURIComponent(run)}${against && `?against=${encodeURIComponent(against)}`}`,
    ),
  );
