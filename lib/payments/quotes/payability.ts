import { DomainError } from "@/lib/kernel/errors";
import type { PaymentTerms } from "@/lib/payments/quotes/payment-terms";
import { SIGNATURE_FEE_LAMPORTS } from "@/lib/solana/programs";

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
