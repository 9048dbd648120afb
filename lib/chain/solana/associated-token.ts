import { PublicKey } from "@solana/web3.js";
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from "@/lib/chain/solana/address";

/** The account in which wallets look for an owner's tokens of one mint (SPL Token program). */
export function associatedTokenAddress(owner: string, mint: string): string {
  const seeds = [owner, TOKEN_PROGRAM, mint].map((address) => new PublicKey(address).toBytes());
  const [address] = PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED_TOKEN_PROGRAM));
  return address.toBase58();
}
