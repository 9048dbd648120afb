import type { BondTerms } from "@/lib/audits/bond/bond-terms";
import {
  NONCE_ACCOUNT_LENGTH,
  NonceAccount,
  PublicKey,
  SystemProgram,
  type VersionedTransaction,
  VersionedMessage,
} from "@solana/web3.js";
import { bondRefused } from "@/lib/audits/bond/bond-refused";
import { compileTransaction } from "@/lib/audits/bond/vault-instructions";
import type { SolanaConnection } from "@/lib/chain/solana/connection";
import type { AccountState, SeenAt } from "@/lib/chain/solana/on-chain";
import { SYSTEM_PROGRAM } from "@/lib/chain/solana/address";
import { readSignedAlone } from "@/lib/audits/bond/signed-alone";
import bs58 from "bs58";
import type { BondMoveRecord } from "@/lib/audits/bond/moves-repository";

const VAULT_CHARACTERS = 24; // of the 32 a seed may have
const STATE_OFFSET_BYTES = 4;
const INITIALIZED = 1;

/** What moves are made in: the chain, and what the settings ask of a deposit; null where they ask for none. */
export interface MoveAround {
  chain: SolanaConnection;
  terms: BondTerms | null;
}

/** Whose nonce a move is signed with: that of the party who pays the network, one for each vault. */
interface NonceOwner {
  payer: string;
  vaultAddress: string;
}

/** What the payer signs once, alone, before the first move of a vault. */
export interface NonceOpening {
  /** Unsigned. */
  transaction: Uint8Array;
  /** Stays in the account; its owner can take it out again. */
  rentLamports: bigint;
}

/** Where the account of the nonce lies; nobody but the payer can create something there. */
export async function nonceAddress({ payer, vaultAddress }: NonceOwner): Promise<string> {
  const place = PublicKey.createWithSeed(new PublicKey(payer), seedOf(vaultAddress), SystemProgram.programId);
  return (await place).toBase58();
}

const seedOf = (vaultAddress: string) => `move:${vaultAddress.slice(0, VAULT_CHARACTERS)}`;

/**
 * The durable nonce that stands in a move where a blockhash would, so that its two signatures may be days apart; null
 * while there is no such account. It changes with each transaction that uses it. Throws LEDGER_UNAVAILABLE.
 */
export async function findNonce(owner: NonceOwner, chain: SolanaConnection): Promise<string | null> {
  return readNonce(await chain.findAccount(await nonceAddress(owner)), owner);
}

/** The same as of a final block. */
export async function findFinalNonce(
  owner: NonceOwner,
  chain: SolanaConnection,
): Promise<SeenAt & { nonce: string | null }> {
  const { account, ...seen } = await chain.findFinalAccount(await nonceAddress(owner));
  return { ...seen, nonce: readNonce(account, owner) };
}

function readNonce(account: AccountState | null, owner: NonceOwner): string | null {
  const data = account && Buffer.from(account.data);
  if (account?.owner !== SYSTEM_PROGRAM || data?.length !== NONCE_ACCOUNT_LENGTH) return null;
  if (data.readUInt32LE(STATE_OFFSET_BYTES) !== INITIALIZED) return null;
  const { authorizedPubkey, nonce } = NonceAccount.fromAccountData(data);
  return authorizedPubkey.toBase58() === owner.payer ? nonce : null;
}

/** The transaction that opens the account of the nonce. Throws LEDGER_UNAVAILABLE. */
export async function prepareNonce(owner: NonceOwner, chain: SolanaConnection): Promise<NonceOpening> {
  const [{ blockhash }, rentLamports] = await Promise.all([
    chain.latestBlockhash(),
    chain.rentFor(NONCE_ACCOUNT_LENGTH),
  ]);
  return { transaction: (await build(owner, rentLamports, blockhash)).serialize(), rentLamports };
}

/** Sends it once it is signed. Throws BOND_MOVE_REFUSED or LEDGER_UNAVAILABLE. */
export async function openNonce(owner: NonceOwner, raw: Uint8Array, chain: SolanaConnection): Promise<void> {
  await readSignedAlone(raw, owner.payer, async (blockhash) =>
    build(owner, await chain.rentFor(NONCE_ACCOUNT_LENGTH), blockhash),
  );
  const sent = await chain.broadcast(raw, { rehearse: true });
  if (sent.outcome === "refused") throw bondRefused(sent.reason);
}

async function build(
  owner: NonceOwner,
  rentLamports: bigint,
  blockhash: string,
): Promise<VersionedTransaction> {
  const payer = new PublicKey(owner.payer);
  const { instructions } = SystemProgram.createNonceAccount({
    fromPubkey: payer,
    basePubkey: payer,
    seed: seedOf(owner.vaultAddress),
    noncePubkey: new PublicKey(await nonceAddress(owner)),
    authorizedPubkey: payer,
    lamports: Number(rentLamports),
  });
  return compileTransaction(owner.payer, blockhash, instructions);
}

const EMPTY_SIGNATURE_BYTES = 64;

/** The bytes of a move with the signatures it has: for the next party to sign, or to be sent. */
export function moveTransaction({
  message,
  signatures,
}: Pick<BondMoveRecord, "message" | "signatures">): Uint8Array {
  const bytes = signatures.map((each) => (each ? bs58.decode(each) : new Uint8Array(EMPTY_SIGNATURE_BYTES)));
  return Buffer.concat([
    Buffer.from([signatures.length]),
    ...bytes.map((each) => Buffer.from(each)),
    message,
  ]);
}

/** Whether a move can land still: its nonce has not been used. Throws LEDGER_UNAVAILABLE. */
export async function isValid(
  { message, signers }: Pick<BondMoveRecord, "message" | "signers">,
  vaultAddress: string,
  chain: SolanaConnection,
): Promise<boolean> {
  const nonce = await findNonce({ payer: signers[0] ?? "", vaultAddress }, chain);
  return nonce === nonceOf(message);
}

/** The nonce with which a message was signed. */
export const nonceOf = (message: Uint8Array): string => VersionedMessage.deserialize(message).recentBlockhash;
