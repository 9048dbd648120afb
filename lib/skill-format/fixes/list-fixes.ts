import { checkSkill, type CheckSkillInput } from "../check-skill";
import type { Issue } from "../issues/issue";
import { readSkillDocument } from "../document/read-skill-document";
import type { SkillFiles } from "../types";
import { applyEdits } from "./apply-edits";
import { byteOrderMark } from "./byte-order-mark";
import { closeSchema } from "./close-schema";
import { defaultField } from "./default-field";
import type { Fix, FixFinder } from "./fix";
import { kebabName } from "./kebab-name";
import { openWorldHint } from "./open-world-hint";
import { plainBoolean } from "./plain-boolean";
import { plainNumber } from "./plain-number";
import { quoteColon } from "./quote-colon";
import { quoteCut } from "./quote-cut";
import { quoteSign } from "./quote-sign";
import { quoteText } from "./quote-text";
import { semanticVersion } from "./semantic-version";
import { snakeCapability } from "./snake-capability";

const FINDERS: readonly FixFinder[] = [
  byteOrderMark,
  quoteColon,
  quoteSign,
  quoteCut,
  kebabName,
  semanticVersion,
  quoteText,
  plainNumber,
  plainBoolean,
  snakeCapability,
  openWorldHint,
  closeSchema,
  defaultField,
];

/** Each proposal is proven by another check, so their number and the size of what is checked again are bounded. */
const MAX_PROPOSALS = 12;
const MAX_CHARACTERS = 64 * 1024;
/** As everywhere in the formats: `skill.md` where there is no other. */
const fileOf = (files: SkillFiles) => (files.has("SKILL.md") ? "SKILL.md" : "skill.md");

/**
 * The safe fixes of a package's SKILL.md. Each is proven before it is offered: with it, what was said about its path is
 * gone and no dialect says anything new. Nothing is offered for a text of more than 64 Ki characters. Never throws.
 */
export function listFixes(input: CheckSkillInput): Fix[] {
  const text = textOf(input.files);
  if (text === null || text.length > MAX_CHARACTERS) return [];
  const issues = issuesOf(input);
  const source = {
    lines: text.split("\n").map((line) => line.replace(/\r$/, "")),
    frontMatter: readSkillDocument(text).frontMatter,
    issues,
  };
  const proposals = new Map<string, Fix>();
  // The first finder that knows what to do about a path is asked; a version is made whole before it is quoted.
  for (const fix of FINDERS.flatMap((find) => find(source))) {
    if (!proposals.has(fix.path)) proposals.set(fix.path, fix);
  }
  return [...proposals.values()]
    .slice(0, MAX_PROPOSALS)
    .filter((fix) => isProven(fix, { input, text, issues }));
}

/** True when the changed text is told less than before about the path, and nothing new about anything. */
function isProven(
  fix: Fix,
  { input, text, issues }: { input: CheckSkillInput; text: string; issues: readonly Issue[] },
): boolean {
  const changed = applyEdits(text, fix.edits);
  if (changed === text) return false;
  const after = issuesOf({ ...input, files: new Map(input.files).set(fileOf(input.files), changed) });
  const isSame = (one: Issue, other: Issue) => one.code === other.code && one.path === other.path;
  if (after.some((issue) => isSame(issue, { ...issue, code: fix.code, path: fix.path }))) return false;
  // A block that could not be read is told more once it can be.
  if (fix.code === "FRONTMATTER_INVALID_YAML") return true;
  return after.every(
    (issue) =>
      issues.some((before) => isSame(issue, before)) ||
      // of a whole text more can be said than of the half of it
      (fix.code === "TEXT_CUT" && issue.path === fix.path && issue.severity !== "error"),
  );
}

function issuesOf(input: CheckSkillInput): Issue[] {
  const issues = checkSkill(input).reports.flatMap((report) => report.issues);
  // of remarks only that on a version that is read as another one
  return issues.filter(
    ({ severity, code, path }) => severity !== "info" || (code === "FIELD_FORMAT" && path === "version"),
  );
}

function textOf(files: SkillFiles): string | null {
  const source = files.get(fileOf(files));
  if (source === undefined || typeof source === "string") return source ?? null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source);
  } catch {
    return null;
  }
}
