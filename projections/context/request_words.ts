/** Where the words of a talk stand in a request, whoever it was rendered for. */
import type { Leaf } from "./json_tokens.ts";

/** What the list of turns is called, by each maker. */
const TURNS = new Set<unknown>(["messages", "input"]);

/** Whether a value is a turn of the talk, or lies in one. */
export const isInTurn = ({ path }: Leaf): boolean => TURNS.has(path[0]) && path.length > 1;

/** Words of people and agents: the content of a turn, whole or in blocks. What tools said lies deeper. */
export const isWords = (leaf: Leaf): boolean =>
  isInTurn(leaf) && leaf.path[2] === "content" &&
  (leaf.path.length === 3 || (leaf.path.length === 5 && leaf.path[4] === "text"));
