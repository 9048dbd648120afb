import type { ConversionTarget } from "@/lib/skill-format";
import { INSTALL_PLACES } from "./install-commands";
import { installCommand, type InstallableVersion, type InstallGuide } from "./install-guide";

/** One platform a version can be installed on, with the line of shell that does it. */
interface Install {
  readonly platform: ConversionTarget;
  readonly command: string;
}

export interface Installs {
  readonly mode: InstallGuide["mode"];
  readonly ways: readonly Install[];
}

/** The order people look for them in. */
const ORDER: readonly ConversionTarget[] = [
  "ClaudeCode",
  "ClaudeCodeAgentSkill",
  "CodexCLI",
  "Cursor",
  "GeminiCLI",
  "OpenClaw",
  "CustomAgent",
];

/**
 * How a version is installed on each platform it applies to: those it was converted for or, where there is none, by
 * hand on those that read a SKILL.md.
 */
export function listInstalls(
  origin: string,
  version: Pick<InstallableVersion, "slug" | "version" | "convertsTo">,
): Installs {
  const converted = ORDER.filter((target) => version.convertsTo.includes(target));
  if (converted.length > 0) {
    return { mode: "auto", ways: waysOf(converted, "auto") };
  }
  // The Agent Skill for Claude Code is what Claude Code reads by hand: one way, not two.
  const readers = ORDER.filter(
    (target) => INSTALL_PLACES[target].manualFolder !== null && target !== "ClaudeCodeAgentSkill",
  );
  return { mode: "manual_install", ways: waysOf(readers, "manual_install") };

  function waysOf(targets: readonly ConversionTarget[], mode: InstallGuide["mode"]): Install[] {
    return targets.map((platform) => ({
      platform,
      command: installCommand(origin, version, platform, mode),
    }));
  }
}
