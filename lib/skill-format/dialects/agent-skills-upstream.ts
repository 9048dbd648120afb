import { COMPATIBILITY_MAX_CHARACTERS, DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from "../constants";
import { checkText, findingAt, quote, reportRequired, reportType, textAt } from "../fields";
import { countCodePoints } from "../measure-text";
import { isMissing, nodeAt } from "../yaml/node";
import { requiredText, unknownKeys } from "./base";
import type { Check, DialectDefinition } from "./dialect";
import { DIALECT_KEYS } from "./keys";
import { asReferenceReads, checkStrictSource } from "./upstream-source";

/** The name as the reference implementation measures it: trimmed and NFKC-normalised. */
export function normaliseUpstreamName(name: string): string {
  return name.trim().normalize("NFKC");
}

/** Unicode lower-case letters, digits and single hyphens between them. */
const checkName: Check = ({ frontMatter }, report) => {
  const written = textAt(frontMatter, "name");
  if (written === undefined) return;
  const name = normaliseUpstreamName(written);
  const node = nodeAt(frontMatter, "name");
  const length = countCodePoints(name);
  if (length > NAME_MAX_CHARACTERS) {
    const message = `${length} characters; at most ${NAME_MAX_CHARACTERS}`;
    report(findingAt(node, { severity: "error", code: "FIELD_TOO_LONG", path: "name", message }));
  }
  if (name === name.toLowerCase() && /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(name)) return;
  const message = `${quote(name)} must be lower-case letters, digits and single hyphens between them`;
  report(findingAt(node, { severity: "error", code: "FIELD_FORMAT", path: "name", message }));
};

/** R-004-12: name and directory are compared after normalisation. */
const checkDirectory: Check = ({ frontMatter, dir }, report) => {
  const name = textAt(frontMatter, "name");
  if (name === undefined || dir === undefined) return;
  if (normaliseUpstreamName(name) === normaliseUpstreamName(dir)) return;
  const message = `${quote(name)} differs from the directory ${quote(dir)}`;
  const node = nodeAt(frontMatter, "name");
  report(findingAt(node, { severity: "error", code: "NAME_DIR_MISMATCH", path: "name", message }));
};

/** R-004-14: 1 to 1024 characters, measured untrimmed: the last line break of a block text counts. */
const checkDescription: Check = ({ frontMatter }, report) => {
  const node = nodeAt(frontMatter, "description");
  if (isMissing(node) || (node.kind === "scalar" && node.source.trim() === "")) {
    reportRequired(node, "description", report);
  } else if (node.kind !== "scalar") {
    reportType(node, "description", "a text", report, "error");
  } else if (countCodePoints(node.source) > DESCRIPTION_MAX_CHARACTERS) {
    const message = `${countCodePoints(node.source)} characters, outer blanks counted; at most ${DESCRIPTION_MAX_CHARACTERS}`;
    report(findingAt(node, { severity: "error", code: "FIELD_TOO_LONG", path: "description", message }));
  }
};

/** R-004-17: only the upper limit is checked; an empty value passes. */
const checkCompatibility: Check = ({ frontMatter }, report) => {
  checkText(frontMatter, "compatibility", report);
  const node = nodeAt(frontMatter, "compatibility");
  if (node?.kind !== "scalar" || countCodePoints(node.source) <= COMPATIBILITY_MAX_CHARACTERS) return;
  const message = `${countCodePoints(node.source)} characters; at most ${COMPATIBILITY_MAX_CHARACTERS}`;
  report(findingAt(node, { severity: "error", code: "FIELD_TOO_LONG", path: "compatibility", message }));
};

/** Today's reference implementation of Agent Skills; `license`, `metadata` and `allowed-tools` are not looked into. */
export const agentSkillsUpstream: DialectDefinition = {
  id: "agent-skills-upstream",
  title: "Agent Skills (reference implementation)",
  keys: DIALECT_KEYS["agent-skills"],
  closed: true,
  refusesByteOrderMark: true,
  checks: [
    checkStrictSource,
    ...[requiredText("name"), checkName, checkDirectory, checkDescription, checkCompatibility].map(
      asReferenceReads,
    ),
    unknownKeys({ id: "agent-skills-upstream", keys: DIALECT_KEYS["agent-skills"], closed: true }),
  ],
};
