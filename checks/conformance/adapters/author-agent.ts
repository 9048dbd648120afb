import { parseAuthorAgent } from "@/lib/skill-format";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";
import { assertKnown } from "../runner/runner-error";

/** `author_agent`: what is stored of an attribution, or the error. */
export const authorAgent: Adapter = {
  kind: "author_agent",
  check({ input, expect }) {
    const reading = parseAuthorAgent({
      header: input["header"] as string | null | undefined,
      object: input["json"],
      json: input["json_text"] as string | null | undefined,
    });
    assertKnown(expect, ["author_agent", "error_code", "lacks", "stored_nowhere"]);
    if (expect["error_code"] !== undefined) {
      const code = reading.ok ? null : reading.code;
      const difference = findDifference(expect["error_code"], code, { at: "error_code" });
      return difference === null ? [] : [difference];
    }
    if (!reading.ok) return [`refused: ${reading.message}`];
    const agent = reading.authorAgent as Record<string, unknown> | null;
    const difference = Object.hasOwn(expect, "author_agent")
      ? findDifference(expect["author_agent"], agent, { at: "author_agent" })
      : null;
    const failures = difference === null ? [] : [difference];
    const held = ((expect["lacks"] ?? []) as string[]).filter(
      (key) => agent !== null && Object.hasOwn(agent, key),
    );
    failures.push(...held.map((key) => `${key} is stored`));
    const stored = JSON.stringify(reading);
    const leaked = ((expect["stored_nowhere"] ?? []) as string[]).filter((text) => stored.includes(text));
    return [...failures, ...leaked.map((text) => `${text} is kept`)];
  },
};
