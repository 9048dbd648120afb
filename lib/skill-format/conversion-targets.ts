import { CONVERSION_TARGETS, type ConversionTarget, type InstallMode, type SkillManifest } from "./types";

interface ConversionDecision {
  target: ConversionTarget;
  converts: boolean;
  /** Why not, in words; absent when it converts. */
  reason?: string;
}

const BY_LETTERS: ReadonlyMap<string, ConversionTarget> = new Map(
  CONVERSION_TARGETS.map((target) => [target.toLowerCase(), target]),
);

/** The target a name means: case, blanks, hyphens and underscores do not count (USK §3-7). Null for an unknown name. */
export function readTarget(name: string): ConversionTarget | null {
  return BY_LETTERS.get(name.toLowerCase().replace(/[\s_-]/g, "")) ?? null;
}

/**
 * For each target whether the skill is converted (USK §6): v3, a command-line skill with `stdin_stdout`, no
 * access to files, and `any` or the target among its platforms.
 */
export function conversionTargets(manifest: SkillManifest): ConversionDecision[] {
  const obstacle = findObstacle(manifest);
  return CONVERSION_TARGETS.map((target) => {
    const reason = obstacle ?? platformObstacle(manifest, target);
    return reason === null ? { target, converts: true } : { target, converts: false, reason };
  });
}

/** `auto` when at least one target is converted, otherwise people install by hand (USK §6). */
export function installMode(manifest: SkillManifest): InstallMode {
  return conversionTargets(manifest).some(({ converts }) => converts) ? "auto" : "manual_install";
}

function findObstacle({ spec, invocation, permissions }: SkillManifest): string | null {
  if (spec !== "v3") return "the skill is not a complete USK v3 skill";
  if (invocation?.kind !== "cli") return "interface.type is not cli";
  if (invocation.pattern !== "stdin_stdout") return "interface.call_pattern is not stdin_stdout";
  if (invocation.entryPoint === undefined) return "interface.entry_point is missing";
  if (permissions.filesystem) return "permissions.filesystem is not false";
  return null;
}

function platformObstacle({ platforms }: SkillManifest, target: ConversionTarget): string | null {
  if (platforms.length === 0) return "platform_compatibility is missing";
  return platforms.includes("any") || platforms.includes(target)
    ? null
    : `platform_compatibility names neither any nor ${target}`;
}
