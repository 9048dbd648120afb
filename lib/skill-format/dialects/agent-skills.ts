import { AGENT_SKILLS_BODY_TOKENS, AGENT_SKILLS_MAX_LINES, COMPATIBILITY_MAX_CHARACTERS } from "../constants";
import { readTarget } from "../conversion-targets";
import { readFromMetadata } from "../manifest/from-metadata";
import type { ConversionTarget } from "../types";
import { meantVersion } from "../values/versions";
import { estimateTokens } from "../values/measure-text";
import { hasToolCommas } from "../values/allowed-tools";
import { mapAt, nodeAt, quote, textAt, textsAt } from "../yaml/node";
import table from "./agent-skills.json" with { type: "json" };
import { reportType } from "./check-rows";
import { type Check, readTable, type Tests } from "./dialect";
import { checkFileReferences } from "./file-references";
import { findNamedSkills, mayNameSkills } from "../values/named-skills";

const SHOWN = 3;

/** Most hosts read the SKILL.md of the package itself alone, so a further one is likely never read. */
const remarkFurtherSkills: Check = ({ files }, findings) => {
  const further = [...files.keys()].filter((path) => /\/skill\.md$/i.test(path)).sort();
  const [first] = further;
  if (first === undefined) return;
  const more = further.length - SHOWN;
  const paths = further.slice(0, SHOWN).map(quote).join(", ") + (more > 0 ? ` and ${more} more` : "");
  const message = `most hosts read only the SKILL.md at the root and not ${paths}; publish each as a skill of its own`;
  findings.warning("SKILL_FURTHER", first, message);
};

/** A skill is installed alone: another one that its text sends the agent to may not be there. */
const remarkNamedSkills: Check = (view, findings) => {
  if (!mayNameSkills(view.body)) return;
  for (const { name, line } of findNamedSkills(view.outline().prose, textAt(view.frontMatter, "name"))) {
    const message = `names the skill ${quote(name)}, which is not installed with this one; say where it comes from`;
    findings.info("SKILL_NAMED", "body", message, { line });
  }
};

const TESTS: Tests = {
  "not-blank": {
    code: "FIELD_TOO_SHORT",
    fault: (_, { node }) =>
      node === undefined
        ? null
        : `is empty; 1 to ${COMPATIBILITY_MAX_CHARACTERS} characters are expected, or leave it out`,
  },
  "by-blanks": {
    code: "FIELD_FORMAT",
    severity: "warning",
    fault: (text) =>
      hasToolCommas(text) ? "tools are separated by commas; this dialect separates them by blanks" : null,
  },
};

/** A mapping of texts; scalars are taken as written, lists and mappings are not (docs/dialects/differences.md). */
const checkMetadata: Check = ({ frontMatter }, findings) => {
  for (const [key, node] of mapAt(frontMatter, "metadata")?.entries ?? []) {
    if (node.kind !== "scalar") reportType(node, `metadata.${key}`, "a text", findings, "warning");
  }
};

/** What is read out of `metadata` beyond its texts, and what comes of it. */
const remarkMetadata: Check = ({ frontMatter }, findings) => {
  const stated = readFromMetadata(frontMatter);
  const remark = (path: string, message: string) => {
    const node = nodeAt(frontMatter, ...path.split(".")) ?? nodeAt(frontMatter, "metadata");
    findings.info("METADATA_READ", path, message, node);
  };
  if (stated?.version !== undefined && nodeAt(frontMatter, "version") === undefined)
    remark(
      "metadata.version",
      "is shown as written and does not set the version; write version at the top for that",
    );
  if (stated?.author !== undefined) remark("metadata.author", "is shown as written; it names no account");
  const { key, env } = stated?.openClaw ?? {};
  if (key === undefined) return;
  const named =
    env === undefined ? "" : `; its variables count as declared: ${env.slice(0, 5).join(", ") || "none"}`;
  remark(`metadata.${key}`, `what OpenClaw requires is read from here and shown${named}`);
};

/** The document knows no `version`: a short one is read as the semantic version that it means. */
const checkShortVersion: Check = ({ frontMatter }, findings) => {
  const written = textAt(frontMatter, "version");
  const meant = written === undefined ? null : meantVersion(written);
  if (written === undefined || meant === null) return;
  const message = `${quote(written)} is no semantic version; it means ${meant}: write that`;
  findings.info("FIELD_FORMAT", "version", message, nodeAt(frontMatter, "version"));
};

/**
 * Agent Skills, progressive disclosure: the body under 5000 tokens, the file at most 500 lines: advice, never an
 * error.
 */
const checkSize: Check = ({ body, bodyLine, text }, findings) => {
  const warn = (message: string) => findings.warning("BODY_TOO_LONG", "body", message, { line: bodyLine });
  // no text has more tokens than characters
  const tokens = body.length < AGENT_SKILLS_BODY_TOKENS ? 0 : estimateTokens(body);
  if (tokens >= AGENT_SKILLS_BODY_TOKENS)
    warn(`about ${tokens} tokens; fewer than ${AGENT_SKILLS_BODY_TOKENS} are advised`);
  const lines = countLines(text);
  if (lines > AGENT_SKILLS_MAX_LINES) warn(`${lines} lines; at most ${AGENT_SKILLS_MAX_LINES} are advised`);
};

/** Lines of a text; a line break at the end begins no further line. */
function countLines(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** What one platform takes less of than the document allows: for a name or a description, what is wrong, or null. */
interface StricterPlatform {
  title: string;
  targets: readonly ConversionTarget[];
  /** How `compatibility` names it. */
  named: RegExp;
  name?: (name: string) => string | null;
  description?: (description: string) => string | null;
  /** Any package is installed there, whatever platforms it names: it is told of each. */
  takesAny?: true;
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
    takesAny: true,
    name: (name) => {
      const word = RESERVED.exec(name)?.[0];
      if (word !== undefined) return `refuses names that hold the reserved word ${quote(word)}`;
      const tag = TAG.exec(name)?.[0];
      return tag === undefined ? null : `refuses names with tags, as ${quote(tag)} looks like`;
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
 * `platform_compatibility` or `compatibility`; a remark where it is for any, and so exported for this one too, or where
 * the platform takes any package.
 */
const checkPlatformRules: Check = ({ frontMatter }, findings) => {
  const listed = textsAt(frontMatter, "platform_compatibility");
  const targets = listed.map(readTarget);
  const compatibility = textAt(frontMatter, "compatibility") ?? "";
  const isAny = listed.some((name) => name.trim().toLowerCase() === "any");
  for (const platform of PLATFORMS) {
    const isNamed =
      platform.named.test(compatibility) ||
      targets.some((target) => target !== null && platform.targets.includes(target));
    if (!isNamed && !isAny && platform.takesAny !== true) continue;
    for (const path of ["name", "description"] as const) {
      const fault = platform[path]?.(textAt(frontMatter, path) ?? "") ?? null;
      if (fault === null) continue;
      const severity = isNamed ? "warning" : "info";
      const message = `${platform.title} ${fault}`;
      findings.add(severity, "PLATFORM_STRICTER", path, message, nodeAt(frontMatter, path));
    }
  }
};

/** Agent Skills, as the translated document states it. */
export const agentSkills = readTable("agent-skills", table, TESTS, {
  checks: [
    checkMetadata,
    remarkMetadata,
    checkShortVersion,
    checkSize,
    checkFileReferences,
    remarkFurtherSkills,
    remarkNamedSkills,
    checkPlatformRules,
  ],
});
