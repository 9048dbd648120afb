import { mapAt, type MapNode, nodeAt, textAt, textOf, type YamlNode } from "../yaml/node";
import type { FromMetadata, OpenClawNeeds } from "../types";
import { readYaml } from "../yaml/read-yaml";

/** OpenClaw reads its own entry; the names it had before are still written. */
const OPENCLAW_KEYS = ["openclaw", "clawdbot", "moltbot"] as const;

/** More entries of a list are not read, and longer texts neither. */
const MAX_ENTRIES = 50;
const MAX_CHARACTERS = 200;
const ENV_NAME = /^[A-Za-z_]\w{0,127}$/;

/**
 * What stands under `metadata:` and says more than its own key: version and author as the standard's example has them,
 * and what OpenClaw asks of a machine. OpenClaw's entry, or all of `metadata`, may be JSON in a text. Undefined where
 * there is nothing of it.
 */
export function readFromMetadata(agentSkills: MapNode): FromMetadata | undefined {
  const metadata = asMap(nodeAt(agentSkills, "metadata"));
  if (metadata === undefined) return undefined;
  const stated = compact<FromMetadata>({
    version: shortText(metadata, "version"),
    author: shortText(metadata, "author"),
    openClaw: readOpenClaw(metadata),
  });
  return Object.keys(stated).length === 0 ? undefined : stated;
}

function readOpenClaw(metadata: MapNode): OpenClawNeeds | undefined {
  for (const key of OPENCLAW_KEYS) {
    const entry = asMap(nodeAt(metadata, key));
    if (entry === undefined) continue;
    const requires = mapAt(entry, "requires");
    const primary = shortText(entry, "primaryEnv");
    const env = requires === undefined ? undefined : envNames(nodeAt(requires, "env"));
    const all = primary !== undefined && ENV_NAME.test(primary) ? [...(env ?? []), primary] : env;
    return compact<OpenClawNeeds>({
      key,
      env: all && [...new Set(all)],
      bins: shortTexts(requires && nodeAt(requires, "bins")),
      anyBins: shortTexts(requires && nodeAt(requires, "anyBins")),
      config: shortTexts(requires && nodeAt(requires, "config")),
      os: shortTexts(nodeAt(entry, "os")),
      install: installs(nodeAt(entry, "install")),
      homepage: shortText(entry, "homepage"),
    });
  }
  return undefined;
}

/** Names of variables; undefined where none are said, [] where it is said that there are none. */
function envNames(node: YamlNode | undefined): string[] | undefined {
  if (node?.kind !== "list") return undefined;
  const names = node.items
    .slice(0, MAX_ENTRIES)
    .map((item) => (item.kind === "map" ? textAt(item, "name") : textOf(item)))
    .filter((name) => name !== undefined && ENV_NAME.test(name));
  return names.length === 0 && node.items.length > 0 ? undefined : (names as string[]);
}

/** Ways to get the programs: who installs, and what. */
function installs(node: YamlNode | undefined): OpenClawNeeds["install"] {
  const items = node?.kind === "list" ? node.items.slice(0, MAX_ENTRIES) : [];
  return items.flatMap((item) => {
    const kind = item.kind === "map" ? shortText(item, "kind") : undefined;
    if (item.kind !== "map" || kind === undefined) return [];
    const name = ["formula", "package", "module", "url"].map((key) => shortText(item, key)).find(Boolean);
    return compact<OpenClawNeeds["install"][number]>({ kind, name });
  });
}

/** A mapping, or JSON of one in a text; JSON is YAML, whose reader bounds its size and depth. */
function asMap(node: YamlNode | undefined): MapNode | undefined {
  if (node?.kind === "map") return node;
  if (node?.kind !== "scalar" || !node.source.trimStart().startsWith("{")) return undefined;
  const { root, faults } = readYaml(node.source, 0);
  return root?.kind === "map" && faults.length === 0 ? root : undefined;
}

function shortText(map: MapNode, key: string): string | undefined {
  const text = textAt(map, key);
  return text === undefined || text.length > MAX_CHARACTERS ? undefined : text;
}

function shortTexts(node: YamlNode | undefined): string[] {
  const items = node?.kind === "list" ? node.items : node === undefined ? [] : [node];
  return items
    .slice(0, MAX_ENTRIES)
    .flatMap((item) => textOf(item) || [])
    .filter((text) => text.length <= MAX_CHARACTERS);
}

/** Leaves out the members that are undefined, as optional members of the manifest are absent, not undefined. */
export function compact<Shape extends object>(members: {
  [Key in keyof Shape]: Shape[Key] | undefined;
}): Shape {
  const shape: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(members)) if (value !== undefined) shape[key] = value;
  return shape as Shape;
}
