import { beforeAll, expect, test, vi } from "vitest";
import { findConnection } from "@/components/wallet/find-connection";
import { addWallet, rememberWallet, type SolanaWallet } from "@/components/wallet/solana-wallets";

/** A wallet that shows its accounts without a dialog, or throws. */
function walletOf(name: string, addresses: readonly string[] | null): SolanaWallet {
  const accounts = addresses?.map((address) => ({ address }));
  const connect = () => (accounts ? Promise.resolve({ accounts }) : Promise.reject(new Error("locked")));
  const features = {
    "standard:connect": { connect },
    "solana:signMessage": {},
    "solana:signTransaction": {},
  };
  return { name, accounts: [], features } as unknown as SolanaWallet;
}

beforeAll(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  addWallet(walletOf("locked", null));
  addWallet(walletOf("paid last", ["Payer"]));
  addWallet(walletOf("two accounts", ["First", "Verifier"]));
});

test("the wallet that holds the address signs, though another one was used last", async () => {
  rememberWallet("paid last");
  const found = await findConnection("Verifier");
  expect(found?.wallet.name).toBe("two accounts");
  expect(found?.account.address).toBe("Verifier");
});

test("the wallet used last is asked where none holds the address", async () => {
  rememberWallet("paid last");
  expect((await findConnection("Nobody"))?.account.address).toBe("Payer");
});
