import type { ConversionTarget } from "@/lib/skill-format";

/**
 * Where a platform looks for what is installed, and what starts it. Paths from the root of a project unless they begin
 * with `~`.
 */
export interface InstallPlace {
  /** As its maker writes it. */
  readonly name: string;
  /** Folder the archive is unpacked into; "" for the root of the project. */
  readonly folder: string;
  /** Folder for a skill installed by hand; null where the platform reads no SKILL.md. */
  readonly manualFolder: string | null;
  /** Folder or file in the project that the platform then reads. */
  readonly reads: (slug: string) => string;
  /** Command behind unpacking, if it takes one. */
  readonly finish?: (slug: string) => string;
  /** How people call the skill once it is there. */
  readonly call: (slug: string) => string;
}

export const INSTALL_PLACES: Readonly<Record<ConversionTarget, InstallPlace>> = {
  OpenClaw: {
    name: "OpenClaw",
    folder: "~/.openclaw/skills",
    manualFolder: "~/.openclaw/skills",
    reads: (slug) => `~/.openclaw/skills/${slug}/SKILL.md`,
    call: (slug) => `/${slug.replaceAll("-", "_")}`,
  },
  ClaudeCode: {
    name: "Claude Code",
    folder: "",
    manualFolder: ".claude/skills",
    reads: (slug) => `.claude/commands/${slug}.md`,
    call: (slug) => `/${slug}`,
  },
  ClaudeCodeAgentSkill: {
    name: "Claude Code (Agent Skill)",
    folder: ".claude/skills",
    manualFolder: ".claude/skills",
    reads: (slug) => `.claude/skills/${slug}/SKILL.md`,
    call: (slug) => `/${slug}`,
  },
  Cursor: {
    name: "Cursor",
    folder: ".cursor/skills",
    manualFolder: ".cursor/skills",
    reads: (slug) => `.cursor/skills/${slug}/SKILL.md`,
    call: (slug) => `/${slug}`,
  },
  GeminiCLI: {
    name: "Gemini CLI",
    folder: "",
    manualFolder: ".gemini/skills",
    reads: (slug) => `~/.gemini/extensions/${slug}/gemini-extension.json`,
    finish: (slug) => `gemini extensions install ./${slug}`,
    call: (slug) => `/${slug}`,
  },
  CodexCLI: {
    name: "Codex CLI",
    folder: ".agents/skills",
    manualFolder: ".agents/skills",
    reads: (slug) => `.agents/skills/${slug}/SKILL.md`,
    call: (slug) => `$${slug}`,
  },
  CustomAgent: {
    name: "CustomAgent",
    folder: "",
    manualFolder: null,
    reads: (slug) => `${slug}/openapi.json`,
    finish: (slug) => `python3 ${slug}/rest_adapter.py`,
    call: () => "POST http://127.0.0.1:8787/run",
  },
};

/** Unpacks a downloaded archive where the platform looks. `folder` "" unpacks where one stands. */
export function unpackCommand(file: string, folder: string): string {
  return folder === "" ? `unzip -q ${file}` : `mkdir -p ${folder} && unzip -q ${file} -d ${folder}`;
}

/** Downloads a pinned version for a platform (`null`: as published) into a file. */
export function downloadCommand(
  origin: string,
  { slug, version }: { slug: string; version: string },
  target: ConversionTarget | null,
  file: string,
): string {
  const platform = target === null ? "" : `&platform=${target}`;
  const query = `version=${quotable(version)}${platform}`;
  return `curl -fsSL "${origin}/v1/agent/skills/${quotable(slug)}/download?${query}" -o ${file}`;
}

/** Part of an address that may stand between double quotes of a shell: history expansion acts even there. */
function quotable(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}
