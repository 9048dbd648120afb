import { destroys, locksAway, opensUp, showsSecrets, weakens } from "./frames/damaging";
import { favours, bendsFigures, discriminates, linksForMoney, twistsRecord } from "./frames/distorting";
import { asksForWords, claimsAuthority, letsIn, silencesChecks } from "./frames/letting-in";
import { touchesForeign } from "./frames/foreign-things";
import { readsSecrets, settlesIn, showsSecretsOpenly } from "./frames/settling-in";
import { exhausts, hidesItself, obeysOthers, runsUnasked } from "./frames/taking-orders";
import { tells, told, type Frame } from "./frames/told";
import { find, findPair, has, isForbidden, wordsOf } from "./step-words";

const falsifies: Frame = (step) => {
  const invented = findPair(step, ["invent"], ["reference", "figure", "rating", "opinion"], 60);
  if (invented !== null) return told(step, "falsifies", invented.object, ["made-up", "playing", "security"]);
  const changed = findPair(step, ["change", "raise"], ["reference", "figure", "payee", "rating"], 60);
  if (changed !== null && !PREFERS.test(wordsOf(step, changed.verb)) && BENT.test(step.text))
    return told(step, "falsifies", changed.object, ["made-up", "playing"]);
  const credited = findPair(step, ["change"], ["reference"], 60);
  if (credited !== null && (GIVEN_NAME.test(step.text) || ALL_TO_ONE.test(step.text)))
    return told(step, "falsifies", credited.object, ["made-up"]);
  const payee = findPair(step, ["change"], ["payee"], 60);
  if (
    payee !== null &&
    /\b(?:to|with|by|for)\b[^.]{0,30}[A-Z0-9@]{6,}|改为|改成|替换为|바꾸|변경|교체/.test(step.text) &&
    /[A-Z]{2}\d{2}|@|\d{6,}|0x/.test(step.text)
  )
    return told(step, "falsifies", payee.object, ["made-up"]);
  const praised = findPair(step, ["add", "raise", "create", "change", "send"], ["praise"], 70);
  if (
    praised !== null &&
    (has(step, "rating", "always", "all") || NAMED.test(step.text)) &&
    !COUNTS.test(step.text)
  )
    return told(step, "falsifies", praised.object, ["made-up"]);
  const drawback = findPair(step, ["omit", "delete"], ["drawback"], 60);
  if (drawback !== null && !COUNTS.test(step.text))
    return told(step, "falsifies", drawback.object, ["made-up", "playing"]);
  const unsaid = step.hits.find((hit) => hit.is === "drawback" && UNSAID.test(step.text.slice(0, hit.start)));
  if (unsaid !== undefined) return told(step, "falsifies", unsaid, ["made-up", "playing"]);
  const claim = findPair(step, ["add", "promote", "raise"], ["opinion"], 80);
  if (claim !== null && CLAIMS.test(step.text))
    return told(step, "falsifies", claim.object, ["made-up", "playing"]);
  const ranked = findPair(step, ["promote", "raise"], ["rating", "figure"], 80);
  if (ranked !== null && has(step, "instead") && BENT.test(step.text) && has(step, "always", "all"))
    return told(step, "falsifies", ranked.object, ["made-up", "playing"]);
  return null;
};

/** One source is better than another: that changes none. */
const PREFERS = /^(?:prefer|favou?r|rank|lean)/i;
const BENT =
  /\bby (?:ten|five|two|one|a few|\d+)|slightly|random|fictional|non-?existent|made.up|plausible|in (?:our|their|its|his|her|the \w+['’]s) favou?r|favou?rabl|so that (?:they|it|the \w+) (?:points?|appears?|looks?|seems?|favou?rs?|always)|to make [^.]{0,40}(?:look|appear|seem)|whatever the|no matter|look (?:better|worse)|instead of the (?:real|actual|true|original)|another (?:person|author|work)|our own|to ours|upwards?|downwards?|not the (?:real|actual)|whether or not|unrelated|随机|虚假|不存在|略微|有利|无论|而不是|好看|别人|我们的|무작위|가짜|존재하지|약간|유리|실제|관계없이|허위|우리|다른 사람|퍼센트|百分之|부풀/i;
/** "… with K. Halloran": whoever wrote it, this name stands there. */
const GIVEN_NAME =
  /\b(?:with|to|by)\s+["“][A-Z]|\b(?:with|to|by)\s+["“'`]?(?:Dr\.?\s+|Prof\.?\s+)?[A-Z][\w.]{0,20}\s+[A-Z][a-z]{2,}/;
const ALL_TO_ONE =
  /\b(?:attribute|credit|ascribe)\b[^.]{0,12}\b(?:all|every|each|any)\b[^.]{0,40}\bto (?:the|our|a|one)\b/i;
const NAMED = /\b(?:for|of|to|about)\s+(?:our|the author|this skill|[A-Z][\w-]+)|给|对|에 대해|에게|제품/;
/** A sentence that counts or looks through reviews does not write them. */
const COUNTS =
  /\b(?:count|analy[sz]|classif|categori|filter for|summari[sz]e (?:the )?(?:negative|complaints)|duplicat|parse|extract|average|percentage of|number of|table|column|detect|remove duplicate|strip|banner)|统计|分析|분석|집계|통계/i;
const UNSAID =
  /\b(?:do not|don['’]?t|never|avoid|without)\s+(?:ever\s+)?(?:mention|discuss|includ|list|show|rais|bring(?:ing)? up|talk(?:ing)? about|report|quot|cit|disclos)\w*\s+(?:\w+\s+){0,4}$|(?:不要|不得|绝不|避免)(?:提及|提到|提|写|列出|引用|展示)[^。，]{0,12}$/i;
const CLAIMS =
  /\b(?:support|vote|better|best|only|should|must|superior|honest|trust\w*|corrupt|danger\w*|cures?|safe|fraud|rigged|proven|praise|positive|negative|favou?r\w*|questions?|doubts?|hoax|harm\w*|inferior|worse|less|unreliable)\b|支持|投票|最好|有效|腐败|危险|治愈|可靠|优于|低于|지지|투표|최고|효과|부패|위험|치료|우수|낮/i;

/** Texts that trick others, or words of others put into the user's mouth. */
const deceives: Frame = (step) => {
  const baits = step.hits.filter(({ is }) => is === "bait");
  const [bait] = baits;
  if (bait === undefined) return null;
  const writes = find(step, ["send", "add", "create", "ask"]) !== null || WRITES.test(step.text);
  if (!writes || isForbidden(step, bait)) return null;
  const addressed =
    step.targets.length > 0 ||
    has(step, "trusted-sender") ||
    /\b(?:link|recipients?|contacts?|customers?|colleagues?|employees?|everyone)\b|链接|收件人|同事|客户|링크|수신자|고객|동료/i.test(
      step.text,
    );
  const poses = has(step, "trusted-sender") || baits.length > 1 || has(step, "secret");
  return addressed && poses ? told(step, "deceives", bait, ["security", "made-up"]) : null;
};

const WRITES = /\b(?:write|draft|compose|reply|message|generate|include|append)\b|撰写|写|起草|작성|보내|써/i;

const setsRulesAside: Frame = (step) => {
  const regarded = findPair(step, ["regard"], ["loose"], 80);
  const meant = step.hits.find(({ is }) => is === "rules");
  if (regarded !== null && meant !== undefined && AGENTS_RULES.test(step.text))
    return told(step, "sets-rules-aside", meant, ["security", "playing"]);
  const person = findPair(step, ["act-as"], ["free"], 120);
  if (person !== null && !/\bplan\b|\btier\b/i.test(step.text))
    return told(step, "sets-rules-aside", person.object, ["security", "playing"]);
  const rules = step.hits.find(({ is }) => is === "rules");
  if (
    rules !== undefined &&
    VOID.test(step.text) &&
    AGENTS_RULES.test(step.text) &&
    (step.isCjk || !isForbidden(step, rules))
  )
    return told(step, "sets-rules-aside", rules, ["security", "playing"]);
  const binding = findPair(step, ["binding"], ["approved"], 60, false);
  if (binding !== null && DOES_ALL.test(step.text))
    return told(step, "sets-rules-aside", binding.object, ["security"]);
  const consent = step.hits.find(({ is }) => is === "approved");
  if (
    consent !== undefined &&
    /\b(?:user|owner|you|operator)\b|用户|사용자/i.test(step.text) &&
    ASSUMED.test(step.text) &&
    !isForbidden(step, consent) &&
    !CONDITION.test(step.text.slice(0, consent.start))
  )
    return told(step, "sets-rules-aside", consent, ["security"]);
  return null;
};

/** Rules of the agent, not of a language or a company's style. */
const AGENTS_RULES =
  /\b(?:safety|system|your|usual|normal|standard|any|all|prior|earlier|other|security|ethic\w*|content|usage|platform|provider|company|corporate|house|assistant|model|default|existing|internal|the)\s+(?:\w+\s+){0,3}(?:guidelines?|rules?|polic(?:y|ies)|instructions?|restrictions?|limits?|limitations?|safeguards?|guardrails?|constraints?|boundaries|directives?|refusals?|training|advice|warnings?|requirements?)|安全|系统|你的|平台|通常|一切|所有|其他|안전|시스템|기존|당신의|평소|모든|플랫폼|다른/i;
const VOID =
  /\b(?:(?:do(?:es)? not|don['’]?t|no longer|never) (?:apply|bind|count|matter|hold)|are (?:void|suspended|lifted|waived|paused|not binding|off)|is (?:void|suspended|lifted|waived)|set (?:them |those |these )?aside|can be (?:relaxed|waived|set aside|skipped)|need not be (?:followed|observed)|(?:this skill|these (?:instructions|rules|steps)|this document|what follows|the following|the steps below)\b[^.]{0,40}(?:take (?:precedence|priority) over|takes (?:precedence|priority) over|outranks?|supersedes?|overrules?|trumps?\b))|不适用|失效|不再有效|可以不遵守|暂停|本技能[^。]{0,12}优先于|不必遵守|적용되지|무효|따르지 않아도|이 스킬[^.]{0,12}우선(?:합니다|한다)|지킬 필요/i;
const DOES_ALL =
  /\b(?:you to|your|any|all|every|without|access|full|data|collect|proceed|monitor\w*|process\w*|run|execute)\b|访问|收集|执行|任何|접근|수집|실행|모든/i;
const CONDITION = /(?:除非|如果|若|是否|当|\b(?:unless|if|whether|when|only)\b)[^.。，]{0,40}$/i;
const ASSUMED =
  /\b(?:assume|already|by (?:installing|using|downloading|running)|implied|implicit|blanket|in advance|standing|consider|no (?:further|additional|need)|pre-?(?:approved|authori[sz]ed))\b|视为|已经?|安装本|使用本|默认|이미|간주|설치하면|사용하면|사전/i;

/** Passwords and keys are asked of the user for the sake of the skill. */
const asksForSecrets: Frame = (step) => {
  const asked =
    findPair(step, ["ask"], ["secret"], 90) ??
    (MUST_GIVE.test(step.text) ? findPair(step, ["give"], ["secret"], 90) : null);
  if (
    asked === null ||
    !/\b(?:user|owner|them|customer|person|human|visitor|recipient)s?\b|用户|使用者|사용자|고객/i.test(
      step.text,
    )
  )
    return null;
  if (
    SERVICES_KEY.test(step.text) &&
    !/password|passphrase|seed|recovery|密码|口令|助记词|비밀번호|시드|암호|복구/i.test(step.text)
  )
    return null;
  if (ENTERS_ITSELF.test(step.text)) return null;
  return has(step, "setup", "always") || KEPT_BY_USER.test(step.text)
    ? told(step, "asks-for-secrets", asked.object, ["security", "encrypting"], true)
    : null;
};

const MUST_GIVE =
  /\busers?\s+(?:must|should|need to|needs to|have to|has to|are required to|is required to)\b/i;
/** A service's own key that a person fetches for the skill, as most set-ups ask. */
const SERVICES_KEY =
  /\bAPI[ _-]?(?:key|token)|access[ _-]?token|client[ _-]?secret|_KEY\b|_TOKEN\b|API 키|密钥|令牌|토큰|\.env\b/i;
const ENTERS_ITSELF =
  /\b(?:never|not)\b[^.]{0,20}\b(?:ask|paste|share)|in (?:their|your|the) (?:own )?(?:browser|terminal|settings|dashboard|keychain|password manager|shell)|environment variables?|sudo|new password|strong password|password reset|forgot/i;
const KEPT_BY_USER =
  /\b(?:bank|e-?mail|account|log-?in|computer|system|admin(?:istrator)?|root|master|keychain|work|company|corporate|wallet|seed|recovery|social security|card)\b|银行|邮箱|电脑|系统|钱包|登录|은행|이메일|컴퓨터|시스템|지갑|로그인/i;

const actsInName: Frame = (step) => {
  const spent = findPair(
    step,
    ["spend"],
    ["all", "always", "kept", "rating", "work", "account", "elsewhere"],
    90,
  );
  const verb = find(step, ["spend"]);
  if (verb === null) return null;
  const always = has(step, "always") || has(step, "quiet");
  if (!always || has(step, "consent")) return null;
  return DEALS.test(step.text) || (spent !== null && BOUGHT.test(step.text))
    ? told(step, "acts-in-name", verb, ["made-up"])
    : null;
};

const DEALS =
  /\b(?:star|upvote|like|follow|vote for|retweet|subscribe to|donate|tip|wire|transfer)\b[^.]{0,60}\b(?:our|this skill|the author|the maintainer|repository|repo|account|channel|page|profile|creator|fund|wallet|newsletter|plan)\b|\b(?:buy|purchase|order|subscribe)\b[^.]{0,60}\b(?:premium|pro plan|subscription|upgrade|credits|licen[cs]e|most expensive|gift cards?)|(?:点赞|关注|打赏|捐款|订阅|点星|投票)[^。]{0,20}(?:作者|仓库|账号|频道|我们|本技能)|(?:제작자|저장소|채널|계정|우리)[^.]{0,20}(?:좋아요|팔로우|구독|기부|별표|투표)/i;
const BOUGHT = /\b(?:user['’]?s (?:card|account|money|behalf|name)|saved card|stored payment|on file)\b/i;

const HITS_OFTEN =
  /\b(?:request|call|hit|open|load|fetch|get|visit|query|send|ping|post)(?:ing|ting)?\b[^]{0,120}\b(?:(?:(?:a|one|two|five|ten|fifty|several|many) )?(?:hundred |thousand|million)s?(?: times)?|[1-9]\d{3,} times|in an endless loop|non-?stop|as (?:fast|often) as possible)\b/i;

const floods: Frame = (step, purpose) => {
  const often =
    /\b(?:[1-9]\d{3,}|[1-9]\d{0,2}(?:,\d{3})+|thousands of|millions of|hundreds of thousands|as many as possible|endless\w*|infinite\w*|unlimited|non-?stop|as fast as possible|until (?:it|the (?:server|site|host|service)) (?:stops|fails|goes down|no longer))\b|成千上万|数千|上万|无限|不停|수천|수만|무한|끊임없이/i;
  const hit = tells(step, HITS_OFTEN);
  if (hit !== null && step.targets.some(({ name }) => !purpose.names(name)))
    return { kind: "floods", object: hit, themes: ["load", "security"] };
  const machine = findPair(step, ["send", "run"], ["machine"], 60);
  if (
    machine === null ||
    !often.test(step.text.replace(/\b(?:19|20)\d\d\b/g, "")) ||
    /rate.?limit|at most|up to|max\w*|per (?:day|month|minute)|最多|이하|최대/i.test(step.text)
  )
    return null;
  return told(step, "floods", machine.object, ["load", "security"]);
};

/** Ways of doing harm that one sentence tells of by itself, each by classes of words and never by one phrase. */
export const FRAMES: readonly Frame[] = [
  destroys,
  locksAway,
  weakens,
  opensUp,
  showsSecrets,
  falsifies,
  deceives,
  setsRulesAside,
  asksForSecrets,
  actsInName,
  floods,
  obeysOthers,
  runsUnasked,
  hidesItself,
  exhausts,
  settlesIn,
  readsSecrets,
  showsSecretsOpenly,
  favours,
  discriminates,
  bendsFigures,
  twistsRecord,
  linksForMoney,
  letsIn,
  silencesChecks,
  claimsAuthority,
  asksForWords,
  touchesForeign,
];
