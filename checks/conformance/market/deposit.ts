import bs58 from "bs58";
import { requiredBondLamports } from "@/lib/audits/bond/bond-terms";
import { type BondChain, observeBond } from "@/lib/audits/bond/observe-bond";
import { MULTISIG_SIZE_BYTES, VAULT_SIZE_BYTES, WRAPPED_SOL_MINT } from "@/lib/audits/bond/vault";
import { newAddress } from "@/lib/testing/builders";
import type { FinalAccount } from "@/lib/chain/solana/final-accounts";
import type { AccountState } from "@/lib/chain/solana/on-chain";
import { TOKEN_PROGRAM } from "@/lib/chain/solana/address";

const TERMS = { requiredLamports: 500_000_000n, arbiter: newAddress(), council: newAddress(), former: [] };

/** Accounts as a cluster would answer them; only the network is left out. */
export class Deposit implements BondChain {
  readonly vaultAddress = newAddress();
  private readonly multisigAddress = newAddress();
  private readonly accounts = new Map<string, AccountState>();

  findFinalAccount(address: string): Promise<FinalAccount> {
    return Promise.resolve({ chain: "", slot: 0, account: this.accounts.get(address) ?? null });
  }

  listHistoryPage = () => Promise.resolve({ entries: [], isLast: true });
  findTransaction = () => Promise.resolve(null);

  /** Locks a share of what is required, in percent. */
  lock(creator: string, percent = 100n): void {
    const lamports = (requiredBondLamports(TERMS, false) * percent) / 100n;
    const vault = Buffer.alloc(VAULT_SIZE_BYTES);
    vault.set(bs58.decode(WRAPPED_SOL_MINT), 0);
    vault.set(bs58.decode(this.multisigAddress), 32);
    vault.writeBigUInt64LE(lamports, 64);
    vault[108] = 1;
    const multisig = Buffer.alloc(MULTISIG_SIZE_BYTES);
    multisig.set([2, 3, 1], 0);
    [creator, TERMS.arbiter, TERMS.council].forEach((address, index) =>
      multisig.set(bs58.decode(address), 3 + 32 * index),
    );
    this.accounts.set(this.vaultAddress, { owner: TOKEN_PROGRAM, lamports, data: vault });
    this.accounts.set(this.multisigAddress, { owner: TOKEN_PROGRAM, lamports: 0n, data: multisig });
  }

  withdraw(): void {
    this.accounts.clear();
  }

  observe(versionId: string) {
    return observeBond({ versionId, vaultAddress: this.vaultAddress }, { chain: this, terms: TERMS });
  }
}
