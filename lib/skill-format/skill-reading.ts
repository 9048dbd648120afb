import { outlineBody, type BodyOutline } from "./document/body-outline";
import { readSkillDocument, type SkillDocument } from "./document/read-skill-document";
import { readCompanionYaml, type CompanionYaml } from "./dialects/companion-file";
import type { DialectView } from "./dialects/dialect";
import type { Finding } from "./issue";
import { applyOverlays, hasOverlay, type Overlaid } from "./overlays";
import type { CheckProfile } from "./profiles";
import type { SkillFiles } from "./types";
import { EMPTY_MAP } from "./yaml/node";

/** A package read once; each dialect gets its own view of it. */
export interface SkillReading {
  readonly files: SkillFiles;
  /** Which spelling of SKILL.md is there. */
  readonly fileName: "SKILL.md" | "skill.md" | null;
  readonly document: SkillDocument;
  readonly readable: boolean;
  viewOf(profile: CheckProfile): DialectView;
  /** What is wrong with the overlay files of a profile. */
  overlayIssuesOf(profile: CheckProfile): readonly Finding[];
}

const NO_DOCUMENT: SkillDocument = { frontMatter: null, body: "", bodyLine: 1, text: "", issues: [] };

/** Reads SKILL.md and prepares the views; nothing is judged yet. */
export function readSkill(files: SkillFiles, dir?: string): SkillReading {
  const fileName = files.has("SKILL.md") ? "SKILL.md" : files.has("skill.md") ? "skill.md" : null;
  const document = fileName === null ? NO_DOCUMENT : readSkillDocument(files.get(fileName) ?? "");
  const base: Overlaid = {
    frontMatter: document.frontMatter ?? EMPTY_MAP,
    body: document.body,
    bodyLine: document.bodyLine,
    text: document.text,
    issues: [],
  };
  const companions = new Map<string, CompanionYaml | null>();
  const companionYaml = (path: string): CompanionYaml | null => {
    if (!companions.has(path)) companions.set(path, readCompanionYaml(files, path));
    return companions.get(path) ?? null;
  };
  const common = { files, companionYaml, ...(dir === undefined ? {} : { dir }) };
  const plainView: DialectView = { ...withOutline(base), ...common };
  const views = new Map<CheckProfile, { view: DialectView; issues: readonly Finding[] }>();
  const viewed = (profile: CheckProfile) => {
    let entry = views.get(profile);
    if (entry === undefined) {
      const overlaid = hasOverlay(files, profile) ? applyOverlays(base, files, profile) : base;
      const view = overlaid === base ? plainView : { ...withOutline(overlaid), ...common };
      entry = { view, issues: overlaid.issues };
      views.set(profile, entry);
    }
    return entry;
  };
  return {
    files,
    fileName,
    document,
    readable: document.frontMatter !== null,
    viewOf: (profile) => viewed(profile).view,
    overlayIssuesOf: (profile) => viewed(profile).issues,
  };
}

function withOutline({ frontMatter, body, bodyLine, text, bodyPath }: Overlaid) {
  let outline: BodyOutline | undefined;
  return {
    frontMatter,
    body,
    bodyLine,
    text,
    ...(bodyPath === undefined ? {} : { bodyPath }),
    outline: () => {
      outline ??= outlineBody(body, bodyLine);
      return outline;
    },
  };
}
