import type { SkillManifest } from "@/lib/skill-format";
import {
  meetsDemand,
  normalName,
  readPythonRequirement,
  type PythonRequirement,
} from "./package-requirement";

export type CheckStatus =
  | "ok"
  | "not_specified"
  | "informational"
  | "unknown"
  | "mismatch"
  | "missing"
  | "unsupported";

export interface PackageJudgement {
  readonly name: string;
  readonly required: string;
  readonly installed?: string;
}

export interface CompatibilityCheck {
  readonly name: "python_version" | "os" | "packages" | "node_packages" | "target_platform";
  readonly status: CheckStatus;
  readonly message: string;
  readonly missing?: readonly PackageJudgement[];
  readonly versionMismatch?: readonly PackageJudgement[];
  readonly satisfied?: readonly PackageJudgement[];
}

/** Which of the Python packages a skill names are installed, in a version it takes. */
export function checkPackages(
  { requirements }: SkillManifest,
  installedPackages: Readonly<Record<string, string>> | undefined,
): CompatibilityCheck {
  const name = "packages";
  if (requirements.python.length === 0)
    return { name, status: "not_specified", message: "The skill names no Python package." };
  if (installedPackages === undefined)
    return { name, status: "unknown", message: `It needs ${requirements.python.join(", ")}.` };
  const have = new Map(Object.entries(installedPackages).map(([key, version]) => [normalName(key), version]));
  const missing: PackageJudgement[] = [];
  const versionMismatch: PackageJudgement[] = [];
  const satisfied: PackageJudgement[] = [];
  let untold = 0;
  for (const requirement of requirements.python.map(readPythonRequirement)) {
    const judgement = requirement && judge(requirement, have.get(requirement.name));
    if (judgement === null) untold += 1;
    else ({ missing, versionMismatch, satisfied })[judgement.list].push(judgement.entry);
  }
  const lists = { missing, versionMismatch, satisfied };
  if (missing.length > 0) return { name, status: "missing", message: `${missing.length} missing.`, ...lists };
  if (versionMismatch.length > 0)
    return { name, status: "mismatch", message: `${versionMismatch.length} of another version.`, ...lists };
  return untold > 0
    ? { name, status: "unknown", message: `${untold} cannot be compared.`, ...lists }
    : { name, status: "ok", message: "All are there.", ...lists };
}

type Judged = { list: "missing" | "versionMismatch" | "satisfied"; entry: PackageJudgement };

function judge({ text, name, demands }: PythonRequirement, installed: string | undefined): Judged | null {
  if (installed === undefined) return { list: "missing", entry: { name, required: text } };
  const entry = { name, required: text, installed };
  const verdicts = new Set(demands.map((demand) => meetsDemand(installed, demand)));
  if (verdicts.has(false)) return { list: "versionMismatch", entry };
  return verdicts.has(null) ? null : { list: "satisfied", entry };
}
