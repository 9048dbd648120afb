import {
  COMPATIBILITY_MAX_CHARACTERS,
  DESCRIPTION_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
} from "../../constants";
import { findingAt, quote, reportRequired, reportType } from "../../fields";
import { countCodePoints } from "../../values/measure-text";
import { nodeAt, type MapNode } from "../../yaml/node";
import { unknownKeys } from "../base";
import type { Check, DialectDefinition } from "../dialect";
import { DIALECT_KEYS } from "../keys";
import { checkStrictSource } from "./upstream-source";

/** The name as the reference implementation measures it: trimmed and NFKC-normalised. */
export function normaliseUpstreamName(name: string): string {
  return name.trim().normalize("NFKC");
}

/** What is written, blanks too: the reference reads every scalar as a text, `null`, `true` and `1.0` as well. */
function writtenText(frontMatter: MapNode, key: string): string | undefined {
  const node = frontMatter.entries.get(key);
  return node?.kind === "scalar" && node.source.trim() !== "" ? node.source : undefined;
}

/** Agent Skills, fields: a text, not of blanks alone. */
function requiredWritten(key: string): Check {
  return ({ frontMatter }, report) => {
    const node = frontMatter.entries.get(key);
    if (writtenText(frontMatter, key) !== undefined) return;
    if (node === undefined || node.kind === "scalar") reportRequired(node, key, report);
    else reportType(node, key, "a text", report, "error");
  };
}

/** Reference implementation of Agent Skills: Unicode lower-case letters, digits and single hyphens between them. */
const checkName: Check = ({ frontMatter }, report) => {
  const written = writtenText(frontMatter, "name");
  if (written === undefined) return;
  const name = normaliseUpstreamName(written);
  const node = frontMatter.entries.get("name");
  const length = countCodePoints(name);
  if (length > NAME_MAX_CHARACTERS) {
    const message = `${length} characters; at most ${NAME_MAX_CHARACTERS}`;
    report(findingAt(node, { severity: "error", code: "FIELD_TOO_LONG", path: "name", message }));
  }
  if (name === name.toLowerCase() && /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(name)) return;
  const message = `${quote(name)} must be lower-case letters, digits and single hyphens between them`;
  report(findingAt(node, { severity: "error", code: "FIELD_FORMAT", path: "name", message }));
};

/** Agent Skills, name: name and directory are compared after normalisation. */
const checkDirectory: Check = ({ frontMatter, dir }, report) => {
  const name = writtenText(frontMatter, "name");
  if (name === undefined || dir === undefined) return;
  if (normaliseUpstreamName(name) === normaliseUpstreamName(dir)) return;
  const message = `${quote(name)} differs from the directory ${quote(dir)}`;
  const node = nodeAt(frontMatter, "name");
  report(findingAt(node, { severity: "error", code: "NAME_DIR_MISMATCH", path: "name", message }));
};

/** Agent Skills, description: 1 to 1024 characters, measured untrimmed: the last line break of a block text counts. */
const checkDescription: Check = ({ frontMatter }, report) => {
  const written = writtenText(frontMatter, "description");
  if (written === undefined || countCodePoints(written) <= DESCRIPTION_MAX_CHARACTERS) return;
  const message = `${countCodePoints(written)} characters, outer blanks counted; at most ${DESCRIPTION_MAX_CHARACTERS}`;
  const node = frontMatter.entries.get("description");
  report(findingAt(node, { severity: "error", code: "FIELD_TOO_LONG", path: "description", message }));
};

/** Agent Skills, compatibility: only the upper limit is checked; an empty value passes. */
const checkCompatibility: Check = ({ frontMatter }, report) => {
  const node = nodeAt(frontMatter, "compatibility");
  if (node !== undefined && node.kind !== "scalar") {
    reportType(node, "compatibility", "a text", report, "error");
  }
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
    requiredWritten("name"),
    checkName,
    checkDirectory,
    requiredWritten("description"),
    checkDescription,
    checkCompatibility,
    unknownKeys({ id: "agent-skills-upstream", keys: DIALECT_KEYS["agent-skills"], closed: true }),
  ],
};
