// The local ledger of the market that the clients pay, and wallets with money on it.
import { createKeyPairSignerFromPrivateKeyBytes } from "@solana/kit";

export const rpcUrl = process.env.SOLANA_RPC_URL ?? "http://127.0.0.1:8899";

export async function rpc(method, params) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const { result, error } = await (await fetch(rpcUrl, { method: "POST", headers, body })).json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

export const balanceOf = async (address) =>
  (await rpc("getBalance", [address, { commitment: "confirmed" }])).value;

/** A new wallet with so many lamports and units of the test token; it has them when this returns, but for units alone. */
export async function newPayer({ lamports = 2_000_000_000, units = 5_000_000 } = {}) {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(crypto.getRandomValues(new Uint8Array(32)));
  if (lamports > 0) await rpc("requestAirdrop", [signer.address, lamports]);
  if (units > 0) await rpc("requestTokenAirdrop", [signer.address, units]);
  while (lamports > 0 && (await balanceOf(signer.address)) === 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
  return signer;
}
