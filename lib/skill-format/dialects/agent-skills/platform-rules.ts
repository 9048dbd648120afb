import { readTarget } from "../../conversion-targets";
import { findingAt, quote, textAt, textsAt, type FindingSink } from "../../fields";
import type { ConversionTarget } from "../../types";
import { nodeAt, type MapNode } from "../../yaml/node";
import type { Check } from "../dialect";

/** What one platform takes less of than the document allows: for a name or a description, what is wrong, or null. */
interface StricterPlatform {
  title: string;
  targets: readonly ConversionTarget[];
  /** How `compatibility` names it. */
  named: RegExp;
  name?: (name: string) => string | null;
  description?: (description: string) => string | null;
}

const RESERVED = /anthropic|claude/i;
const TAG = /<\/?[a-z][^<>]{0,200}>/i;
const MAX_BYTES = 1024;

const PLATFORMS: readonly StricterPlatform[] = [
  {
    // docs.claude.com, "Agent Skills overview", field requirements
    title: "Claude",
    targets: ["ClaudeCode", "ClaudeCodeAgentSkill"],
    named: /\bclaude\b/i,
    name: (name) => {
      const word = RESERVED.exec(name)?.[0];
      return word === undefined ? null : `refuses names that hold the reserved word ${quote(word)}`;
    },
    description: (description) => {
      const tag = TAG.exec(description)?.[0];
      return tag === undefined ? null : `refuses descriptions with tags, as ${quote(tag)} looks like`;
    },
  },
  {
    // github.com/openai/codex, pull request 7915 of December 2025: characters are counted since then
    title: "Codex",
    targets: ["CodexCLI"],
    named: /\bcodex\b/i,
    description: (description) => {
      const bytes = Buffer.byteLength(description.trim());
      if (bytes <= MAX_BYTES) return null;
      return `skips descriptions of more than ${MAX_BYTES} bytes in releases before 2026; this one has ${bytes}`;
    },
  },
];

/**
 * Platforms that are stricter than the document. A warning where the skill names the platform, in
 * `platform_compatibility` or `compatibility`; a remark where it is for any, and so exported for this one too.
 */
export const checkPlatformRules: Check = ({ frontMatter }, report) => {
  const listed = textsAt(frontMatter, "platform_compatibility");
  const targets = listed.map(readTarget);
  const compatibility = textAt(frontMatter, "compatibility") ?? "";
  for (const platform of PLATFORMS) {
    const isNamed =
      platform.named.test(compatibility) ||
      targets.some((target) => target !== null && platform.targets.includes(target));
    const isAny = listed.some((name) => name.trim().toLowerCase() === "any");
    if (isNamed || isAny) checkFields(frontMatter, platform, isNamed ? "warning" : "info", report);
  }
};

function checkFields(
  frontMatter: MapNode,
  platform: StricterPlatform,
  severity: "warning" | "info",
  report: FindingSink,
): void {
  for (const path of ["name", "description"] as const) {
    const text = textAt(frontMatter, path);
    const fault = text === undefined ? null : (platform[path]?.(text) ?? null);
    if (fault === null) continue;
    const message = `${platform.title} ${fault}`;
    report(findingAt(nodeAt(frontMatter, path), { severity, code: "PLATFORM_STRICTER", path, message }));
  }
}
