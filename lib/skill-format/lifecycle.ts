import { booleanAt, isMissingOrBlank, type MapNode, nodeAt } from "./yaml/node";

/** The extended fields of Skill Metadata 1.2; the fields of 1.3 (`license`, ...) do not count (Skill Metadata §6.1). */
const LIFECYCLE_KEYS = [
  "source_url",
  "source_hash",
  "version",
  "created_at",
  "updated_at",
  "evolution_enabled",
] as const;

/**
 * Skill Metadata §6.1 (docs/dialects/differences.md): a skill with at least one extended field is under lifecycle
 * management; any other is static.
 */
export function isManaged(frontMatter: MapNode): boolean {
  return LIFECYCLE_KEYS.some((key) => !isMissingOrBlank(nodeAt(frontMatter, key)));
}

/**
 * Lifecycle of a skill: `enabled` = managed and not switched off; a static skill is never enabled
 * (docs/dialects/differences.md).
 */
export function readLifecycle(frontMatter: MapNode): { managed: boolean; enabled: boolean } {
  const managed = isManaged(frontMatter);
  return { managed, enabled: managed && booleanAt(frontMatter, "evolution_enabled") !== false };
}
