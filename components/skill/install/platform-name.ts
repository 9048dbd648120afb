const NAMES: Record<string, string> = {
  ClaudeCode: "Claude Code",
  ClaudeCodeAgentSkill: "Claude Code skill",
  GeminiCLI: "Gemini CLI",
  CodexCLI: "Codex CLI",
};

/** A conversion target as its maker writes it. */
export function platformName(platform: string): string {
  return NAMES[platform] ?? platform;
}
