import { booleanAt } from "../fields";
import type { Hints } from "../types";
import type { MapNode } from "../yaml/node";

/** The four hints of Exo SKILL.md v1.1. */
export const HINT_KEYS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** The hints of a front matter, with the defaults of Exo §2 where one is left out. */
export function readHints(frontMatter: MapNode): Hints {
  return {
    readOnly: booleanAt(frontMatter, "annotations", "readOnlyHint") ?? true,
    destructive: booleanAt(frontMatter, "annotations", "destructiveHint") ?? false,
    idempotent: booleanAt(frontMatter, "annotations", "idempotentHint") ?? true,
    openWorld: booleanAt(frontMatter, "annotations", "openWorldHint") ?? false,
  };
}
