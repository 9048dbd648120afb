import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import {
  MULTISIG_SIZE_BYTES,
  NEEDED_SIGNERS,
  TOKEN_INSTRUCTIONS,
  VAULT_SIZE_BYTES,
  WRAPPED_SOL_MINT,
} from "@/lib/audits/bond/vault";
import { TOKEN_PROGRAM } from "@/lib/chain/solana/address";

const key = (address: string) => new PublicKey(address);
const account = (address: string, { writable = false, signer = false } = {}) => ({
  pubkey: key(address),
  isWritable: writable,
  isSigner: signer,
});
const ofTokens = (data: Buffer, keys: ReturnType<typeof account>[]) =>
  new TransactionInstruction({ programId: key(TOKEN_PROGRAM), keys, data });

/** Where a vault and the multisig that owns it lie: they follow from the creator's wallet and two words. */
export interface VaultPlace {
  creator: string;
  vault: string;
  multisig: string;
  vaultSeed: string;
  multisigSeed: string;
}

/**
 * The place of the `number`th vault a creator opens for a version; `label` tells versions apart, in at most
 * 24 characters.
 */
export async function vaultPlace(creator: string, label: string, number: number): Promise<VaultPlace> {
  const [vaultSeed, multisigSeed] = [`v${number}:${label}`, `m${number}:${label}`];
  const at = async (seed: string) =>
    (await PublicKey.createWithSeed(key(creator), seed, key(TOKEN_PROGRAM))).toBase58();
  return { creator, vaultSeed, multisigSeed, vault: await at(vaultSeed), multisig: await at(multisigSeed) };
}

interface VaultAmounts {
  depositLamports: bigint;
  vaultRentLamports: bigint;
  multisigRentLamports: bigint;
}

/**
 * The transaction that opens a vault, for the creator alone to sign: multisig of three, and a wrapped SOL account
 * it owns.
 */
export function openingTransaction(
  place: VaultPlace,
  { arbiter, council }: { arbiter: string; council: string },
  { depositLamports, vaultRentLamports, multisigRentLamports }: VaultAmounts,
  blockhash: string,
): VersionedTransaction {
  const { creator, vault, multisig, vaultSeed, multisigSeed } = place;
  const create = (seed: string, address: string, lamports: bigint, space: number) =>
    SystemProgram.createAccountWithSeed({
      fromPubkey: key(creator),
      basePubkey: key(creator),
      newAccountPubkey: key(address),
      programId: key(TOKEN_PROGRAM),
      seed,
      lamports: Number(lamports),
      space,
    });
  const instructions = [
    create(multisigSeed, multisig, multisigRentLamports, MULTISIG_SIZE_BYTES),
    ofTokens(Buffer.from([TOKEN_INSTRUCTIONS.initializeMultisig2, NEEDED_SIGNERS]), [
      account(multisig, { writable: true }),
      ...[creator, arbiter, council].map((signer) => account(signer)),
    ]),
    create(vaultSeed, vault, vaultRentLamports + depositLamports, VAULT_SIZE_BYTES),
    ofTokens(
      Buffer.concat([Buffer.from([TOKEN_INSTRUCTIONS.initializeAccount3]), key(multisig).toBuffer()]),
      [account(vault, { writable: true }), account(WRAPPED_SOL_MINT)],
    ),
  ];
  return compileTransaction(creator, blockhash, instructions);
}

interface VaultMove {
  vault: string;
  multisig: string;
  /** Two of the three; the first pays the network. */
  signers: readonly [string, string];
  destination: string;
  /** Account of the nonce that the first of the two owns. */
  nonceAddress: string;
}

/**
 * The transaction that pays out all a vault holds and closes it, for two of its three parties to sign. It stays valid
 * until its nonce is used, by it or by anything else.
 */
export function movingTransaction(
  { vault, multisig, signers, destination, nonceAddress }: VaultMove,
  nonce: string,
): VersionedTransaction {
  const advance = SystemProgram.nonceAdvance({
    noncePubkey: key(nonceAddress),
    authorizedPubkey: key(signers[0]),
  });
  const close = ofTokens(Buffer.from([TOKEN_INSTRUCTIONS.closeAccount]), [
    account(vault, { writable: true }),
    account(destination, { writable: true }),
    account(multisig),
    ...signers.map((address) => account(address, { signer: true })),
  ]);
  return compileTransaction(signers[0], nonce, [advance, close]);
}

/** In the old format, which every wallet and multisig can sign. */
export function compileTransaction(
  payer: string,
  recentBlockhash: string,
  instructions: TransactionInstruction[],
): VersionedTransaction {
  const message = new TransactionMessage({ payerKey: key(payer), recentBlockhash, instructions });
  return new VersionedTransaction(message.compileToLegacyMessage());
}
