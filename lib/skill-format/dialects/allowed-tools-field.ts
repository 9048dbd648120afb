import { hasToolCommas } from "../values/allowed-tools";
import { checkText, checkTexts, findingAt, reportType, textAt, type FindingSink } from "../fields";
import { nodeAt, type MapNode } from "../yaml/node";

const PATH = "allowed-tools";

/**
 * `allowed-tools` is a text (Skill Metadata §1.3; Agent Skills, allowed-tools). A list is a warning, its entries are
 * used; a mapping is an error. `warnCommas`: the dialect separates by blanks, so commas are remarked on.
 */
export function checkToolsField(
  frontMatter: MapNode,
  report: FindingSink,
  { warnCommas = false } = {},
): void {
  const node = nodeAt(frontMatter, PATH);
  if (node?.kind === "list") {
    reportType(node, PATH, "a text", report, "warning");
    checkTexts(node, PATH, report, "warning");
    return;
  }
  checkText(frontMatter, PATH, report);
  const text = textAt(frontMatter, PATH);
  if (!warnCommas || text === undefined || !hasToolCommas(text)) return;
  const message = "tools are separated by commas; this dialect separates them by blanks";
  report(findingAt(node, { severity: "warning", code: "FIELD_FORMAT", path: PATH, message }));
}
