/** Answers that were given before, by their ids and by those of their items: as the log has them, whole. */
import { factsOf } from "../../../events/catalog/modes.ts";
import type { InputItem, ResponseRequest } from "../../contract/response_request.ts";
import type { OutputItem, ResponseObject } from "../../contract/response_shapes.ts";
import { Problem, wrongField } from "../../http/problem.ts";
import type { Call } from "../../http/route.ts";
import { failureOf, forCaller, outcomeOf } from "../completions.ts";
import { modelIn } from "../models.ts";
import { answeredIn, partsOf, responseId } from "../previous.ts";
import { begunResponse, endedResponse, failedResponse, type Head } from "./answer.ts";

/** An answer once more, as it stands now: also one whose caller or server went away meanwhile. */
export async function responseById(call: Call, id: string): Promise<ResponseObject> {
  const { conversationId = "", exchange = "" } = partsOf(id) ?? {};
  const state = await answeredIn(call, id);
  const asked = state?.messages[exchange];
  if (!state || !asked) throw new Problem("not_found", "There is no such answer.");
  const managed = factsOf(state.mode).addressed ? state.manager : null;
  const first = Object.values(state.turns).find((turn) => turn.exchange === exchange);
  const speakerId = managed?.participantId ?? first?.participantId ?? "";
  const speaker = [...state.participants, ...state.former].find((one) => one.id === speakerId);
  const workspace = await call.services.system.workspace();
  const head: Head = {
    conversationId,
    exchange,
    created: Math.floor(Date.parse(asked.at) / 1_000),
    model: managed?.agencyId
      ? modelIn(workspace, "agency", managed.agencyId)
      : modelIn(workspace, "agent", speaker?.agentId ?? ""),
  };
  const outcome = outcomeOf(state, { exchange, speakerId });
  if (!outcome) return begunResponse(head, state);
  if (!outcome.ok) return failedResponse(begunResponse(head, state), failureOf(outcome));
  const text = await forCaller(call, managed !== null, state, outcome.text);
  return endedResponse(head, { state, outcome, text });
}

/** Answers whose items one call may name: each of them is read for it. */
const NAMED = 400;

/** The id of the answer that an item is of. */
function answerOfItem(id: string): string {
  const [, conversationId = "", exchange = ""] =
    /^(?:rs|msg|fc)_([\w-]{1,64})\.([\w-]{1,64})(?:\.\d+)?$/.exec(id) ?? [];
  return responseId(conversationId, exchange);
}

/** An item as it is sent back. */
const sentBack = ({ ...item }: OutputItem): InputItem =>
  item.type === "reasoning" ? { type: item.type } : JSON.parse(JSON.stringify(item));

/** The call with the items that it only names; clients do so to send less. Throws for those that are not the caller's. */
export async function dereferenced(call: Call<ResponseRequest>): Promise<ResponseRequest> {
  const { body } = call;
  if (typeof body.input === "string") return body;
  const answers = new Map<string, readonly OutputItem[]>();
  const input: InputItem[] = [];
  for (const [index, item] of body.input.entries()) {
    if (item.type !== "item_reference") {
      input.push(item);
      continue;
    }
    const at = `input.${index}.id`;
    const missing = new Problem("not_found", "There is no such item.", [
      { path: at, message: "there is no such item" },
    ]);
    if (typeof item["id"] !== "string") throw wrongField(at, "it is missing");
    const answer = answerOfItem(item["id"]);
    let items = answers.get(answer);
    if (!items) {
      if (answers.size === NAMED) throw wrongField(at, `items of at most ${NAMED} answers can be named`);
      const state = await answeredIn(call, answer);
      if (!state) throw missing;
      answers.set(answer, items = (await responseById(call, answer)).output);
    }
    const found = items.find(({ id }) => id === item["id"]);
    if (!found) throw missing;
    input.push(sentBack(found));
  }
  return { ...body, input };
}
