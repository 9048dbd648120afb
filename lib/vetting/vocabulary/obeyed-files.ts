/** A file of the package that a document tells its reader to obey to the letter, not only to look things up in. */
export interface ObeyedFile {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const FILE = /(?<![\w./-])[\w./-]{1,100}\.(?:mdx?|txt)\b/g;
/** No document names as many. */
const MAX_NAMED = 20_000;
const REACH = 120;
const UNASKED = String.raw`without\s+(?:asking|question\w*|confirm\w*|telling|mention\w*)`;
const LEADS_THERE =
  /\b(?:read|open|load|see|run|consult|follow|obey|execute|perform|carry\s+out)\b[^\n.]{0,60}$/i;
const FOLLOWS = /\b(?:follow|obey|execute|perform|carry\s+out)\b[^\n.]{0,60}$/i;
const SAYS_WHAT = /\bdo\s+(?:exactly\s+)?(?:what(?:ever)?|everything|all)\b[^\n.]{0,30}$/i;
const IS_OBEYED = new RegExp(
  String.raw`^[^\n]{0,50}?\b(?:do|follow|carry\s+out|execute|perform|obey|apply)\b[^\n.]{0,40}?\b(?:exactly|what(?:ever)?\s+(?:it|they|that)\s+(?:says?|tells?|asks?)|everything|every\s+(?:step|instruction|command|order)|(?:all|each)\s+(?:of\s+)?(?:the|its)\s+(?:steps|instructions|commands|orders)|to\s+the\s+letter|word\s+for\s+word|verbatim|unconditionally|${UNASKED})\b`,
  "i",
);
const EXACTLY = new RegExp(
  String.raw`^[^\n.]{0,30}?\b(?:exactly|to\s+the\s+letter|word\s+for\s+word|verbatim|unconditionally|${UNASKED})\b`,
  "i",
);
const SAYS_IT = /^[^\n.]{0,12}\b(?:says|tells|asks|contains|lists)\b/i;
const LEADS_ELSEWHERE = /(?:阅读|读取|打开|按照|遵循|执行|参照|根据)[^。\n]{0,20}$/;
const OBEYED_ELSEWHERE =
  /^[^。\n]{0,30}?(?:严格|完全|逐字|照做|照着|无条件|不要询问|无需询问|不用询问|全部执行|所有(?:步骤|指令|命令)|每一步|每个步骤)|^[^.\n]{0,30}?(?:그대로|정확히|빠짐없이|모든\s?(?:단계|지시|명령)|무조건|묻지)/;
const STRICTLY_ELSEWHERE = /(?:严格|完全|无条件)(?:地)?(?:按照|遵循|执行|遵守)[^。\n]{0,12}$/;
const KOREAN = /[가-힣]/;

/** The files that a text tells to obey. */
export function findObeyedFiles(text: string): ObeyedFile[] {
  const named = Array.from(text.matchAll(FILE)).slice(0, MAX_NAMED);
  return named.flatMap(({ 0: name, index }) => {
    const before = text.slice(Math.max(0, index - REACH), index);
    const after = text.slice(index + name.length, index + name.length + REACH);
    const obeyed =
      (LEADS_THERE.test(before) && IS_OBEYED.test(after)) ||
      (FOLLOWS.test(before) && EXACTLY.test(after)) ||
      (SAYS_WHAT.test(before) && SAYS_IT.test(after)) ||
      ((LEADS_ELSEWHERE.test(before) || KOREAN.test(after.slice(0, 6))) && OBEYED_ELSEWHERE.test(after)) ||
      STRICTLY_ELSEWHERE.test(before);
    return obeyed ? [{ name, start: index, end: index + name.length }] : [];
  });
}
