/** Addresses of the on-chain programs that a payment may touch. */
export const SYSTEM_PROGRAM = "11111111111111111111111111111111";
export const MEMO_PROGRAM = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
export const COMPUTE_BUDGET_PROGRAM = "ComputeBudget111111111111111111111111111111";
/** The first SPL token program; the newer one allows fees and hooks on transfers and is not taken. */
export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const ASSOCIATED_TOKEN_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";
/** Assertions that some wallets append to what the user signs; it can fail a transaction but not move its lamports. */
export const LIGHTHOUSE_PROGRAM = "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95";

/** One UDP packet; the cluster refuses anything longer. */
export const MAX_TRANSACTION_SIZE_BYTES = 1232;
/** A blockhash is accepted for this many blocks. */
export const BLOCKHASH_LIFETIME_BLOCKS = 150;
/** The network's price of one signature. */
export const SIGNATURE_FEE_LAMPORTS = 5000n;
