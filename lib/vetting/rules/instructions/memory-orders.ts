import { MEDIUM_STRONG } from "../../grade";
import type { Finding } from "../../finding";
import type { MarkdownUnit } from "../../reading/units";
import { report, type Rule } from "../../rule";
import { lineText } from "../../match-places";
import { FORBIDS_AFTER, FORBIDS_BEFORE } from "../../vocabulary/order-phrases";

const WRITES_MEMORY =
  /\b(?:append|add|write|insert|put|save|copy|persist)\b[^\n]{0,160}\b(?:to|into|in)\b[^\n]{0,40}(?:~\/\.(?:claude|codex|gemini|openclaw|cursor)\/[\w./-]{0,40}(?:\.md|\.json|rules)|\.(?:cursor|windsurf)rules|\b(?:CLAUDE|AGENTS|SOUL|MEMORY|GEMINI)\.md)\b[^\n]{0,300}/gi;
const WRITES_MEMORY_ELSEWHERE =
  /(?:写入|添加到|追加到|保存到|加入)[^\n]{0,30}\b(?:CLAUDE|AGENTS|SOUL|MEMORY|GEMINI)\.md|\b(?:CLAUDE|AGENTS|SOUL|MEMORY|GEMINI)\.md[^\n]{0,12}(?:추가|기록|저장|작성|삽입)/g;
/** What is written gives a stranger the last word. */
const OBEYS =
  /\b(?:obeys?|trusts?|carry\s+out|carries\s+out|follows?|executes?)\b[^.\n]{0,60}\b(?:messages?|instructions?|commands?|requests?|orders?)\b[^.\n]{0,40}\b(?:from|signed|sent\s+by|issued\s+by)\b/i;
const FOR_GOOD_ELSEWHERE =
  /(?:以后|今后|后续|将来|所有|每次|每个)[^。\n]{0,8}(?:会话|对话|项目|任务)|永久|始终|(?:모든|이후|앞으로|향후|매번)[^.\n]{0,8}(?:세션|대화|프로젝트|작업)|영구|항상/;
const LEFT_ELSEWHERE =
  /如果用户|若用户|可选|征得|经用户|用户(?:同意|确认|要求)|建议用户|사용자가\s?(?:원하|동의|요청)|선택\s?사항|동의를|확인을\s?받/;
const FOR_GOOD =
  /\b(?:all|every|each|any)\s+(?:later|future|other|new|of\s+the\s+user)?\s*(?:sessions?|projects?|conversations?|chats?|repositor\w+)\b|\balways\b|\bpermanently\b/i;
const LEFT_TO_PERSON = /\b(?:your|you|optional\w*|ask|confirm\w*|if\s+the\s+user|approv\w+|consent)\b/i;

const NAMED = String.raw`[\`"'*]{0,3}(?:[\w~./$-]{0,80}\/)?(?:SOUL|IDENTITY)\.md[\`"'*]{0,3}`;
/** What it is replaced by comes with the package or stands in the text. */
const BROUGHT = String.raw`[^\n.]{0,80}?(?:\bthis\s+(?:skill|package|folder)|\b(?:assets?|templates?|references?|persona|files?|config|workspace)\/|\b(?:following|below|ours?)\b|\bthe\s+(?:one|version|file|copy)\s+(?:in|from|of|here|below|that)\b)`;
const REPLACES_MEMORY: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:replace|overwrite|swap|exchange)\s+(?:(?:the|your|its|existing|current|old|default|agent['’]s|user['’]s|whole|entire|full|contents?|of)\s+){0,6}${NAMED}(?:\s+(?:completely|entirely|wholly|file))?\s+(?:with|by|using|from|for)\b${BROUGHT}`,
    "gi",
  ),
  new RegExp(
    String.raw`\b(?:copy|move|install)\b[^\n.]{0,40}\b(?:assets?|templates?|references?|persona|files?|config|workspace)\/[\w./-]{0,60}\.md[\`"'*]{0,3}\s+(?:to|over|onto|as)\s+(?:(?:the|your|its|existing|current|agent['’]s|user['’]s)\s+){0,4}(?:${NAMED}|[\`"'*]{0,3}~\/\.(?:openclaw|clawdbot|moltbot)\/(?:workspace\/)?(?:AGENTS|HEARTBEAT|MEMORY|TOOLS)\.md)`,
    "gi",
  ),
  new RegExp(
    String.raw`(?:用|以|使用)[^。\n]{0,40}\.md[^。\n]{0,10}(?:替换|覆盖|取代)[^。\n]{0,12}?${NAMED}|(?:把|将)[^。\n]{0,10}?${NAMED}[^。\n]{0,12}(?:替换|覆盖|取代)(?:为|成)[^。\n]{0,40}(?:\.md|以下|下面|如下)`,
    "g",
  ),
  new RegExp(
    String.raw`\.md[^.\n]{0,16}?${NAMED}[^.\n]{0,12}(?:교체|덮어\s?[쓰씁써씌]|바꾸|바꿔|대체)|${NAMED}[^.\n]{0,12}(?:아래|다음)[^.\n]{0,12}(?:교체|덮어\s?[쓰씁써씌]|바꾸|바꿔|대체)`,
    "g",
  ),
];
const ASKS_FIRST =
  /\b(?:optional\w*|ask|asks|asked|confirm\w*|if\s+(?:the\s+user|you)|approv\w+|consent|backup|back\s+up|restore\w*)\b/i;

/** Who the agent is, exchanged for what the package brings. */
function findReplacements(visible: string): RegExpExecArray[] {
  if (!/(?:SOUL|IDENTITY|AGENTS|HEARTBEAT|MEMORY|TOOLS)\.md/.test(visible)) return [];
  return REPLACES_MEMORY.flatMap((pattern) => Array.from(visible.matchAll(pattern))).filter(
    ({ 0: text, index }) => {
      const line = lineText(visible, index);
      return !(
        ASKS_FIRST.test(line) ||
        LEFT_ELSEWHERE.test(line) ||
        FORBIDS_BEFORE.test(visible.slice(Math.max(0, index - 40), index)) ||
        FORBIDS_AFTER.test(visible.slice(index + text.length, index + text.length + 20))
      );
    },
  );
}

/** SKILL.md tells the agent to write itself into what is read in every later session. */
export function findMemoryOrders(unit: MarkdownUnit, rule: Pick<Rule, "remedy">, code: string): Finding[] {
  const { visible } = unit.parts;
  const english = Array.from(visible.matchAll(WRITES_MEMORY)).filter(({ 0: text, index }) => {
    if (LEFT_TO_PERSON.test(lineText(visible, index))) return false;
    return FOR_GOOD.test(text) || OBEYS.test(visible.slice(index, index + text.length + MEMORY_REACH));
  });
  const elsewhere = Array.from(visible.matchAll(WRITES_MEMORY_ELSEWHERE)).filter(({ index }) => {
    const line = lineText(visible, index);
    return FOR_GOOD_ELSEWHERE.test(line) && !LEFT_ELSEWHERE.test(line);
  });
  return english.concat(elsewhere, findReplacements(visible)).map((match) => {
    const message = "The agent is told to change its own memory or rules for good.";
    return report(rule, {
      code,
      ...MEDIUM_STRONG,
      file: unit.file.path,
      line: unit.lineAt(match.index),
      message,
      evidence: match[0],
    });
  });
}

/** How far below the order what is to be written may stand. */
const MEMORY_REACH = 300;
