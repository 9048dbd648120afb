import { Connection, Keypair, type PublicKey, SystemProgram, Transaction } from "@solana/web3.js";
import { Ledger, type LedgerOptions } from "@/lib/chain/ledger/ledger";
import { serveLedger, type LedgerServer } from "@/lib/chain/ledger/server";

export const SOL = 1_000_000_000;
const SLOT_MS = 50;

// Everything below talks to the ledger through an unmodified web3.js Connection.
export function connect(server: LedgerServer): Connection {
  return new Connection(server.url, { commitment: "confirmed", disableRetryOnRateLimit: true });
}

export async function start(options: LedgerOptions = {}) {
  const ledger = new Ledger({ slotMs: SLOT_MS, ...options });
  const server = await serveLedger(ledger);
  return { ledger, server, connection: connect(server) };
}

export async function funded(connection: Connection, lamports = 5 * SOL): Promise<Keypair> {
  const keypair = Keypair.generate();
  const signature = await connection.requestAirdrop(keypair.publicKey, lamports);
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) });
  return keypair;
}

export function transfer(
  from: Keypair,
  to: PublicKey,
  lamports: number,
  references: PublicKey[] = [],
): Transaction {
  const instruction = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });
  for (const pubkey of references) instruction.keys.push({ pubkey, isSigner: false, isWritable: false });
  return new Transaction().add(instruction);
}

export async function signed(
  connection: Connection,
  from: Keypair,
  transaction: Transaction,
): Promise<Buffer> {
  transaction.feePayer = from.publicKey;
  transaction.recentBlockhash ??= (await connection.getLatestBlockhash()).blockhash;
  transaction.sign(from);
  return transaction.serialize();
}
