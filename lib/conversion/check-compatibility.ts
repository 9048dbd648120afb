import { statedPermissions, type ConversionTarget, type SkillManifest } from "@/lib/skill-format";
import {
  installPythonCommand,
  meetsDemand,
  readPythonRequirement,
  normalName,
  type PythonRequirement,
} from "./package-requirement";

/** What a caller says of the machine a skill is to run on; whatever is left out is not judged. */
export interface Surroundings {
  readonly pythonVersion?: string;
  readonly os?: string;
  /** Python packages with their versions. */
  readonly installedPackages?: Readonly<Record<string, string>>;
  readonly target?: ConversionTarget;
}

export interface Compatibility {
  /** False only where something is known to stand in the way. */
  readonly compatible: boolean;
  readonly checks: readonly CompatibilityCheck[];
  readonly suggestedInstallCommands: readonly string[];
  readonly warnings: readonly string[];
}

const IN_THE_WAY: ReadonlySet<CheckStatus> = new Set(["mismatch", "missing", "unsupported"]);

/**
 * Whether a skill will run in given surroundings, as far as its own declarations and theirs can tell. Nothing
 * is guessed.
 */
export function checkCompatibility(
  manifest: SkillManifest,
  convertsTo: readonly string[],
  surroundings: Surroundings,
): Compatibility {
  const packages = checkPackages(manifest, surroundings.installedPackages);
  const checks = [
    checkPython(manifest, surroundings),
    checkOs(manifest, surroundings),
    packages,
    ...checkNodePackages(manifest),
    checkPlatform(manifest, convertsTo, surroundings),
  ];
  const wanted = [...(packages.missing ?? []), ...(packages.versionMismatch ?? [])];
  const command = installPythonCommand(wanted.map(({ required }) => required));
  return {
    compatible: checks.every(({ status }) => !IN_THE_WAY.has(status)),
    checks,
    suggestedInstallCommands: command === null ? [] : [command],
    warnings: listWarnings(manifest),
  };
}

function checkPython({ requirements }: SkillManifest, { pythonVersion }: Surroundings): CompatibilityCheck {
  const name = "python_version";
  const { minPython } = requirements;
  if (minPython === undefined)
    return { name, status: "not_specified", message: "The skill names no version of Python." };
  if (pythonVersion === undefined)
    return { name, status: "unknown", message: `The skill needs Python ${minPython} or later.` };
  const met = meetsDemand(pythonVersion, { operator: ">=", version: minPython });
  if (met === null)
    return { name, status: "unknown", message: `${pythonVersion} cannot be compared with ${minPython}.` };
  return met
    ? { name, status: "ok", message: `Python ${pythonVersion} is ${minPython} or later.` }
    : { name, status: "mismatch", message: `Python ${pythonVersion} is older than ${minPython}.` };
}

function checkOs({ runtime }: SkillManifest, { os }: Surroundings): CompatibilityCheck {
  const name = "os";
  if (os === undefined)
    return { name, status: "not_specified", message: "A skill declares no operating system." };
  const isShell = runtime?.language === "bash" && /^win/i.test(os);
  return {
    name,
    status: "informational",
    message: isShell
      ? "The skill is a bash script: Windows needs WSL or another bash."
      : "A skill declares no operating system; its interpreter decides.",
  };
}

function checkNodePackages({ requirements }: SkillManifest): CompatibilityCheck[] {
  if (requirements.node.length === 0) return [];
  return [
    { name: "node_packages", status: "informational", message: `It needs ${requirements.node.join(", ")}.` },
  ];
}

function checkPlatform(
  { platforms }: SkillManifest,
  convertsTo: readonly string[],
  { target }: Surroundings,
): CompatibilityCheck {
  const name = "target_platform";
  if (target === undefined) return { name, status: "not_specified", message: "No platform was asked for." };
  if (convertsTo.includes(target))
    return { name, status: "ok", message: `There is a package made for ${target}.` };
  if (platforms.length > 0 && !platforms.includes("any") && !platforms.includes(target))
    return { name, status: "unsupported", message: `The skill is for ${platforms.join(", ")}.` };
  return { name, status: "informational", message: `For ${target} it is installed by hand.` };
}

const SAID = [
  ["network", "the network"],
  ["filesystem", "files"],
  ["subprocess", "other programs"],
  ["envVars", "variables"],
] as const;

function listWarnings(manifest: SkillManifest): string[] {
  const { permissions, requirements } = manifest;
  const { origins } = statedPermissions(manifest);
  const silent = SAID.filter(([key]) => origins[key] === "not_declared").map(([, name]) => name);
  const unreadable = requirements.python.filter((text) => readPythonRequirement(text) === null);
  return [
    ...(permissions.network ? ["It declares network access."] : []),
    ...(permissions.filesystem ? ["It declares access to files."] : []),
    ...(permissions.subprocess ? ["It declares that it starts other programs."] : []),
    ...(permissions.envVars.length > 0 ? [`It reads the variables ${permissions.envVars.join(", ")}.`] : []),
    ...(silent.length > 0 ? [`It does not declare whether it uses ${silent.join(", ")}.`] : []),
    ...unreadable.map(
      (text) => `The requirement ${JSON.stringify(text)} is not understood and was not judged.`,
    ),
  ];
}

type CheckStatus =
  | "ok"
  | "not_specified"
  | "informational"
  | "unknown"
  | "mismatch"
  | "missing"
  | "unsupported";

interface PackageJudgement {
  readonly name: string;
  readonly required: string;
  readonly installed?: string;
}

interface CompatibilityCheck {
  readonly name: "python_version" | "os" | "packages" | "node_packages" | "target_platform";
  readonly status: CheckStatus;
  readonly message: string;
  readonly missing?: readonly PackageJudgement[];
  readonly versionMismatch?: readonly PackageJudgement[];
  readonly satisfied?: readonly PackageJudgement[];
}

/** Which of the Python packages a skill names are installed, in a version it takes. */
function checkPackages(
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
