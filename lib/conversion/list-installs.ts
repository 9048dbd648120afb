import type { ConversionTarget } from "@/lib/skill-format";
import AGENTS from "./agents.json";
import { INSTALL_PLACES } from "./install-commands";
import { installCommand, type InstallableVersion, type InstallGuide } from "./install-guide";

/** One platform a version can be installed on, with the line of shell that does it. */
interface Install {
  readonly platform: ConversionTarget;
  readonly command: string;
  /** What the platform reads once it is done. */
  readonly lands: string;
}

/** An agent that the market's own command installs for. */
interface AgentFolder {
  readonly name: string;
  /** As its maker writes it. */
  readonly title: string;
  /** Folder of a project. */
  readonly folder: string;
}

export interface Installs {
  readonly mode: InstallGuide["mode"];
  readonly agents: readonly AgentFolder[];
  readonly ways: readonly Install[];
}

/** The agents that most readers use, then the folder that the others share; the command knows more. */
const SHOWN = ["claude-code", "codex", "cursor", "gemini", "openclaw", "agents"];
const agents = SHOWN.flatMap((shown) =>
  AGENTS.filter(({ name }) => name === shown).map(({ name, title, project: folder }) => ({
    name,
    title,
    folder,
  })),
);

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
    return { mode: "auto", agents, ways: waysOf(converted, "auto") };
  }
  // The Agent Skill for Claude Code is what Claude Code reads by hand: one way, not two.
  const readers = ORDER.filter(
    (target) => INSTALL_PLACES[target].manualFolder !== null && target !== "ClaudeCodeAgentSkill",
  );
  return { mode: "manual_install", agents, ways: waysOf(readers, "manual_install") };

  function waysOf(targets: readonly ConversionTarget[], mode: InstallGuide["mode"]): Install[] {
    return targets.map((platform) => ({
      platform,
      command: installCommand(origin, version, platform, mode),
      lands:
        mode === "auto"
          ? INSTALL_PLACES[platform].reads(version.slug)
          : `${INSTALL_PLACES[platform].manualFolder}/${version.slug}/SKILL.md`,
    }));
  }
}
