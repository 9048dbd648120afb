import type { SkillView } from "./skill-reading";
import { type MapNode, nodeAt, textAt } from "./yaml/node";
import { hasOverlay } from "./overlays";
import { type Dialect, DIALECTS } from "./profiles";

/** What a front matter, seen through a dialect's overlay, says about that dialect. */
type Signal = (view: SkillView) => boolean;

const USK_KEYS = [
  "interface",
  "capabilities",
  "permissions",
  "input_schema",
  "output_schema",
  "platform_compatibility",
];
const METADATA_KEYS = [
  "source_url",
  "source_hash",
  "created_at",
  "updated_at",
  "evolution_enabled",
  "entry_point",
  "dependencies",
  "model",
];

/**
 * Keys several documents share (`version`, `author`, `license`, `category`, `tags`, `allowed-tools`) decide nothing.
 */
const SIGNALS: Readonly<Record<Exclude<Dialect, "agent-skills">, Signal>> = {
  usk: ({ frontMatter }) =>
    textAt(frontMatter, "spec")?.startsWith("usk/") === true || hasAny(frontMatter, USK_KEYS),
  exo: ({ frontMatter }) =>
    hasAny(frontMatter, ["pricing", "io", "annotations"]) || nodeAt(frontMatter, "runtime")?.kind === "map",
  vibelife: (view) =>
    (hasAny(view.frontMatter, ["id"]) && hasAny(view.frontMatter, ["triggers"])) || toolsFileNamesSkill(view),
  metadata: ({ frontMatter, files }) => hasAny(frontMatter, METADATA_KEYS) || files.has("evolution.json"),
};

/**
 * The dialects a package shows signs of, each looked for through its own overlay; an overlay file is itself a
 * sign. `agent-skills` is added for every file with `name` and `description`, and when nothing else is found.
 */
export function detectFrom(viewOf: (dialect: Dialect) => SkillView): Dialect[] {
  const found = DIALECTS.filter((dialect) => {
    const view = viewOf(dialect);
    return hasOverlay(view.files, dialect) || (dialect !== "agent-skills" && SIGNALS[dialect](view));
  });
  const { frontMatter } = viewOf("agent-skills");
  const offered =
    textAt(frontMatter, "name") !== undefined && textAt(frontMatter, "description") !== undefined;
  if ((offered || found.length === 0) && !found.includes("agent-skills")) found.push("agent-skills");
  return found;
}

function hasAny(map: MapNode, keys: readonly string[]): boolean {
  return keys.some((key) => nodeAt(map, key) !== undefined);
}

function toolsFileNamesSkill(view: SkillView): boolean {
  const tools = view.companionYaml("tools/tools.yaml")?.map;
  return tools !== undefined && nodeAt(tools, "skill_id") !== undefined;
}
