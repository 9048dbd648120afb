import type { Check } from "./dialect";

/** The sections of the template, each with what other languages call it. */
const SECTIONS: readonly { title: string; meaning: string; names: RegExp }[] = [
  {
    title: "功能描述",
    meaning: "what it does and when",
    names:
      /功能|描述|概述|简介|說明|description|overview|about|purpose|what|function|feature|기능|설명|개요/i,
  },
  {
    title: "使用示例",
    meaning: "examples",
    names: /示例|例子|范例|用法|example|usage|use|sample|예시|사용|예제/i,
  },
  {
    title: "注意事项",
    meaning: "limits and cautions",
    names: /注意|限制|须知|note|caution|limit|warning|caveat|constraint|known issue|주의|제한|참고/i,
  },
];

const TEMPLATE_TITLES: ReadonlySet<string> = new Set(SECTIONS.map(({ title }) => title));

/**
 * Exo §2: a level-1 heading, then what the skill does, examples and cautions. At most a warning; a body in a
 * language the names below do not cover passes by having as many sections.
 */
export const checkBodyTemplate: Check = (view, findings) => {
  const headings = view.headings();
  const warn = (message: string) =>
    findings.warning("BODY_SECTION_MISSING", "body", message, { line: view.bodyLine });
  if (!headings.some(({ level }) => level === 1))
    warn("a level-1 heading with the name of the skill is expected");
  const sections = headings.filter(({ level }) => level > 1).map(({ text }) => text);
  const followsTemplate = sections.some((text) => TEMPLATE_TITLES.has(text));
  if (!followsTemplate && sections.length >= SECTIONS.length) return;
  for (const { title, meaning, names } of SECTIONS) {
    if (!sections.some((text) => names.test(text))) warn(`a section like ${title} (${meaning}) is expected`);
  }
};
