import { readDeclared } from "../dialects/registry";
import { mapAt, type MapNode, nodeAt, textAt, textsOf, type YamlNode } from "../yaml/node";
import type { Dialect, Hints, Origin, Origins, Permissions, SkillFiles } from "../types";

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

/**
 * Where each hint and each permission comes from. A format's defaults hold for a file that declares the format:
 * names it under `dialects:`, or bears its mark. The group alone is no mark: `annotations` and `permissions` are
 * written in other worlds too, where what is left out means something else. Read from the file alone, so that whoever
 * asks for a check by a dialect does not put words into the author's mouth. `env`: variables the author names elsewhere.
 */
export function readOrigins({ base, viewOf }: ManifestSource, env?: readonly string[]): Origins {
  const [exo, usk] = [viewOf("exo"), viewOf("usk")];
  const named = readDeclared(base);
  const bearsExo = named.includes("exo") || isExo(exo);
  const annotations = { node: nodeAt(exo, "annotations"), leftOut: leftOut(bearsExo) };
  const permissions = {
    node: nodeAt(usk, "permissions"),
    leftOut: leftOut(named.includes("usk") || isUsk(usk)),
  };
  const hint = (key: string) => originOf(annotations, key, isBoolean);
  const permission = (key: string) => originOf(permissions, key, isBoolean);
  return {
    hints: {
      readOnly: hint("readOnlyHint"),
      destructive: hint("destructiveHint"),
      idempotent: hint("idempotentHint"),
      openWorld: hint("openWorldHint"),
    },
    permissions: {
      network: permission("network"),
      filesystem: permission("filesystem"),
      subprocess: permission("subprocess"),
      envVars: env === undefined ? originOf(permissions, "env_vars", isListOfTexts) : "declared",
    },
    ...(bearsExo ? { isExo: true } : {}),
  };
}

interface Group {
  node: YamlNode | undefined;
  /** What a key that is left out comes to. */
  leftOut: Origin;
}

/** What is written and cannot be read says nothing, and is not left out either: no default takes its place. */
function originOf({ node: group, leftOut }: Group, key: string, isRead: (node: YamlNode) => boolean): Origin {
  if (group === undefined) return leftOut;
  if (group.kind !== "map") return "not_declared";
  const node = nodeAt(group, key);
  if (node === undefined) return leftOut;
  return isRead(node) ? "declared" : "not_declared";
}

const leftOut = (hasDefaults: boolean): Origin => (hasDefaults ? "format_default" : "not_declared");
const isBoolean = (node: YamlNode) => node.kind === "scalar" && typeof node.value === "boolean";
/** An empty list says that there are none. */
const isListOfTexts = (node: YamlNode) => node.kind === "list" && node.items.length === textsOf(node).length;

/** Groups that only Exo has. */
const isExo = (frontMatter: MapNode) =>
  ["pricing", "io", "runtime"].some((key) => mapAt(frontMatter, key) !== undefined);

/** USK has permissions since the version that is declared by `spec`. */
const isUsk = (frontMatter: MapNode) => textAt(frontMatter, "spec")?.startsWith("usk/") === true;

/** Hints of which each that nobody states is null, and where they come from. */
export interface StatedHints extends Record<keyof Hints, boolean | null> {
  origins: Origins["hints"];
}

/** Permissions of which each that nobody states is null, and where they come from. */
export type StatedPermissions = { [Key in keyof Permissions]: Permissions[Key] | null } & {
  origins: Origins["permissions"];
};

/** A manifest of the store may be older than origins; then nobody knows who said it. */
type Older<Group extends keyof Origins> = { origins?: Pick<Origins, Group> | null | undefined };

/** What is said of how it behaves. */
export function statedHints({ hints, origins }: { hints: Hints } & Older<"hints">): StatedHints {
  return stated(HINT_KEYS, hints, origins?.hints);
}

/** What its permissions say of what it may touch. */
export function statedPermissions({
  permissions,
  origins,
}: { permissions: Permissions } & Older<"permissions">): StatedPermissions {
  return stated(PERMISSION_KEYS, permissions, origins?.permissions);
}

const HINT_KEYS: readonly (keyof Hints)[] = ["readOnly", "destructive", "idempotent", "openWorld"];
const PERMISSION_KEYS: readonly (keyof Permissions)[] = ["network", "filesystem", "subprocess", "envVars"];

/** Each value that nobody states is null. Of a manifest without origins no value is read: it may not be there. */
function stated<Group extends object>(
  keys: readonly (keyof Group)[],
  values: Group,
  known: Record<keyof Group, Origin> | undefined,
): { [Key in keyof Group]: Group[Key] | null } & { origins: Record<keyof Group, Origin> } {
  const from = <Value>(read: (key: keyof Group) => Value) =>
    Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<keyof Group, Value>;
  const origins = known ?? from((): Origin => "not_declared");
  const said = from((key) => (origins[key] === "not_declared" ? null : values[key]));
  return { ...(said as { [Key in keyof Group]: Group[Key] | null }), origins };
}

/**
 * What is said of what it may touch, by either document: where no permission of an Exo skill says anything of the
 * network, its `openWorldHint` does (Exo SKILL.md v1.1 section 2: false is no network), with whoever says that. In a
 * file of no format the same hint says less.
 */
export function statedAccess(
  manifest: { permissions: Permissions; hints: Hints } & Older<"hints" | "permissions" | "isExo">,
): StatedPermissions {
  const said = statedPermissions(manifest);
  if (said.origins.network !== "not_declared" || manifest.origins?.isExo !== true) return said;
  const { openWorld, origins } = statedHints(manifest);
  return { ...said, network: openWorld, origins: { ...said.origins, network: origins.openWorld } };
}

/** What the four hints of a skill make the market do (Exo SKILL.md v1.1, sections 2 and 3). */
export interface HintPolicy {
  network: "enabled" | "disabled";
  /** The skill is marked as fit for A/B tasks, and its audit looks at what contradicts that. */
  abTaskMarked: boolean;
  /** A higher Security Bond is required. */
  higherBond: boolean;
  /** Its audit waits for an integration test. */
  integrationTestRequired: boolean;
  /** A call that failed on the market's side is made once more by itself. */
  automaticRetry: boolean;
  /** The sandbox replays its examples. */
  sandboxReplay: boolean;
}

/**
 * Consequences of the hints. Contradicting ones are read strictly: destructive wins over read-only
 * (docs/dialects/differences.md). A hint that nobody states (null) gives no mark and no retry; examples are replayed
 * unless a repeated call is said to have effects, as they were written to be run.
 */
export function hintPolicy({
  readOnly,
  destructive,
  idempotent,
  openWorld,
}: Partial<Record<keyof Hints, boolean | null>>): HintPolicy {
  return {
    network: openWorld === true ? "enabled" : "disabled",
    abTaskMarked: readOnly === true && destructive !== true,
    higherBond: destructive === true,
    integrationTestRequired: openWorld === true,
    automaticRetry: idempotent === true,
    sandboxReplay: idempotent !== false,
  };
}

/** The same of a manifest, by what is stated in it: by its author, or as the default of its format. */
export const policyOf = (manifest: Parameters<typeof statedHints>[0]): HintPolicy =>
  hintPolicy(statedHints(manifest));
