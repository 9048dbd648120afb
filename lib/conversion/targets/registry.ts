import type { ConversionTarget } from "@/lib/skill-format";
import type { Converter } from "../conversion-source";
import { claudeCode } from "./claude-code";
import { claudeCodeAgentSkill } from "./claude-code-agent-skill";
import { codexCli } from "./codex-cli";
import { cursor } from "./cursor";
import { customAgent } from "./custom-agent";
import { geminiCli } from "./gemini-cli";
import { openclaw } from "./openclaw";

/** One converter per target: a new platform is a file here and a name in the list of targets. */
export const CONVERTERS: Readonly<Record<ConversionTarget, Converter>> = {
  OpenClaw: openclaw,
  ClaudeCode: claudeCode,
  ClaudeCodeAgentSkill: claudeCodeAgentSkill,
  Cursor: cursor,
  GeminiCLI: geminiCli,
  CodexCLI: codexCli,
  CustomAgent: customAgent,
};
