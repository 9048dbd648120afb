import type { Dialect } from "../profiles";

/**
 * Top-level front matter keys each document names, in its order (`describeFields` prints those of Skill Metadata in
 * the order of its §7).
 */
export const DIALECT_KEYS: Readonly<Record<Dialect, readonly string[]>> = {
  exo: ["name", "version", "description", "author", "pricing", "runtime", "io", "annotations"],
  metadata: [
    "name",
    "description",
    "source_url",
    "source_hash",
    "version",
    "created_at",
    "updated_at",
    "evolution_enabled",
    "license",
    "entry_point",
    "dependencies",
    "allowed-tools",
    "model",
  ],
  usk: [
    "name",
    "version",
    "description",
    "spec",
    "interface",
    "input_schema",
    "output_schema",
    "capabilities",
    "permissions",
    "category",
    "tags",
    "author",
    "license",
    "homepage",
    "platform_compatibility",
    "requirements",
    "changelog",
    "examples",
  ],
  vibelife: ["id", "name", "version", "description", "triggers", "category"],
  "agent-skills": ["name", "description", "license", "compatibility", "metadata", "allowed-tools"],
};

/** Names the dialects of the file; a key of this product, known to every dialect. */
export const DIALECTS_KEY = "dialects";

/** Every key some document names. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([DIALECTS_KEY, ...Object.values(DIALECT_KEYS).flat()]);
