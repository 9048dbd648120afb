import { find, has } from "../step-words";
import type { Step } from "../steps";
import { says, tells, type Frame } from "./told";

const RANKS =
  /\b(?:place|put|rank|order|sort|arrange|list|position|score|present|recommend|show|rate|move|favou?r|prefer|promote|choose|pick|name)\b[^.]{0,60}\b(?:at the (?:very )?top|first|highest|above (?:all|the (?:others|rest))|ahead of|over (?:its|their|the|all) (?:rivals?|competitors?|others)|as the (?:best|winner|leader)|number one|best choice|in first place|come first)\b/i;
const DISPARAGES =
  /\b(?:describe|portray|present|depict|call|label|paint|characteri[sz]e|mention|make)\b[^.]{0,30}\b(?:rivals?|competitors?|competition|opponents?|others?|alternatives?|critics)\b[^.]{0,40}\b(?:unreliable|inferior|unsafe|outdated|worse|dangerous|expensive|weak|risky|poor|insecure|corrupt|dishonest|bad)\b/i;
/** Somebody is meant, not whatever comes first by a measure. */
const NAMED =
  /(?:^|[^.!?:\s]\s)(?:our|us|[A-Z][a-z]+(?:\s[A-Z]\w+)?|sponsor\w*|partners?|affiliat\w*|ours)\b/;
const OURS_FIRST = /\b(?:our|ours|sponsor\w*|partners?|affiliat\w*)\b/i;
const IN_EACH = /\b(?:every|any|all|each|always|whenever|no matter|regardless|whatever|even if)\b/i;
const BY_MEASURE =
  /\b(?:most (?:important|relevant|recent|critical|severe)|highest (?:priority|score|impact)|by (?:date|name|size|priority|severity|relevance|score)|summary|imports?|required|options?|arguments?|parameters?|sections?|tests?|errors?|headings?|file|folder|column|step)\b/i;

const OWN_FIRST =
  /(?:자사|당사|우리 (?:회사|제품))[^.]{0,16}(?:1위|최고|맨 위|먼저|유리)|(?:本公司|我们的?(?:产品|公司)|我司|自家|自有品牌)[^。]{0,16}(?:第一|首位|最好|最佳|排在前|优先)/;

/** One side is favoured, whatever the facts are. */
export const favours: Frame = (step) => {
  const disparaged = tells(step, DISPARAGES);
  if (disparaged !== null) return { kind: "falsifies", object: disparaged, themes: ["made-up", "playing"] };
  const own = step.isCjk ? says(step, OWN_FIRST) : null;
  if (own !== null) return { kind: "falsifies", object: own, themes: ["made-up", "playing"] };
  const ranked = tells(step, RANKS);
  if (ranked === null || !NAMED.test(step.text) || BY_MEASURE.test(step.text)) return null;
  if (!IN_EACH.test(step.text))
    return OURS_FIRST.test(step.text)
      ? { kind: "favours", object: ranked, themes: ["made-up", "playing"] }
      : null;
  return { kind: "falsifies", object: ranked, themes: ["made-up", "playing"] };
};

const TRAIT =
  /\b(?:surnames?|last names?|first names?|foreign|ethnic\w*|race|racial|skin colou?r|nationalit\w+|gender|wom[ae]n|female|pregnan\w+|religio\w+|muslims?|jew\w*|immigrants?|disab\w+|accent|sexual orientation|gay|age over|older than (?:4|5|6)\d|over (?:4|5|6)\d|m[ae]n|male)\b|女性|性别|民族|种族|籍贯|年龄|宗教|여성|성별|인종|출신|종교|나이|장애/i;
const WORSE =
  /\b(?:lower|reject|deduct|fewer|penali[sz]e|downgrade|exclude|skip|sort last|bottom|less|discard|decline|mark down|minus|subtract|disadvantage|worse|prefer|favou?r)\b|降低|扣分|拒绝|排除|减分|淘汰|낮게|감점|거절|제외|탈락|불이익/i;
const PEOPLE =
  /\b(?:candidates?|applicants?|people|persons?|borrowers?|tenants?|patients?|r[eé]sum[eé]s?|cvs?|employees?)\b|候选人|求职者|申请人|简历|员工|지원자|후보|이력서|고객|직원/i;

/** People are judged by what they are. */
export const discriminates: Frame = (step) =>
  TRAIT.test(step.text) &&
  WORSE.test(step.text) &&
  PEOPLE.test(step.text) &&
  !/\b(?:not|never|avoid|without|bias|fair\w*|remove|protected|discriminat\w+|anonymi\w+)\b|不得|不要|避免|公平|금지|공정|않|말/i.test(
    step.text,
  )
    ? { kind: "falsifies", object: TRAIT.exec(step.text)?.[0] ?? "", themes: ["security", "playing"] }
    : null;

const BENDS =
  /\b(?:round|set|adjust|change|multiply|report|write|enter|put|state|quote|give|show|shift|move|nudge|increase|decrease|reduce|raise|lower|inflate|add|subtract|double|halve|cut|trim|shave|replace)\b[^.]{0,60}\b(?:rates?|revenue|earnings|figures?|numbers?|values?|totals?|amounts?|prices?|sales|counts?|doses?|dosages?|risks?|scores?|interest|probabilit\w+|results?|dates?|statistics|costs?|salary|salaries|revenue|profits?|turnover|percentages?|temperatures?|readings?|measurements?|balance|hours|quantit\w+|grades?|ages?)\b[^.]{0,60}\b(?:down to zero|to zero|higher than|lower than|(?:above|below|over|under|beyond) what|(?:above|below) the (?:real|actual|true)|(?:an?|one) (?:tenth|third|quarter|fifth|half) (?:above|below|more|less|higher|lower)|than (?:the )?(?:real|actual|true|original|measured)|by (?:about |around |roughly |some )?(?:\d+|one|two|three|five|ten|a (?:few|third|quarter|half)|half)(?: ?%| percent| points?)?|look (?:better|worse|tidy|good|smaller|larger)|looks? (?:better|worse|tidy|good|smaller|larger)|in (?:our|its|their) favou?r|(?:twice|half) (?:as|the)|randomly|slightly|to match (?:the )?(?:target|expectation|plan))\b/i;
const MADE_FOR_TESTS =
  /\b(?:mock|test|fixture|sample|placeholder|dummy|bytes?|pixels?|zeros?|never|avoid|not)\b/i;
/** Such changes are asked for, or are sums. */
const ASKED_FOR =
  /\b(?:if the user|user (?:asks|wants|gives|specifies|provides)|requested|default|threshold|limit|timeout|margin|padding|font|width|height|opacity|volume|batch|learning|temperature parameter|max|min|budget|tokens?|retries|index|zoom|scale|currency|inflation|tax|discount|normali[sz]e|decimal|score (?:for|each|the)|confidence|size|version|pixels?|px|delay|interval|speed|weights?|priority|severity)\b/i;
const DISTORTS =
  /\b(?:inflate|fake|falsify|doctor|pad|fudge|skew|rig|manipulate|embellish|exaggerate|overstate|understate|downplay|distort)\b[^.]{0,30}\b(?:ratings?|scores?|reviews?|figures?|numbers|results?|revenue|sales|statistics|metrics|measurements?|benchmarks?|risks?|earnings|counts|votes|grades?|expenses|hours)\b/i;
const PRESENTS_AS =
  /\b(?:present|describe|portray|frame|depict|treat|state|report)\b[^.]{0,40}\bas (?:an? )?(?:proven|established|settled|scientific|undisputed|fact|facts|cure|guaranteed|hoax|rigged|certain)\b/i;
const BENDS_ELSEWHERE =
  /(?:夸大|虚增|美化|粉饰)[^。，]{0,10}(?:业绩|数据|数字|利润|销量|结果|成绩)|(?:数字|数值|金额|销售额|评分|结果|剂量|价格|业绩|数据|比例)[^。，]{0,16}(?:比实际|高于实际|低于实际|多报|少报|虚报|夸大|调高|调低|改成)|(?:多报|少报|虚报)|실제보다[^.]{0,14}(?:높게|낮게|많게|적게|크게|작게)|(?:수치|금액|매출|점수|결과|가격|용량)[^.]{0,16}(?:부풀|조작|허위)/;

/** Figures are written other than they are. */
export const bendsFigures: Frame = (step) => {
  const distorted =
    tells(step, DISTORTS) ?? (step.hits.some(({ is }) => is === "opinion") ? tells(step, PRESENTS_AS) : null);
  if (distorted !== null && !MADE_FOR_TESTS.test(step.text))
    return { kind: "falsifies", object: distorted, themes: ["made-up", "playing"] };
  const bent = tells(step, BENDS);
  if (bent !== null && !ASKED_FOR.test(step.text))
    return { kind: "falsifies", object: bent, themes: ["made-up", "playing"] };
  const elsewhere = step.isCjk ? says(step, BENDS_ELSEWHERE) : null;
  return elsewhere === null ? null : { kind: "falsifies", object: elsewhere, themes: ["made-up", "playing"] };
};

const OTHER_NAME =
  /\b(?:put|write|name|swap|replace|blame|sign|credit|attribute)\b[^.]{0,60}\b(?:another (?:colleague|person|author|employee|name|member|company|manager)|someone else|somebody else|a different (?:name|person|author|colleague)|the wrong (?:name|person))\b/i;
const DROPS_INCONVENIENT =
  /\b(?:leave|throw|take|cut|filter|edit|drop|remove|delete|discard|omit|skip|keep)\b[^.]{0,40}\b(?:negative|critical|unfavou?rable|inconvenient|bad|low|one-star|unflattering|contradict\w+|dissent\w+|embarrassing|unwelcome|refunds?|complaints?|failed|failing|losses|warnings?)\b[^.]{0,60}\b(?:out|away|tidy|better|positive|favou?rable|original|clean(?:er)?|reviews?|feedback|comments?|results?|opinions?|findings|evidence|rows?|numbers)\b/i;
const GOES_MISSING =
  /\b(?:out|away|omit|drop|remove|delete|discard|skip)\b|so that (?:\w+ ){1,3}(?:looks?|appears?)/i;
const NO_MENTION =
  /\b(?:drop|omit|avoid|remove|delete|leave out|strike|cut)\b[^.]{0,12}\b(?:any|every|all|each)\b[^.]{0,12}\b(?:mentions?|references?|traces?|talk)\b[^.]{0,12}\bof\b[^.]{0,40}\b(?:rivals?|competitors?|competing|strengths?|weakness\w*|risks?|criticism|problems?|failures?|side effects|complaints?|dangers?)\b/i;
const OMITS_AGAINST =
  /\b(?:omit|skip|drop|exclude|ignore|leave out|suppress|discard|cut)\b[^.]{0,24}\b(?:stud(?:y|ies)|evidence|sources|results|data|papers|voices|findings|arguments|facts|quotes)\b[^.]{0,20}\b(?:that|which|who)\b[^.]{0,12}\b(?:contradicts?|disagrees?|opposes?|speaks? against|weakens?|questions?|doubts?|challenges?)\b/i;
const HIDDEN =
  /\b(?:say nothing|(?:do not|don['’]t|never|without) (?:ever )?(?:mention\w*|tell\w*|say\w*|disclos\w+|not\w+|flag\w*|mark\w*|inform\w*)|secretly|quietly|silently|covertly|unnoticed|discreetly)\b|不要提及|不提及|不要说明|不要告诉|不告诉|悄悄|偷偷|알리지\s?(?:말|않|마)|말하지\s?(?:말|않|마)|언급하지\s?(?:말|않|마)|몰래/i;

/** Who did what, and what speaks against it, is hidden. */
export const twistsRecord: Frame = (step) => {
  const name = tells(step, OTHER_NAME);
  if (
    name !== null &&
    /\b(?:instead|responsib\w+|fault|fail\w+|blame|author|mistake|error|in place of|sign)\b/i.test(step.text)
  )
    return { kind: "falsifies", object: name, themes: ["made-up", "playing"], isHeavy: true };
  const unsaid = tells(step, LEAVES_UNSAID);
  if (
    unsaid !== null &&
    (step.hits.some(({ is }) => CONTENT.has(is)) ||
      /\b(?:warnings?|allerg\w+|risks?|fees?|penalt\w+|recalls?)\b/i.test(unsaid))
  )
    return { kind: "falsifies", object: unsaid, themes: ["made-up", "playing"] };
  const changes = find(step, ["change", "omit", "raise", "delete", "add", "invent"]);
  const content = step.hits.find(({ is }) => CONTENT.has(is));
  if (changes !== null && content !== undefined && HIDDEN.test(step.text) && !PROCESS_TALK.test(step.text))
    return {
      kind: "falsifies",
      object: step.text.slice(content.start, content.end),
      themes: ["made-up", "playing"],
    };
  const unmentioned = tells(step, NO_MENTION) ?? tells(step, OMITS_AGAINST);
  if (unmentioned !== null) return { kind: "falsifies", object: unmentioned, themes: ["made-up", "playing"] };
  const dropped = tells(step, DROPS_INCONVENIENT);
  if (dropped === null || !GOES_MISSING.test(step.text) || CLEANING.test(step.text)) return null;
  return { kind: "falsifies", object: dropped, themes: ["made-up", "playing"] };
};

const LEAVES_UNSAID =
  /\b(?:leave|let|keep|pass over)\b[^.]{0,60}\b(?:off (?:it|the [\w ]{2,20})|unmentioned|unsaid|unreported|undisclosed|unspoken|out of (?:it|the (?:summary|report|text|slides?|minutes|table))|from the reader)\b/i;
const CONTENT: ReadonlySet<string> = new Set([
  "rating",
  "reference",
  "figure",
  "payee",
  "drawback",
  "praise",
  "opinion",
]);
const PROCESS_TALK =
  /\b(?:skill|tool|internal|implementation|file paths?|system prompt|ids?|raw|api|technical)\b/i;
const CLEANING =
  /\b(?:outliers?|duplicat\w*|invalid|null|empty|nan|spam|test data|deprecated|stale|unused|retry|false positives?|noise|lint|import)\b/i;

/** Links earn money for somebody whom nobody named. */
export const linksForMoney: Frame = (step: Step) => {
  const tagged = says(
    step,
    /\b(?:add|append|put|insert|attach|include|replace|rewrite|swap)\b[^.]{0,80}(?:\?tag=|[?&](?:ref|aff|affid|affiliate|partner)=|\b(?:affiliate|referral) (?:tag|code|link|id)s?\b)/i,
  );
  return tagged === null || has(step, "consent")
    ? null
    : { kind: "falsifies", object: tagged, themes: ["made-up", "sending"] };
};
