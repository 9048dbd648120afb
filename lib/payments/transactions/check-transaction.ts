import type { PaymentTerms, TokenTerms } from "@/lib/payments/quotes/payment-terms";
import type { RejectionReason } from "@/lib/payments/transactions/rejection";
import {
  assertComputeWithin,
  assertMemo,
  assertOnlyPrograms,
  assertPlainMessage,
  OWN_COMPUTE,
  readInstructions,
  Rejection,
  SPONSORED_COMPUTE,
  viewOf,
  type Instruction,
} from "@/lib/payments/transactions/transaction-rules";
import {
  COMPUTE_BUDGET_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from "@/lib/chain/solana/address";
import { addressesOf, type Transaction } from "@/lib/chain/solana/transaction";

/**
 * `exact` before a payer signs: what `buildPaymentTransaction` makes, and nothing beside it. `strict` before anything is
 * broadcast: exact amounts, reference present, in any order and with what wallets add. `landed` for money that has
 * already moved: an excess is accepted and recorded, any compute budget is the payer's own affair, and the memo alone
 * is enough to bind the payment to its quote.
 */
export type CheckMode = "exact" | "strict" | "landed";

export type TransactionVerdict =
  /** `excess` is beyond the price, in lamports or in units of the token that it is paid in. */
  { ok: true; excess: bigint } | { ok: false; reason: RejectionReason };

const KNOWN_PROGRAMS = new Set([SYSTEM_PROGRAM, MEMO_PROGRAM, COMPUTE_BUDGET_PROGRAM, LIGHTHOUSE_PROGRAM]);
const SYSTEM_TRANSFER = 2;
const SYSTEM_ADVANCE_NONCE = 4;

interface ExpectedTransfer {
  to: string;
  lamports: bigint;
  reference: string | null;
}

/**
 * Judges one decoded transaction against the terms of one quote, from its compiled message alone. Whatever is not
 * expressly allowed is refused. More units of a token than are owed are taken (x402, scheme `exact`, SVM 1.4). Pure: the signature, the blockhash and the
 * outcome on the chain are checked by `submitPayment` and `checkOutcome`.
 */
export function checkTransaction(
  transaction: Transaction,
  terms: PaymentTerms,
  mode: CheckMode,
): TransactionVerdict {
  try {
    const { token } = terms;
    const excess = token
      ? checkTokenTransfer(transaction, terms, token)
      : checkLamports(transaction, terms, mode);
    return { ok: true, excess };
  } catch (error) {
    if (error instanceof Rejection) return { ok: false, reason: error.reason };
    throw error;
  }
}

function checkLamports(transaction: Transaction, terms: PaymentTerms, mode: CheckMode): bigint {
  assertPlainMessage(transaction);
  if (addressesOf(transaction)[0] !== terms.payerAddress) throw new Rejection("wrong_payer");
  if (transaction.signatures.length !== 1) throw new Rejection("extra_signers");
  if (terms.payerAddress === terms.payeeAddress) throw new Rejection("payer_is_payee");
  const instructions = readInstructions(transaction);
  assertOnlyPrograms(instructions, KNOWN_PROGRAMS);
  const of = (program: string) => instructions.filter((each) => each.program === program);
  // What has landed has cost its payer what it has; the bounds are for what is sent for a buyer.
  if (mode !== "landed") assertComputeWithin(instructions, OWN_COMPUTE);
  assertMemo(of(MEMO_PROGRAM), terms.memo);
  const excessLamports = checkTransfers(of(SYSTEM_PROGRAM), terms, mode);
  if (mode === "exact") assertAsBuilt(transaction, instructions, terms);
  return excessLamports;
}

/** The form that this product builds: a legacy message, its instructions in order, and no account beside the parties. */
function assertAsBuilt(
  { version }: Transaction,
  instructions: readonly Instruction[],
  { payerAddress, payeeAddress, treasuryAddress, feeLamports, reference }: PaymentTerms,
): void {
  if (version !== "legacy") throw new Rejection("unsupported_version");
  const fee = [SYSTEM_PROGRAM, payerAddress, treasuryAddress];
  const creator = [SYSTEM_PROGRAM, payerAddress, payeeAddress, ...(reference === null ? [] : [reference])];
  const expected = [...(feeLamports > 0n ? [fee] : []), [MEMO_PROGRAM], creator];
  const found = instructions.map(({ program, accounts }) => [program, ...accounts]);
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Rejection("unexpected_program");
}

/** Matches each transfer with one that is owed, and returns the excess over what is owed. */
function checkTransfers(transfers: readonly Instruction[], terms: PaymentTerms, mode: CheckMode): bigint {
  const owed: ExpectedTransfer[] = [
    { to: terms.payeeAddress, lamports: terms.creatorLamports, reference: terms.reference },
  ];
  if (terms.feeLamports > 0n)
    owed.push({ to: terms.treasuryAddress, lamports: terms.feeLamports, reference: null });
  let excessLamports = 0n;
  for (const transfer of transfers) {
    const lamports = readTransfer(transfer, terms.payerAddress);
    const expected = takeExpected(owed, transfer, lamports);
    if (lamports < expected.lamports) throw new Rejection("underpaid");
    if (lamports > expected.lamports && mode !== "landed") throw new Rejection("overpaid");
    if (!isReferenced(transfer, expected) && mode !== "landed") throw new Rejection("missing_reference");
    excessLamports += lamports - expected.lamports;
  }
  if (owed.length > 0) throw new Rejection("missing_transfer");
  return excessLamports;
}

function readTransfer({ accounts, data }: Instruction, payerAddress: string): bigint {
  const view = viewOf(data);
  const kind = data.length >= 4 ? view.getUint32(0, true) : -1;
  if (kind === SYSTEM_ADVANCE_NONCE) throw new Rejection("durable_nonce_not_allowed");
  if (kind !== SYSTEM_TRANSFER || data.length !== 12) throw new Rejection("unexpected_system_instruction");
  if (accounts[0] !== payerAddress) throw new Rejection("wrong_source");
  return view.getBigUint64(4, true);
}

/**
 * What a payment moves out of its payer's wallet, in lamports and without the network's price; null for a transaction
 * that does anything else than payments do.
 */
export function sumTransfers(transaction: Transaction): bigint | null {
  const [payerAddress = ""] = addressesOf(transaction);
  const instructions = readInstructions(transaction);
  try {
    assertOnlyPrograms(instructions, KNOWN_PROGRAMS);
    const transfers = instructions.filter(({ program }) => program === SYSTEM_PROGRAM);
    return transfers.reduce((sum, each) => sum + readTransfer(each, payerAddress), 0n);
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
}

const isReferenced = ({ accounts }: Instruction, { reference }: ExpectedTransfer) =>
  reference === null || accounts.slice(2).includes(reference);

/**
 * Takes the owed transfer to this recipient. A creator who is also the treasury is owed two: then the one of equal
 * amount comes first, and of two equal ones the one whose reference is there.
 */
function takeExpected(owed: ExpectedTransfer[], transfer: Instruction, lamports: bigint): ExpectedTransfer {
  const candidates = owed.filter(({ to }) => to === transfer.accounts[1]);
  const equal = candidates.filter((each) => each.lamports === lamports);
  const taken = equal.find((each) => isReferenced(transfer, each)) ?? equal[0] ?? candidates[0];
  if (!taken) throw new Rejection("unexpected_recipient");
  owed.splice(owed.indexOf(taken), 1);
  return taken;
}

const TOKEN_PROGRAMS = new Set([TOKEN_PROGRAM, MEMO_PROGRAM, COMPUTE_BUDGET_PROGRAM, LIGHTHOUSE_PROGRAM]);
const TRANSFER_CHECKED = 12;
const TRANSFER_CHECKED_BYTES = 10;
/** What the books can hold. */
const MAX_UNITS = 2n ** 63n - 1n;

/**
 * Judges a transfer of tokens that pays a quote (x402, scheme `exact`): one `TransferChecked` of at least the units owed
 * to exactly the creator's account, one memo, and a market's key that pays the network and appears nowhere else. Returns
 * the units beyond what is owed. Throws a `Rejection` for whatever is not expressly allowed.
 */
function checkTokenTransfer(
  transaction: Transaction,
  { payerAddress, payeeAddress, memo }: PaymentTerms,
  token: TokenTerms,
): bigint {
  assertPlainMessage(transaction);
  const [feePayer, payer] = addressesOf(transaction);
  if (feePayer !== token.feePayer || payer !== payerAddress) throw new Rejection("wrong_payer");
  if (transaction.signatures.length !== 2) throw new Rejection("extra_signers");
  if (payerAddress === payeeAddress) throw new Rejection("payer_is_payee");
  const instructions = readInstructions(transaction);
  assertOnlyPrograms(instructions, TOKEN_PROGRAMS);
  const named = instructions.some(({ accounts }) => accounts.includes(token.feePayer));
  if (named) throw new Rejection("fee_payer_not_isolated");
  const of = (program: string) => instructions.filter((each) => each.program === program);
  assertComputeWithin(instructions, SPONSORED_COMPUTE);
  assertMemo(of(MEMO_PROGRAM), memo);
  return checkUnits(of(TOKEN_PROGRAM), payerAddress, token);
}

function checkUnits(transfers: readonly Instruction[], payerAddress: string, token: TokenTerms): bigint {
  const [only, ...others] = transfers;
  if (!only) throw new Rejection("missing_transfer");
  const known = only.data[0] === TRANSFER_CHECKED && only.data.length === TRANSFER_CHECKED_BYTES;
  if (!known || only.accounts.length !== 4 || others.length > 0)
    throw new Rejection("unexpected_token_instruction");
  const [source, mint, destination, authority] = only.accounts;
  if (authority !== payerAddress || source === destination) throw new Rejection("wrong_source");
  if (mint !== token.mint) throw new Rejection("wrong_token");
  if (destination !== token.account) throw new Rejection("unexpected_recipient");
  const view = viewOf(only.data);
  const units = view.getBigUint64(1, true);
  if (units < token.units) throw new Rejection("underpaid");
  if (units > MAX_UNITS) throw new Rejection("overpaid");
  if (view.getUint8(9) !== token.decimals) throw new Rejection("wrong_token");
  return units - token.units;
}
