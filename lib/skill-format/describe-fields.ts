import { checkSkill } from "./check-skill";
import { DIALECT_KEYS } from "./dialects/registry";
import type { Issue } from "./issues/issue";
import { SkillReading } from "./skill-reading";
import type { SkillFiles } from "./types";
import { isMissingOrBlank, type MapNode } from "./yaml/node";

const REQUIRED: ReadonlySet<string> = new Set(["name", "description"]);

interface FieldReport {
  /** One line for each field, and one for each further error of the package. */
  lines: string[];
  /** No error; the exit status of a validator is 0. */
  valid: boolean;
}

/**
 * The output of a validator of Skill Metadata §7: `✅ name: valid`, `⚠️ version: missing (optional)`,
 * `❌ name: missing (required)`, and for faults `❌ <field>: <reason>`. Never throws.
 */
export function describeFields(files: SkillFiles): FieldReport {
  const report = checkSkill({ files, dialects: ["metadata"] }).reports[0];
  const errors = (report?.issues ?? []).filter(({ severity }) => severity === "error");
  const reading = new SkillReading(files);
  const frontMatter = reading.document.frontMatter !== null ? reading.viewOf("metadata").frontMatter : null;
  const ofField = (field: string) => errors.filter(({ path }) => rootOf(path) === field);
  const others = errors.filter(({ path }) => !DIALECT_KEYS.metadata.includes(rootOf(path)));
  const fields = frontMatter ?? (isWithoutBlock(errors) ? NO_FIELDS : null);
  const lines = [
    ...(fields === null
      ? []
      : DIALECT_KEYS.metadata.map((field) => describeField(field, fields, ofField(field)))),
    ...others.map(({ path, message }) => `❌ ${path}: ${oneLine(message)}`),
  ];
  return { lines, valid: errors.length === 0 };
}

const NO_FIELDS: MapNode = { kind: "map", entries: new Map(), line: 0 };

/** A file without front matter lacks every field; one whose block cannot be read may have them. */
function isWithoutBlock(errors: readonly Issue[]): boolean {
  return errors.some(({ code }) => code === "FRONTMATTER_MISSING");
}

function describeField(field: string, frontMatter: MapNode, errors: readonly Issue[]): string {
  const node = frontMatter.entries.get(field);
  if (isMissingOrBlank(node))
    return REQUIRED.has(field) ? `❌ ${field}: missing (required)` : `⚠️ ${field}: missing (optional)`;
  if (errors.length === 0) return `✅ ${field}: valid`;
  return `❌ ${field}: ${oneLine(errors.map(({ path, message }) => within(field, path) + message).join("; "))}`;
}

/** `dependencies[1] ` before a message about one entry of a field. */
function within(field: string, path: string): string {
  return path === field ? "" : `${path} `;
}

/** `dependencies[1]` is `dependencies`. */
function rootOf(path: string): string {
  return path.replace(/[.[].*$/s, "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
