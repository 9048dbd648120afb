import { encodeAddress, TOKEN_PROGRAM } from "@/lib/chain/solana/address";
import type { TokenAmount, TokenBalance } from "@/lib/chain/ledger/landed-transaction";
import type { StoredAccount, Svm } from "@/lib/chain/ledger/svm";

const TOKEN_2022_PROGRAM = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
export const TOKEN_PROGRAMS: readonly string[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];

const TOKEN_ACCOUNT_SIZE_BYTES = 165;
const MULTISIG_SIZE_BYTES = 355;
const MINT_SIZE_BYTES = 82;
const AMOUNT_OFFSET = 64;
const DECIMALS_OFFSET = 44;

export interface TokenAccount {
  mint: string;
  owner: string;
  amount: bigint;
}

/** What an SPL token account holds, or null when the account is something else (a mint, a multisig). */
export function findTokenAccount(account: StoredAccount | null): TokenAccount | null {
  if (!account || !TOKEN_PROGRAMS.includes(account.owner)) return null;
  if (account.data.length < TOKEN_ACCOUNT_SIZE_BYTES || account.data.length === MULTISIG_SIZE_BYTES)
    return null;
  return {
    mint: encodeAddress(account.data.subarray(0, 32)),
    owner: encodeAddress(account.data.subarray(32, 64)),
    amount: Buffer.from(account.data).readBigUInt64LE(AMOUNT_OFFSET),
  };
}

/** The decimals of a mint; 0 when there is no such mint. */
export function mintDecimals(svm: Svm, mint: string): number {
  const account = svm.account(mint);
  return account && account.data.length >= MINT_SIZE_BYTES ? (account.data[DECIMALS_OFFSET] ?? 0) : 0;
}

export function toTokenAmount(amount: bigint, decimals: number): TokenAmount {
  const digits = amount.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const uiAmountString = fraction ? `${whole}.${fraction}` : whole;
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

/** Balances of the token accounts among `keys`; as on a cluster, only of transactions that name a token program. */
export function tokenBalances(svm: Svm, keys: readonly string[]): TokenBalance[] {
  if (!keys.some((key) => TOKEN_PROGRAMS.includes(key))) return [];
  return keys.flatMap((key, accountIndex) => {
    const account = svm.account(key);
    const token = findTokenAccount(account);
    if (!account || !token) return [];
    const uiTokenAmount = toTokenAmount(token.amount, mintDecimals(svm, token.mint));
    return [{ accountIndex, mint: token.mint, owner: token.owner, programId: account.owner, uiTokenAmount }];
  });
}
