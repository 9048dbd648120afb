import { USK_SPEC } from "../constants";
import { readTarget } from "../conversion-targets";
import { booleanAt, mapAt, type MapNode, nodeAt, textAt, textsAt } from "../yaml/node";
import type { Permissions, SkillManifest, UskSpec } from "../types";
import { compact, type ManifestSource } from "./manifest-source";

/**
 * Declared permissions; what is left out is false (USK §3-5). A `filesystem` that cannot be read is unknown and
 * counts as true, so that nothing is converted on a misreading. `env`: variables that are declared elsewhere.
 */
export function readPermissions(usk: MapNode, env: readonly string[] = []): Permissions {
  const node = nodeAt(usk, "permissions");
  const filesystem = nodeAt(usk, "permissions", "filesystem");
  const unreadable = (node !== undefined && node.kind !== "map") || filesystem !== undefined;
  return {
    network: booleanAt(usk, "permissions", "network") ?? false,
    filesystem: booleanAt(usk, "permissions", "filesystem") ?? unreadable,
    subprocess: booleanAt(usk, "permissions", "subprocess") ?? false,
    envVars: [...new Set([...textsAt(usk, "permissions", "env_vars"), ...env])],
  };
}

/** `any` and the platforms, known ones by their stored name (USK §3-7). */
export function readPlatforms(usk: MapNode): string[] {
  const names = textsAt(usk, "platform_compatibility").map((name) => readTarget(name) ?? name);
  return [...new Set(names)];
}

/** Packages by ecosystem; the mixed list of Skill Metadata is kept as written in `other`. */
export function readRequirements({ viewOf }: ManifestSource): SkillManifest["requirements"] {
  const usk = viewOf("usk");
  const other = textsAt(viewOf("metadata"), "dependencies");
  const python = other
    .map((entry) => /^python\s*>=\s*([0-9][0-9.]*)$/i.exec(entry)?.[1])
    .find((found) => found);
  return compact<SkillManifest["requirements"]>({
    python: textsAt(usk, "requirements", "python_packages"),
    node: textsAt(usk, "requirements", "node_packages"),
    other,
    minPython: textAt(usk, "requirements", "min_python") ?? python,
    minNode: textAt(usk, "requirements", "min_node"),
  });
}

/**
 * v3 is declared by `spec` and needs the five v3 fields, each of its kind; everything else is v2 (USK,
 * compatibility).
 */
export function readSpec(usk: MapNode): UskSpec {
  const complete =
    textAt(usk, "spec") === USK_SPEC &&
    ["interface", "input_schema", "output_schema", "permissions"].every(
      (key) => mapAt(usk, key) !== undefined,
    ) &&
    nodeAt(usk, "capabilities")?.kind === "list";
  return complete ? "v3" : "v2";
}
