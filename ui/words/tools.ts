/** The words of tools and permissions, in the chosen language. */
import { inChosen } from "./chosen.ts";
import { english } from "./english_tools.ts";

export const words = inChosen("tools", english);

/** What a tool is called, in the chosen language where it is one of ours. */
export const labelOf = ({ name, label }: { readonly name: string; readonly label: string }): string =>
  Object.entries(words.labels).find(([known]) => known === name)?.[1] ?? label;

/**
 * What a tool calls something it is given; underscores are a program's.
 * @outside
 */
export const inputOf = (name: string): string =>
  Object.entries(words.inputs).find(([known]) => known === name)?.[1] ?? name.replaceAll("_", " ");
