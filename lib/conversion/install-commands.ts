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
  /** What unpacking is told with, one sentence. */
  readonly unpackSays: string;
  /** The same of `finish`. */
  readonly finishSays?: string;
  /** Where the variables of a skill are set; left out: in the environment of whoever starts the agent. */
  readonly variablesSay?: string;
  /** How people call the skill once it is there. */
  readonly call: (slug: string) => string;
  readonly callSays: string;
}

export const INSTALL_PLACES: Readonly<Record<ConversionTarget, InstallPlace>> = {
  OpenClaw: {
    name: "OpenClaw",
    folder: "~/.openclaw/skills",
    manualFolder: "~/.openclaw/skills",
    reads: (slug) => `~/.openclaw/skills/${slug}/SKILL.md`,
    unpackSays: "Unpack the archive where OpenClaw looks for skills of every agent",
    variablesSay: "under `skills.entries` in `~/.openclaw/openclaw.json`",
    call: (slug) => `/${slug.replaceAll("-", "_")}`,
    callSays: "Begin a new session; see with `openclaw skills check` that it is ready, then call it",
  },
  ClaudeCode: {
    name: "Claude Code",
    folder: "",
    manualFolder: ".claude/skills",
    reads: (slug) => `.claude/commands/${slug}.md`,
    unpackSays:
      "Unpack the archive in the root of a project; in your home directory it works in every project",
    call: (slug) => `/${slug}`,
    callSays: "Begin a new session and type the command, with what it shall do",
  },
  ClaudeCodeAgentSkill: {
    name: "Claude Code (Agent Skill)",
    folder: ".claude/skills",
    manualFolder: ".claude/skills",
    reads: (slug) => `.claude/skills/${slug}/SKILL.md`,
    unpackSays:
      "Unpack the archive where Claude Code looks for skills of a project (`~/.claude/skills` for all of yours)",
    call: (slug) => `/${slug}`,
    callSays: "Begin a new session; Claude uses it when it fits, or when you type",
  },
  Cursor: {
    name: "Cursor",
    folder: ".cursor/skills",
    manualFolder: ".cursor/skills",
    reads: (slug) => `.cursor/skills/${slug}/SKILL.md`,
    unpackSays:
      "Unpack the archive where Cursor looks for skills of a project (`~/.cursor/skills` for all of yours)",
    call: (slug) => `/${slug}`,
    callSays: "Open the project again; Agent uses it when it fits, or when you type",
  },
  GeminiCLI: {
    name: "Gemini CLI",
    folder: "",
    manualFolder: ".gemini/skills",
    reads: (slug) => `~/.gemini/extensions/${slug}/gemini-extension.json`,
    finish: (slug) => `gemini extensions install ./${slug}`,
    unpackSays: "Unpack the archive",
    finishSays: "Install the extension in it",
    call: (slug) => `/${slug}`,
    callSays: "Begin a new session; Gemini uses it when it fits, or when you type",
  },
  CodexCLI: {
    name: "Codex CLI",
    folder: ".agents/skills",
    manualFolder: ".agents/skills",
    reads: (slug) => `.agents/skills/${slug}/SKILL.md`,
    unpackSays:
      "Unpack the archive where Codex looks for skills of a project (`~/.agents/skills` for all of yours)",
    call: (slug) => `$${slug}`,
    callSays: "Begin a new session; Codex uses it when it fits, or when you write its name",
  },
  CustomAgent: {
    name: "CustomAgent",
    folder: "",
    manualFolder: null,
    reads: (slug) => `${slug}/openapi.json`,
    finish: (slug) => `python3 ${slug}/rest_adapter.py`,
    unpackSays: "Unpack the archive",
    finishSays: "Serve the skill on this machine; it needs Python 3.9 or later",
    call: () => "curl -s http://127.0.0.1:8787/run -H 'content-type: application/json' -d @input.json",
    callSays: "Give `openapi.json` to your agent, and send inputs as JSON",
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

/** The name that the market gives the file of a download; `target` null for the package as it was published. */
export function archiveName(
  { slug, version }: { slug: string; version: string },
  target: ConversionTarget | null,
): string {
  const name = `${slug}-${version.replaceAll(/[^A-Za-z0-9._+-]/g, "-")}`;
  return target === null ? `${name}.skill` : `${name}-${target}.zip`;
}
