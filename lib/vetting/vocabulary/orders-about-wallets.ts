import type { Order } from "./order-phrases";

const OWN_ADDRESS = String.raw`(?:\b[1-9A-HJ-NP-Za-km-z]{32,44}\b|\b0x[0-9a-fA-F]{40}\b|\bbc1[0-9a-z]{20,60}\b|\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b)`;
const NAMED_TARGET = String.raw`\b(?:recipient|destination|payee|deposit|beneficiary|payout|receiving|target|wallet|payment|address(?:es)?)\b`;
const PAYMENTS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:transfer|send|sweep|drain|move|pay|withdraw)\b[^\n]{0,120}\b(?:SOL|ETH|BTC|USDC|USDT|funds|balance|tokens|coins|lamports)\b[^\n]{0,120}\bto\b[^\n]{0,60}?${OWN_ADDRESS}`,
    "gi",
  ),
  new RegExp(
    String.raw`\b(?:replace|change|swap|substitute|rewrite|redirect|exchange)\b[^\n]{0,120}\b(?:it|them|to|with|by|for)\b[^\n]{0,40}?${OWN_ADDRESS}`,
    "gi",
  ),
  new RegExp(
    String.raw`\b(?:fee|commission|surcharge|royalty)\b[^\n]{0,60}\b(?:send|transfer|pay|forward)\b[^\n]{0,40}\bto\b[^\n]{0,20}?${OWN_ADDRESS}`,
    "gi",
  ),
  new RegExp(
    String.raw`(?:将|把)[^\n]{0,60}(?:余额|资金|代币|SOL|ETH|USDC|USDT|%)[^\n]{0,30}(?:转|发送|支付)[^\n]{0,4}(?:到|至|给|入)[^\n]{0,20}?${OWN_ADDRESS}|(?:将|把)[^\n]{0,40}(?:地址|收款)[^\n]{0,20}(?:替换|改|换)[^\n]{0,3}(?:为|成)[^\n]{0,20}?${OWN_ADDRESS}`,
    "g",
  ),
  new RegExp(
    String.raw`(?:잔액|자금|토큰|SOL|ETH|USDC|USDT|%)[^\n]{0,40}?${OWN_ADDRESS}[^\n]{0,20}(?:송금|전송|보내|이체)`,
    "g",
  ),
  new RegExp(
    String.raw`\b(?:approve|allow|grant)\b[^\n]{0,60}\b(?:unlimited|infinite|maximum|max|all)\b[^\n]{0,60}${OWN_ADDRESS}`,
    "gi",
  ),
];
const SPEAKS_OF_TARGET = new RegExp(NAMED_TARGET, "i");
const WHOLE_KEY = String.raw`(?:(?:12|24|twelve|twenty-four)[\s-]?words?\b|\b(?:seed|recovery|mnemonic|secret)\s?(?:phrase|words)|\bmnemonic\b|\bwallet(?:'s)?\s+private\s+key|\bprivate\s+key\s+of\s+(?:the|their|your)\s+wallet)`;
const DEMANDS_KEY: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:ask|prompt|request|tell|instruct|require|have|get)\b[^.\n]{0,40}\b(?:users?|them|person|owner|customers?|human)\b[^.\n]{0,60}${WHOLE_KEY}`,
    "gi",
  ),
  new RegExp(
    String.raw`(?<!\b(?:if|when|whenever|once|unless|should|in\s+case)\s(?:the\s|a\s|your\s)?)\busers?\s+(?:(?:must|should|has\s+to|have\s+to|needs?\s+to)\s+)?(?:enters?|types?|pastes?|provides?)\s+(?:(?:the|their|a|your|his|her)\s+)?${WHOLE_KEY}`,
    "gi",
  ),
  /(?<![不勿别会得应绝从需])(?:要求|让|请|讓|請|提示|引导)\s?(?:用户|使用者|用戶)[^。\n]{0,20}(?:输入|提供|粘贴|发送|輸入|貼上)[^。\n]{0,20}(?:助记词|私钥|助記詞|私鑰)/g,
  /사용자(?:에게|로부터|한테)\s?[^.\n]{0,20}(?:시드\s?(?:문구|구문)|니모닉|복구\s?(?:문구|구문)|개인\s?키)[^.\n]{0,12}(?:입력|제공|요청|요구|받)[^.\n]{0,20}/g,
];
const NOT_MEANT = /지\s?(?:마|말|않)|금지|없/;

/** How far back the sentence may have said what is replaced. */
const REACH = 120;

/** Money goes to an address that stands in the text, which no user of the skill named. */
export function findPayments(text: string): Order[] {
  return PAYMENTS.flatMap((pattern, at) =>
    Array.from(text.matchAll(pattern)).flatMap((match) =>
      at === 1 &&
      !SPEAKS_OF_TARGET.test(text.slice(Math.max(0, match.index - REACH), match.index + match[0].length))
        ? []
        : [{ kind: "payment" as const, text: match[0], start: match.index }],
    ),
  );
}

/** Whoever has these words has the money; no program needs them from its user. */
export function findDemandedKeys(text: string): Order[] {
  return DEMANDS_KEY.flatMap((pattern) => Array.from(text.matchAll(pattern)))
    .filter(([match]) => !NOT_MEANT.test(match))
    .map((match) => ({ kind: "exfiltration" as const, text: match[0], start: match.index }));
}
