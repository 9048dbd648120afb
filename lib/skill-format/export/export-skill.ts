import { normaliseUpstreamName } from "../dialects/agent-skills-upstream";
import { checkSkill } from "../check-skill";
import { textAt } from "../yaml/node";
import { type Finding, type Issue, type Report, toReport } from "../issues/issue";
import { isOverlayPath, overlayPaths, withoutLine } from "../overlays";
import type { CheckProfile } from "../profiles";
import { readSkill, type SkillReading } from "../skill-reading";
import type { SkillFiles } from "../types";
import { composeFrontMatter } from "./compose-front-matter";
import { planFrontMatter, type PlanOptions } from "./plan-front-matter";
import { readSourceDocument, readSourceYaml, type SourceBlock, type SourceDocument } from "./source-block";

export type ExportOptions = PlanOptions;

export type SkillExport =
  | {
      ok: true;
      /** Name of the root directory: the identifier of the dialect. */
      name: string;
      /** The package: a new SKILL.md, no overlays, every other file as it was. */
      files: ReadonlyMap<string, string | Uint8Array>;
      /** The verdict of the dialect's own validator on the export; valid, perhaps with warnings. */
      report: Report;
      /** Keys of the source kept as texts under `metadata`. */
      moved: readonly string[];
      /** Keys of the source that are not in the export. */
      dropped: readonly string[];
    }
  | { ok: false; issues: readonly Issue[] };

/**
 * Builds the package a dialect would have been given alone: the overlay laid on, only the keys of the
 * dialect, the root directory named like the skill. Keys and comments that stay are taken over as they are written,
 * the body byte for byte; what has to be written anew is a YAML literal. The result has passed the dialect's own
 * validator; what does not pass is refused with the issues. Equal files give equal exports. Never throws.
 */
export function exportSkill(
  files: SkillFiles,
  profile: CheckProfile,
  options: ExportOptions = {},
): SkillExport {
  const reading = readSkill(files);
  const faults = [...reading.document.issues, ...reading.overlayIssuesOf(profile)].filter(
    ({ severity }) => severity === "error",
  );
  if (reading.fileName === null) faults.push(missingFile);
  if (faults.length > 0) return refuse(profile, faults);
  const frontMatter = reading.intendedFrontMatter(profile);
  const plan = planFrontMatter(frontMatter, profile, options);
  const source = readSources(reading, profile);
  const block =
    source === undefined
      ? null
      : composeFrontMatter(plan.entries, {
          sources: source.blocks,
          lineEnd: source.lineEnd,
          isStrict: profile === "agent-skills-upstream",
        });
  if (source === undefined || block === null) return refuse(profile, [unwritable]);
  const { lineEnd, body } = source;
  const text = `---${lineEnd}${block}---${lineEnd}${body}`;
  const exported = withSkillFile(files, text);
  const name = nameOf(frontMatter, profile);
  const [report] = checkSkill({ files: exported, dir: name, dialects: [profile] }).reports;
  if (report?.valid !== true) {
    // lines of the export, which nobody has seen, would be taken for lines of the source
    return { ok: false, issues: (report?.issues ?? []).filter(isError).map(withoutLine) };
  }
  return { ok: true, name, files: exported, report, moved: plan.moved, dropped: plan.dropped };
}

interface Sources extends Pick<SourceDocument, "body" | "lineEnd"> {
  blocks: readonly SourceBlock[];
}

/** SKILL.md and the overlays of the dialect as they are written. */
function readSources({ files, fileName }: SkillReading, profile: CheckProfile): Sources | undefined {
  const base = readSourceDocument(files.get(fileName ?? ""));
  if (base === undefined) return undefined;
  const blocks = [base.block];
  let { body } = base;
  for (const path of overlayPaths(profile)) {
    const source = files.get(path);
    if (source === undefined) continue;
    const overlay = path.endsWith(".md") ? readSourceDocument(source) : undefined;
    body = overlay?.body ?? body;
    const block = overlay?.block ?? readSourceYaml(source);
    if (block !== undefined) blocks.push(block);
  }
  return { blocks, body, lineEnd: base.lineEnd };
}

/** `SKILL.md` with the given text in the place of the old one, whatever its case, and no overlays. */
function withSkillFile(files: SkillFiles, text: string): Map<string, string | Uint8Array> {
  const kept = [...files].filter(([path]) => path !== "skill.md" && !isOverlayPath(path));
  return new Map([...kept, ["SKILL.md", text]]);
}

/** The directory is named by the identifier, which is the `id` of a VibeLife skill (normalised upstream). */
function nameOf(frontMatter: Parameters<typeof textAt>[0], profile: CheckProfile): string {
  const name = textAt(frontMatter, profile === "vibelife" ? "id" : "name") ?? "";
  return profile === "agent-skills-upstream" ? normaliseUpstreamName(name) : name;
}

function refuse(profile: CheckProfile, findings: readonly Finding[]): SkillExport {
  return { ok: false, issues: toReport(profile, findings).issues };
}

const missingFile: Finding = {
  severity: "error",
  code: "SKILL_MD_MISSING",
  path: "SKILL.md",
  message: "there is no SKILL.md at the root of the package",
};

const unwritable: Finding = {
  severity: "error",
  code: "FILE_INVALID",
  path: "frontmatter",
  message: "what the dialect keeps of it cannot be written as YAML within the limits a reader has",
};

function isError({ severity }: Issue): boolean {
  return severity === "error";
}
