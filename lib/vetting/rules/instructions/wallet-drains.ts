import type { Finding } from "../../finding";
import { HIGH_WEAK, MEDIUM_WEAK } from "../../grade";
import type { CodeUnit, LinesUnit, MarkdownUnit } from "../../reading/units";
import { isDiscussed } from "../../reading/warnings";
import { report, type Rule } from "../../rule";
import { lineText, reportPlaces, type Place } from "../../match-places";
import { isKnownSpender } from "../../vocabulary/known-spenders";
import { findDisguisedAllowances } from "./disguised-allowances";
import { addedReceiver, allowedAddress, namedAddresses, readStated, type Stated } from "./unstated-payments";

const CODE = "suspicious.wallet_drain";

/** Sees code that moves somebody's money to an address that it brings itself. */
export const walletDrains: Rule = {
  id: "wallet-drains",
  title: "Code takes money to an address of its own",
  why: "A program that empties a wallet, exchanges a copied address for its own, or lets a stranger spend without limit takes money that no ledger gives back.",
  remedy:
    "Let the person name the address and the amount, ask for no more than that amount, and state every fee in SKILL.md.",
  codes: [CODE],
  check(context) {
    const stated = readStated(context);
    const units = [...context.units.code, ...context.units.lines];
    const told = context.units.markdown.filter(({ file, isData }) => file.isSkillDocument && !isData);
    return reportPlaces(
      walletDrains,
      units.flatMap((unit) => [...checkUnit(unit), ...checkUnstated(unit, stated)]),
    ).concat(told.flatMap(checkTold));
  },
};

function checkTold(unit: MarkdownUnit): Finding[] {
  return findDisguisedAllowances(unit.text).map(({ start, text }) =>
    report(walletDrains, {
      code: CODE,
      ...(isDiscussed(unit.text, start) ? MEDIUM_WEAK : HIGH_WEAK),
      file: unit.file.path,
      line: unit.lineAt(start),
      message: "An address is to be allowed to spend without limit, and the text calls it something else.",
      evidence: text,
    }),
  );
}

const ADDRESS = /["'`]((?:0x[0-9a-fA-F]{40})|(?:[1-9A-HJ-NP-Za-km-z]{32,44})|(?:bc1[0-9a-z]{20,60}))["'`]/g;
/** What everybody names: all zeros, what Solana and its tokens run on, and those whom blocks are ordered by. */
const PUBLIC =
  /^(?:0x0{39}\w|1{20,}.*|.*1{12,}|Token\w{30,}|AToken\w{30,}|So1{5,}.*|EPjFWdd5\w+|Es9vMFrz\w+|ComputeBudget\w+|Memo\w{30,}|metaqbxx\w+|(?:96gYZGLn|HFqU5x63|Cw8CFyM9|ADaUMid9|DfXygSm4|ADuUkR4v|DttWaMuV|3AVi9Tg9)\w+)$/;
const READS_CLIPBOARD =
  /\bpyperclip\.paste\b|\bclipboard(?:y)?\.(?:readText|readSync|read|paste)\b|\bclipboard_get\b|\bGet-Clipboard\b|\bpbpaste\b|\bxclip\b[^\n]{0,40}-o\b/i;
const WRITES_CLIPBOARD =
  /\bpyperclip\.copy\b|\bclipboard(?:y)?\.(?:writeText|writeSync|write|copy)\b|\bclipboard_append\b|\bSet-Clipboard\b|\bpbcopy\b|\bxclip\b[^\n]{0,40}-i\b/i;
const READS_BALANCE = /\bget_?(?:token_?account_?)?balance\b|\bbalanceOf\b|\beth\.get_balance\b/i;
const TRANSFERS =
  /\bSystemProgram\.transfer\b|\bsend_?(?:raw_?)?transaction\b|\bsendAndConfirm\w*\b|\bsendTransfer\b|\.transfer\s*\(|\bcreateTransfer\w*Instruction\b|\bsystem_program\.transfer\b/i;
const SPENDS_WITHOUT_LIMIT =
  /\b(?:approve|increaseAllowance|safeApprove)\s*\([^;]{0,200}(?:MaxUint256|MAX_UINT|constants\.Max|2\s*\*\*\s*256|0xf{16,}|type\(uint256\)\.max)|\bsetApprovalForAll\s*\([^;]{0,200}\btrue\b/i;

function checkUnit(unit: CodeUnit | LinesUnit): Place[] {
  const { text } = unit;
  const address = Array.from(text.matchAll(ADDRESS)).find((match) => isForeign(match[1] ?? ""));
  if (address === undefined) return [];
  const message = describe(text, address[1] ?? "");
  if (message === null) return [];
  const offset = address.index;
  return [{ unit, offset, grade: HIGH_WEAK, code: CODE, message, evidence: lineText(text, offset) }];
}

const MOVES_MONEY = /transfer|approv|allowance|send_?transaction/i;
/** What is tried on a chain of its own. */
const TESTS =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|mocks?)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[\w-]+\.py$/i;

/** Money that leaves without a word of it in SKILL.md. */
function checkUnstated(unit: CodeUnit | LinesUnit, stated: Stated): Place[] {
  const { text } = unit;
  if (!MOVES_MONEY.test(text) || TESTS.test(unit.file.path)) return [];
  const named = namedAddresses(text);
  const allowed = stated.spends ? null : allowedAddress(text, named);
  const paid = stated.charges ? null : addedReceiver(text, named);
  const found = [
    [allowed, "The code lets an address of its own spend without limit, of which SKILL.md says nothing."],
    [
      paid,
      "The code pays an address of its own beside the one it is asked to pay, of which SKILL.md says nothing.",
    ],
  ] as const;
  return found.flatMap(([address, message]): Place[] => {
    if (address === null || !isForeign(address) || isKnownSpender(address) || stated.text.includes(address))
      return [];
    const offset = text.indexOf(address);
    return [{ unit, offset, grade: HIGH_WEAK, code: CODE, message, evidence: lineText(text, offset) }];
  });
}

/** Letters and figures mixed as no word or name mixes them, and none of the addresses that everybody names. */
function isForeign(address: string): boolean {
  return (
    !PUBLIC.test(address) &&
    (address.startsWith("0x") ||
      (/\d/.test(address) && /[a-z]/.test(address) && /[A-Z]/.test(address)) ||
      address.startsWith("bc1"))
  );
}

function describe(text: string, address: string): string | null {
  if (READS_CLIPBOARD.test(text) && WRITES_CLIPBOARD.test(text))
    return "The code reads what was copied and puts something else there, and brings an address of its own.";
  const unlimited = SPENDS_WITHOUT_LIMIT.exec(text)?.[0];
  if (unlimited?.includes(address) === true)
    return "The code lets an address of its own spend without limit.";
  return READS_BALANCE.test(text) && TRANSFERS.test(text) && isSentTo(text, address)
    ? "The code reads what a wallet holds and sends money to an address of its own."
    : null;
}

/** The address is the one that is paid, by the name of what it is given to. */
function isSentTo(text: string, address: string): boolean {
  const at = text.indexOf(address);
  const before = text.slice(Math.max(0, at - 80), at);
  return /(?:\bto(?:_?(?:pubkey|address|account))?|recipient|destination|dest|receiver|target|drain\w*|collect\w*|payout)\w{0,20}\s*["']?\s*(?::|=|\()[^,;\n]{0,60}$/i.test(
    before,
  );
}
