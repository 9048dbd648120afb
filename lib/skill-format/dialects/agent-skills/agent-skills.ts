import {
  AGENT_SKILLS_BODY_TOKENS,
  AGENT_SKILLS_MAX_LINES,
  COMPATIBILITY_MAX_CHARACTERS,
  DESCRIPTION_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
} from "../../constants";
import { checkText, findingAt, optionalMap, quote, reportType, textAt, type FindingSink } from "../../fields";
import { readFromMetadata } from "../../manifest/from-metadata";
import { meantVersion } from "../../values/versions";
import { estimateTokens } from "../../values/measure-text";
import { nodeAt } from "../../yaml/node";
import { checkToolsField } from "../allowed-tools-field";
import { equalsDirectory, kebabCase, lengthBetween, requiredText, saysWhenToUse, unknownKeys } from "../base";
import type { Check, DialectDefinition, DialectView } from "../dialect";
import { checkFileReferences } from "../file-references";
import { DIALECT_KEYS } from "../keys";
import { checkPlatformRules } from "./platform-rules";

/** Agent Skills, license: any text. */
const checkLicense: Check = ({ frontMatter }, report) => {
  checkText(frontMatter, "license", report, { typeSeverity: "warning" });
};

/** Agent Skills, compatibility: if given, it is not empty. */
const checkCompatibility: Check = ({ frontMatter }, report) => {
  checkText(frontMatter, "compatibility", report);
  const node = nodeAt(frontMatter, "compatibility");
  if (node?.kind !== "scalar" || node.source.trim() !== "") return;
  const message = `is empty; 1 to ${COMPATIBILITY_MAX_CHARACTERS} characters are expected, or leave it out`;
  report(findingAt(node, { severity: "error", code: "FIELD_TOO_SHORT", path: "compatibility", message }));
};

/**
 * Agent Skills, metadata (docs/dialects/differences.md): a mapping of texts; scalars are taken as written, lists and
 * mappings are not.
 */
const checkMetadata: Check = ({ frontMatter }, report) => {
  const group = optionalMap(frontMatter, "metadata", report);
  if (group === undefined) return;
  for (const [key, node] of group.entries) {
    if (node.kind !== "scalar") reportType(node, `metadata.${key}`, "a text", report, "warning");
  }
};

/** What is read out of `metadata` beyond its texts, and what comes of it. */
const remarkMetadata: Check = ({ frontMatter }, report) => {
  const stated = readFromMetadata(frontMatter);
  const remark = (path: string, message: string) => {
    const node = nodeAt(frontMatter, ...path.split(".")) ?? nodeAt(frontMatter, "metadata");
    report(findingAt(node, { severity: "info", code: "METADATA_READ", path, message }));
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

/** Agent Skills, allowed-tools (docs/dialects/differences.md): a text of tools separated by blanks. */
const checkAllowedTools: Check = ({ frontMatter }, report) => {
  checkToolsField(frontMatter, report, { warnCommas: true });
};

/** The document knows no `version`: a short one is read as the semantic version that it means. */
const checkShortVersion: Check = ({ frontMatter }, report) => {
  const written = textAt(frontMatter, "version");
  const meant = written === undefined ? null : meantVersion(written);
  if (written === undefined || meant === null) return;
  const message = `${quote(written)} is no semantic version; it means ${meant}: write that`;
  const node = nodeAt(frontMatter, "version");
  report(findingAt(node, { severity: "info", code: "FIELD_FORMAT", path: "version", message }));
};

/**
 * Agent Skills, progressive disclosure: the body under 5000 tokens, the file at most 500 lines: advice, never an
 * error.
 */
const checkSize: Check = (view, report) => {
  // no text has more tokens than characters
  const tokens = view.body.length < AGENT_SKILLS_BODY_TOKENS ? 0 : estimateTokens(view.body);
  if (tokens >= AGENT_SKILLS_BODY_TOKENS) {
    tooLong(view, report, `about ${tokens} tokens; fewer than ${AGENT_SKILLS_BODY_TOKENS} are advised`);
  }
  const lines = countLines(view.text);
  if (lines > AGENT_SKILLS_MAX_LINES) {
    tooLong(view, report, `${lines} lines; at most ${AGENT_SKILLS_MAX_LINES} are advised`);
  }
};

function tooLong({ bodyLine }: DialectView, report: FindingSink, message: string): void {
  report({ severity: "warning", code: "BODY_TOO_LONG", path: "body", message, line: bodyLine });
}

/** Lines of a text; a line break at the end begins no further line. */
function countLines(text: string): number {
  if (text === "") return 0;
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** Agent Skills, as the translated document states it. */
export const agentSkills: DialectDefinition = {
  id: "agent-skills",
  title: "Agent Skills",
  keys: DIALECT_KEYS["agent-skills"],
  checks: [
    requiredText("name"),
    lengthBetween("name", { max: NAME_MAX_CHARACTERS }),
    kebabCase("name"),
    equalsDirectory("name"),
    requiredText("description"),
    lengthBetween("description", { max: DESCRIPTION_MAX_CHARACTERS }),
    saysWhenToUse,
    checkLicense,
    checkCompatibility,
    lengthBetween("compatibility", { max: COMPATIBILITY_MAX_CHARACTERS }),
    checkMetadata,
    remarkMetadata,
    checkAllowedTools,
    checkShortVersion,
    checkSize,
    checkFileReferences,
    checkPlatformRules,
    unknownKeys({ id: "agent-skills", keys: DIALECT_KEYS["agent-skills"] }),
  ],
};
