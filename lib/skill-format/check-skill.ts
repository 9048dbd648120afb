import { checkCutTexts } from "./cut-texts";
import { checkConflicts, checkDeclared, detectFrom, readDeclared, RULES, TABLES } from "./dialects/registry";
import { HANDLERS_FILE, ROUTING_FILE, TOOLS_FILE } from "./dialects/vibelife";
import { EVOLUTION_FILE } from "./evolution/evolution";
import { type Finding, Findings, type Report, toReport } from "./issues/issue";
import { buildManifest } from "./manifest/build-manifest";
import { findUnknownOverlays, overlayPaths, SkillReading, withoutLine } from "./skill-reading";
import {
  CHECK_PROFILES,
  type CheckProfile,
  type Dialect,
  type SkillFiles,
  type SkillManifest,
} from "./types";
import { EMPTY_MAP, type MapNode } from "./yaml/node";

export interface CheckSkillInput {
  files: SkillFiles;
  /** Name of the parent directory, where it is known. */
  dir?: string;
  /** The dialects asked for, which count as declared; left out, the front matter's own list or detection decides. */
  dialects?: readonly CheckProfile[];
}

export interface SkillCheck {
  manifest: SkillManifest;
  /** One report per checked dialect. */
  reports: Report[];
  /** What the package shows signs of, whatever was asked for. */
  detected: Dialect[];
  /** Asked for, or named in the front matter. */
  declared: CheckProfile[];
  /** The verdict by the rules every upload to the store is held to, those of USK, compatibility. */
  storeReport: Report;
}

/** Reads a package, checks it against its dialects and computes the canonical manifest. Never throws. */
export function checkSkill(input: CheckSkillInput): SkillCheck {
  const check = new PackageCheck(input);
  const { reports, declared } = check;
  return {
    reports,
    declared,
    get detected() {
      return check.detected;
    },
    get manifest() {
      return check.manifest;
    },
    get storeReport() {
      return check.storeReport;
    },
  };
}

/**
 * The verdicts alone, one per checked dialect: the `reports` of `checkSkill`, the quickest way to them. Never throws.
 */
export function judgeSkill(input: CheckSkillInput): Report[] {
  return new PackageCheck(input).reports;
}

/** What only some ask for is worked out when they do: who wants verdicts alone does not wait for it. */
class PackageCheck {
  readonly reports: Report[];
  readonly declared: CheckProfile[];
  private readonly reading: SkillReading;
  private found: Dialect[] | undefined;
  private built: SkillManifest | undefined;
  private forStore: Report | undefined;

  constructor({ files, dir, dialects }: CheckSkillInput) {
    this.reading = new SkillReading(files, dir);
    const inFile = readDeclared(this.frontMatter);
    this.declared = [...(dialects ?? inFile)];
    const checked = dialects ?? chooseDialects(inFile, this.detected);
    this.reports = [...new Set(checked)].map((profile) => report(this.reading, profile));
  }

  get detected(): Dialect[] {
    return (this.found ??= detect(this.reading));
  }

  get manifest(): SkillManifest {
    const checked = this.reports.map(({ dialect }) => dialect);
    return (this.built ??= buildManifest({
      base: this.frontMatter,
      viewOf: (dialect) => this.reading.viewOf(dialect).frontMatter,
      applies: (dialect) => checked.includes(dialect) || this.detected.includes(dialect),
      upstreamOnly: checked.length > 0 && checked.every((profile) => profile === "agent-skills-upstream"),
      declared: this.declared.filter((profile) => profile !== "agent-skills-upstream"),
      detected: this.detected,
      body: this.reading.document.body,
      files: this.reading.files,
    }));
  }

  get storeReport(): Report {
    return (this.forStore ??=
      this.reports.find(({ dialect }) => dialect === "usk") ?? report(this.reading, "usk"));
  }

  private get frontMatter(): MapNode {
    return this.reading.document.frontMatter ?? EMPTY_MAP;
  }
}

function detect(reading: SkillReading): Dialect[] {
  return detectFrom((dialect) => reading.viewOf(dialect));
}

/** The file's own list first; every skill with name and description is at least offered as an Agent Skill. */
function chooseDialects(inFile: readonly Dialect[], detected: readonly Dialect[]): Dialect[] {
  const chosen = inFile.length > 0 ? inFile : detected;
  return detected.includes("agent-skills") ? [...new Set([...chosen, "agent-skills" as const])] : [...chosen];
}

const IN_THE_TEXT: ReadonlySet<string> = new Set(["body", "frontmatter"]);

function report(reading: SkillReading, profile: CheckProfile): Report {
  const findings = new Findings(fileFindings(reading, profile));
  const { list } = findings;
  let passed = 0;
  const readable = reading.documentOf(profile).frontMatter !== null;
  if (readable && list.every(({ code }) => code !== "SKILL_MD_MISSING")) {
    const view = reading.viewOf(profile);
    list.push(...findUnknownOverlays(reading.files), ...reading.overlayIssuesOf(profile));
    const first = list.length;
    for (const rule of RULES[profile]) {
      const before = list.length;
      rule(view, findings);
      if (areRemarks(list, before)) passed++;
    }
    checkConflicts(profile, (dialect) => reading.viewOf(dialect).frontMatter, findings);
    checkDeclared(view, findings);
    checkCutTexts(view.frontMatter, findings);
    if (view.bodyPath !== undefined) withoutForeignLines(list, first);
  }
  return toReport(profile, list, passed);
}

/** The body of an overlay has lines of its own, which are not those of SKILL.md. */
function withoutForeignLines(findings: Finding[], from: number): void {
  for (const [at, finding] of findings.entries()) {
    if (at >= from && IN_THE_TEXT.has(finding.path)) findings[at] = withoutLine(finding);
  }
}

/** True when the findings from an index on are no errors and no warnings. */
function areRemarks(findings: readonly Finding[], from: number): boolean {
  for (let at = from; at < findings.length; at += 1) if (findings[at]?.severity !== "info") return false;
  return true;
}

/** Exo §1, USK §1: SKILL.md is there; `skill.md` alone is accepted by Agent Skills, with a warning. */
function fileFindings(reading: SkillReading, profile: CheckProfile): Finding[] {
  const { fileName } = reading;
  const lenient = profile === "agent-skills" || profile === "agent-skills-upstream";
  if (fileName === null || (fileName === "skill.md" && !lenient)) {
    const message = "there is no SKILL.md at the root of the package";
    return [{ severity: "error", code: "SKILL_MD_MISSING", path: "SKILL.md", message }];
  }
  const refusesMark = TABLES[profile].refusesByteOrderMark === true;
  const findings = reading
    .documentOf(profile)
    .issues.map((finding) =>
      refusesMark && finding.code === "BOM_PRESENT" ? { ...finding, severity: "error" as const } : finding,
    );
  if (fileName === "skill.md") {
    const message = "is named skill.md; SKILL.md is expected";
    findings.push({ severity: "warning", code: "SKILL_MD_CASE", path: "SKILL.md", message });
  }
  return findings;
}

const CHECKED: ReadonlySet<string> = new Set([
  "SKILL.md",
  "skill.md",
  EVOLUTION_FILE,
  TOOLS_FILE,
  HANDLERS_FILE,
  ROUTING_FILE,
  ...CHECK_PROFILES.flatMap(overlayPaths),
]);

/** True for the files whose content a check reads. Of every other file only its being there counts. */
export function isCheckedFile(path: string): boolean {
  return CHECKED.has(path);
}
