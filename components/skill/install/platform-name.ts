const NAMES: Record<string, string> = {
  ClaudeCode: "Claude Code",
  ClaudeCodeAgentSkill: "Claude Code skill",
  GeminiCLI: "Gemini CLI",
  CodexCLI: "Codex",
};

/** A conversion target as its maker writes it. */
export function platformName(platform: string): string {
  return NAMES[platform] ?? platform;
}

/**
 * Platforms a skill is declared for; where that is any, those a package can be made for. None where the author names
 * none: what the market could make of it is no word of theirs.
 */
export function declaredPlatforms({
  platforms,
  convertsTo,
}: {
  platforms: readonly string[];
  convertsTo: readonly string[];
}): string[] {
  const named = platforms.filter((platform) => platform !== "any");
  return platforms.includes("any") ? [...new Set([...named, ...convertsTo])] : named;
}
