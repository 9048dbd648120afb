import {
  checkTexts,
  findingAt,
  quote,
  reportType,
  textAt,
  textOf,
  textsOf,
  type FindingSink,
} from "./fields";
import { CHECK_PROFILES, DIALECTS, type CheckProfile, type Dialect } from "./profiles";
import { DIALECTS_KEY } from "./dialects/keys";
import { nodeAt, type MapNode } from "./yaml/node";

export function isCheckProfile(text: string): text is CheckProfile {
  return CHECK_PROFILES.some((profile) => profile === text);
}

/** The dialects the front matter itself names under `dialects:`; unknown names are left out. */
export function readDeclared(frontMatter: MapNode): Dialect[] {
  const node = nodeAt(frontMatter, DIALECTS_KEY);
  const single = textAt(frontMatter, DIALECTS_KEY);
  const names = node?.kind === "list" ? textsOf(node) : single === undefined ? [] : single.split(/[\s,]+/);
  return DIALECTS.filter((dialect) => names.includes(dialect));
}

/** Reports a `dialects:` key that is no list of dialect names. */
export function checkDeclared(frontMatter: MapNode, report: FindingSink): void {
  const node = nodeAt(frontMatter, DIALECTS_KEY);
  if (node === undefined) return;
  if (node.kind !== "list") {
    reportType(node, DIALECTS_KEY, "a list of dialects", report, "warning");
    return;
  }
  checkTexts(node, DIALECTS_KEY, report, "warning");
  node.items.forEach((item, index) => {
    const name = textOf(item) ?? "";
    if (name === "" || isCheckProfile(name)) return;
    const message = `${quote(name)} is not one of ${DIALECTS.join(", ")}`;
    report(
      findingAt(node, {
        severity: "warning",
        code: "FIELD_ENUM",
        path: `${DIALECTS_KEY}[${index}]`,
        message,
      }),
    );
  });
}
