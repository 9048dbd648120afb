import { findParties, type AcceptedParties, type BondParties } from "@/lib/audits/bond/bond-terms";
import { encodeAddress, TOKEN_PROGRAM } from "@/lib/chain/solana/address";
import type { AccountState } from "@/lib/chain/solana/on-chain";

/** Wrapped SOL: one unit is one lamport. */
export const WRAPPED_SOL_MINT = "So11111111111111111111111111111111111111112";

export const VAULT_SIZE_BYTES = 165;
export const MULTISIG_SIZE_BYTES = 355;
const SIGNERS = 3;
/** Of them, any two can move what is in the vault. */
export const NEEDED_SIGNERS = 2;

/** Instructions of the token program, as the first byte of their data says. */
export const TOKEN_INSTRUCTIONS = {
  closeAccount: 9,
  initializeAccount3: 18,
  initializeMultisig2: 19,
} as const;

type VaultFault =
  | "no_vault"
  | "not_wrapped_sol"
  | "not_usable"
  | "delegated"
  | "closable"
  | "not_shared"
  | "other_signers";

/** The multisig that owns a vault, or null when the account is no token account. */
export function findVaultOwner(vault: AccountState | null): string | null {
  if (vault?.owner !== TOKEN_PROGRAM || vault.data.length !== VAULT_SIZE_BYTES) return null;
  return encodeAddress(vault.data.subarray(32, 64));
}

export type VaultRead =
  | { ok: true; lamports: bigint; parties: BondParties }
  | { ok: false; reason: VaultFault };

/**
 * What a deposit on chain is worth: wrapped SOL in a token account that nobody can empty alone, because a 2-of-3
 * multisig of creator, arbiter and council owns it, nobody was delegated to spend it and nobody can close it.
 */
export function readVault(
  vault: AccountState | null,
  multisig: AccountState | null,
  accepted: AcceptedParties,
): VaultRead {
  if (vault === null || findVaultOwner(vault) === null) return { ok: false, reason: "no_vault" };
  const data = Buffer.from(vault.data);
  if (encodeAddress(data.subarray(0, 32)) !== WRAPPED_SOL_MINT)
    return { ok: false, reason: "not_wrapped_sol" };
  if (data[108] !== 1) return { ok: false, reason: "not_usable" }; // neither uninitialised nor frozen
  if (data.readUInt32LE(72) !== 0) return { ok: false, reason: "delegated" };
  if (data.readUInt32LE(129) !== 0) return { ok: false, reason: "closable" };
  const signers = readMultisigSigners(multisig);
  if (!signers) return { ok: false, reason: "not_shared" };
  const parties = findParties(signers, accepted);
  if (!parties) return { ok: false, reason: "other_signers" };
  return { ok: true, lamports: data.readBigUInt64LE(64), parties };
}

/** The three who share a vault, any two of whom can move it; null when the account is no such multisig. */
export function readMultisigSigners(multisig: AccountState | null): string[] | null {
  if (multisig?.owner !== TOKEN_PROGRAM || multisig.data.length !== MULTISIG_SIZE_BYTES) return null;
  const [needed, count, initialised] = multisig.data;
  if (needed !== NEEDED_SIGNERS || count !== SIGNERS || initialised !== 1) return null;
  return [0, 1, 2].map((index) => encodeAddress(multisig.data.subarray(3 + 32 * index, 35 + 32 * index)));
}
