import type { Finding } from "../../finding";
import { MEDIUM_STRONG, MEDIUM_WEAK } from "../../grade";
import type { MarkdownUnit } from "../../reading/units";
import { isDiscussed } from "../../reading/warnings";
import { report, type Rule } from "../../rule";
import { lineText } from "../../match-places";
import { FORBIDS_AFTER, FORBIDS_BEFORE } from "../../vocabulary/order-phrases";
import { isForge, readStrangersRepository } from "../../vocabulary/repositories";

const PLACE = String.raw`((?:https?|ssh):\/\/[\w.@:/~+-]{4,200}|git@[\w.-]{1,60}:[\w./-]{1,100})`;
const ORDERS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:push|mirror|back\s*up|copy|upload|sync)\b[^\n]{0,60}\b(?:whole|entire|full|all|every|complete|current)\b[^\n]{0,40}\b(?:repositor(?:y|ies)|repo|project|workspace|code(?:base)?|branch(?:es)?|commits?|changes|work|tree|folder|directory)\b[^\n]{0,40}\bto\b[^\n]{0,30}?${PLACE}`,
    "gi",
  ),
  new RegExp(
    String.raw`\badd\b[^\n]{0,40}?${PLACE}[^\n]{0,30}\bas\b[^\n]{0,20}\bremote\b[^\n]{0,60}\bpush\b`,
    "gi",
  ),
  new RegExp(
    String.raw`(?:把|将)[^\n]{0,30}(?:整个|全部|所有|完整)[^\n]{0,16}(?:仓库|代码|项目|工作区|分支|提交)[^\n]{0,12}(?:推送|镜像|备份|同步|上传)(?:到|至)[^\n]{0,12}?${PLACE}`,
    "gi",
  ),
  new RegExp(
    String.raw`(?:저장소|코드|프로젝트|작업\s?폴더|브랜치|커밋)[^\n]{0,10}(?:전체|전부|모두|모든)[^\n]{0,12}?${PLACE}[^\n]{0,12}(?:푸시|백업|미러|동기화|업로드)`,
    "gi",
  ),
];
/** Whoever is asked, or told to put a place of their own there, gives nothing away unknowingly. */
const LEFT_TO_PERSON =
  /\b(?:your|optional\w*|ask|confirm\w*|if\s+the\s+user|approv\w+|consent|chosen|maintainers?)\b|如果用户|若用户|可选|经用户|用户(?:同意|确认|要求|指定)|维护者|사용자가\s?(?:원하|동의|요청|지정)|선택\s?사항|동의를|확인을\s?받|관리자/i;

/** SKILL.md tells to push all of the work to a repository that it names. */
export function findPushOrders(unit: MarkdownUnit, rule: Pick<Rule, "remedy">, code: string): Finding[] {
  const { visible } = unit.parts;
  if (
    !unit.file.isSkillDocument ||
    !/push|mirror|back\s*up|upload|sync|推送|镜像|备份|同步|上传|푸시|백업|미러|동기화|업로드/i.test(visible)
  )
    return [];
  return ORDERS.flatMap((pattern) => Array.from(visible.matchAll(pattern))).flatMap((match) => {
    const repository = readStrangersRepository((match[1] ?? "").replace(/[.,;:)]+$/, ""));
    const isGit =
      repository !== null && (isForge(repository.host) || /\.git\b|^git@|ssh:/.test(match[1] ?? ""));
    const end = match.index + match[0].length;
    const isForbidden =
      FORBIDS_BEFORE.test(visible.slice(Math.max(0, match.index - 40), match.index)) ||
      FORBIDS_AFTER.test(visible.slice(end, end + 20));
    if (!isGit || isForbidden || LEFT_TO_PERSON.test(lineText(visible, match.index))) return [];
    const grade = isDiscussed(unit.text, match.index) ? MEDIUM_WEAK : MEDIUM_STRONG;
    const message = "The agent is told to push the work to a repository that the text names.";
    const line = unit.lineAt(match.index);
    return [report(rule, { code, ...grade, file: unit.file.path, line, message, evidence: match[0] })];
  });
}
