import { COMPANION_FILE_MAX_BYTES } from "./constants";
import { decodeSource } from "./document/decode-source";
import { readSkillDocument } from "./document/read-skill-document";
import type { Finding } from "./issues/issue";
import { CHECK_PROFILES, type CheckProfile } from "./profiles";
import type { SkillFiles } from "./types";
import { EMPTY_MAP, isMissing, type MapNode, type YamlNode } from "./yaml/node";
import { readYaml } from "./yaml/read-yaml";

/** A skill as one dialect reads it. */
export interface Overlaid {
  frontMatter: MapNode;
  /** Replaced by `dialects/<dialect>.md`. */
  body: string;
  bodyLine: number;
  /** The whole file the body stands in. */
  text: string;
  /** The overlay the body comes from; absent while it is the one of SKILL.md. */
  bodyPath?: string;
  issues: Finding[];
}

/** What looks like an overlay; any other file of the folder is the package's own business. */
const OVERLAY_FORM = /^dialects\/[^/]+\.(?:ya?ml|md)$/i;

/** Misnamed overlays that are named one by one; a package of nothing else is still reported in few lines. */
const MAX_UNKNOWN = 20;

const PATHS: ReadonlyMap<CheckProfile, readonly string[]> = new Map(
  CHECK_PROFILES.map((profile) => {
    const names = profile === "agent-skills-upstream" ? ["agent-skills", profile] : [profile];
    return [profile, names.flatMap((name) => [`dialects/${name}.yaml`, `dialects/${name}.md`])];
  }),
);

const ALL_PATHS: ReadonlySet<string> = new Set([...PATHS.values()].flat());

/** Package paths of the overlay files of a profile, in the order they are laid on. */
export function overlayPaths(profile: CheckProfile): readonly string[] {
  return PATHS.get(profile) ?? [];
}

/** True for a file that is laid over the front matter for some dialect. */
export function isOverlayPath(path: string): boolean {
  return ALL_PATHS.has(path);
}

/** Files that look like overlays and are laid on nothing: no dialect has their name, or it ends otherwise. */
export function findUnknownOverlays(files: SkillFiles): Finding[] {
  const findings: Finding[] = [];
  for (const path of files.keys()) {
    if (!OVERLAY_FORM.test(path) || isOverlayPath(path)) continue;
    const message = `is the overlay of no dialect and is not used; overlays are dialects/NAME.yaml or .md, NAME one of ${CHECK_PROFILES.join(", ")}`;
    findings.push({ severity: "warning", code: "FIELD_UNKNOWN", path, message });
    if (findings.length === MAX_UNKNOWN) break;
  }
  return findings;
}

/** True when the package holds an overlay for the profile. */
export function hasOverlay(files: SkillFiles, profile: CheckProfile): boolean {
  return overlayPaths(profile).some((path) => files.has(path));
}

/**
 * Lays the overlay files of a dialect over the front matter, key by key at the top level; `null` removes a key.
 * `dialects/<dialect>.md` replaces the body too. What cannot be read is an error at the overlay's path.
 */
export function applyOverlays(base: Overlaid, files: SkillFiles, profile: CheckProfile): Overlaid {
  let result = base;
  for (const path of overlayPaths(profile)) {
    const source = files.get(path);
    if (source === undefined) continue;
    result = path.endsWith(".md") ? layDocument(result, source, path) : layYaml(result, source, path);
  }
  return result;
}

function layYaml(base: Overlaid, source: string | Uint8Array, path: string): Overlaid {
  const decoded = decodeSource(source, path, COMPANION_FILE_MAX_BYTES);
  const issues = [...base.issues, ...decoded.findings.map(withoutLine)];
  if (decoded.text === undefined) return { ...base, issues };
  // lines of the overlay would be read as lines of SKILL.md
  const { root, faults } = readYaml(decoded.text, 0);
  for (const { message } of faults) issues.push({ severity: "error", code: "FILE_INVALID", path, message });
  if (root?.kind === "map") return { ...base, frontMatter: merge(base.frontMatter, root), issues };
  if (!isMissing(root))
    issues.push({ severity: "error", code: "FIELD_TYPE", path, message: "must be a mapping" });
  return { ...base, issues };
}

function layDocument(base: Overlaid, source: string | Uint8Array, path: string): Overlaid {
  const document = readSkillDocument(source, { path, withoutLines: true });
  // no key between the fences: only the body is replaced, as an empty .yaml changes nothing
  const own =
    document.frontMatter === EMPTY_MAP
      ? document.issues.filter(({ code }) => code !== "FRONTMATTER_NOT_MAPPING")
      : document.issues;
  const issues = [...base.issues, ...own.map((issue) => withoutLine({ ...issue, path }))];
  if (document.frontMatter === null) return { ...base, issues };
  return {
    frontMatter: merge(base.frontMatter, document.frontMatter),
    body: document.body,
    bodyLine: document.bodyLine,
    text: document.text,
    bodyPath: path,
    issues,
  };
}

/** Lines are those of SKILL.md; a finding at another file names none. */
export function withoutLine<T extends Finding>(finding: T): Omit<T, "line"> {
  const { line: _, ...rest } = finding;
  return rest;
}

function merge(base: MapNode, overlay: MapNode): MapNode {
  const entries = new Map<string, YamlNode>(base.entries);
  for (const [key, node] of overlay.entries) {
    if (isMissing(node)) entries.delete(key);
    else entries.set(key, node);
  }
  return { ...base, entries };
}
