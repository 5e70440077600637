/**
 * The system prompt of an agent: what changes least comes first, so that a provider's cache keeps the
 * beginning (D-4). The same values always give the same text; it is recorded with each request all the same.
 */
import type { Agent, Personality, Role } from "../../events/catalog/workspace.ts";
import { personalityText } from "./personality_text.ts";

export interface PromptParts {
  readonly agent: Pick<Agent, "name" | "systemPrompt">;
  readonly role?: Pick<Role, "prompt"> | null | undefined;
  readonly personality?: Pick<Personality, "traits" | "instructions"> | null | undefined;
  /** What it is told of the form of its answers; "" for nothing. */
  readonly form?: string;
  /** What the mode says of the others and of the task; "" for nothing. */
  readonly group?: string;
}

/** Own prompt or "You are {name}." (S4-12), role, personality (S0-A20, S2-16), then the group. */
export function systemPrompt({ agent, role, personality, form, group }: PromptParts): string {
  return [
    agent.systemPrompt.trim() || `You are ${agent.name}.`,
    role?.prompt.trim() ?? "",
    personality ? personalityText(personality) : "",
    form ?? "",
    group ?? "",
  ].filter((part) => part !== "").join("\n\n");
}
