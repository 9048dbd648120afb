import { checkRow } from "./dialects/check-rows";
import type { Row, Test } from "./dialects/dialect";
import type { Findings } from "./issues/issue";
import type { SkillView } from "./skill-reading";
import { CHECK_PROFILES, type CheckProfile, type Dialect, DIALECTS } from "./types";
import { DIALECTS_KEY } from "./dialects/registry";
import { type MapNode, nodeAt, quote, textAt, textsOf } from "./yaml/node";

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

const IS_PROFILE: Test = {
  code: "FIELD_ENUM",
  severity: "warning",
  fault: (name) => (isCheckProfile(name) ? null : `${quote(name)} is not one of ${DIALECTS.join(", ")}`),
};

const ROW: Row = {
  path: DIALECTS_KEY,
  kind: "texts",
  rule: "the dialects the file is written in",
  otherKind: "warning",
  expected: "a list of dialects",
  each: [IS_PROFILE],
};

/** Reports a `dialects:` key that is no list of dialect names. */
export function checkDeclared(view: SkillView, findings: Findings): void {
  checkRow(ROW, [], { map: view.frontMatter, view, findings });
}
