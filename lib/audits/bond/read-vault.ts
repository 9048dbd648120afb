import { encodeAddress } from "@/lib/solana/address";
import type { AccountState } from "@/lib/solana/on-chain";
import { TOKEN_PROGRAM } from "@/lib/solana/programs";

/** Wrapped SOL: one unit is one lamport. */
export const WRAPPED_SOL_MINT = "So11111111111111111111111111111111111111112";

export const VAULT_SIZE_BYTES = 165;
export const MULTISIG_SIZE_BYTES = 355;
const NEEDED_SIGNERS = 2;
const SIGNERS = 3;

/** Who must sit in the vault's multisig: any two of the three can move the deposit, nobody alone. */
export interface BondParties {
  creator: readonly string[];
  arbiter: string;
  council: string;
}

export type VaultFault =
  "no_vault" | "not_wrapped_sol" | "not_usable" | "delegated" | "closable" | "not_shared" | "other_signers";

/** The multisig that owns a vault, or null when the account is no token account. */
export function findVaultOwner(vault: AccountState | null): string | null {
  if (vault?.owner !== TOKEN_PROGRAM || vault.data.length !== VAULT_SIZE_BYTES) return null;
  return encodeAddress(vault.data.subarray(32, 64));
}

/**
 * What a deposit on chain is worth: wrapped SOL in a token account that nobody can empty alone, because a 2-of-3
 * multisig of creator, arbiter and council owns it, nobody was delegated to spend it and nobody can close it.
 */
export function readVault(
  vault: AccountState | null,
  multisig: AccountState | null,
  parties: BondParties,
): { ok: true; lamports: bigint } | { ok: false; reason: VaultFault } {
  if (vault === null || findVaultOwner(vault) === null) return { ok: false, reason: "no_vault" };
  const data = Buffer.from(vault.data);
  if (encodeAddress(data.subarray(0, 32)) !== WRAPPED_SOL_MINT)
    return { ok: false, reason: "not_wrapped_sol" };
  if (data[108] !== 1) return { ok: false, reason: "not_usable" }; // neither uninitialised nor frozen
  if (data.readUInt32LE(72) !== 0) return { ok: false, reason: "delegated" };
  if (data.readUInt32LE(129) !== 0) return { ok: false, reason: "closable" };
  const fault = findMultisigFault(multisig, parties);
  if (fault) return { ok: false, reason: fault };
  return { ok: true, lamports: data.readBigUInt64LE(64) };
}

/** The three who share a vault, any two of whom can move it; null when the account is no such multisig. */
export function readMultisigSigners(multisig: AccountState | null): string[] | null {
  if (multisig?.owner !== TOKEN_PROGRAM || multisig.data.length !== MULTISIG_SIZE_BYTES) return null;
  const [needed, count, initialised] = multisig.data;
  if (needed !== NEEDED_SIGNERS || count !== SIGNERS || initialised !== 1) return null;
  return [0, 1, 2].map((index) => encodeAddress(multisig.data.subarray(3 + 32 * index, 35 + 32 * index)));
}

function findMultisigFault(multisig: AccountState | null, parties: BondParties): VaultFault | null {
  const read = readMultisigSigners(multisig);
  if (!read) return "not_shared";
  const signers = new Set(read);
  const creators = parties.creator.filter((address) => signers.has(address));
  const complete =
    signers.size === SIGNERS &&
    signers.has(parties.arbiter) &&
    signers.has(parties.council) &&
    creators.some((address) => address !== parties.arbiter && address !== parties.council);
  return complete ? null : "other_signers";
}
