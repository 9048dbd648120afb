import type { CheckedNode } from "@/lib/solana/checked-node";
import { Coalesced } from "@/lib/solana/coalesced";
import type { AccountState } from "@/lib/solana/on-chain";
import * as answers from "@/lib/solana/rpc-answers";

/** Balances of calls that are quoted at the same moment are asked for together. */
const BALANCES_WINDOW_MS = 1;
const ACCOUNTS_PER_REQUEST = 100;

/** Accounts as of the newest confirmed block. */
export class LiveAccounts {
  private readonly lamports = new Coalesced<bigint>(
    (addresses) => this.askBalances(addresses),
    BALANCES_WINDOW_MS,
    ACCOUNTS_PER_REQUEST,
  );

  constructor(private readonly node: CheckedNode) {}

  /** In the order of `addresses`; an account that does not exist holds 0. */
  balances(addresses: readonly string[]): Promise<bigint[]> {
    return Promise.all(addresses.map(async (address) => (await this.lamports.get(address)) ?? 0n));
  }

  /** In the order of `addresses`; null for one that does not exist. */
  find(addresses: readonly string[]): Promise<(AccountState | null)[]> {
    const options = { commitment: "confirmed", encoding: "base64" };
    return this.node.ask(answers.accounts, "getMultipleAccounts", addresses, options);
  }

  private async askBalances(addresses: readonly string[]): Promise<bigint[]> {
    const withoutData = {
      commitment: "confirmed",
      encoding: "base64",
      dataSlice: { offset: 0, length: 0 },
    };
    const found = await this.node.ask(answers.balances, "getMultipleAccounts", addresses, withoutData);
    return found.map((account) => account?.lamports ?? 0n);
  }
}
