import { createHash } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { executeTransaction } from "@/lib/chain/ledger/execution";
import type { JournalEntry } from "@/lib/chain/ledger/journal";
import type { LandedTransaction } from "@/lib/chain/ledger/landed-transaction";
import { Svm } from "@/lib/chain/ledger/svm";
import { findVersionedTransaction } from "@/lib/chain/solana/read-transaction";

/** The account that airdrops come from; its key follows from the ledger's seed. */
export function faucetKeypair(seed: string): Keypair {
  return Keypair.fromSeed(createHash("sha256").update(`faucet ${seed}`).digest());
}

/** The machine and what has landed on it. Rebuilt from the journal at a start and at a rollback. */
export class ChainState {
  readonly svm: Svm;
  readonly landed: LandedTransaction[] = [];
  private readonly bySignature = new Map<string, LandedTransaction>();
  private readonly byAddress = new Map<string, LandedTransaction[]>();

  constructor(seed: string) {
    this.svm = new Svm(seed, faucetKeypair(seed).publicKey.toBase58());
  }

  find(signature: string): LandedTransaction | null {
    return this.bySignature.get(signature) ?? null;
  }

  /** Oldest first. */
  listByAddress(address: string): readonly LandedTransaction[] {
    return this.byAddress.get(address) ?? [];
  }

  add(landed: LandedTransaction): void {
    // One block for each transaction: the machine's blockhash chain is then a function of the journal alone.
    this.svm.endBlock();
    this.landed.push(landed);
    this.bySignature.set(landed.signature, landed);
    for (const key of landed.accountKeys) {
      const list = this.byAddress.get(key);
      if (list) list.push(landed);
      else this.byAddress.set(key, [landed]);
    }
  }
}

/** Runs the journal's transactions again. Throws when one ends otherwise than it did when it was written down. */
export function replayJournal(seed: string, entries: readonly JournalEntry[]): ChainState {
  const state = new ChainState(seed);
  for (const entry of survivingTransactions(entries)) {
    const raw = Buffer.from(entry.raw, "base64");
    const transaction = findVersionedTransaction(raw);
    const landed =
      transaction &&
      executeTransaction(
        state.svm,
        { transaction, raw, slot: entry.slot, unixSeconds: entry.unixSeconds },
        { checkBlockhash: false, verifySignatures: false }, // both were checked before it was written down
      );
    if (!landed || (landed.error !== null) !== entry.failed) {
      throw new Error(`The journal does not replay: the transaction in slot ${entry.slot} ends differently.`);
    }
    state.add(landed);
  }
  return state;
}

type TransactionEntry = Extract<JournalEntry, { kind: "transaction" }>;

function survivingTransactions(entries: readonly JournalEntry[]): TransactionEntry[] {
  const kept: TransactionEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === "transaction") kept.push(entry);
    if (entry.kind === "rollback") kept.length = Math.min(kept.length, entry.keepTransactions);
  }
  return kept;
}
