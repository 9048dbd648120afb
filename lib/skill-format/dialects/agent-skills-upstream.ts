import { COMPATIBILITY_MAX_CHARACTERS, DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from "../constants";
import { splitFences } from "../document/lines";
import { countCodePoints } from "../values/measure-text";
import { type NodeStyle, quote, type YamlNode } from "../yaml/node";
import table from "./agent-skills-upstream.json" with { type: "json" };
import { type Check, type Place, readTable, type Test, type Tests } from "./dialect";

/** The name as the reference implementation measures it: trimmed and NFKC-normalised. */
export function normaliseUpstreamName(name: string): string {
  return name.trim().normalize("NFKC");
}

/** What is written, blanks too: the reference reads every scalar as a text, `null`, `true` and `1.0` as well. */
const written = ({ node }: Place) => (node?.kind === "scalar" ? node.source : "");

/** Code points, at most so many. */
const atMost = (max: number, read: (at: Place) => string, counted = ""): Test => ({
  code: "FIELD_TOO_LONG",
  fault: (_, at) => {
    const length = countCodePoints(read(at));
    return length > max ? `${length} characters${counted}; at most ${max}` : null;
  },
});

const TESTS: Tests = {
  "name-length": atMost(NAME_MAX_CHARACTERS, (at) => normaliseUpstreamName(written(at))),
  "description-length": atMost(DESCRIPTION_MAX_CHARACTERS, written, ", outer blanks counted"),
  "compatibility-length": atMost(COMPATIBILITY_MAX_CHARACTERS, written),
  /** Unicode lower-case letters, digits and single hyphens between them. */
  name: {
    code: "FIELD_FORMAT",
    fault: (_, at) => {
      const name = normaliseUpstreamName(written(at));
      const isName = name === name.toLowerCase() && /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(name);
      return isName
        ? null
        : `${quote(name)} must be lower-case letters, digits and single hyphens between them`;
    },
  },
  /** Name and directory are compared after normalisation. */
  directory: {
    code: "NAME_DIR_MISMATCH",
    fault: (_, at) => {
      const name = written(at);
      const { dir = name } = at.view;
      if (normaliseUpstreamName(name) === normaliseUpstreamName(dir)) return null;
      return `${quote(name)} differs from the directory ${quote(dir)}`;
    },
  },
};

const REFUSED: Readonly<Record<NodeStyle, string>> = {
  flow: "lists and mappings in brackets",
  anchor: "anchors and aliases",
  tag: "tags",
};

/**
 * How the reference implementation reads the block, where that differs from YAML 1.2
 * (docs/dialects/agent-skills-upstream.md).
 */
const checkStrictSource: Check = ({ frontMatter, text, bodyLine }, findings) => {
  const refused = findRefused(frontMatter);
  if (refused?.style !== undefined) {
    const message = `the reference implementation reads no ${REFUSED[refused.style]}`;
    findings.error("FRONTMATTER_INVALID_YAML", "frontmatter", message, refused);
  }
  const fenced = splitFences(text);
  if (fenced.state !== "fenced" || bodyLine >= fenced.bodyLine - 1) return;
  const message =
    "the reference implementation ends the block at these three hyphens; what follows is lost to it";
  findings.warning("FRONTMATTER_UNCLOSED", "frontmatter", message, { line: bodyLine });
};

function findRefused(node: YamlNode): YamlNode | undefined {
  if (node.style !== undefined) return node;
  if (node.kind === "scalar") return undefined;
  for (const child of node.kind === "list" ? node.items : node.entries.values()) {
    const found = findRefused(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Today's reference implementation of Agent Skills. */
export const agentSkillsUpstream = readTable("agent-skills-upstream", table, TESTS, {
  checks: [checkStrictSource],
});
