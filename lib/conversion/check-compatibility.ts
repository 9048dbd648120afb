import { statedPermissions, type ConversionTarget, type SkillManifest } from "@/lib/skill-format";
import { checkPackages, type CheckStatus, type CompatibilityCheck } from "./check-packages";
import { installPythonCommand, meetsDemand, readPythonRequirement } from "./package-requirement";

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
