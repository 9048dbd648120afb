import { findAddresses } from "./hosts";
import { FORBIDS_BEFORE, type Order } from "./order-phrases";
import { credentialHosts } from "./sensitive-data";

const SECRETS =
  /(?:\.ssh|id_rsa|\b(?:private|ssh|api)[\s_-]?keys?|access\s+tokens?|credentials?|passwords?|\.env\b|environment\s+variables?|seed\s+phrases?|mnemonics?|\bwallet\s+(?:keys?|files?)|cookies|session\s+tokens?|\bsecrets\b|(?:conversation|chat)\s+history|system\s+prompt)/i;
const SENDS = /\b(?:send|upload|post|transmit|exfiltrate|forward|submit|leak|report|email)\b/i;
const COLLECTS = /\b(?:read|collect|gather|find|cat|copy|locate|extract|dump)\b/i;
const PLACE = String.raw`(?:https?:\/\/|pastebin\.|transfer\.sh|0x0\.st|(?:\d{1,3}\.){3}\d{1,3}|webhook|our\s+server|this\s+(?:url|endpoint|address)|[\w.-]{1,40}@[\w-]{1,40}\.)`;
const TO_PLACE = new RegExp(String.raw`\b(?:to|at|via)\b[^\n]{0,40}?${PLACE}`, "i");
const ANY_PLACE = new RegExp(PLACE, "i");
/** What a person keeps for themselves in any case, unlike the key of a service, which belongs into its requests. */
const KEPT_SECRETS =
  /(?:\.ssh\b|id_(?:rsa|ed25519|ecdsa)|\b(?:private|ssh)[\s_-]?keys?|\.env\b|(?:all|whole|entire|every|full)\s+(?:the\s+)?(?:of\s+the\s+)?environment|seed\s+phrases?|recovery\s+phrases?|mnemonics?|\bwallet(?:'s)?\s+(?:keys?|files?|keypairs?)|\bkeypairs?\b|solana[\\/]id\.json|wallet\.dat|\bkeychain\b|\.(?:aws|netrc|npmrc|pypirc|git-credentials)\b|\bcredentials\b|saved\s+passwords|browser\s+(?:cookies|history)|(?:conversation|chat)\s+history|system\s+prompt)/i;
export const ASKS =
  /\b(?:read|collect|gather|find|cat|copy|locate|extract|dump|ask|prompt|request|get|obtain|open|load|take|grab|retrieve|list)\b/i;
const SENDS_OR_ADDS =
  /\b(?:send|upload|post|transmit|exfiltrate|forward|submit|leak|report|email|append|include|attach|embed|share|sync|relay|back\s*up|encode)\b/i;
/** The same in Spanish, Portuguese, Italian, French, German and Russian. */
const SENDS_ELSEWHERE =
  /\b(?:env[ií]\w{1,4}|s[uú]b[ae]\w{0,2}|carica\w{0,2}|invia\w{0,2}|envoy\w{1,3}|téléverse\w{0,2}|sende\w{0,2}|schick\w{1,2})(?![\w-])|(?:отправ|загруз|вышл|oтпpaв)\S{1,5}/i;
const KEPT_ELSEWHERE =
  /\.ssh\b|id_rsa|\.env\b|clave\s+privada|contraseñas?|chave\s+privada|senhas?\b|chiav[ei]\s+privat|mots?\s+de\s+passe|clés?\s+privées?|Passw[oö]rt|privaten?\s+Schlüssel|пapoл|пароль|приватн|зaкpыт/i;
/** A file of the person's own is read and its content given to a tool: the way of poisoned tools. */
const READS_FILE =
  /\b(?:read|open|load|cat|fetch)\b[^]{0,60}?(?:\.ssh\b|id_(?:rsa|ed25519)|mcp\.json|\.aws[\\/]|\.netrc|keychain|\.claude(?:\.json|[\\/])|private\s+keys?|conversation|chat\s+history|system\s+prompt)/i;
const PASSED_ON = /\b(?:pass|provide|put|include|copy|insert|supply|add|write|send)\b/i;
const AS_ARGUMENT = /\b(?:as|in|into|to)\b[^.]{0,30}?(?:param|argument|field|note|input|['"`]\w+['"`])/i;
/** Where what is written can be read by anybody, or travels in each request. */
const PUBLIC_PLACE =
  /\b(?:in|into|to|as|with)\b[^.\n]{0,60}\b(?:commit\s+messages?|pull\s+requests?|issues?|gists?|User-Agent|sub-?domain|branch\s+names?)\b/i;
const AS_QUERY = /\bas\b[^.\n]{0,30}\bparam(?:eter)?s?\b/i;
const SENDS_OR_POSTS = /\b(?:send|upload|post|transmit|forward|submit|report)\b/i;
const CONVERSATION =
  /\b(?:full|whole|entire|complete)\s+(?:conversation|chat|transcript|message\s+history)\b|\b(?:conversation|chat)\s+so\s+far\b/i;
/** Steps that must come one after the other in one sentence. */
const EXFILTRATION: readonly (readonly RegExp[])[] = [
  [SENDS, SECRETS, TO_PLACE],
  [COLLECTS, SECRETS, SENDS, ANY_PLACE],
  [
    /把|将|將/,
    /密钥|私钥|密码|凭证|令牌|环境变量|助记词|密鑰|私鑰|金鑰|密碼|憑證|環境變數|助記詞|\.env|\.ssh/,
    /发送|上传|提交|传输|發送|上傳|傳送|傳輸/,
    /到|至|给|給/,
  ],
  [
    /秘密鍵|パスワード|認証情報|環境変数|シードフレーズ|\.env|\.ssh/,
    /https?:|\d\.\d|@/,
    /送信|アップロード|送って|転送/,
  ],
  [SENDS_ELSEWHERE, KEPT_ELSEWHERE, ANY_PLACE],
  [READS_FILE, PASSED_ON, /\b(?:contents?|text|values?)\b/i, AS_ARGUMENT],
  [
    /\b(?:change|replace|redirect|swap|rewrite)\b/i,
    /\b(?:recipients?|addressees?|reply-to)\b/i,
    /[\w.+-]{1,60}@[\w-]{1,60}\.\w/,
  ],
  [/\b(?:always|every|each|any)\b/i, /\b(?:bcc|blind[\s-]copy)\b/i, /[\w.+-]{1,60}@[\w-]{1,60}\.\w/],
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
  [
    /\b(?:append|include|attach|embed|encode|put|write|paste|insert|add)\b/i,
    /\b(?:contents?|values?)\b/i,
    KEPT_SECRETS,
    PUBLIC_PLACE,
  ],
  [
    /\b(?:commit\s+messages?|pull\s+requests?|issues?|gists?|branch\s+names?)\b/i,
    /\b(?:append|include|attach|embed|encode|put|write|paste|insert|add)\b/i,
    /\b(?:contents?|values?)\b/i,
    KEPT_SECRETS,
    /\b(?:in|as|to|with)\b/i,
  ],
  [/\b(?:append|include|encode|put|insert|add)\b/i, KEPT_SECRETS, AS_QUERY, ANY_PLACE],
  [SENDS_OR_POSTS, ANY_PLACE, /\b(?:contain\w*|with|including|of|:)/i, CONVERSATION],
  [SENDS_OR_POSTS, CONVERSATION, TO_PLACE],
  [
    COLLECTS,
    KEPT_SECRETS,
    /\b(?:call|request|query)\b/i,
    ANY_PLACE,
    /\bwith\s+(?:them|it|these|those|(?:the|their)\s+(?:values?|contents?))\b/i,
  ],
  [/(?:对话|聊天)(?:的)?(?:记录|内容|历史)/, /发送|上传|提交|传输/, /https?:/],
  [/대화\s?(?:전체\s?)?(?:내용|기록|이력)/, /https?:/, /전송|업로드|보내/],
  [
    /\b(?:append|include|embed|encode|put|insert|add)\b/i,
    SECRETS,
    /\bas\s+(?:a|the)\s+(?:sub-?domain|host\s?name)\b/i,
  ],
  [
    SENDS,
    /\b(?:all|every|any|each|the\s+user['’]s)\b/i,
    SECRETS,
    /\bto\b[^\n]{0,40}(?:@\w{3,40}_?bot\b|telegram\s+(?:bot|chat|channel)|discord\s+(?:webhook|channel))/i,
  ],
];
/** A key that goes into the header of a request identifies who asks. */
export const SIGNS_IN = /\b(?:Authorization|Bearer|headers?|authenticat\w+|sign(?:ing|s)?\s+in)\b/i;

/** True for an order that only tells how to sign in at a service with its own key. */
export function onlySignsIn({ kind, text }: Order): boolean {
  return kind === "exfiltration" && SIGNS_IN.test(text) && !KEPT_SECRETS.test(text);
}

/** The end of a line ends a sentence only before a blank line, a list, a table or a heading. */
const SENTENCE_END = /[.!?](?=\s)|[。！？]|\n(?=[ \t]*(?:\n|[-*+#>|]|\d{1,3}[.)]))/g;
const MAX_SENTENCE = 600;

/** Sentence by sentence and step by step, so that no text makes it slow. */
export function findExfiltration(text: string): Order[] {
  const found: Order[] = [];
  let held = Number.NEGATIVE_INFINITY;
  let listed = Number.NEGATIVE_INFINITY;
  for (const { sentence, from } of sentencesOf(text)) {
    const order = findSending(sentence) ?? followHeld(sentence, from - held) ?? findStrangersKey(sentence);
    // A long sentence is read in pieces that overlap.
    if (order !== null && found.at(-1)?.start !== from + order.at)
      found.push({ kind: "exfiltration", text: order.text, start: from + order.at });
    if (
      TELLS_TO_READ.test(sentence) &&
      !FORBIDS_BEFORE.test(sentence.slice(0, sentence.search(TELLS_TO_READ)))
    )
      listed = from;
    const collected = followSteps(sentence, [ASKS, KEPT_SECRETS]);
    const isForbidden =
      collected !== null &&
      FORBIDS_BEFORE.test(sentence.slice(Math.max(0, collected.from - 40), collected.from));
    const isListed = from - listed <= HELD_REACH && LISTS_SECRET.test(sentence);
    if ((collected !== null && !isForbidden) || isListed) held = from;
  }
  return found;
}

/**
 * One without an end for long comes in pieces, each beginning in the middle of the one before: what half of one
 * holds is whole in some. Blank lines say nothing: whatever is not read of a text stands there as one,
 * character by character.
 */
export function* sentencesOf(text: string): Generator<{ sentence: string; from: number }> {
  let from = 0;
  for (let end = endOfSentence(text, from); from <= text.length; end = endOfSentence(text, from)) {
    let at = from;
    for (; end - at > MAX_SENTENCE; at += MAX_SENTENCE / 2)
      yield { sentence: text.slice(at, at + MAX_SENTENCE), from: at };
    if (at < end) yield { sentence: text.slice(at, end), from: at };
    from = end + 1;
  }
}

function endOfSentence(text: string, from: number): number {
  SENTENCE_END.lastIndex = from;
  return SENTENCE_END.exec(text)?.index ?? text.length;
}

interface PlacedText {
  text: string;
  at: number;
}

function findSending(sentence: string): PlacedText | null {
  const range = EXFILTRATION.map((steps) => followSteps(sentence, steps)).find((each) => each !== null);
  return range ? { text: sentence.slice(range.from, range.to), at: range.from } : null;
}

export function followSteps(sentence: string, steps: readonly RegExp[]): { from: number; to: number } | null {
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
function followHeld(sentence: string, distance: number): PlacedText | null {
  if (distance > HELD_REACH) return null;
  const range =
    followSteps(sentence, [SENDS_OR_ADDS, WHAT_WAS_SAID, ANY_PLACE]) ??
    followSteps(sentence, [PASSED_ON, /\b(?:contents?|texts?|values?)\b/i, AS_PARAMETER]);
  return range === null ? null : { text: sentence.slice(range.from, range.to), at: range.from };
}

const HELD_REACH = 600;
/** The files stand below, one an item: "Read the following files:". */
const TELLS_TO_READ =
  /\b(?:read|open|load|collect|gather|copy|fetch)\s+(?:(?:all|each|every|the|these|following|of)\s+){1,4}(?:files?|items?|places?|paths?|locations?)\b/i;
const LISTS_SECRET =
  /^\s*(?:[-*+]|\d{1,3}[.)])\s+[`"'*]*(?:~|\$HOME|\/|\.)?[\w./~$-]{0,60}(?:\.ssh\b|id_(?:rsa|ed25519)|\.aws\b|\.netrc|\.gnupg|solana\/id\.json|mcp\.json)/;
const AS_PARAMETER = /\b(?:as|in|into)\b[^.]{0,40}?\b(?:param(?:eter)?s?|arguments?)\b/i;
const WHAT_WAS_SAID =
  /\b(?:it|its|them|that|this|these|those|the\s+(?:contents?|results?|values?|output|file|text|keys?|data|secrets?|string))\b/i;
const VARIABLE = /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,5}\b/g;

/** A service's key goes to the address of somebody else. */
function findStrangersKey(sentence: string): PlacedText | null {
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

/**
 * Whether a bracket closes it is asked first: every `/` and `?` of one that nothing closes would be tried as the end of
 * its host.
 */
const CARRIED_AWAY =
  /!\[[^\]\n]{0,200}\]\(\s*(https?:\/\/(?=[^)\n]{2,401}\))[^\s)]{1,100}[/?][^)\n]{0,300})\)/g;
/** A place in an address that is to be filled with what was said or is kept. */
const FILLED =
  /[{[<$][^&)\]}>]{0,40}(?:conversation|chat|history|secret|credential|api[_-]?key|password|system[_-]?prompt|context|memory|env(?:ironment)?\b|file[_-]?content|messages?\b|private)|[?&][\w-]{1,20}=(?:your[_-]|the[_-])?(?:secrets?|credentials?|passwords?|api[_-]?keys?|conversation)\b/i;
const FILL_ORDER =
  /\b(?:replace|fill|substitute|encode|insert|put)\b[^\n]{0,120}(?:conversation|secrets?|api\s?keys?|passwords?|credentials|what\s+the\s+user|system\s+prompt|chat\s+history|environment)/i;

/** A picture whose address is filled with the conversation: whoever shows it sends that away. */
export function findPictures(text: string): Order[] {
  return Array.from(text.matchAll(CARRIED_AWAY)).flatMap((match) => {
    const around = text.slice(Math.max(0, match.index - 200), match.index + match[0].length + 200);
    const carries = FILLED.test(match[1] ?? "") || (/[?=]/.test(match[1] ?? "") && FILL_ORDER.test(around));
    return carries ? [{ kind: "exfiltration" as const, text: match[0], start: match.index }] : [];
  });
}
