import { codeBlock, codeSpan } from "./literals/markdown-text";
import { describeNeeds, isShortened, type WrapperProgram } from "./skill-front-matter";
import type { ConversionSource } from "./conversion-source";

export interface InstallWords {
  /** The platform as its maker writes it. */
  readonly platform: string;
  /** What to do, one sentence each; a command follows its sentence. */
  readonly steps: readonly { readonly say: string; readonly command?: string }[];
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
  { platform, steps, wrapper, contents }: InstallWords,
): string {
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
  return `# ${manifest.slug} for ${platform}

Version ${codeSpan(version)}, converted from the USK package ${codeSpan(packageDigest)}.

## Install

${steps.map(({ say, command }, at) => `${at + 1}. ${say}${command === undefined ? "" : `\n\n${indent(codeBlock("sh", command))}\n`}`).join("\n")}

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

const indent = (text: string) =>
  text
    .split("\n")
    .map((line) => `   ${line}`)
    .join("\n");
