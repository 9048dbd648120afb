import type { PaymentTerms, TokenTerms } from "@/lib/payments/quotes/payment-terms";
import {
  assertMemo,
  assertOnlyPrograms,
  assertPlainMessage,
  readComputeBudget,
  readInstructions,
  Rejection,
  viewOf,
  type Instruction,
} from "@/lib/payments/transactions/transaction-rules";
import {
  COMPUTE_BUDGET_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAM,
  TOKEN_PROGRAM,
} from "@/lib/solana/programs";
import { addressesOf, type Transaction } from "@/lib/solana/transaction";

const KNOWN_PROGRAMS = new Set([TOKEN_PROGRAM, MEMO_PROGRAM, COMPUTE_BUDGET_PROGRAM, LIGHTHOUSE_PROGRAM]);
const TRANSFER_CHECKED = 12;
const TRANSFER_CHECKED_BYTES = 10;
const MICRO = 1_000_000n;
/** The market pays the network for such a transfer, so the signer of it does not decide what that may cost. */
const MAX_SPONSORED_PRIORITY_LAMPORTS = 5_000n;

/**
 * Judges a transfer of tokens that pays a quote (x402, scheme `exact`): one `TransferChecked` of exactly the units owed
 * to exactly the creator's account, one memo, and a market's key that pays the network and appears nowhere else. Throws
 * a `Rejection` for whatever is not expressly allowed.
 */
export function assertTokenTransfer(
  transaction: Transaction,
  { payerAddress, payeeAddress, memo }: PaymentTerms,
  token: TokenTerms,
): void {
  assertPlainMessage(transaction);
  const [feePayer, payer] = addressesOf(transaction);
  if (feePayer !== token.feePayer || payer !== payerAddress) throw new Rejection("wrong_payer");
  if (transaction.signatures.length !== 2) throw new Rejection("extra_signers");
  if (payerAddress === payeeAddress) throw new Rejection("payer_is_payee");
  const instructions = readInstructions(transaction);
  assertOnlyPrograms(instructions, KNOWN_PROGRAMS);
  const named = instructions.some(({ accounts }) => accounts.includes(token.feePayer));
  if (named) throw new Rejection("fee_payer_not_isolated");
  const of = (program: string) => instructions.filter((each) => each.program === program);
  assertCheap(of(COMPUTE_BUDGET_PROGRAM));
  assertMemo(of(MEMO_PROGRAM), memo);
  assertTransfer(of(TOKEN_PROGRAM), payerAddress, token);
}

function assertCheap(instructions: readonly Instruction[]): void {
  const { units, microLamportsPerUnit } = readComputeBudget(instructions);
  if (microLamportsPerUnit === 0n) return;
  if (units === null) throw new Rejection("unexpected_compute_budget");
  if (BigInt(units) * microLamportsPerUnit > MAX_SPONSORED_PRIORITY_LAMPORTS * MICRO)
    throw new Rejection("compute_price_too_high");
}

function assertTransfer(transfers: readonly Instruction[], payerAddress: string, token: TokenTerms): void {
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
  if (units > token.units) throw new Rejection("overpaid");
  if (view.getUint8(9) !== token.decimals) throw new Rejection("wrong_token");
}
