/** What is known of a call when it is judged whether it counts. */
export interface CallFacts {
  /** The account that called is one that answers or answered for the skill: owner, former owner or maintainer. */
  isByPublisher: boolean;
  /** Null for a free call. */
  payment: PaymentFacts | null;
}

export interface PaymentFacts {
  /** The payer is a wallet that a version of the skill pays, or one of an account that answers or answered for it. */
  isFromPublisher: boolean;
  /** The payer's first money came from such a wallet. Null where that is not known. */
  isFundedByPublisher: boolean | null;
  /** What the market takes of a price, in basis points, and what it took of this one: lamports, or units of the token. */
  feeBasisPoints: number;
  fee: bigint;
}

/**
 * Whether a call is a use by somebody else than the publisher, and, if it was paid for, cost its payer more than the
 * network takes. Only such calls are counted: in `total_calls`, `calls_7d`, trending, charts and rates of success; and
 * only such a purchase makes a verified buyer.
 *
 * A price that is too low for one lamport of fee buys a receipt for next to nothing. Where the market takes no fee at
 * all, that says nothing.
 */
export function countsAsUse({ isByPublisher, payment }: CallFacts): boolean {
  if (isByPublisher) return false;
  if (payment === null) return true;
  if (payment.isFromPublisher || payment.isFundedByPublisher === true) return false;
  return payment.feeBasisPoints === 0 || payment.fee > 0n;
}
