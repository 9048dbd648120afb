/** What the chain asks of the two wallets of a payment, in lamports as digits. */
export interface Payable {
  /** What the creator's wallet lacks for one call to be paid; "0" for nothing. */
  missingLamports: string;
  /** What it is paid of one call. */
  creatorLamports: string;
  /** What an account must hold, unless it holds nothing. */
  leastLamports: string;
}

/** What a wallet has, needs and lacks for a payment, in lamports. */
export interface Shortage {
  held: bigint;
  needs: bigint;
  missing: bigint;
}

/**
 * What a paying wallet lacks; null for nothing, and where its balance is not known. As the quote judges it
 * (`assertPayable`): the wallet holds the total, and is left with nothing or with what an account must hold.
 */
export function findShortage(
  heldLamports: string | null,
  { totalLamports, payable }: { totalLamports: string; payable: Payable | null },
): Shortage | null {
  if (heldLamports === null) return null;
  const [held, total, least] = [
    BigInt(heldLamports),
    BigInt(totalLamports),
    BigInt(payable?.leastLamports ?? "0"),
  ];
  const rest = held - total;
  if (rest < 0n) return { held, needs: total, missing: -rest };
  if (rest === 0n || rest >= least) return null;
  return { held, needs: total + least, missing: least - rest };
}

/** Whether the creator's wallet can take the price of so many calls; true where that is not known. */
export function canBePaid(payable: Payable | null, calls: number): boolean {
  if (payable === null) return true;
  return BigInt(payable.missingLamports) <= BigInt(payable.creatorLamports) * BigInt(calls - 1);
}
