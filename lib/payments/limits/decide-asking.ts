/** Above how much a wallet has its person asked before an agent over MCP pays. */
export interface AskLimit {
  payerAddress: string;
  aboveLamports: bigint;
}

export interface PaymentToAsk {
  /** Who pays; null where nobody has signed yet. */
  payerAddress: string | null;
  /** The account that this wallet is linked to. */
  payerAccountId: string | null;
  /** The account whose key the agent has. */
  callerAccountId: string | null;
  lamports: bigint;
}

/** A person has to confirm; `accountIds` are the accounts that can, all of them, null for one that nobody has. */
export interface Asking {
  aboveLamports: bigint;
  accountIds: readonly (string | null)[];
}

/**
 * Whether a person must confirm a payment, by the limits of its wallet and by those of the wallets of the account whose
 * key the agent has; null for none. A wallet's own limit is confirmed by the account that it is linked to, so that no
 * other account's agent confirms it.
 */
export function decideAsking(limits: readonly AskLimit[], payment: PaymentToAsk): Asking | null {
  const { payerAddress, payerAccountId, callerAccountId, lamports } = payment;
  const exceeded = limits.filter(({ aboveLamports }) => lamports > aboveLamports);
  if (exceeded.length === 0) return null;
  const accountIds = exceeded.map((limit) =>
    limit.payerAddress === payerAddress ? payerAccountId : callerAccountId,
  );
  const amounts = exceeded.map(({ aboveLamports }) => aboveLamports);
  const aboveLamports = amounts.reduce((least, amount) => (amount < least ? amount : least));
  return { aboveLamports, accountIds: [...new Set(accountIds)] };
}
