import { listHeadings, outlineBody } from "./document/body-outline";
import { readSkillDocument, type SkillDocument } from "./document/read-skill-document";
import { readCompanionYaml, type CompanionYaml } from "./dialects/companion-file";
import type { DialectView } from "./dialects/dialect";
import type { Finding } from "./issue";
import { splitAtHyphens, splitFences } from "./document/split-fences";
import { once } from "./once";
import { applyOverlays, hasOverlay, type Overlaid } from "./overlays";
import type { CheckProfile } from "./profiles";
import type { SkillFiles } from "./types";
import { EMPTY_MAP, type MapNode } from "./yaml/node";

/** A package read once; each dialect gets its own view of it. */
export interface SkillReading {
  readonly files: SkillFiles;
  /** Which spelling of SKILL.md is there. */
  readonly fileName: "SKILL.md" | "skill.md" | null;
  readonly document: SkillDocument;
  /** As a profile reads it: the reference implementation ends the front matter elsewhere. */
  documentOf(profile: CheckProfile): SkillDocument;
  viewOf(profile: CheckProfile): DialectView;
  /** What the author wrote for a profile, read as YAML is, also where that profile's own reader would stumble. */
  intendedFrontMatter(profile: CheckProfile): MapNode;
  /** What is wrong with the overlay files of a profile. */
  overlayIssuesOf(profile: CheckProfile): readonly Finding[];
}

const NO_DOCUMENT: SkillDocument = { frontMatter: null, body: "", bodyLine: 1, text: "", issues: [] };

/** Reads SKILL.md and prepares the views; nothing is judged yet. */
export function readSkill(files: SkillFiles, dir?: string): SkillReading {
  const fileName = files.has("SKILL.md") ? "SKILL.md" : files.has("skill.md") ? "skill.md" : null;
  const document = fileName === null ? NO_DOCUMENT : readSkillDocument(files.get(fileName) ?? "");
  // What overlays are laid on is written anew for the dialect, so its reader never meets the file as it stands.
  const documentOf = (profile: CheckProfile): SkillDocument =>
    profile === "agent-skills-upstream" && !hasOverlay(files, profile) ? upstreamDocument() : document;
  const upstreamDocument = once(() => readAsReference(files.get(fileName ?? ""), document));
  const companions = new Map<string, CompanionYaml | null>();
  const companionYaml = (path: string): CompanionYaml | null => {
    if (!companions.has(path)) companions.set(path, readCompanionYaml(files, path));
    return companions.get(path) ?? null;
  };
  const common = { files, companionYaml, ...(dir === undefined ? {} : { dir }) };
  const plainBase = toBase(document);
  const plainView: DialectView = { ...withOutline(plainBase), ...common };
  const views = new Map<CheckProfile, { view: DialectView; issues: readonly Finding[] }>();
  const viewed = (profile: CheckProfile) => {
    let entry = views.get(profile);
    if (entry === undefined) {
      const own = documentOf(profile);
      const base = own === document ? plainBase : toBase(own);
      const overlaid = hasOverlay(files, profile) ? applyOverlays(base, files, profile) : base;
      const view = overlaid === plainBase ? plainView : { ...withOutline(overlaid), ...common };
      entry = { view, issues: overlaid.issues };
      views.set(profile, entry);
    }
    return entry;
  };
  return {
    files,
    fileName,
    document,
    documentOf,
    viewOf: (profile) => viewed(profile).view,
    intendedFrontMatter: (profile) =>
      hasOverlay(files, profile) ? viewed(profile).view.frontMatter : plainBase.frontMatter,
    overlayIssuesOf: (profile) => viewed(profile).issues,
  };
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

function withOutline({ frontMatter, body, bodyLine, text, bodyPath }: Overlaid) {
  return {
    frontMatter,
    body,
    bodyLine,
    text,
    ...(bodyPath === undefined ? {} : { bodyPath }),
    outline: once(() => outlineBody(body, bodyLine)),
    headings: () => listHeadings(body, bodyLine),
  };
}
