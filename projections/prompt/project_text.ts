/**
 * What an agent is told of the project of a conversation: its instructions stand behind the agent's own, its files before
 * what was said. Both are part of requests that are proven by their bytes.
 */
import type { Project } from "../../events/catalog/projects.ts";

type Told = Pick<Project, "name" | "instructions">;

/** The part of the system prompt; "" where a project instructs nobody. */
export const projectText = ({ name, instructions }: Told): string =>
  instructions.trim() === ""
    ? ""
    : `Instructions of the project “${name}”, to which this conversation belongs:\n${instructions.trim()}`;

/** What stands above its files. */
export const projectFilesText = ({ name }: Pick<Told, "name">): string => `Files of the project “${name}”:`;
