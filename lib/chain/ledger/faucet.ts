import { PublicKey, SystemProgram, Transaction, TransactionInstruction, type Keypair } from "@solana/web3.js";
import { faucetKeypair } from "@/lib/chain/ledger/chain-state";
import { buildTokenAirdrop } from "@/lib/chain/ledger/test-token";
import type { Ledger } from "@/lib/chain/ledger/ledger";
import { MEMO_PROGRAM } from "@/lib/chain/solana/address";

export interface FaucetLimits {
  maxLamportsPerRequest: bigint;
  /** Sum over one hour for one address. */
  maxLamportsPerHour: bigint;
}

const DEFAULT_FAUCET_LIMITS: FaucetLimits = {
  maxLamportsPerRequest: 10_000_000_000n,
  maxLamportsPerHour: 100_000_000_000n,
};

/** Gives lamports away with ordinary transactions of its own, so that the journal needs no special entry for them. */
export class Faucet {
  private readonly keypair: Keypair;
  private given = new Map<string, bigint>();
  private hour = 0;

  constructor(
    private readonly ledger: Ledger,
    readonly limits: FaucetLimits = DEFAULT_FAUCET_LIMITS,
  ) {
    this.keypair = faucetKeypair(ledger.seed);
  }

  get address(): string {
    return this.keypair.publicKey.toBase58();
  }

  /** Why this airdrop is refused, or null. */
  refusal(address: string, lamports: bigint): string | null {
    const { maxLamportsPerRequest, maxLamportsPerHour } = this.limits;
    if (lamports > maxLamportsPerRequest) return `at most ${maxLamportsPerRequest} lamports in one request`;
    if (this.givenThisHour(address) + lamports > maxLamportsPerHour) {
      return `at most ${maxLamportsPerHour} lamports an hour for one address`;
    }
    return null;
  }

  /** The signed transfer. Its memo numbers it, so that two equal airdrops in one slot are two transactions. */
  build(address: string, lamports: bigint): Buffer {
    const transfer = SystemProgram.transfer({
      fromPubkey: this.keypair.publicKey,
      toPubkey: new PublicKey(address),
      lamports,
    });
    const data = Buffer.from(`airdrop ${this.ledger.transactionCount}`);
    const memo = new TransactionInstruction({ programId: new PublicKey(MEMO_PROGRAM), keys: [], data });
    const transaction = new Transaction().add(transfer, memo);
    transaction.feePayer = this.keypair.publicKey;
    transaction.recentBlockhash = this.ledger.blockhashAt(this.ledger.slot());
    transaction.sign(this.keypair);
    return transaction.serialize();
  }

  /** The signed transaction that makes test tokens. */
  buildTokens(owner: string, units: bigint): Buffer {
    const blockhash = this.ledger.blockhashAt(this.ledger.slot());
    const given = { authority: this.keypair, blockhash, number: this.ledger.transactionCount };
    return buildTokenAirdrop({ owner, units }, given);
  }

  record(address: string, lamports: bigint): void {
    this.given.set(address, this.givenThisHour(address) + lamports);
  }

  private givenThisHour(address: string): bigint {
    const hour = Math.floor(this.ledger.unixSeconds(this.ledger.slot()) / 3600);
    if (hour !== this.hour) this.given = new Map();
    this.hour = hour;
    return this.given.get(address) ?? 0n;
  }
}
