import { booleanAt } from "./fields";
import { isMissingOrBlank, nodeAt, type MapNode } from "./yaml/node";

/** The extended fields of Skill Metadata 1.2; the fields of 1.3 (`license`, ...) do not count (R-001-55). */
const LIFECYCLE_KEYS = [
  "source_url",
  "source_hash",
  "version",
  "created_at",
  "updated_at",
  "evolution_enabled",
] as const;

/** R-001-54: a skill with at least one extended field is under lifecycle management; any other is static. */
export function isManaged(frontMatter: MapNode): boolean {
  return LIFECYCLE_KEYS.some((key) => !isMissingOrBlank(nodeAt(frontMatter, key)));
}

/** Lifecycle of a skill: `enabled` = managed and not switched off; a static skill is never enabled. */
export function readLifecycle(frontMatter: MapNode): { managed: boolean; enabled: boolean } {
  const managed = isManaged(frontMatter);
  return { managed, enabled: managed && booleanAt(frontMatter, "evolution_enabled") !== false };
}
