import { PublicKey, Transaction, TransactionInstruction, type Keypair } from "@solana/web3.js";
import {
  findAddressBytes,
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from "@/lib/chain/solana/address";
import { associatedTokenAddress } from "@/lib/chain/solana/associated-token";

/** Where devnet has its test dollar: published clients pay with the tokens they know and with no others. */
export const TEST_TOKEN_MINT = "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU";
export const MAX_TEST_TOKEN_UNITS = 1_000_000_000n;

const DECIMALS = 6;
const MINT_SIZE_BYTES = 82;
const CREATE_IDEMPOTENT = 1;
const MINT_TO = 7;

/** The account of the test token's mint as the token program stores it; `authority` can make any amount. */
export function testTokenMint(authority: string): Buffer {
  const data = Buffer.alloc(MINT_SIZE_BYTES);
  data.writeUInt32LE(1, 0); // there is an authority
  data.set(findAddressBytes(authority) ?? [], 4);
  data.writeUInt8(DECIMALS, 44);
  data.writeUInt8(1, 45); // initialized; no freeze authority behind it
  return data;
}

/** The signed transaction that makes test tokens for `owner`, with an account for them if there is none yet. */
export function buildTokenAirdrop(
  { owner, units }: { owner: string; units: bigint },
  { authority, blockhash, number }: { authority: Keypair; blockhash: string; number: number },
): Buffer {
  const account = associatedTokenAddress(owner, TEST_TOKEN_MINT);
  const payer = authority.publicKey.toBase58();
  const amount = Buffer.alloc(9);
  amount.writeUInt8(MINT_TO, 0);
  amount.writeBigUInt64LE(units, 1);
  const transaction = new Transaction().add(
    instruction(ASSOCIATED_TOKEN_PROGRAM, Buffer.from([CREATE_IDEMPOTENT]), [
      ["signer", payer],
      ["writable", account],
      ["readonly", owner],
      ["readonly", TEST_TOKEN_MINT],
      ["readonly", SYSTEM_PROGRAM],
      ["readonly", TOKEN_PROGRAM],
    ]),
    instruction(TOKEN_PROGRAM, amount, [
      ["writable", TEST_TOKEN_MINT],
      ["writable", account],
      ["signer", payer],
    ]),
    instruction(MEMO_PROGRAM, Buffer.from(`token airdrop ${number}`), []),
  );
  transaction.feePayer = authority.publicKey;
  transaction.recentBlockhash = blockhash;
  transaction.sign(authority);
  return transaction.serialize();
}

type Role = "signer" | "writable" | "readonly";

function instruction(program: string, data: Buffer, accounts: [Role, string][]): TransactionInstruction {
  const keys = accounts.map(([role, address]) => ({
    pubkey: new PublicKey(address),
    isSigner: role === "signer",
    isWritable: role !== "readonly",
  }));
  return new TransactionInstruction({ programId: new PublicKey(program), keys, data });
}
