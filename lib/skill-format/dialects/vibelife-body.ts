import { VIBELIFE_BODY_TOKENS } from "../constants";
import { estimateTokens, hasCjk } from "../values/measure-text";
import { textAt } from "../yaml/node";
import type { Check } from "./dialect";

/** VibeLife §2.2: the sections a V9 body keeps, two of them tables. */
const SECTIONS = [
  { name: "专家身份", isTable: false },
  { name: "核心能力索引", isTable: true },
  { name: "工具快速参考", isTable: true },
] as const;

/**
 * VibeLife §2.2: a level-1 heading with the Chinese name. Where `name` holds the identifier instead, as a file of all
 * five dialects does, the Chinese name stands in the heading alone (docs/dialects/differences.md).
 */
export const checkTitle: Check = (view, findings) => {
  const title = view.outline().headings.find(({ level }) => level === 1);
  const name = textAt(view.frontMatter, "name");
  if (title === undefined) {
    const message = "a level-1 heading with the Chinese name is required";
    findings.error("BODY_SECTION_MISSING", "body", message, { line: view.bodyLine });
  } else if (name !== undefined && !title.text.includes(name) && (hasCjk(name) || !hasCjk(title.text))) {
    const message = `the level-1 heading does not hold the name ${name.slice(0, 40)}`;
    findings.error("BODY_SECTION_MISSING", "body", message, title);
  }
};

/** VibeLife §2.2, §2.3: the required sections; the ethical limits are optional. */
export const checkSections: Check = (view, findings) => {
  const titles = view.outline().headings.map(({ text }) => text);
  const lacks = (name: string) => !titles.some((title) => title.includes(name));
  const at = { line: view.bodyLine };
  for (const { name } of SECTIONS) {
    if (lacks(name)) findings.error("BODY_SECTION_MISSING", "body", `the section ## ${name} is required`, at);
  }
  const message = "a section ## 伦理边界 (ethical limits) is advised";
  if (lacks("伦理边界")) findings.info("BODY_SECTION_MISSING", "body", message, at);
};

/** VibeLife §2.2: the capability index and the tool reference are tables. */
export const checkTables: Check = (view, findings) => {
  const { headings, prose } = view.outline();
  for (const { name, isTable } of SECTIONS) {
    const at = headings.findIndex(({ text }) => text.includes(name));
    const heading = headings[at];
    if (!isTable || heading === undefined) continue;
    const end = headings[at + 1]?.line ?? Number.POSITIVE_INFINITY;
    if (prose.some(({ text, line }) => line > heading.line && line < end && text.includes("|"))) continue;
    findings.error("BODY_SECTION_MISSING", "body", `the section ## ${name} holds no table`, heading);
  }
};

/** VibeLife §2.2, §6: the forced-tool rules, a bold label followed by rules. */
export const checkForcedToolRules: Check = (view, findings) => {
  const { prose } = view.outline();
  const missing = (message: string) =>
    findings.error("BODY_SECTION_MISSING", "body", message, { line: view.bodyLine });
  const start = prose.findIndex(({ text }) => text.includes("强制工具调用规则"));
  if (start === -1) return missing("the rules under **强制工具调用规则** are required");
  const section = prose.slice(start + 1, start + 30);
  const end = section.findIndex(({ text }) => /^ {0,3}#/.test(text));
  const hasRule = section
    .slice(0, end === -1 ? undefined : end)
    .some(({ text }) => /^\s*(?:[-*+•]\s|\d+[.)]\s|\d+[、．])/.test(text));
  if (!hasRule) missing("**强制工具调用规则** is followed by no rule");
};

/** VibeLife §2.2, §2.3: fewer than 500 tokens, estimated without the front matter. */
export const checkBodyLength: Check = ({ body, bodyLine }, findings) => {
  const tokens = estimateTokens(body);
  if (tokens < VIBELIFE_BODY_TOKENS) return;
  const message = `about ${tokens} tokens; fewer than ${VIBELIFE_BODY_TOKENS} are the target, details belong to rules/*.md`;
  findings.warning("BODY_TOO_LONG", "body", message, { line: bodyLine });
};
