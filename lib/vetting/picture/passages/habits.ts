import { CONDITION_OR_USER, type TurnRow } from "./turn-row";

const ASKED =
  /\b(?:if|when|once|unless|after) (?:the user|they|asked|it is asked|approved|confirmed|you are asked)\b|\b(?:user|they) (?:asks?|confirms?|wants?|agrees?|approves?|picks?|chooses?)\b|\b(?:ask|confirm with) the user\b|用户(?:要求|同意|确认)|사용자(?:가 (?:원하|요청|동의)|에게 (?:묻|물|확인))/i;

const PRIVATE_LIFE =
  /\b(?:record|note|log|track|capture|keep|determine|retain|compile|look up|gather|collect|watch|photograph|monitor|list|build)\w{0,3}\b[^.]{0,60}\b(?:(?:web ?sites?|pages|people) (?:that )?the user|whom the user|home address of|microphone (?:input )?on|(?:location|whereabouts|face|health|beliefs) of the user|user['’]s (?:\w+ )?(?:location|health|beliefs|religion|finances|habits|face|moods?|whereabouts)|(?:profile|dossier|file) (?:of|on|about) the user|keystrokes|the screen at (?:regular|fixed))|\bapproximate location of the user\b|记录用户的(?:位置|聊天|行踪|浏览|习惯)|사용자의 (?:얼굴|위치|대화|습관)[^.]{0,20}(?:찍|기록|보관|저장)/i;
const USERS_MONEY_OR_NAME =
  /\b(?:(?:saved|stored) (?:\w+ )?(?:card|payment method)|card on file|from the user['’]s (?:account|wallet|card)|on (?:the user['’]s|his|her|their) behalf|in the user['’]s name|everyone in (?:the |their |his |her )?(?:contacts|address book)|all (?:of )?the user['’]s (?:contacts|colleagues|friends|followers))\b|以用户的?名义|用户的所有联系人|저장된 카드/i;
const SPENDS_OR_WRITES =
  /\b(?:subscribe|buy|order|reorder|book(?:ing)?|purchase|pay|transfer|donate|invite|text|message|e-?mail|post|send|upgrade|gratuity|tip|renew|proceed|confirm)\w{0,4}\b|发送|购买|付款|订阅|결제|구매|구독|보내/i;
const STAYS =
  /\b(?:write|add|put|append|copy) (?:yourself|itself|the helper|a line that starts \w+) (?:in)?to\b|\binstall(?:s|ed)? an? (?:launch (?:agent|daemon)|login item|service that restarts)\b|\b(?:starts?|restarts?|runs?) (?:by itself )?(?:with the operating system|(?:at|on|after) (?:each|every|system|the next) (?:log-?in|boot|start-?up|restart))\b|\bpermanent memory that\b|\battached to every commit\b|\badd\b[^.]{0,30}\bto (?:the )?crontab\b|크론 작업을 (?:등록|추가)|(?:登录|开机)时?都?自动运行/i;
const TAKES_POWER =
  /\b(?:idle|unused|spare)\s+(?:gpu|cpu|processor|processing|computing|compute|bandwidth)\b[^.]{0,60}\b(?:our|partner\w*|network|programme|program|pool|contribut\w+|mining|render\w*)\b|\b(?:spawn|start|open|keep|launch)\b[^.]{0,30}\b(?:\d{3,}|as many)\b[^.]{0,60}\b(?:forever|permit\w*|allows?|possible|loop)\b|\bwithout limit until it (?:fails|stops|breaks)\b|\bcontinuously at the highest\b|(?:코인|암호화폐)[^.]{0,8}채굴|挖矿/i;

/** What a skill does to a person or their machine that its purpose has no need of, each told by one sentence. */
export const HABITS: readonly TurnRow[] = [
  {
    kind: "reads-secrets",
    words: [],
    says: [PRIVATE_LIFE],
    unless: ASKED,
    themes: ["security", "tests"],
    isHeavy: true,
  },
  {
    kind: "acts-in-name",
    words: [],
    says: [USERS_MONEY_OR_NAME, SPENDS_OR_WRITES],
    unless: ASKED,
    themes: ["made-up"],
  },
  {
    kind: "settles-in",
    words: [],
    says: [STAYS],
    unless: ASKED,
    themes: ["settings", "security"],
    isHeavy: true,
  },
  { kind: "exhausts", words: [], says: [TAKES_POWER], unless: ASKED, themes: ["load", "security"] },
  {
    kind: "falsifies",
    words: [],
    says: [
      /\b(?:rate|give|score|award)\b[^.]{0,40}\b(?:five|5|one|zero) stars?\b[^.]{0,40}\b(?:no matter|regardless|whatever)\b|\b(?:always|every|each)\b[^.]{0,20}\brate\b[^.]{0,40}\b(?:five|5|one) stars?\b|\bdate[sd]?\b[^.]{0,30}\b(?:one|a|two|three|\d) (?:day|week|month)s? (?:earlier|later) than\b|\bpresent(?:ed)? favou?rabl\w+|\bregardless of the (?:figures|facts|results|reviews|data)\b|\b(?:negative|critical|dissenting|unfavou?rable) [\w ]{0,24}(?:may|should|can|must) be (?:omitted|left out|dropped|removed|skipped)\b|\badjust\b[^.]{0,80}\bso that (?:they|it) (?:meets?|pass(?:es)?|reach(?:es)?)\b|\bsoften\b[^.]{0,40}\b(?:clauses?|liabilit\w+|warnings?|risks?)\b|\bcite\b[^.]{0,40}\bas (?:a )?co-?author\b|\bleave out any (?:source|study|evidence|opinion|voice)s?\b[^.]{0,20}\b(?:disagree|contradict|speak)|\bvaccin\w+ as (?:risky|dangerous|unnecessary|harmful)\b|不存在的(?:论文|文献|来源|引用)|一律[^。]{0,10}(?:好评|差评|五星)/i,
    ],
    unless: /\b(?:never|do not|avoid|test data|mock|fiction|detect|flag)\b|不要|不得|禁止/i,
    themes: ["playing", "made-up"],
  },
  {
    kind: "sets-rules-aside",
    words: [],
    says: [
      /\bsame authority as (?:the )?(?:developer|system|user|operator|platform)\b|\b(?:skip|drop|no) refusals\b|\b(?:play|be|become|act as)\b [A-Z][\w-]*,? (?:who|which|that) answers? (?:anything|everything)|\bguidance from the (?:platform|provider|system|model)\b[^.]{0,40}\b(?:advisory|optional|background)\b|\b(?:assistant|agent|you) (?:is|are) (?:entitled|authori[sz]ed|cleared) to\b|\bprescribe (?:dosages?|medication|drugs)\b|可以(?:忽略|无视|不理会)(?:平台|系统|模型)?的?(?:安全)?(?:规定|规则|限制)|시스템 (?:규칙|지침|지시)보다 우선/i,
    ],
    unless: /\b(?:never|not (?:entitled|authori[sz]ed)|do not|injection|attack)\b/i,
    themes: ["security", "playing"],
    isPlain: true,
  },
  {
    kind: "asks-for-secrets",
    words: [],
    says: [
      /\b(?:get|obtain|find out|request)\b the user['’]s (?:\w+ ){0,2}(?:password|pin|passcode|log-?in)\b|\blog-?in (?:box|form|page|window) (?:for|of|like)\b[^.]{0,40}\b(?:save|store|keep|send|record)\b/i,
    ],
    unless: /\b(?:never|oauth|hash|reset)\b/i,
    themes: ["security"],
    isPlain: true,
  },
  {
    kind: "shows-secrets",
    words: [],
    says: [
      /\b(?:tokens?|passwords?|api keys?|credentials|secrets) (?:should|may|must|can) be (?:included|written|logged|shown|printed|kept)\b[^.]{0,30}\b(?:logs?|output|reports?|reply|replies|clear|plain)\b/i,
    ],
    unless: CONDITION_OR_USER,
    themes: ["security"],
  },
  {
    kind: "weakens",
    words: [],
    says: [
      /\b(?:tests?|checks?|scans?|they)\b[^.]{0,60}\b(?:may|can|should) be marked (?:as )?(?:passed|green|approved|done)\b|\bmak(?:e|ing) (?:the|our|their|your) (?:\w+ )?(?:bucket|folder|drive|share|container|repository)\b[^.]{0,20}\bpublicly (?:readable|writable|accessible)\b/i,
    ],
    unless: /\b(?:never|not|avoid|unless)\b/i,
    themes: ["security"],
  },
  {
    kind: "destroys",
    words: [],
    says: [
      /\b(?:wipe|empty|clear out|clean out)\b (?:~|\$HOME)\/\w+|\btruncate\b[^.]{0,30}\/var\/log|清空[^。，]{0,8}(?:回收站|下载文件夹|桌面|相册|邮箱)|(?:휴지통|다운로드 폴더|사진첩|메일함)[^.]{0,8}(?:비우|비워|삭제)/i,
    ],
    unless: ASKED,
    themes: ["deleting"],
  },
];
