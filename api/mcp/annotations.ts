import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import type { StatedHints } from "@/lib/skill-format";

/**
 * The author's own words alone. What is left out a client takes for the worse, as the protocol says; a default of
 * another format would pass here for what the author says.
 */
export function toAnnotations({ origins, ...hints }: StatedHints): ToolAnnotations {
  return Object.fromEntries(
    (["readOnly", "destructive", "idempotent", "openWorld"] as const)
      .filter((hint) => origins[hint] === "declared")
      .map((hint) => [`${hint}Hint`, hints[hint]]),
  );
}
