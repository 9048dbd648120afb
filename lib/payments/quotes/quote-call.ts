import { randomBytes } from "node:crypto";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { traced } from "@/lib/kernel/observability/traced";
import { digestJson, type JsonValue } from "@/lib/kernel/json/canonical-json";
import { memoOfQuote, type PaymentTerms, splitPrice } from "@/lib/payments/quotes/payment-terms";
import { insertWithinLimit, type AskedBy } from "@/lib/payments/limits/keep-limit";
import { findQuoteByIdempotencyKey, insertQuote } from "@/lib/payments/quotes/quote-repository";
import { AGENT_RAIL, WALLET_RAIL, type QuoteRecord } from "@/lib/payments/quotes/quote";
import { findTokenColumns } from "@/lib/payments/rails/token-columns";
import type { SettlementContext } from "@/lib/payments/settlement/settlement-context";
import { quotesMade } from "@/lib/payments/settlement/payment-metrics";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { encodeAddress, SIGNATURE_FEE_LAMPORTS } from "@/lib/chain/solana/address";

/** What is for sale: one call of one published version. */
export interface CallOffer {
  versionId: string;
  priceLamports: bigint;
  payeeAddress: string;
  packageDigest: string;
}

export interface QuoteCallRequest {
  offer: CallOffer;
  /** Null for an agent that pays over HTTP: whoever signs becomes the payer. */
  payerAddress: string | null;
  /**
   * Already checked against the version's input schema: nobody pays for an input that will be refused. Null when
   * several calls are bought; each then brings its own.
   */
  input: JsonValue;
  /** How many calls this one payment buys; 1 if absent. */
  calls?: number;
  /** Of the request an agent must repeat with its payment. */
  requestDigest?: string;
  /** The same key and the same call give the same quote. */
  idempotencyKey?: string;
  /** Null, or absent, for somebody unknown. */
  askedBy?: AskedBy | null;
}

/** Calls that one payment can buy. */
export const MAX_CALLS = 100;

const MAX_QUOTED_LAMPORTS = 2n ** 63n - 1n; // more than fifteen times all lamports there are
const MAX_IDEMPOTENCY_KEY_CHARACTERS = 200;
const REFERENCE_SIZE_BYTES = 32;

/**
 * Holds the price of one call, or of several calls of one version together, for one wallet. The caller has made sure
 * that the version can be run now and that its input is valid. Throws `REQUEST_INVALID`, `IDEMPOTENCY_KEY_REUSED`,
 * `PRICE_NOT_PAYABLE`, `PAYER_BALANCE_TOO_LOW`, `SPENDING_LIMIT_EXCEEDED` or `LEDGER_UNAVAILABLE`.
 */
export function quoteCall(request: QuoteCallRequest, context: SettlementContext): Promise<QuoteRecord> {
  const facts = { "emporion.version_id": request.offer.versionId };
  return traced("quote", facts, () => makeQuote(request, context));
}

async function makeQuote(request: QuoteCallRequest, context: SettlementContext): Promise<QuoteRecord> {
  assertRequest(request);
  const earlier = await findEarlierQuote(request);
  if (earlier) return earlier;
  const { payerAddress, askedBy = null } = request;
  const quote = await prepareQuote(request, context);
  const inserted =
    payerAddress === null
      ? await insertQuote(quote)
      : await insertWithinLimit({ ...quote, payerAddress }, askedBy, context);
  if (inserted) {
    quotesMade.inc();
    return inserted;
  }
  const concurrent = await findEarlierQuote(request);
  if (concurrent) return concurrent;
  throw new DomainError("INTERNAL", "The quote could not be stored.");
}

async function findEarlierQuote(request: QuoteCallRequest): Promise<QuoteRecord | null> {
  const { idempotencyKey, payerAddress } = request;
  if (idempotencyKey === undefined || payerAddress === null) return null;
  const earlier = await findQuoteByIdempotencyKey(database(), payerAddress, idempotencyKey);
  if (!earlier) return null;
  const same =
    earlier.versionId === request.offer.versionId &&
    earlier.calls === (request.calls ?? 1) &&
    earlier.inputDigest === digestJson(request.input);
  if (same) return earlier;
  throw new DomainError("IDEMPOTENCY_KEY_REUSED", "This idempotency key was used for another call.", {
    details: { quoteId: earlier.id },
  });
}

async function prepareQuote(request: QuoteCallRequest, context: SettlementContext) {
  const { config, connection, clock } = context;
  const { offer, payerAddress, input, calls = 1, requestDigest = null, idempotencyKey, askedBy } = request;
  const { treasuryAddress, feeBasisPoints } = config;
  const { payeeAddress } = offer;
  const priceLamports = offer.priceLamports * BigInt(calls);
  const parties = {
    payeeAddress,
    treasuryAddress,
    ...splitPrice(priceLamports, feeBasisPoints),
  };
  const [genesisHash, recent, rentExemptMinimumLamports, balances, tokenColumns] = await Promise.all([
    connection.genesisHash(),
    connection.latestBlockhash(),
    connection.rentExemptMinimumLamports(),
    connection.balances([payeeAddress, treasuryAddress, ...(payerAddress === null ? [] : [payerAddress])]),
    payerAddress === null ? findTokenColumns(parties, priceLamports, context) : null,
  ]);
  const [payeeLamports = 0n, treasuryLamports = 0n, payerLamports = 0n] = balances;
  const facts = { payerLamports, payeeLamports, treasuryLamports, rentExemptMinimumLamports };
  assertPayable({ ...parties, payerAddress }, facts);

  const now = clock.now();
  const id = newId("quo", now.getTime());
  return {
    id,
    versionId: offer.versionId,
    packageDigest: offer.packageDigest,
    rail: payerAddress === null ? AGENT_RAIL : WALLET_RAIL,
    payerAddress,
    calls,
    requestDigest,
    ...parties,
    ...tokenColumns,
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
    askedWithKeyId: askedBy?.keyId ?? null,
    expiresAt: new Date(now.getTime() + config.quoteTtlMs),
    createdAt: now,
  };
}

function assertRequest({ offer, payerAddress, calls = 1, idempotencyKey }: QuoteCallRequest): void {
  if (payerAddress !== null && !isSolanaAddress(payerAddress))
    throw new DomainError("REQUEST_INVALID", "The payer is not a Solana address.");
  if (!Number.isInteger(calls) || calls < 1 || calls > MAX_CALLS)
    throw new DomainError("REQUEST_INVALID", `One payment buys 1 to ${MAX_CALLS} calls, not ${calls}.`);
  if (
    idempotencyKey !== undefined &&
    (idempotencyKey === "" || idempotencyKey.length > MAX_IDEMPOTENCY_KEY_CHARACTERS)
  ) {
    const message = `An idempotency key has 1 to ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters, not ${idempotencyKey.length}.`;
    throw new DomainError("REQUEST_INVALID", message);
  }
  const reason = notPayable(offer, payerAddress, calls);
  if (reason) throw new DomainError("PRICE_NOT_PAYABLE", NOT_PAYABLE[reason], { details: { reason } });
}

const NOT_PAYABLE = {
  free: "This skill is free: nothing is quoted. Run it with POST /v1/skills/{id}/run.",
  price_above_supply: "The price is beyond the lamports there are.",
  no_payee: "The version names no Solana address that could be paid.",
  payer_is_payee: "The payer is the payee; nobody pays themselves.",
} as const;

function notPayable(
  { priceLamports, payeeAddress }: CallOffer,
  payerAddress: string | null,
  calls: number,
): keyof typeof NOT_PAYABLE | null {
  if (priceLamports <= 0n) return "free";
  if (priceLamports * BigInt(calls) > MAX_QUOTED_LAMPORTS) return "price_above_supply";
  if (!isSolanaAddress(payeeAddress)) return "no_payee";
  return payeeAddress === payerAddress ? "payer_is_payee" : null;
}

export interface ChainFacts {
  payerLamports: bigint;
  payeeLamports: bigint;
  treasuryLamports: bigint;
  /** What an account must hold, unless it holds nothing. */
  rentExemptMinimumLamports: bigint;
}

type Parties = Omit<PaymentTerms, "reference" | "memo" | "payerAddress"> & { payerAddress: string | null };

/**
 * Throws when a payment on these terms would fail on the chain, so that nobody signs it:
 * `PRICE_NOT_PAYABLE` for the recipients' side, `PAYER_BALANCE_TOO_LOW` for the payer's.
 */
export function assertPayable(terms: Parties, facts: ChainFacts): void {
  assertRecipientsStayRentExempt(terms, facts);
  if (terms.payerAddress === null) return; // not known yet; the rehearsal of the payment will tell
  const price = terms.creatorLamports + terms.feeLamports;
  const paidToSelf = terms.treasuryAddress === terms.payerAddress ? terms.feeLamports : 0n;
  const rest = facts.payerLamports - price - SIGNATURE_FEE_LAMPORTS + paidToSelf;
  if (facts.payerLamports < price + SIGNATURE_FEE_LAMPORTS) {
    throw payerTooPoor(
      "insufficient_funds",
      "The wallet does not hold the price and the network fee.",
      terms,
      facts,
    );
  }
  if (rest > 0n && rest < facts.rentExemptMinimumLamports) {
    const message = "The payment would leave the wallet with less than an account must hold.";
    throw payerTooPoor("left_below_rent_exemption", message, terms, facts);
  }
}

function assertRecipientsStayRentExempt(terms: Parties, facts: ChainFacts): void {
  const after = new Map<string, bigint>([[terms.payeeAddress, facts.payeeLamports + terms.creatorLamports]]);
  if (terms.feeLamports > 0n && terms.treasuryAddress !== terms.payerAddress) {
    const before = after.get(terms.treasuryAddress) ?? facts.treasuryLamports;
    after.set(terms.treasuryAddress, before + terms.feeLamports);
  }
  for (const [address, lamports] of after) {
    if (lamports >= facts.rentExemptMinimumLamports) continue;
    throw new DomainError(
      "PRICE_NOT_PAYABLE",
      `The receiving account would hold ${lamports} lamports; the chain asks for at least ${facts.rentExemptMinimumLamports}.`,
      {
        details: {
          reason: "recipient_below_rent_exemption",
          recipient: address === terms.payeeAddress ? "creator" : "treasury",
          address,
          missingLamports: (facts.rentExemptMinimumLamports - lamports).toString(),
        },
      },
    );
  }
}

function payerTooPoor(reason: string, message: string, terms: Parties, facts: ChainFacts): DomainError {
  const neededLamports = terms.creatorLamports + terms.feeLamports + SIGNATURE_FEE_LAMPORTS;
  return new DomainError("PAYER_BALANCE_TOO_LOW", message, {
    details: {
      reason,
      balanceLamports: facts.payerLamports.toString(),
      neededLamports: neededLamports.toString(),
      rentExemptMinimumLamports: facts.rentExemptMinimumLamports.toString(),
    },
  });
}
