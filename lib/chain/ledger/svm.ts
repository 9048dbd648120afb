import { createHash } from "node:crypto";
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from "litesvm";
import type { VersionedTransaction } from "@solana/web3.js";
import { TEST_TOKEN_MINT, testTokenMint } from "@/lib/chain/ledger/test-token";
import { TOKEN_PROGRAM } from "@/lib/chain/solana/address";
import { toTransactionErrorJson, type TransactionErrorJson } from "@/lib/chain/ledger/error-names";

type SvmAddress = Parameters<LiteSVM["getBalance"]>[0];
type SvmAccount = Parameters<LiteSVM["setAccount"]>[0];
type SvmTransaction = Parameters<LiteSVM["sendTransaction"]>[0];

const HISTORY_TRANSACTIONS = 1_000_000n; // the default of 32 would forget duplicates
const MAX_FIRST_BLOCKHASH = 4096;
const FAUCET_LAMPORTS = 9_000_000_000_000_000n; // below 2^53, so that JSON can tell it

export interface SvmOutcome {
  error: TransactionErrorJson | null;
  metadata: TransactionMetadata;
}

export interface SvmOptions {
  /** Refuse a blockhash that is not the machine's own latest one; only durable nonces pass. */
  checkBlockhash: boolean;
  verifySignatures: boolean;
}

export interface StoredAccount {
  data: Uint8Array;
  owner: string;
  lamports: bigint;
  executable: boolean;
}

/** The virtual machine, in the words of this folder; the only file that knows litesvm's types. */
export class Svm {
  private readonly machine: LiteSVM;

  constructor(seed: string, faucetAddress: string) {
    this.machine = new LiteSVM()
      .withTransactionHistory(HISTORY_TRANSACTIONS)
      .withLogBytesLimit()
      .withNativeMints();
    // Its own blockhash chain always starts alike; durable nonces come from it, so two ledgers must not share it.
    const first =
      createHash("sha256").update(`machine ${seed}`).digest().readUInt32LE(0) % MAX_FIRST_BLOCKHASH;
    for (let i = 0; i <= first; i++) this.machine.expireBlockhash();
    this.setBalance(faucetAddress, FAUCET_LAMPORTS);
    this.addTestToken(faucetAddress);
  }

  /** A wallet holds this much from now on, wherever it came from. */
  setBalance(address: string, lamports: bigint): void {
    const wallet = { address, data: new Uint8Array(), executable: false, lamports };
    const system = { programAddress: "1".repeat(32), space: 0n };
    this.machine.setAccount({ ...wallet, ...system } as unknown as SvmAccount);
  }

  private addTestToken(authority: string): void {
    const data = testTokenMint(authority);
    const space = BigInt(data.length);
    const lamports = this.rentExemptMinimum(space);
    const mint = {
      address: TEST_TOKEN_MINT,
      data: Uint8Array.from(data),
      executable: false,
      lamports,
      space,
    };
    this.machine.setAccount({ ...mint, programAddress: TOKEN_PROGRAM } as unknown as SvmAccount);
  }

  balance(address: string): bigint {
    return this.machine.getBalance(address as SvmAddress) ?? 0n;
  }

  account(address: string): StoredAccount | null {
    const found = this.machine.getAccount(address as SvmAddress);
    if (!found.exists) return null;
    const { data, programAddress: owner, lamports, executable } = found;
    return { data: Uint8Array.from(data), owner, lamports, executable };
  }

  accountsOwnedBy(program: string): (StoredAccount & { address: string })[] {
    return this.machine.getProgramAccounts(program as SvmAddress).map((found) => ({
      address: found.address,
      data: Uint8Array.from(found.data),
      owner: found.programAddress,
      lamports: found.lamports,
      executable: found.executable,
    }));
  }

  rentExemptMinimum(sizeBytes: bigint): bigint {
    return this.machine.minimumBalanceForRentExemption(sizeBytes);
  }

  setTime(slot: number, unixSeconds: number): void {
    const clock = this.machine.getClock();
    clock.slot = BigInt(slot);
    clock.unixTimestamp = BigInt(unixSeconds);
    this.machine.setClock(clock);
  }

  /** Moves the machine's own blockhash on, as a block would; durable nonces can advance once in each. */
  endBlock(): void {
    this.machine.expireBlockhash();
  }

  execute(transaction: VersionedTransaction, options: SvmOptions): SvmOutcome {
    return this.with(options, () => {
      const result = this.machine.sendTransaction(toSvmTransaction(transaction));
      return result instanceof FailedTransactionMetadata ? failed(result) : { error: null, metadata: result };
    });
  }

  simulate(transaction: VersionedTransaction, options: SvmOptions): SvmOutcome {
    return this.with(options, () => {
      const result = this.machine.simulateTransaction(toSvmTransaction(transaction));
      return result instanceof FailedTransactionMetadata
        ? failed(result)
        : { error: null, metadata: result.meta() };
    });
  }

  private with<T>(options: SvmOptions, work: () => T): T {
    this.machine.withBlockhashCheck(options.checkBlockhash).withSigverify(options.verifySignatures);
    return work();
  }
}

function failed(result: FailedTransactionMetadata): SvmOutcome {
  return { error: toTransactionErrorJson(result.err()), metadata: result.meta() };
}

function toSvmTransaction(transaction: VersionedTransaction): SvmTransaction {
  const signers = transaction.message.staticAccountKeys.slice(0, transaction.signatures.length);
  const signatures = Object.fromEntries(signers.map((key, i) => [key.toBase58(), transaction.signatures[i]]));
  return { messageBytes: transaction.message.serialize(), signatures } as unknown as SvmTransaction;
}
