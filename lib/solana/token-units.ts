interface TokenBalance {
  accountIndex: number;
  uiTokenAmount: { amount: string };
}

/** Units of a token by the index of the account that holds them; empty where a node tells of none. */
export function toUnits(balances: readonly TokenBalance[] | null | undefined): ReadonlyMap<number, bigint> {
  return new Map(
    (balances ?? []).map(({ accountIndex, uiTokenAmount }) => [accountIndex, BigInt(uiTokenAmount.amount)]),
  );
}
