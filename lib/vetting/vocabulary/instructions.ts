import { findAddresses } from "./hosts";
import { credentialHosts } from "./sensitive-data";

/**
 * Ways to give an agent orders against the person it works for, in the languages of the market. Each kind alone
 * is also something a text about security says; several together are an attack.
 */
export type OrderKind = "override" | "secrecy" | "exfiltration" | "payment" | "bypass";

export interface Order {
  readonly kind: OrderKind;
  readonly text: string;
  readonly start: number;
}

const OVERRIDES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\s+(?:all\s+|any\s+|the\s+|your\s+|every\s+)*(?:of\s+)?(?:previous|prior|above|earlier|existing|system|safety|original|preceding)\s+(?:instructions?|prompts?|rules?|guidelines?|directives?|constraints?|messages?|context)/gi,
  /\b(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+(?:above|before|you (?:were|have been) told|in your (?:system )?(?:prompt|instructions))/gi,
  /\byou\s+are\s+now\s+(?:DAN|in\s+(?:developer|god|debug|unrestricted|jailbreak)\s+mode|unrestricted|free\s+of\s+(?:all\s+)?(?:rules|restrictions))/gi,
  /\bnew\s+(?:system\s+)?(?:instructions?|prompt|directive)s?\s*(?:supersede|override|replace)/gi,
  /^[ \t]*(?:<\|?(?:system|im_start)\|?>|\[(?:SYSTEM|INST)\]|###\s*System(?:\s+(?:prompt|message|override))?\s*:)/gim,
  /(?:忽略|无视|忘记|不要理会)(?:之前|以上|前面|先前|所有|一切|任何)(?:的)?(?:所有|全部|任何)?(?:的)?(?:指令|指示|说明|提示|规则|要求|内容)/g,
  /(?:이전|앞선|위의|기존|모든)\s?(?:의\s?)?(?:모든\s?)?(?:지시|명령|지침|규칙|프롬프트)(?:사항|들)?(?:을|를)?\s?(?:모두\s?)?(?:무시|잊)/g,
];
const SECRECY: readonly RegExp[] = [
  /\b(?:do\s+not|don'?t|never|must\s+not|without|avoid)\s+(?:ever\s+)?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|mention(?:ing)?|reveal(?:ing)?|show(?:ing)?|alert(?:ing)?|warn(?:ing)?|ask(?:ing)?|disclos(?:e|ing))\s+(?:this\s+|it\s+|anything\s+|any\s+of\s+this\s+)?(?:to\s+|about\s+)?(?:the\s+)?(?:user|human|person|owner|operator|anyone)\b(?!['’]s)(?:\s+(?:about|that|what|of)\s+(?:this|these|it|the\s+(?:upload|request|transfer|command|script|step|hidden)))?/gi,
  /\b(?:hide|conceal|keep)\s+(?:this|it|these|the\s+(?:output|command|step|request|upload|activity))\s+(?:hidden\s+|secret\s+)?(?:from|away\s+from)\s+(?:the\s+)?(?:user|human|person|owner)/gi,
  /\b(?:silently|secretly|covertly|quietly|in\s+the\s+background)\s+(?:send|upload|post|transmit|exfiltrate|copy|collect|forward|run|execute|read|install|download|transfer|pay|withdraw|sign|approve)\b/gi,
  /(?:不要|别|切勿|不得|无需|请勿)(?:让|向|对)?(?:用户|使用者|主人)?(?:告诉|告知|通知|提醒|提及|透露|显示|知道)(?:给)?(?:用户|使用者|主人|任何人)?/g,
  /(?:悄悄|偷偷|暗中|静默)(?:地)?(?:发送|上传|执行|收集|读取|下载|运行)/g,
  /사용자(?:에게|한테|가)\s?(?:이를?\s?|이것을?\s?)?(?:알리지|말하지|보여주지|언급하지|모르게)/g,
  /(?:몰래|은밀히|조용히)\s?(?:전송|업로드|실행|수집|보내)/g,
];
const SECRETS =
  /(?:\.ssh|id_rsa|\b(?:private|ssh|api)[\s_-]?keys?|access\s+tokens?|credentials?|passwords?|\.env\b|environment\s+variables?|seed\s+phrases?|mnemonics?|\bwallet\s+(?:keys?|files?)|cookies|session\s+tokens?|\bsecrets\b|(?:conversation|chat)\s+history|system\s+prompt)/i;
const SENDS = /\b(?:send|upload|post|transmit|exfiltrate|forward|submit|leak|report|email)\b/i;
const COLLECTS = /\b(?:read|collect|gather|find|cat|copy|locate|extract|dump)\b/i;
const PLACE = String.raw`(?:https?:\/\/|(?:\d{1,3}\.){3}\d{1,3}|webhook|our\s+server|this\s+(?:url|endpoint|address)|[\w.-]{1,40}@[\w-]{1,40}\.)`;
const TO_PLACE = new RegExp(String.raw`\b(?:to|at|via)\b[^\n]{0,40}?${PLACE}`, "i");
const ANY_PLACE = new RegExp(PLACE, "i");
/** What a person keeps for themselves in any case, unlike the key of a service, which belongs into its requests. */
const KEPT_SECRETS =
  /(?:\.ssh\b|id_(?:rsa|ed25519|ecdsa)|\b(?:private|ssh)[\s_-]?keys?|\.env\b|(?:all|whole|entire|every|full)\s+(?:the\s+)?(?:of\s+the\s+)?environment|seed\s+phrases?|recovery\s+phrases?|mnemonics?|\bwallet(?:'s)?\s+(?:keys?|files?|keypairs?)|\bkeypairs?\b|solana[\\/]id\.json|wallet\.dat|\bkeychain\b|\.aws\b|\bcredentials\b|saved\s+passwords|browser\s+(?:cookies|history)|(?:conversation|chat)\s+history|system\s+prompt)/i;
const ASKS =
  /\b(?:read|collect|gather|find|cat|copy|locate|extract|dump|ask|prompt|request|get|obtain|open|load|take|grab|retrieve|list)\b/i;
const SENDS_OR_ADDS =
  /\b(?:send|upload|post|transmit|exfiltrate|forward|submit|leak|report|email|append|include|attach|embed|share|sync|relay|back\s*up|encode)\b/i;
/** Steps that must come one after the other in one sentence. */
const EXFILTRATION: readonly (readonly RegExp[])[] = [
  [SENDS, SECRETS, TO_PLACE],
  [COLLECTS, SECRETS, SENDS, ANY_PLACE],
  [/把|将/, /密钥|私钥|密码|凭证|令牌|环境变量|助记词|\.env|\.ssh/, /发送|上传|提交|传输/, /到|至|给/],
  [
    /비밀번호|개인\s?키|API\s?키|토큰|환경\s?변수|자격\s?증명|시드\s?(?:문구|구문)|니모닉|복구\s?(?:문구|구문)|\.env|\.ssh/,
    /전송|업로드|보내/,
  ],
  [ASKS, KEPT_SECRETS, SENDS_OR_ADDS, ANY_PLACE],
  [SENDS_OR_ADDS, KEPT_SECRETS, TO_PLACE],
  [
    /读取|收集|获取|复制|打开/,
    /\.ssh|\.env|私钥|助记词|密钥|钱包|环境变量/,
    /发送|上传|提交|传输/,
    /https?:|\d\.\d|@/,
  ],
];
const BYPASSES: readonly RegExp[] = [
  /\b(?:skip|disable|bypass|turn\s+off|circumvent)\s+(?:all\s+|any\s+|the\s+)?(?:safety|security|permission|confirmation|approval|sandbox|moderation)\s+(?:checks?|prompts?|controls?|restrictions?|dialogs?|features?|requests?)/gi,
  /\bwithout\s+(?:asking\s+(?:for\s+)?|user\s+|any\s+|requesting\s+)(?:the\s+user(?:'s)?\s+)?(?:for\s+)?(?:permission|confirmation|consent|approval)\b/gi,
  /--dangerously-skip-permissions|--yolo\b|bypassPermissions|autoApprove"?\s*:\s*true/g,
  /(?:跳过|绕过|关闭)(?:所有|任何)?(?:安全|权限|确认)(?:检查|提示|限制|验证)/g,
];

const KINDS: readonly (readonly [Exclude<OrderKind, "exfiltration">, readonly RegExp[]])[] = [
  ["override", OVERRIDES],
  ["secrecy", SECRECY],
  ["bypass", BYPASSES],
];

/** The orders in a text, in order; invisible characters and look-alikes are read through. */
export function findOrders(text: string): Order[] {
  const plain = readThrough(text);
  const phrases: Order[] = KINDS.flatMap(([kind, patterns]) =>
    patterns.flatMap((pattern) =>
      Array.from(plain.matchAll(pattern), (match) => ({ kind, text: match[0].trim(), start: match.index })),
    ),
  );
  return phrases
    .concat(findExfiltration(plain), findPictures(plain), findPayments(plain))
    .filter(
      (order) =>
        (order.kind === "secrecy" && /^\W*(?:do|don|never|must|不|别|切|无|请)/i.test(order.text)) ||
        !isForbidden(plain, order),
    )
    .filter(
      (order) => order.kind !== "exfiltration" || !SIGNS_IN.test(order.text) || KEPT_SECRETS.test(order.text),
    )
    .sort((left, right) => left.start - right.start);
}

/** The end of a line ends a sentence only before a blank line, a list, a table or a heading. */
const SENTENCE_END = /[.!?](?=\s)|[。！？]|\n(?=[ \t]*(?:\n|[-*+#>|]|\d{1,3}[.)]))/g;
const MAX_SENTENCE = 600;

/** Sentence by sentence and step by step, so that no text makes it slow. */
function findExfiltration(text: string): (Order & { kind: "exfiltration" })[] {
  const found: (Order & { kind: "exfiltration" })[] = [];
  let from = 0;
  let held = Number.NEGATIVE_INFINITY;
  for (const end of [...Array.from(text.matchAll(SENTENCE_END), (match) => match.index), text.length]) {
    const sentence = text.slice(from, Math.min(end, from + MAX_SENTENCE));
    const range = EXFILTRATION.map((steps) => followSteps(sentence, steps)).find((each) => each !== null);
    if (range !== undefined && range !== null) {
      found.push({
        kind: "exfiltration",
        text: sentence.slice(range.from, range.to),
        start: from + range.from,
      });
    }
    if (range === undefined || range === null) {
      const other = followHeld(sentence, from - held) ?? findStrangersKey(sentence);
      if (other !== null) found.push({ kind: "exfiltration", text: other.text, start: from + other.at });
    }
    const collected = followSteps(sentence, [ASKS, KEPT_SECRETS]);
    if (
      collected !== null &&
      !FORBIDS_BEFORE.test(sentence.slice(Math.max(0, collected.from - 40), collected.from))
    )
      held = from;
    from = end + 1;
  }
  return found;
}

function followSteps(sentence: string, steps: readonly RegExp[]): { from: number; to: number } | null {
  let from = -1;
  let at = 0;
  for (const step of steps) {
    const match = step.exec(sentence.slice(at));
    if (match === null) return null;
    if (from === -1) from = at + match.index;
    at += match.index + match[0].length;
  }
  return { from, to: at };
}

/** What was collected a few sentences ago is sent now: "Then post its contents to …". */
function followHeld(sentence: string, distance: number): { text: string; at: number } | null {
  if (distance > HELD_REACH) return null;
  const range = followSteps(sentence, [SENDS_OR_ADDS, WHAT_WAS_SAID, ANY_PLACE]);
  return range === null ? null : { text: sentence.slice(range.from, range.to), at: range.from };
}

const HELD_REACH = 600;
const WHAT_WAS_SAID =
  /\b(?:it|its|them|that|this|these|those|the\s+(?:contents?|results?|values?|output|file|text|keys?|data|secrets?|string))\b/i;
const VARIABLE = /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,5}\b/g;

/** A service's key goes to the address of somebody else. */
function findStrangersKey(sentence: string): { text: string; at: number } | null {
  if (!sentence.includes("://")) return null;
  const verb = SENDS_OR_ADDS.exec(sentence);
  if (verb === null) return null;
  for (const match of sentence.matchAll(VARIABLE)) {
    const own = credentialHosts(match[0]);
    const strangers = own === null ? [] : findAddresses(sentence).filter(({ host }) => !own.test(host));
    if (strangers.length > 0)
      return {
        text: sentence.slice(Math.min(verb.index, match.index)),
        at: Math.min(verb.index, match.index),
      };
  }
  return null;
}

const CARRIED_AWAY = /!\[[^\]\n]{0,200}\]\(\s*(https?:\/\/[^\s)]{1,100}[/?][^)\n]{0,300})\)/g;
/** A place in an address that is to be filled with what was said or is kept. */
const FILLED =
  /[{[<$][^&)\]}>]{0,40}(?:conversation|chat|history|secret|credential|api[_-]?key|password|system[_-]?prompt|context|memory|env(?:ironment)?\b|file[_-]?content|messages?\b|private)|[?&][\w-]{1,20}=(?:your[_-]|the[_-])?(?:secrets?|credentials?|passwords?|api[_-]?keys?|conversation)\b/i;
const FILL_ORDER =
  /\b(?:replace|fill|substitute|encode|insert|put)\b[^\n]{0,120}(?:conversation|secrets?|api\s?keys?|passwords?|credentials|what\s+the\s+user|system\s+prompt|chat\s+history|environment)/i;

/** A picture whose address is filled with the conversation: whoever shows it sends that away. */
function findPictures(text: string): Order[] {
  return Array.from(text.matchAll(CARRIED_AWAY)).flatMap((match) => {
    const around = text.slice(Math.max(0, match.index - 200), match.index + match[0].length + 200);
    const carries = FILLED.test(match[1] ?? "") || (/[?=]/.test(match[1] ?? "") && FILL_ORDER.test(around));
    return carries ? [{ kind: "exfiltration" as const, text: match[0], start: match.index }] : [];
  });
}

const PAYS =
  /\b(?:transfer|send|sweep|drain|move|pay|withdraw)\b[^\n]{0,120}\b(?:SOL|ETH|BTC|USDC|USDT|funds|balance|tokens|coins|lamports)\b[^\n]{0,120}\bto\b[^\n]{0,60}?(?:\b[1-9A-HJ-NP-Za-km-z]{32,44}\b|\b0x[0-9a-fA-F]{40}\b)/gi;

/** Money goes to an address that stands in the text, which no user of the skill named. */
function findPayments(text: string): Order[] {
  return Array.from(text.matchAll(PAYS), (match) => ({
    kind: "payment" as const,
    text: match[0],
    start: match.index,
  }));
}

const FORBIDS_BEFORE =
  /(?:\b(?:never|not|don'?t|avoid|no|cannot|can'?t|won'?t|refuse\s+to|without|prevents?|stop)\b|切勿|不要|不得|禁止|避免|请勿|勿|别)[^.!?\n。]{0,30}$/i;
const FORBIDS_AFTER = /^[^.\n]{0,12}(?:지\s?(?:마|말|않)|금지|しない|ないで)/;

/** "Never send keys to …" is the opposite of an order to send them. */
function isForbidden(text: string, { start, text: order }: Order): boolean {
  const end = start + order.length;
  return (
    FORBIDS_BEFORE.test(text.slice(Math.max(0, start - 40), start)) ||
    FORBIDS_AFTER.test(text.slice(end, end + 20))
  );
}

/** A key that goes into the header of a request identifies who asks. */
const SIGNS_IN = /\b(?:Authorization|Bearer|headers?|authenticat\w+|sign(?:ing|s)?\s+in)\b/i;

/** Words without which a text holds no order; a quick look before a thorough one. */
const MENTIONS =
  /ignore|disregard|forget|overrid|bypass|instruction|system|developer|unrestricted|silently|secretly|covertly|quietly|the (?:user|human|person|owner|operator)|anyone|\.ssh|id_rsa|credential|password|secret|private|wallet|phrase|mnemonic|keypair|id\.json|balance|lamports|funds|conversation|history|api.?key|_KEY|token|\.env|environment|cookies|!\[|忽略|无视|忘记|理会|用户|偷偷|悄悄|暗中|静默|密钥|私钥|密码|助记词|令牌|凭证|跳过|绕过|무시|잊|사용자|몰래|은밀|조용히|비밀번호|토큰|환경|시드|니모닉|복구/i;

/** False for a text that certainly holds no order. */
export function mayHoldOrders(text: string): boolean {
  return (
    MENTIONS.test(text) || /[\u200b-\u200d\u2060-\u2064\uff01-\uff5e\u{1d400}-\u{1d7ff}а-яԀ-ԯα-ω]/u.test(text)
  );
}

const LOOK_ALIKES = new Map(
  Object.entries({
    а: "a",
    е: "e",
    о: "o",
    р: "p",
    с: "c",
    х: "x",
    у: "y",
    і: "i",
    ѕ: "s",
    ј: "j",
    һ: "h",
    ԁ: "d",
    ɡ: "g",
    ո: "n",
    ν: "v",
    ο: "o",
    ι: "i",
    α: "a",
    А: "A",
    В: "B",
    Е: "E",
    К: "K",
    М: "M",
    Н: "H",
    О: "O",
    Р: "P",
    С: "C",
    Т: "T",
    Х: "X",
  }),
);

/** Zero-width characters, direction marks, selectors, soft hyphens. */
const UNSEEN = /\p{Cf}|\p{Variation_Selector}|\u034f/gu;

/** The text as an agent reads it. Removed characters move later offsets a little; lines stay the same. */
function readThrough(text: string): string {
  const seen = text.replace(UNSEEN, "");
  // Full-width and mathematical letters are letters to an agent.
  const shown = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u.test(seen) ? seen.normalize("NFKC") : seen;
  return /[а-яԀ-ԯα-ωА-Яɡո]/.test(shown)
    ? Array.from(shown, (unit) => LOOK_ALIKES.get(unit) ?? unit).join("")
    : shown;
}
