import { logger } from "@/lib/kernel/observability/logger";
import type { TokenColumns } from "@/lib/payments/quotes/payment-terms";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { TOKEN_PROGRAM } from "@/lib/chain/solana/address";
import { associatedTokenAddress } from "@/lib/chain/solana/associated-token";
import type { AccountState } from "@/lib/chain/solana/on-chain";

const LAMPORTS_PER_SOL = 1_000_000_000n;
const MAX_UNITS = 2n ** 63n - 1n;
const MINT_SIZE_BYTES = 82;
const DECIMALS_OFFSET = 44;
const TOKEN_ACCOUNT_SIZE_BYTES = 165;
const ACCOUNT_STATE_OFFSET = 108;
const ACCOUNT_INITIALIZED = 1;
/** Some hundred transfers; with less the market says so in its log and offers lamports only. */
const LEAST_FEE_PAYER_LAMPORTS = 2_000_000n;

/**
 * What a call costs in the token this market is configured for; null where it is not, where no recent rate says it, or
 * where such a payment could not arrive: no such mint, a creator without an account for it, or nobody to pay the network.
 * Throws LEDGER_UNAVAILABLE.
 */
export async function findTokenColumns(
  { payeeAddress }: { payeeAddress: string },
  priceLamports: bigint,
  { token, connection }: SettlementContext,
): Promise<TokenColumns | null> {
  if (!token) return null;
  const price = await token.price(await connection.genesisHash());
  if (price === null) return null;
  const { mint, unitsPerSol } = price;
  const { feePayer } = token;
  const tokenUnits = unitsFor(priceLamports, unitsPerSol);
  const tokenAccount = associatedTokenAddress(payeeAddress, mint);
  const [mintState = null, account = null, payer = null] = await connection.findAccounts([
    mint,
    tokenAccount,
    feePayer.keyId,
  ]);
  const tokenDecimals = decimalsOf(mintState);
  if (tokenDecimals === null || tokenUnits > MAX_UNITS || !canReceive(account)) return null;
  if ((payer?.lamports ?? 0n) < LEAST_FEE_PAYER_LAMPORTS) {
    logger.warn({ feePayer: feePayer.keyId }, "the key that pays the network for token payments is empty");
    return null;
  }
  return { tokenMint: mint, tokenUnits, tokenDecimals, tokenAccount, tokenFeePayer: feePayer.keyId };
}

/** What a price is in the smallest units of a token; rounded up, so that one that is not zero never becomes zero. */
export function unitsFor(priceLamports: bigint, unitsPerSol: bigint): bigint {
  return (priceLamports * unitsPerSol + LAMPORTS_PER_SOL - 1n) / LAMPORTS_PER_SOL;
}

function decimalsOf(mint: AccountState | null): number | null {
  if (mint?.owner !== TOKEN_PROGRAM || mint.data.length !== MINT_SIZE_BYTES) return null;
  return mint.data[DECIMALS_OFFSET] ?? null;
}

/** Not frozen; that it is the creator's follows from its address. */
function canReceive(account: AccountState | null): boolean {
  return (
    account?.owner === TOKEN_PROGRAM &&
    account.data.length === TOKEN_ACCOUNT_SIZE_BYTES &&
    account.data[ACCOUNT_STATE_OFFSET] === ACCOUNT_INITIALIZED
  );
}
