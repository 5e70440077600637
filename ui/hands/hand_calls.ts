/** What is asked of the server about raised hands. */
import type { HandsView, SetHands } from "../../server/contract/hand_shapes.ts";
import type { Written } from "../../server/contract/conversation_shapes.ts";
import { get, write } from "../state/api.ts";
import { conversation } from "../state/queries.ts";

export const handsNow = (id: string) => get<HandsView>(conversation(id, "/hands"));
export const setHands = (id: string, limit: SetHands) =>
  write<Written>("POST", conversation(id, "/hands"), limit);
export const endHands = (id: string) => write<Written>("DELETE", conversation(id, "/hands"));
