import { splitFences } from "../../document/split-fences";
import type { NodeStyle, YamlNode } from "../../yaml/node";
import type { Check } from "../dialect";

const REFUSED: Readonly<Record<NodeStyle, string>> = {
  flow: "lists and mappings in brackets",
  anchor: "anchors and aliases",
  tag: "tags",
};

/**
 * How the reference implementation reads the block, where that differs from YAML 1.2
 * (docs/dialects/agent-skills-upstream.md).
 */
export const checkStrictSource: Check = (view, report) => {
  const refused = findRefused(view.frontMatter);
  if (refused?.style !== undefined) {
    report({
      severity: "error",
      code: "FRONTMATTER_INVALID_YAML",
      path: "frontmatter",
      message: `the reference implementation reads no ${REFUSED[refused.style]}`,
      ...(refused.line === 0 ? {} : { line: refused.line }),
    });
  }
  const fenced = splitFences(view.text);
  if (fenced.state !== "fenced" || view.bodyLine >= fenced.bodyLine - 1) return;
  const message =
    "the reference implementation ends the block at these three hyphens; what follows is lost to it";
  const line = view.bodyLine;
  report({ severity: "warning", code: "FRONTMATTER_UNCLOSED", path: "frontmatter", message, line });
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
