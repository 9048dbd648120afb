import type { z } from "zod";

const WHOLE: ReadonlySet<string> = new Set(["number", "int", "bigint"]);

/**
 * What is wrong with the value of a setting, in words that say what would be right; undefined leaves it to the schema.
 */
export function explainSetting(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type")
    return WHOLE.has(issue.expected) ? "needs a whole number, written in digits" : "is missing a part";
  if (issue.code === "too_small") {
    if (issue.origin !== "string")
      return `must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`;
    return issue.minimum === 1
      ? "is blank: leave it out instead"
      : `needs at least ${issue.minimum} characters`;
  }
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  return issue.code === "invalid_format" ? "needs a whole address, as .env.example shows it" : undefined;
}
