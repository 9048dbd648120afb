import { randomBytes } from "node:crypto";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { digestJson, type JsonValue } from "@/lib/settlement/input-digest";
import { assertPayable } from "@/lib/settlement/payability";
import { memoOfQuote } from "@/lib/settlement/payment-terms";
import { findQuoteByIdempotencyKey, insertQuote, type QuoteRecord } from "@/lib/settlement/quote-repository";
import type { SettlementContext } from "@/lib/settlement/settlement-context";
import { splitPrice } from "@/lib/settlement/split-price";
import { encodeAddress, isSolanaAddress } from "@/lib/solana/address";

/** What is for sale: one call of one published version. */
export interface CallOffer {
  versionId: string;
  priceLamports: bigint;
  payeeAddress: string;
  packageDigest: string;
}

export interface QuoteCallRequest {
  offer: CallOffer;
  payerAddress: string;
  /** Already checked against the version's input schema: nobody pays for an input that will be refused. */
  input: JsonValue;
  /** The same key and the same call give the same quote. */
  idempotencyKey?: string;
}

const MAX_QUOTED_LAMPORTS = 2n ** 63n - 1n; // more than fifteen times all lamports there are
const MAX_IDEMPOTENCY_KEY_CHARACTERS = 200;
const REFERENCE_SIZE_BYTES = 32;

/**
 * Holds the price of one call for one wallet. The caller has made sure that the version can be
 * run now and that its input is valid. Throws `REQUEST_INVALID`, `PRICE_NOT_PAYABLE`, `PAYER_BALANCE_TOO_LOW` or
 * `LEDGER_UNAVAILABLE`.
 */
export async function quoteCall(request: QuoteCallRequest, context: SettlementContext): Promise<QuoteRecord> {
  assertRequest(request);
  const earlier = await findEarlierQuote(request);
  if (earlier) return earlier;
  const quote = await prepareQuote(request, context);
  const inserted = await insertQuote(database(), quote);
  if (inserted) return inserted;
  const concurrent = await findEarlierQuote(request);
  if (concurrent) return concurrent;
  throw new DomainError("INTERNAL", "The quote could not be stored.");
}

async function findEarlierQuote(request: QuoteCallRequest): Promise<QuoteRecord | null> {
  const { idempotencyKey, payerAddress } = request;
  if (idempotencyKey === undefined) return null;
  const earlier = await findQuoteByIdempotencyKey(database(), payerAddress, idempotencyKey);
  if (!earlier) return null;
  const same =
    earlier.versionId === request.offer.versionId && earlier.inputDigest === digestJson(request.input);
  if (same) return earlier;
  throw new DomainError("REQUEST_INVALID", "This idempotency key was used for another call.", {
    details: { reason: "idempotency_key_reused", quoteId: earlier.id },
  });
}

async function prepareQuote(request: QuoteCallRequest, { config, connection, clock }: SettlementContext) {
  const { offer, payerAddress, input, idempotencyKey } = request;
  const { treasuryAddress, feeBasisPoints } = config;
  const { payeeAddress, priceLamports } = offer;
  const parties = {
    payerAddress,
    payeeAddress,
    treasuryAddress,
    ...splitPrice(priceLamports, feeBasisPoints),
  };
  const [genesisHash, recent, rentExemptMinimumLamports, balances] = await Promise.all([
    connection.genesisHash(),
    connection.latestBlockhash(),
    connection.rentExemptMinimumLamports(),
    connection.balances([payerAddress, payeeAddress, treasuryAddress]),
  ]);
  const [payerLamports = 0n, payeeLamports = 0n, treasuryLamports = 0n] = balances;
  assertPayable(parties, { payerLamports, payeeLamports, treasuryLamports, rentExemptMinimumLamports });

  const now = clock.now();
  const id = newId("quo", now.getTime());
  return {
    id,
    versionId: offer.versionId,
    packageDigest: offer.packageDigest,
    ...parties,
    priceLamports,
    feeBasisPoints,
    input,
    inputDigest: digestJson(input),
    reference: encodeAddress(randomBytes(REFERENCE_SIZE_BYTES)),
    memo: memoOfQuote(id),
    genesisHash,
    ...recent,
    commitment: priceLamports > config.finalizedAboveLamports ? "finalized" : "confirmed",
    idempotencyKey: idempotencyKey ?? null,
    expiresAt: new Date(now.getTime() + config.quoteTtlMs),
    createdAt: now,
  };
}

function assertRequest({ offer, payerAddress, idempotencyKey }: QuoteCallRequest): void {
  if (!isSolanaAddress(payerAddress))
    throw new DomainError("REQUEST_INVALID", "The payer is not a Solana address.");
  if (
    idempotencyKey !== undefined &&
    (idempotencyKey === "" || idempotencyKey.length > MAX_IDEMPOTENCY_KEY_CHARACTERS)
  ) {
    const message = `An idempotency key has 1 to ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters, not ${idempotencyKey.length}.`;
    throw new DomainError("REQUEST_INVALID", message);
  }
  const reason = notPayable(offer, payerAddress);
  if (reason)
    throw new DomainError("PRICE_NOT_PAYABLE", "This price cannot be paid by this wallet.", {
      details: { reason },
    });
}

function notPayable({ priceLamports, payeeAddress }: CallOffer, payerAddress: string): string | null {
  if (priceLamports <= 0n) return "free";
  if (priceLamports > MAX_QUOTED_LAMPORTS) return "price_above_supply";
  if (!isSolanaAddress(payeeAddress)) return "no_payee";
  return payeeAddress === payerAddress ? "payer_is_payee" : null;
}
