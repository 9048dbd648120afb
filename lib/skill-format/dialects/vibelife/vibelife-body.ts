import { VIBELIFE_BODY_TOKENS } from "../../constants";
import { textAt, type FindingSink } from "../../fields";
import { estimateTokens, hasCjk } from "../../values/measure-text";
import type { Check, DialectView } from "../dialect";

/** VibeLife §2.2: the sections a V9 body keeps. */
const REQUIRED_SECTIONS = ["专家身份", "核心能力索引", "工具快速参考"];

/**
 * VibeLife §2.2: a level-1 heading with the Chinese name. Where `name` holds the identifier instead, as a file of all
 * five dialects does, the Chinese name stands in the heading alone (docs/dialects/differences.md).
 */
export const checkTitle: Check = (view, report) => {
  const title = view.outline().headings.find(({ level }) => level === 1);
  if (title === undefined) {
    missing(view, report, "a level-1 heading with the Chinese name is required");
    return;
  }
  const name = textAt(view.frontMatter, "name");
  if (name === undefined || title.text.includes(name)) return;
  if (!hasCjk(name) && hasCjk(title.text)) return;
  const message = `the level-1 heading does not hold the name ${name.slice(0, 40)}`;
  report({ severity: "error", code: "BODY_SECTION_MISSING", path: "body", message, line: title.line });
};

/** VibeLife §2.2, §2.3: the required sections; the ethical limits are optional. */
export const checkSections: Check = (view, report) => {
  const titles = view.outline().headings.map(({ text }) => text);
  for (const section of REQUIRED_SECTIONS) {
    if (titles.some((title) => title.includes(section))) continue;
    missing(view, report, `the section ## ${section} is required`);
  }
  if (titles.some((title) => title.includes("伦理边界"))) return;
  const message = "a section ## 伦理边界 (ethical limits) is advised";
  report({ severity: "info", code: "BODY_SECTION_MISSING", path: "body", message, line: view.bodyLine });
};

/** VibeLife §2.2: the two sections whose content is a table. */
const TABLE_SECTIONS = ["核心能力索引", "工具快速参考"];

/** VibeLife §2.2: the capability index and the tool reference are tables. */
export const checkTables: Check = (view, report) => {
  const { headings, prose } = view.outline();
  for (const section of TABLE_SECTIONS) {
    const at = headings.findIndex(({ text }) => text.includes(section));
    const heading = headings[at];
    if (heading === undefined) continue;
    const end = headings[at + 1]?.line ?? Number.POSITIVE_INFINITY;
    if (prose.some(({ text, line }) => line > heading.line && line < end && text.includes("|"))) continue;
    const message = `the section ## ${section} holds no table`;
    report({ severity: "error", code: "BODY_SECTION_MISSING", path: "body", message, line: heading.line });
  }
};

/** VibeLife §2.2, §6: the forced-tool rules, a bold label followed by rules. */
export const checkForcedToolRules: Check = (view, report) => {
  const { prose } = view.outline();
  const start = prose.findIndex(({ text }) => text.includes("强制工具调用规则"));
  if (start === -1) {
    missing(view, report, "the rules under **强制工具调用规则** are required");
    return;
  }
  const section = prose.slice(start + 1, start + 30);
  const end = section.findIndex(({ text }) => /^ {0,3}#/.test(text));
  const rules = (end === -1 ? section : section.slice(0, end)).filter(({ text }) =>
    /^\s*(?:[-*+•]\s|\d+[.)]\s|\d+[、．])/.test(text),
  );
  if (rules.length > 0) return;
  missing(view, report, "**强制工具调用规则** is followed by no rule");
};

/** VibeLife §2.2, §2.3: fewer than 500 tokens, estimated without the front matter. */
export const checkBodyLength: Check = (view, report) => {
  const tokens = estimateTokens(view.body);
  if (tokens < VIBELIFE_BODY_TOKENS) return;
  const message = `about ${tokens} tokens; fewer than ${VIBELIFE_BODY_TOKENS} are the target, details belong to rules/*.md`;
  report({ severity: "warning", code: "BODY_TOO_LONG", path: "body", message, line: view.bodyLine });
};

function missing(view: DialectView, report: FindingSink, message: string): void {
  report({ severity: "error", code: "BODY_SECTION_MISSING", path: "body", message, line: view.bodyLine });
}
