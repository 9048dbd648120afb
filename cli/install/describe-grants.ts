import type { FoundSkill } from "@/client";

/** What a market sends may be anything, of any length. */
const LONGEST = 500;

/**
 * What a skill that is installed asks of who installs it: the tools its agent is to use without asking (`allowed-tools`),
 * and what it needs around it (`compatibility`), both in its author's words. Empty where it asks for nothing, or its
 * market does not say.
 */
export function describeGrants({ name, declared }: Pick<FoundSkill, "name" | "declared">): string[] {
  const tools: unknown = declared?.allowed_tools;
  const needs: unknown = declared?.compatibility;
  const named = Array.isArray(tools) ? tools.filter((tool) => typeof tool === "string") : [];
  return [
    ...(named.length === 0
      ? []
      : [`${name}: asks your agent to allow without asking: ${cut(named.join(", "))} (allowed-tools)`]),
    ...(typeof needs !== "string" || needs.trim() === ""
      ? []
      : [`${name}: needs, in its author's words: ${cut(needs)}`]),
  ];
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
}
