import { COMPANION_FILE_MAX_BYTES } from "./constants";
import { type BodyOutline, outlineBody } from "./document/body-outline";
import { decodeSource } from "./document/decode-source";
import { splitAtHyphens, splitFences } from "./document/lines";
import { readSkillDocument, type SkillDocument } from "./document/read-skill-document";
import type { Finding } from "./issues/issue";
import { CHECK_PROFILES, type CheckProfile, type SkillFiles } from "./types";
import { EMPTY_MAP, isMissing, type MapNode, type YamlNode } from "./yaml/node";
import { readYaml } from "./yaml/read-yaml";

const NO_DOCUMENT: SkillDocument = { frontMatter: null, body: "", bodyLine: 1, text: "", issues: [] };

/**
 * A package read once; each dialect gets its own view of it. Nothing is judged yet.
 *
 * Classes, not literals with functions in them: V8 keeps the shape of such a literal for each package that was read,
 * until it collects the whole heap.
 */
export class SkillReading {
  /** Which spelling of SKILL.md is there. */
  readonly fileName: "SKILL.md" | "skill.md" | null;
  readonly document: SkillDocument;
  private readonly plainView: SkillView;
  private upstreamDocument: SkillDocument | undefined;
  private readonly views = new Map<CheckProfile, SkillView>();
  private readonly companions = new Map<string, CompanionYaml | null>();

  constructor(
    readonly files: SkillFiles,
    readonly dir?: string | undefined,
  ) {
    this.fileName = (["SKILL.md", "skill.md"] as const).find((name) => files.has(name)) ?? null;
    this.document = this.fileName === null ? NO_DOCUMENT : readSkillDocument(files.get(this.fileName) ?? "");
    this.plainView = new SkillView(toBase(this.document), this);
  }

  /**
   * As a profile reads it: the reference implementation ends the front matter elsewhere. What overlays are laid on is
   * written anew for the dialect, so its reader never meets the file as it stands.
   */
  documentOf(profile: CheckProfile): SkillDocument {
    if (profile !== "agent-skills-upstream" || hasOverlay(this.files, profile)) return this.document;
    return (this.upstreamDocument ??= readAsReference(this.files.get(this.fileName ?? ""), this.document));
  }

  viewOf(profile: CheckProfile): SkillView {
    const hasOwn = hasOverlay(this.files, profile);
    const document = this.documentOf(profile);
    if (!hasOwn && document === this.document) return this.plainView;
    const known = this.views.get(profile);
    if (known !== undefined) return known;
    const base = document === this.document ? this.plainView.base : toBase(document);
    const view = new SkillView(hasOwn ? applyOverlays(base, this.files, profile) : base, this);
    this.views.set(profile, view);
    return view;
  }

  /** What the author wrote for a profile, read as YAML is, also where that profile's own reader would stumble. */
  intendedFrontMatter(profile: CheckProfile): MapNode {
    return hasOverlay(this.files, profile) ? this.viewOf(profile).frontMatter : this.plainView.frontMatter;
  }

  /** What is wrong with the overlay files of a profile. */
  overlayIssuesOf(profile: CheckProfile): readonly Finding[] {
    return this.viewOf(profile).base.issues;
  }

  /** A YAML file of the package, read once; null when there is none. */
  companionYaml(path: string): CompanionYaml | null {
    const known = this.companions.get(path);
    if (known !== undefined) return known;
    const companion = readCompanionYaml(this.files, path);
    this.companions.set(path, companion);
    return companion;
  }
}

/** A skill as one dialect sees it: its own overlay is laid over the front matter. */
export class SkillView {
  readonly frontMatter: MapNode;
  readonly body: string;
  /** Line of the file the body begins on. */
  readonly bodyLine: number;
  /** The whole file the body stands in: SKILL.md, or the overlay that replaces the body. */
  readonly text: string;
  /** The overlay the body comes from; undefined while it is the one of SKILL.md. */
  readonly bodyPath: string | undefined;
  readonly files: SkillFiles;
  /** Name of the parent directory; undefined when it is not known. */
  readonly dir: string | undefined;
  private outlined: BodyOutline | undefined;

  constructor(
    readonly base: Overlaid,
    private readonly reading: SkillReading,
  ) {
    ({ frontMatter: this.frontMatter, body: this.body, bodyLine: this.bodyLine } = base);
    ({ text: this.text, bodyPath: this.bodyPath } = base);
    ({ files: this.files, dir: this.dir } = reading);
  }

  /** Headings and prose of the body; worked out once. */
  outline(): BodyOutline {
    return (this.outlined ??= outlineBody(this.body, this.bodyLine));
  }

  companionYaml(path: string): CompanionYaml | null {
    return this.reading.companionYaml(path);
  }
}

/** The same document, unless hyphens inside the block end it earlier, or hyphens that are no fence end it at all. */
function readAsReference(source: string | Uint8Array | undefined, document: SkillDocument): SkillDocument {
  const strict = splitFences(document.text);
  const loose = splitAtHyphens(document.text);
  const isSame =
    strict.state === loose.state &&
    (strict.state !== "fenced" || loose.state !== "fenced" || strict.bodyLine === loose.bodyLine + 1);
  return isSame || source === undefined ? document : readSkillDocument(source, { closedBy: "hyphens" });
}

function toBase({ frontMatter, body, bodyLine, text }: SkillDocument): Overlaid {
  return { frontMatter: frontMatter ?? EMPTY_MAP, body, bodyLine, text, issues: [] };
}

/** A file beside SKILL.md as text. */
interface CompanionText {
  text?: string;
  findings: Finding[];
}

/** A YAML file beside SKILL.md; `map` is absent when it cannot be read or is no mapping. */
export interface CompanionYaml {
  map?: MapNode;
  findings: Finding[];
}

/** Reads a file beside SKILL.md; null when it is not in the package. */
export function readCompanionText(files: SkillFiles, path: string): CompanionText | null {
  const source = files.get(path);
  return source === undefined ? null : decodeSource(source, path, COMPANION_FILE_MAX_BYTES);
}

/** Reads a YAML file beside SKILL.md as a mapping; null when it is not in the package. */
export function readCompanionYaml(files: SkillFiles, path: string): CompanionYaml | null {
  const companion = readCompanionText(files, path);
  if (companion === null) return null;
  const findings = [...companion.findings];
  if (companion.text === undefined) return { findings };
  const { root, faults } = readYaml(companion.text);
  for (const { message, line } of faults) {
    findings.push({
      severity: "error",
      code: "FILE_INVALID",
      path,
      message,
      ...(line === undefined ? {} : { line }),
    });
  }
  if (root?.kind === "map") return { map: root, findings };
  if (faults.length === 0)
    findings.push({ severity: "error", code: "FIELD_TYPE", path, message: "must be a mapping" });
  return { findings };
}

/** What a view shows, and what is wrong with the overlays that went into it. */
interface Overlaid {
  frontMatter: MapNode;
  body: string;
  bodyLine: number;
  text: string;
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
function applyOverlays(base: Overlaid, files: SkillFiles, profile: CheckProfile): Overlaid {
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
