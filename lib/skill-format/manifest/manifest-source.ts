import { type MapNode, nodeAt, textAt, type YamlNode } from "../yaml/node";
import type { Dialect } from "../profiles";
import type { SkillFiles } from "../types";

/** What the manifest is read from. */
export interface ManifestSource {
  /** The front matter as it stands in SKILL.md. */
  readonly base: MapNode;
  /** The front matter with a dialect's overlay; a group belongs to one dialect and is read through its view. */
  readonly viewOf: (dialect: Dialect) => MapNode;
  /** True for a dialect that was asked for, declared or detected. */
  readonly applies: (dialect: Dialect) => boolean;
  /** Names are compared and stored after NFKC: only the profile of today's Agent Skills is checked. */
  readonly upstreamOnly: boolean;
  readonly declared: Dialect[];
  readonly detected: Dialect[];
  readonly body: string;
  readonly files: SkillFiles;
}

const SHARED_ORDER: readonly Dialect[] = ["usk", "metadata", "agent-skills", "exo", "vibelife"];

/** A text several dialects share: SKILL.md itself first, then the overlays. */
export function sharedText({ base, viewOf }: ManifestSource, key: string): string | undefined {
  return (
    textAt(base, key) ?? SHARED_ORDER.map((dialect) => textAt(viewOf(dialect), key)).find((text) => text)
  );
}

/** A node several dialects share: SKILL.md itself first, then the overlays. */
export function sharedNode({ base, viewOf }: ManifestSource, key: string): YamlNode | undefined {
  return (
    nodeAt(base, key) ?? SHARED_ORDER.map((dialect) => nodeAt(viewOf(dialect), key)).find((node) => node)
  );
}

/** Leaves out the members that are undefined, as optional members of the manifest are absent, not undefined. */
export function compact<Shape extends object>(members: {
  [Key in keyof Shape]: Shape[Key] | undefined;
}): Shape {
  const shape: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(members)) if (value !== undefined) shape[key] = value;
  return shape as Shape;
}
