/** Agents and agencies as Anthropic lists its models, page by page. */
import type { ListedModel, ModelPage } from "../../contract/message_shapes.ts";
import { wrongField } from "../../http/problem.ts";
import type { Model } from "../models.ts";

/** As Anthropic writes a time that is not known. */
const UNKNOWN_TIME = "1970-01-01T00:00:00Z";

export const listed = ({ id, name }: Pick<Model, "id" | "name">): ListedModel => ({
  type: "model",
  id,
  display_name: name,
  created_at: UNKNOWN_TIME,
  lifecycle: "active",
  capabilities: null,
  deprecated_at: null,
  line: null,
  max_input_tokens: null,
  max_tokens: null,
  retires_at: null,
});

/** Which part of the list is asked for: `limit` of those behind one, or before one. */
interface Part {
  readonly after_id?: string | undefined;
  readonly before_id?: string | undefined;
  readonly limit?: number | undefined;
}

/** Where a model stands; who goes on from one that is not in the list would begin anew, again and again. */
function placeOf(models: readonly Model[], id: string | undefined, param: string): number {
  const place = models.findIndex((model) => model.id === id);
  if (id === undefined || place >= 0) return place;
  throw wrongField(param, "there is no such model to go on from");
}

/** A page of them. */
export function modelPage(
  models: readonly Model[],
  { after_id, before_id, limit = models.length }: Part,
): ModelPage {
  const end = before_id === undefined ? models.length : placeOf(models, before_id, "before_id");
  const rest = models.slice(placeOf(models, after_id, "after_id") + 1, end);
  const page = before_id === undefined ? rest.slice(0, limit) : rest.slice(Math.max(rest.length - limit, 0));
  return {
    data: page.map(listed),
    has_more: page.length < rest.length,
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
  };
}
