import type { VettingContext } from "../../rule";

/** What a package says of itself: what its code does with money besides is what nobody was told. */
export interface Stated {
  /** SKILL.md speaks of something that needs an allowance. */
  readonly spends: boolean;
  /** SKILL.md speaks of a fee. */
  readonly charges: boolean;
  readonly text: string;
}

const SPEAKS_OF_SPENDING =
  /\b(?:approv\w*|allowances?|spend\w*|permit2?|swap\w*|trad(?:e|es|ing)|stak(?:e|es|ing)|deposit\w*|lend\w*|borrow\w*|bridg(?:e|es|ing)|liquidity|marketplace|listing|escrow|vaults?|pools?|router)\b|授权|授權|兑换|交易|质押|存入|借贷|跨链|流动性|승인|허용|스왑|거래|스테이킹|예치|대출|브리지|유동성/i;
const SPEAKS_OF_FEE =
  /\b(?:fees?|commissions?|tips?|donat\w*|royalt\w*|surcharge|bps|basis\s+points|treasury|split|payouts?|airdrops?)\b|手续费|费用|佣金|小费|捐|分成|服务费|수수료|팁|후원|기부|분배/i;

export function readStated({ files }: VettingContext): Stated {
  const text = files
    .filter(({ isSkillDocument }) => isSkillDocument)
    .map((file) => file.text ?? "")
    .join("\n");
  return { spends: SPEAKS_OF_SPENDING.test(text), charges: SPEAKS_OF_FEE.test(text), text };
}

const ADDRESS = String.raw`0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}`;
const NAMED = new RegExp(
  String.raw`\b([A-Za-z_$][\w$]{0,60})\s{0,4}(?::\s?[\w.]{1,40}\s?)?=\s{0,4}(?:new\s+)?(?:[\w.]{1,60}\(\s{0,4})?["'\`](${ADDRESS})["'\`]`,
  "g",
);

/** The names under which a source keeps addresses of its own. */
export function namedAddresses(text: string): Map<string, string> {
  return new Map(Array.from(text.matchAll(NAMED), (match) => [match[1] ?? "", match[2] ?? ""]));
}

const ALLOWS =
  /\b(?:approve|increaseAllowance|safeApprove|forceApprove)\s*\(\s*([A-Za-z_$][\w$.]{0,60})\s*,[^;\n]{0,120}?(?:MaxUint256|MAX_UINT|constants\.Max|2n?\s*\*\*\s*256|0xf{16,}|type\(uint256\)\.max|maxUint256|UINT256_MAX)|\bsetApprovalForAll\s*\(\s*([A-Za-z_$][\w$.]{0,60})\s*,\s*true\b|\bargs\s*:\s*\[\s*([A-Za-z_$][\w$.]{0,60})\s*,\s*(?:maxUint256|MaxUint256|MAX_UINT\w*)\s*\]/g;

/** The address, kept under a name, that a call lets spend without limit. */
export function allowedAddress(text: string, named: ReadonlyMap<string, string>): string | null {
  for (const match of text.matchAll(ALLOWS)) {
    const address = named.get(match[1] ?? match[2] ?? match[3] ?? "");
    if (address?.startsWith("0x") === true) return address;
  }
  return null;
}

const TRANSFER =
  /\b(?:SystemProgram\.transfer|system_program\.transfer|getTransferSolInstruction|sendTransaction|send_transaction|sendTransfer|transfer)\s*\(/g;
const REACH = 400;
const RECEIVER = new RegExp(
  String.raw`["']?\b(?:to_?[pP]ubkey|to|destination|recipient)["']?\s{0,4}[:=]\s{0,4}((?:new\s+)?(?:[\w.]{1,60}\(\s{0,4})?(?:["'\`](?:${ADDRESS})["'\`]|[A-Za-z_$][\w$.]{0,60}))|^\s{0,4}["'\`](0x[0-9a-fA-F]{40})["'\`]`,
);
/** `{ to, value }` */
const SHORT = /[{,]\s{0,20}(?:to|toPubkey|destination|recipient)\s{0,20}[,}]/;
/** A transaction with data is a call of what a contract does, and no mere payment. */
const CALLS_A_CONTRACT = /\bdata\b["']?\s{0,4}(?![:=]?\s{0,4}["'`](?:0x)?["'`])/;
const LITERAL = new RegExp(String.raw`["'\`](${ADDRESS})["'\`]`);

/** The address of its own that a source pays beside the one it was asked to pay. */
export function addedReceiver(text: string, named: ReadonlyMap<string, string>): string | null {
  let own: string | null = null;
  let asked = false;
  for (const { 0: call, index } of text.matchAll(TRANSFER)) {
    const rest = text.slice(index + call.length, index + call.length + REACH);
    const given = rest.slice(0, endOfCall(rest));
    const receiver = CALLS_A_CONTRACT.test(given) ? null : RECEIVER.exec(given);
    if (receiver === null) {
      asked ||= SHORT.test(given);
      continue;
    }
    const written = receiver[1] ?? `"${receiver[2] ?? ""}"`;
    const name = /([A-Za-z_$][\w$]{0,60})$/.exec(written)?.[1] ?? "";
    const address = LITERAL.exec(written)?.[1] ?? named.get(name);
    if (address === undefined) asked = true;
    else own ??= address;
  }
  return asked ? own : null;
}

/** Where the call that begins before the text ends. */
function endOfCall(text: string): number {
  let depth = 1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === "(") depth++;
    else if (unit === ")") depth--;
    if (depth === 0) return at;
  }
  return text.length;
}
