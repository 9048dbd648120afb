import { codeBlock, codeSpan } from "./literals/literals";
import { INSTALL_PLACES } from "./install-commands";
import { convertedSteps, type InstallStep } from "./install-guide";
import { planRun } from "./plan-run";
import type { ConversionTarget } from "@/lib/skill-format";
import { describeNeeds, isShortened, type WrapperProgram } from "./skill-front-matter";
import type { ConversionSource } from "./conversion-source";

export interface InstallWords {
  readonly target: ConversionTarget;
  readonly wrapper: WrapperProgram;
  /** What was generated, and where the published files are. */
  readonly contents: string;
}

/**
 * INSTALL.md: how the package is installed, what it needs, what it may touch, and how to compare it with what
 * was published.
 */
export function installNote(
  { manifest, version, packageDigest }: ConversionSource,
  { target, wrapper, contents }: InstallWords,
): string {
  const { slug, requirements } = manifest;
  const installable = {
    slug,
    version,
    convertsTo: [target],
    pythonPackages: requirements.python,
    nodePackages: requirements.node,
    envVars: planRun(manifest).envVars,
  };
  const { permissions, origins } = manifest;
  const touches = [
    permissions.network ? "the network" : null,
    permissions.subprocess ? "other programs" : null,
    permissions.envVars.length > 0 ? `the variables ${permissions.envVars.map(codeSpan).join(", ")}` : null,
  ].filter((each) => each !== null);
  const leftOut = [
    origins.permissions.network === "declared" ? null : "the network",
    origins.permissions.subprocess === "declared" ? null : "other programs",
    origins.permissions.envVars === "declared" ? null : "variables",
  ].filter((each) => each !== null);
  return `# ${slug} for ${INSTALL_PLACES[target].name}

Version ${codeSpan(version)}, converted from the USK package ${codeSpan(packageDigest)}.

## Install

${convertedSteps(installable, target).map(describeStep).join("\n")}

## What it needs and touches

${codeSpan(describeNeeds(manifest, wrapper))}

${describeAccess(touches, leftOut)} It is started with only these
variables and those every program needs. Nothing here keeps it from doing more: run what you do not trust in a sandbox.

## What is in the package

${contents} ${codeSpan("manifest.json")} lists every published file with its SHA-256 and where it lies here; their bytes are unchanged.
${isShortened(manifest) ? "\nThe description is longer than the platform allows and is cut there; the published file has all of it.\n" : ""}`;
}

/** A default of the format is told as such: the author has not said it. */
function describeAccess(touches: readonly string[], leftOut: readonly string[]): string {
  const silent = leftOut.length === 0 ? "" : ` It does not say whether it uses ${leftOut.join(", ")}.`;
  if (touches.length > 0) return `It declares access to ${touches.join(", ")}.${silent}`;
  return leftOut.length === 0 ? "It declares access to nothing outside its own folder." : silent.trimStart();
}

const describeStep = ({ says, command }: InstallStep, at: number) =>
  `${at + 1}. ${command === null ? `${says}.` : `${says}:\n\n${indent(codeBlock("sh", command))}\n`}`;

const indent = (text: string) =>
  text
    .split("\n")
    .map((line) => `   ${line}`)
    .join("\n");
