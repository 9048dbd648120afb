import { FORBIDS_AFTER, FORBIDS_BEFORE } from "./order-phrases";
import { ASKS, followSteps, sentencesOf, SIGNS_IN } from "./orders-to-send";

/**
 * What no request, report or message ever needs. What signs or identifies does: a keypair, a login, the key of
 * a service.
 */
const STAYS =
  /\.ssh\b|id_(?:rsa|ed25519|ecdsa)|\b(?:private|ssh)[\s_-]keys?\b|\.env\b|\b(?:all|whole|entire|full)\s+(?:the\s+)?environment|(?:seed|recovery)\s+phrases?|mnemonics?|solana[\\/]id\.json|wallet\.dat|\.(?:aws|netrc|npmrc|pypirc|git-credentials)\b|saved\s+passwords|browser\s+cookies/i;
/**
 * What is the person's own is read, and what was read is put where it leaves with something harmless: each is
 * mild alone.
 */
const GATHERS: readonly (readonly RegExp[])[] = [
  [ASKS, STAYS],
  [/读取|收集|获取|复制|打开|查看/, /\.ssh|\.env|私钥|助记词|(?:所有|全部)(?:的)?环境变量/],
  [/\.ssh|\.env|개인\s?키|시드\s?(?:문구|구문)|니모닉|(?:모든|전체)\s?환경\s?변수/, /읽|수집|복사|열어|가져/],
];
const CARRIER =
  /\b(?:requests?|report|body|payload|query|param(?:eter)?s?|messages?|form|comment|issue|ticket|url|link|commit|field|upload)\b/i;
const PASSES_ON: readonly (readonly RegExp[])[] = [
  [
    /\b(?:append|include|attach|embed|encode|put|write|paste|insert|add|send|post|upload|pass|submit)\b/i,
    /\b(?:it|its|them|their|that|these|those|what|the\s+(?:contents?|results?|values?|output|text|keys?|data|lines?))\b/i,
    CARRIER,
  ],
  [/附加|加入|写入|放入|填入|添加|包含|附在/, /请求|报告|参数|正文|消息|提交|表单|字段/],
  [/(?:请求|报告|参数|正文|消息|表单|字段)/, /附加|加入|写入|放入|填入|添加|发送/],
  [/요청|보고서|매개변수|본문|메시지|양식|커밋|필드/, /넣|추가|첨부|포함|붙/],
];
const ONLY_SETTINGS = /\.env\b/i;
const OTHER_SECRETS =
  /\.ssh|id_rsa|id_ed25519|private|seed|recovery|mnemonic|wallet|keypair|keychain|\.aws|netrc|credentials|passwords|私钥|助记词|钱包|개인|시드|니모닉|비밀번호/i;
const ALL_OF_IT = /\b(?:values?|contents?|all|whole|entire|every)\b|全部|所有|内容|전체|모든|값|내용/i;
const SIGNS = /\bsign(?:s|ed|ing|atures?)?\b|签名|서명/i;
const REACH = 600;

/** Where a text begins to gather secrets that it then puts into something that leaves; -1 if it does not. */
export function findGathering(text: string): number {
  let held = Number.NEGATIVE_INFINITY;
  for (const { sentence, from } of sentencesOf(text)) {
    const gathered = GATHERS.map((steps) => followSteps(sentence, steps)).find((each) => each !== null);
    if (gathered) {
      const isForbidden =
        FORBIDS_BEFORE.test(sentence.slice(Math.max(0, gathered.from - 40), gathered.from)) ||
        FORBIDS_AFTER.test(sentence.slice(gathered.to, gathered.to + 20));
      const isSetting = ONLY_SETTINGS.test(sentence) && !OTHER_SECRETS.test(sentence);
      if (!isForbidden && (!isSetting || ALL_OF_IT.test(sentence))) held = from + gathered.from;
    }
    if (
      from + sentence.length - held > REACH + sentence.length ||
      SIGNS_IN.test(sentence) ||
      SIGNS.test(sentence)
    )
      continue;
    const rest = sentence.slice(Math.max(0, held - from));
    if (PASSES_ON.some((steps) => followSteps(rest, steps) !== null)) return held;
  }
  return -1;
}
