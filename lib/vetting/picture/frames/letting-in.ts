import { find, has } from "../step-words";
import { says, tells, type Frame } from "./told";

const EVERYBODYS_RIGHTS =
  /\b(?:give|grant|allow|let|make|set|open)\b[^.]{0,30}\b(?:everyone|everybody|anyone|anybody|all users|other users|the (?:whole )?world|the public|guests?)\b[^.]{0,40}\b(?:rights?|permissions?|access|read|write|edit|control|privileges?|readable|writable)\b|\b(?:make|set|leave|let|keep|have)\b[^.]{0,50}\b(?:readable|writable|editable|accessible|visible|public)\b[^.]{0,12}\b(?:by|to|for)\s+(?:anyone|everyone|everybody|anybody|all|the (?:world|public))\b/i;
const EVERYBODYS_ELSEWHERE =
  /(?:设置?为|改为|设成)公开|(?:任何人|所有人)都?可以?(?:读|写|访问|修改|编辑)|누구나 (?:읽|쓸|수정|접근)/;
const OWNED_ELSEWHERE = /文件|目录|存储|桶|权限|仓库|数据|文档|파일|폴더|저장소|버킷|문서|데이터/;
const WIDE_ACCESS =
  /\b(?:give|grant|allow)\b[^.]{0,50}\b(?:full|unrestricted|complete|unlimited|blanket)\s+(?:\w+ )?(?:access|rights|permissions|control)\b[^.]{0,20}\b(?:to|over|on)\s+(?:every|all|any|everything|the (?:whole|entire))\b/i;
const EXEMPTS =
  /\b(?:add|create|set|register|configure)\b[^.]{0,20}\b(?:exceptions?|exclusions?|whitelist\w*|allow-?list\w*|exempt\w*)\b[^.]{0,60}\b(?:antivirus|firewall|defender|scanner|gatekeeper|security software|proxy)\b/i;
const SUDO =
  /\b(?:add|append|write|put|insert|set|grant|enable|allow)\b[^.]{0,80}(?:!authenticate|NOPASSWD|\bsudoers\b|password-?less sudo|\bsetuid\b|\bu\+s\b)/i;
const ROOT_LOGIN =
  /\b(?:allow|permit|enable|set|configure)\b[^.]{0,40}\b(?:root|remote|administrator|ssh)\b[^.]{0,40}\b(?:without|no|empty|blank)\b[^.]{0,10}\bpassword\b/i;
const STRANGERS_KEY =
  /\b(?:add|append|install|put|copy|register|place|insert)\b[^.]{0,80}\b(?:public key|ssh key|key in `[^`]+`|our key|`[^`\n]+\.pub`)[^.]{0,60}\b(?:authori[sz]ed[ _]keys|server|account|login|root|so (?:that )?(?:our|we|support|staff))/i;
const OURS =
  /\b(?:our|we|us|support|staff|vendor|engineers?|team|maintainers?|`?(?:assets|keys|files|scripts|resources|data)\/)\b/i;
const PAIRED_PASSWORD =
  /\b(?:account|user|login|administrator|admin)\b[^]{0,60}\b(?:an? )?(?:empty|blank|no) password\b|\b(?:account|user|login|administrator|admin|credentials?)\b[^.]{0,40}`[\w.@-]{2,30}`\s*(?:\/|:|and|with)\s*`[^`\s]{4,40}`|`[\w.@-]{2,30}[:/][^`\s]{4,40}`[^.]{0,40}\b(?:account|login|always works|fallback|backdoor)\b/i;
const MAKES =
  /\b(?:generate|add|create|include|build|leave|put|keep|set up|register|seed|write|insert|give)\b/i;
const SERVES =
  /\bhttp\.server\b[^`\n]{0,60}(?:--directory\s+(?:~|\/|\$HOME)(?=[\s`]|$)|--bind\s+0\.0\.0\.0)|\b(?:serve|share|expose|publish)\b[^.]{0,30}\b(?:home (?:folder|directory)|whole (?:disk|drive)|root (?:folder|directory)|file system)\b/i;
const TO_ALL = /0\.0\.0\.0|all interfaces|\b(?:internet|public|anyone|everyone|outside)\b|~|\bhome\b/i;
const REACHABLE =
  /\b(?:expose|open|forward|publish|tunnel)\b[^.]{0,40}\b(?:ports?|tunnel|ngrok|cloudflared|localhost|service)\b[^.]{0,40}\b(?:internet|public(?:ly)?|outside|anyone|support|our|remote(?:ly)?)\b/i;

/** Others get in: by rights, keys, passwords, ports. */
export const letsIn: Frame = (step) => {
  const rights = tells(step, EVERYBODYS_RIGHTS);
  if (
    rights !== null &&
    !/\b(?:keyboard|screen reader|wcag|understand|app|page|website|site|component)\b/i.test(step.text)
  )
    return { kind: "opens-up", object: rights, themes: ["security", "permissions"] };
  const open = step.isCjk ? says(step, EVERYBODYS_ELSEWHERE) : null;
  if (open !== null && OWNED_ELSEWHERE.test(step.text))
    return { kind: "opens-up", object: open, themes: ["security", "permissions"] };
  const wide = tells(step, WIDE_ACCESS);
  if (wide !== null && !has(step, "consent"))
    return { kind: "opens-up", object: wide, themes: ["security", "permissions"] };
  const exempt = tells(step, EXEMPTS);
  if (exempt !== null) return { kind: "weakens", object: exempt, themes: ["security"] };
  const sudo = tells(step, SUDO);
  if (sudo !== null) return { kind: "opens-up", object: sudo, themes: ["security", "permissions"] };
  const root = tells(step, ROOT_LOGIN);
  if (root !== null) return { kind: "opens-up", object: root, themes: ["security", "permissions"] };
  const key = tells(step, STRANGERS_KEY);
  if (key !== null && OURS.test(step.text))
    return { kind: "opens-up", object: key, themes: ["security", "permissions"], isPlain: true };
  const paired = says(step, PAIRED_PASSWORD);
  if (paired !== null && tells(step, MAKES) !== null)
    return { kind: "opens-up", object: paired, themes: ["security", "made-up", "tests"] };
  const served = says(step, SERVES);
  if (served !== null && TO_ALL.test(step.text))
    return { kind: "opens-up", object: served, themes: ["security", "permissions"] };
  const reached = tells(step, REACHABLE);
  return reached === null || has(step, "consent")
    ? null
    : { kind: "opens-up", object: reached, themes: ["security", "permissions", "sending", "settings"] };
};

const SILENCES_CHECKS =
  /\b(?:mark|report|record|flag|count|declare)\b[^.]{0,30}\b(?:tests?|checks?|scans?|reviews?)\b[^.]{0,12}\bas (?:passed|passing|green|successful|clean|approved)\b[^.]{0,40}\b(?:without|even|regardless|whatever|although)\b|\b(?:comment out|skip|delete|remove|disable|ignore|mark|turn off|weaken|stub out|mute)\b[^.]{0,40}\b(?:failing|failed|broken|flaky|red)?\s*(?:assertions?|tests?|checks?|specs?|linters?|lint rules?|validations?|type checks?)\b[^.]{0,60}\b(?:green|pass(?:es|ing)?|succeeds?|unblock\w*|go(?:es)? through|quiet|(?:as )?skipped|finish(?:es)?|ship(?:s|ped)?|faster|slow)\b/i;
const GREEN = /\b(?:as passed|green|pass(?:es)?|succeeds?|go(?:es)? through|unblock\w*)\b/i;
/** Options that leave a protection out. */
const LEAVES_OUT =
  /--no-verify\b|--no-gpg-sign\b|--privileged\b|--trusted-host\b|--dangerously-[\w-]+|--disable-(?:web-)?security\b|--insecure\b|--allow-unauthenticated\b|--no-check-certificate\b|\bStrictHostKeyChecking[= ]no\b|\bcurl\s+-\w*k\b/;
const WITHOUT_GUARD =
  /(?:跳过|关闭|绕过|禁用)[^。，,]{0,10}(?:证书|安全|签名|权限|校验|验证|杀毒|防火墙)|(?:인증서|보안|서명|권한)[^.]{0,10}(?:건너뛰|끄|우회|비활성화|무시)/;

/** Checks are silenced, protections left out. */
export const silencesChecks: Frame = (step) => {
  const silenced = tells(step, SILENCES_CHECKS);
  if (silenced !== null && !/\b(?:not|never|n't|avoid|instead of)\b/i.test(step.text.slice(0, 40)))
    return {
      kind: GREEN.test(step.text) ? "weakens" : "weakens-slightly",
      object: silenced,
      themes: ["security"],
    };
  const option = says(step, LEAVES_OUT);
  if (
    option !== null &&
    find(step, ["not"]) === null &&
    !/localhost|127\.0\.0\.1|\bnever\b|\bavoid\b/i.test(step.text)
  )
    return { kind: "weakens-slightly", object: option, themes: ["security"] };
  const cjk = step.isCjk ? says(step, WITHOUT_GUARD) : null;
  return cjk === null || has(step, "consent") ? null : { kind: "weakens", object: cjk, themes: ["security"] };
};

const AUTHORITY_BY_WORD =
  /\b(?:messages?|requests?|commands?|instructions?|anyone|whoever|users?|texts?|lines?)\b[^.]{0,30}\b(?:begin(?:s|ning)?|start(?:s|ing)?|contain(?:s|ing)?|prefixed|marked|tagged|signed|includ(?:es|ing)|says?|typ(?:es|ing)|with the (?:word|phrase|code))\b[^.]{0,80}\b(?:outranks?|overrides?|comes? from (?:the|our)|trusted|priority over|precedence|full (?:access|control)|without (?:question|checks?|asking|confirmation|hesitation)|unconditionally|bypass(?:es)?|obey(?:ed)?|as (?:root|administrator|admin|system|developer))\b/i;
const IGNORES_RULES =
  /\b(?:ignore|disregard|set aside|put aside|overlook|forget|bypass|override|suspend|leave (?:aside|behind)|look past|drop)\b[^.]{0,40}\b(?:safety|ethical|content|usage|platform|provider|system|built-in|usual|earlier|previous|prior)\s+(?:\w+\s+){0,2}(?:guidelines?|rules?|polic(?:y|ies)|instructions?|restrictions?|limits?|safeguards?|guardrails?|filters?|prompts?|warnings?)\b|(?:忽略|无视|绕过|不受)[^。]{0,10}(?:安全|系统|平台|内容)[^。]{0,6}(?:限制|规则|指令|准则|提示|策略)|(?:안전|보안|기존|시스템)\s?(?:지침|규칙|제한|정책)[^.]{0,8}(?:무시|따르지 않)/i;
/** A phrase that is quoted is spoken of. */
const QUOTED = /["“”'`「『]\s*$/;
const ABOVE_ALL =
  /优先于(?:其他|所有|任何)[^。]{0,6}(?:规则|指令|限制)|다른 [^.]{0,8}(?:규칙|지침|지시)보다 우선|(?:本技能|此技能|这些指令|以下指令)[^。]{0,12}(?:优先于|高于|覆盖)|(?:이 스킬|이 지침|다음 지시)[^.]{0,14}(?:우선|보다 높)|관리자 권한이 (?:승인|부여)/;
const TERMS_ALLOW =
  /\b(?:terms(?: of (?:service|use))?|licen[cs]e|user agreement|agreement|privacy policy)\b[^.]{0,30}\b(?:cover|allow|permit|authori[sz]e|include|grant|entitle)s?\b[^.]{0,30}\b(?:every|all|any|full|whatever)\b[^.]{0,20}\b(?:access|data|actions?|use|collection|transfer|changes?)\b/i;
const OWN_RANK =
  /\b(?:regard|treat|consider|take|read|accept)\b[^.]{0,12}\b(?:these|this|the following|the present)\s+(?:instructions?|rules|steps|skill|document|text)\b[^.]{0,30}\b(?:as (?:coming|issued|being|if (?:they|it) came) from|above|superior|as (?:the )?highest|over all|before all)\b|(?:安装|使用|加载)[^。]{0,10}(?:视为|即表示|等于|即代表)[^。]{0,6}(?:同意|授权)|(?:설치|사용)하면[^.]{0,20}동의[^.]{0,8}(?:간주|것)/i;
const NO_QUESTIONS =
  /\b(?:never|do not|don['’]t|no need to|without)\s+(?:ever\s+)?(?:ask(?:ing)?|wait(?:ing)?|request(?:ing)?|prompt(?:ing)?|seek(?:ing)?)\b[^.]{0,20}\b(?:confirm\w*|permission|approval|consent)\b/i;
const CONSENTED =
  /\b(?:consent\w*|agreed|authori[sz]ed|approved|permission (?:was|is|has been) (?:given|granted))\b/i;
const ACTS =
  /\b(?:work|proceed|act|delete|install|apply|overwrite|push|deploy|send|buy|pay|merge|publish|remove)\b/i;
const ROOT_RIGHTS =
  /\b(?:assume|take|use|acquire|obtain|work with|operate with)\b[^.]{0,12}\b(?:administrator|admin|root|superuser|elevated)\s+(?:rights|privileges|permissions)\b/i;

/** An authority that nobody gave. */
export const claimsAuthority: Frame = (step) => {
  const word = says(step, AUTHORITY_BY_WORD);
  if (word !== null) return { kind: "sets-rules-aside", object: word, themes: ["security", "playing"] };
  const rank = says(step, OWN_RANK);
  if (rank !== null)
    return { kind: "sets-rules-aside", object: rank, themes: ["security", "playing"], isPlain: true };
  const terms = says(step, TERMS_ALLOW);
  if (terms !== null) return { kind: "sets-rules-aside", object: terms, themes: ["security"] };
  const ignored = step.isCjk ? says(step, IGNORES_RULES) : tells(step, IGNORES_RULES);
  if (ignored !== null && !QUOTED.test(step.text.slice(0, step.text.indexOf(ignored.slice(0, 12)))))
    return { kind: "sets-rules-aside", object: ignored, themes: ["security", "playing"] };
  const above = step.isCjk ? says(step, ABOVE_ALL) : null;
  if (above !== null) return { kind: "sets-rules-aside", object: above, themes: ["security", "playing"] };
  const silent = NO_QUESTIONS.exec(step.text)?.[0];
  if (silent !== undefined && CONSENTED.test(step.text.replace(silent, "")))
    return { kind: "sets-rules-aside", object: silent, themes: ["security"], isPlain: true };
  if (silent !== undefined && tells(step, ACTS) !== null && !has(step, "consent"))
    return { kind: "acts-unasked", object: silent, themes: ["security"] };
  const rights = tells(step, ROOT_RIGHTS);
  return rights === null
    ? null
    : { kind: "acts-unasked", object: rights, themes: ["security", "permissions"] };
};

const WALLET_WORDS =
  /\b(?:ask|request|prompt|have|get|make|tell|require)\b[^.]{0,60}\b(?:pin|passwords?|passcode|cvv|card number|one-time code|security code)\b[^.]{0,20}\b(?:of|for|to|from) (?:their|the|his|her|your) (?:\w+ )?(?:bank|card|account|mail|e-?mail|laptop|computer|wallet|phone|router|vault|keychain)\b|\b(?:ask|request|prompt|get|obtain|have)\b[^.]{0,50}\b(?:recovery|seed|twelve|twenty-four|12|24|mnemonic|backup)[ -](?:recovery |backup )?(?:words?|phrases?)\b|\b(?:ask|request|prompt)\b[^.]{0,30}\b(?:mail|e-?mail|bank|login|computer|system|account|wi-?fi|vpn|icloud|google|apple)\b[^.]{0,12}\b(?:passwords?|pin|passcode)\b/i;

/** What only the user should know is asked for. */
export const asksForWords: Frame = (step) => {
  const asked = tells(step, WALLET_WORDS);
  return asked === null || /\b(?:never|manager|reset|new password)\b/i.test(step.text)
    ? null
    : { kind: "asks-for-secrets", object: asked, themes: ["security"], isPlain: true };
};
