/** Agents and agencies as Anthropic lists its models, page by page. */
import type { ListedModel, ModelPage } from "../../contract/message_shapes.ts";
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

/** A page of them; a name that is not in the list is no place in it. */
export function modelPage(
  models: readonly Model[],
  { after_id, before_id, limit = models.length }: Part,
): ModelPage {
  const place = (id: string | undefined) => models.findIndex((model) => model.id === id);
  const end = before_id !== undefined && place(before_id) >= 0 ? place(before_id) : models.length;
  const rest = models.slice(place(after_id) + 1, end);
  const page = before_id === undefined ? rest.slice(0, limit) : rest.slice(Math.max(rest.length - limit, 0));
  return {
    data: page.map(listed),
    has_more: page.length < rest.length,
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
  };
}
