import type { BondParties } from "@/lib/audits/bond/bond-terms";
import { NEEDED_SIGNERS, TOKEN_INSTRUCTIONS, WRAPPED_SOL_MINT } from "@/lib/audits/bond/vault";
import { NotAsShown } from "@/lib/payments/transactions/not-as-shown";
import { readInstructions, viewOf, type Instruction } from "@/lib/payments/transactions/transaction-rules";
import { findAddressBytes, SYSTEM_PROGRAM, TOKEN_PROGRAM } from "@/lib/chain/solana/address";
import { addressesOf, findTransaction, type Transaction } from "@/lib/chain/solana/transaction";

// What a page lets its wallet sign of deposits. The market builds these transactions, so their bytes are read here, by
// the person's own page, before anything is signed. It runs in browsers.

const CREATE_WITH_SEED = 3;
const ADVANCE_NONCE = 4;
const INITIALIZE_NONCE = 6;
/** What the page says that the chain keeps: about 0.005 SOL for a vault and its multisig, 0.0015 SOL for a nonce. */
const MAX_VAULT_RENT_LAMPORTS = 5_500_000n;
const MAX_NONCE_RENT_LAMPORTS = 1_500_000n;

/**
 * Throws `NotAsShown` unless these bytes open this vault with the creator's money alone, for these three, holding this
 * deposit and what the chain asks for two accounts.
 */
export function assertOpensVault(
  raw: Uint8Array,
  { vault, parties, depositLamports }: { vault: string; parties: BondParties; depositLamports: bigint },
): void {
  const { creator, arbiter, council } = parties;
  const [createMultisig, multisig, createVault, account, ...others] = read(raw, [creator]);
  const first = readCreation(createMultisig, creator);
  const second = readCreation(createVault, creator);
  const isOpened =
    others.length === 0 &&
    first.owner === TOKEN_PROGRAM &&
    second.owner === TOKEN_PROGRAM &&
    second.created === vault &&
    isOf(multisig, TOKEN_PROGRAM, [first.created, creator, arbiter, council]) &&
    isSame(multisig?.data, [TOKEN_INSTRUCTIONS.initializeMultisig2, NEEDED_SIGNERS]) &&
    isOf(account, TOKEN_PROGRAM, [vault, WRAPPED_SOL_MINT]) &&
    isSame(account?.data, [
      TOKEN_INSTRUCTIONS.initializeAccount3,
      ...(findAddressBytes(first.created) ?? []),
    ]);
  if (!isOpened) throw notAsShown();
  if (first.lamports + second.lamports > depositLamports + MAX_VAULT_RENT_LAMPORTS) throw notAsShown();
}

/**
 * Throws `NotAsShown` unless these bytes do nothing but pay this vault out to `destination`, for two of its three
 * parties to sign. Null where the page does not know to whom: what a challenge is paid to, the market decides.
 */
export function assertMovesVault(
  raw: Uint8Array,
  {
    vault,
    signer,
    parties,
    destination,
  }: { vault: string; signer: string; parties: BondParties; destination: string | null },
): void {
  const transaction = findTransaction(raw);
  const signers = transaction === null ? [] : addressesOf(transaction).slice(0, NEEDED_SIGNERS);
  const areParties = signers.every((address) => Object.values(parties).includes(address));
  if (!areParties || !signers.includes(signer)) throw notAsShown();
  const [advance, close, ...others] = read(raw, signers);
  const [closed, paid, , ...signed] = close?.accounts ?? [];
  const isMoved =
    others.length === 0 &&
    advance?.program === SYSTEM_PROGRAM &&
    advance.accounts[2] === signers[0] &&
    isSame(advance.data, [ADVANCE_NONCE, 0, 0, 0]) &&
    close?.program === TOKEN_PROGRAM &&
    isSame(close.data, [TOKEN_INSTRUCTIONS.closeAccount]) &&
    closed === vault &&
    (destination === null || paid === destination) &&
    JSON.stringify(signed) === JSON.stringify(signers);
  if (!isMoved) throw notAsShown();
}

/** Throws `NotAsShown` unless these bytes only open an account of a nonce that is the signer's own. */
export function assertOpensNonce(raw: Uint8Array, signer: string): void {
  const [create, initialize, ...others] = read(raw, [signer]);
  const { created, owner, lamports } = readCreation(create, signer);
  const isOpened =
    others.length === 0 &&
    owner === SYSTEM_PROGRAM &&
    lamports <= MAX_NONCE_RENT_LAMPORTS &&
    initialize?.program === SYSTEM_PROGRAM &&
    initialize.accounts[0] === created &&
    isSame(initialize.data, [INITIALIZE_NONCE, 0, 0, 0, ...(findAddressBytes(signer) ?? [])]);
  if (!isOpened) throw notAsShown();
}

const notAsShown = () => new NotAsShown("The transaction does not do with the deposit what was shown.");

/** The instructions of a transaction that these must sign and nobody else. */
function read(raw: Uint8Array, signers: readonly string[]): Instruction[] {
  const transaction = findTransaction(raw);
  if (transaction === null || !isFor(transaction, signers)) throw notAsShown();
  return readInstructions(transaction);
}

const isFor = (transaction: Transaction, signers: readonly string[]) =>
  transaction.version === "legacy" &&
  transaction.signatures.length === signers.length &&
  signers.every((address, place) => addressesOf(transaction)[place] === address);

const isOf = (found: Instruction | undefined, program: string, accounts: readonly string[]) =>
  found?.program === program && JSON.stringify(found.accounts) === JSON.stringify(accounts);

const isSame = (data: Uint8Array | undefined, bytes: readonly number[]) =>
  data?.length === bytes.length && bytes.every((byte, at) => data[at] === byte);

/**
 * Which account is made for how much, and which program owns it: kind (4 bytes), base (32), length (8) and text of the
 * seed, lamports (8), space (8), owner (32).
 */
function readCreation(
  found: Instruction | undefined,
  payer: string,
): { created: string; owner: string | null; lamports: bigint } {
  const [from, created = ""] = found?.accounts ?? [];
  if (found?.program !== SYSTEM_PROGRAM || from !== payer || found.data.length < 92) throw notAsShown();
  const view = viewOf(found.data);
  const seed = view.getBigUint64(36, true);
  if (view.getUint32(0, true) !== CREATE_WITH_SEED || seed !== BigInt(found.data.length - 92))
    throw notAsShown();
  const rest = 44 + Number(seed);
  const owner = [TOKEN_PROGRAM, SYSTEM_PROGRAM].find((program) =>
    isSame(found.data.subarray(rest + 16), [...(findAddressBytes(program) ?? [])]),
  );
  return { created, owner: owner ?? null, lamports: view.getBigUint64(rest, true) };
}
