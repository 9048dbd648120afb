import type { Finding } from "../issues/issue";
import { EMPTY_MAP, isMissing, type MapNode, toPlain, toRecord } from "../yaml/node";
import { readYaml } from "../yaml/read-yaml";
import { decodeSource } from "./decode-source";
import { splitAtHyphens, splitFences } from "./lines";

export interface SkillDocument {
  /** The front matter as typed nodes; null when it cannot be read. */
  frontMatter: MapNode | null;
  /** Everything after the closing fence, line ends as `\n`; the whole text when there is no front matter. */
  body: string;
  /** Line of the file the body begins on. */
  bodyLine: number;
  /** The whole text as read; "" when it is not UTF-8. */
  text: string;
  issues: Finding[];
}

interface ReadOptions {
  /** Package path of the file, named in findings; `SKILL.md` if left out. */
  path?: string;
  /** Leave line numbers out: the nodes will be reported under another file. */
  withoutLines?: boolean;
  /**
   * Where the block ends: at a line of three hyphens, or at any three hyphens, as the reference implementation has it.
   */
  closedBy?: "line" | "hyphens";
}

/**
 * Reads a SKILL.md: fence lines, byte order mark and line ends, YAML 1.2 core with the source text
 * of every scalar, duplicate keys at any depth, bounds on size, depth, aliases and tags.
 * Never throws; what is wrong is in `issues`.
 */
export function readSkillDocument(source: string | Uint8Array, options: ReadOptions = {}): SkillDocument {
  const decoded = decodeSource(source, options.path ?? "SKILL.md");
  const issues = [...decoded.findings];
  const { text } = decoded;
  if (text === undefined) return { frontMatter: null, body: "", bodyLine: 1, text: "", issues };
  const anywhere = options.closedBy === "hyphens";
  const fenced = anywhere ? splitAtHyphens(text) : splitFences(text);
  if (fenced.state !== "fenced") {
    issues.push(fenced.state === "missing" ? fenceMissing(text) : fenceUnclosed());
    return { frontMatter: null, body: text, bodyLine: 1, text, issues };
  }
  const firstLine = anywhere ? 1 : 2;
  const frontMatter = readBlock(fenced.block, options.withoutLines === true ? 0 : firstLine, issues);
  return { frontMatter, body: fenced.body, bodyLine: fenced.bodyLine, text, issues };
}

/** The front matter of a SKILL.md as JSON, every field that its author wrote; null where it cannot be read. */
export function readFrontMatter(source: string): Record<string, unknown> | null {
  const { frontMatter } = readSkillDocument(source);
  return frontMatter && toRecord(frontMatter, toPlain);
}

function readBlock(block: string, firstLine: number, issues: Finding[]): MapNode | null {
  const { root, faults } = readYaml(block, firstLine);
  for (const fault of faults) issues.push({ severity: "error", path: "frontmatter", ...fault });
  if (root === undefined && faults.length > 0) return null;
  if (root?.kind === "map") return root;
  const found = isMissing(root) ? "empty" : root.kind === "list" ? "a list" : "a single value";
  issues.push({
    severity: "error",
    code: "FRONTMATTER_NOT_MAPPING",
    path: "frontmatter",
    message: `the block between the \`---\` lines is ${found}; a mapping of keys to values is expected`,
    line: 1,
  });
  // an empty block is still read as a mapping without keys, so that the required keys are named too
  return isMissing(root) ? EMPTY_MAP : null;
}

function fenceMissing(text: string): Finding {
  const hint = /^\s*-{3}/.test(text) ? "; the first line must be exactly `---`" : "";
  return {
    severity: "error",
    code: "FRONTMATTER_MISSING",
    path: "frontmatter",
    message: `the file does not begin with a \`---\` line${hint}`,
    line: 1,
  };
}

function fenceUnclosed(): Finding {
  return {
    severity: "error",
    code: "FRONTMATTER_UNCLOSED",
    path: "frontmatter",
    message: "the `---` line that closes the front matter is missing",
    line: 1,
  };
}
