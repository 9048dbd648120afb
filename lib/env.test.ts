import { expect, test } from "vitest";
import { parseEnv } from "@/lib/env";

test("without any setting the market runs on the ledger of this machine", () => {
  const settings = parseEnv({});
  expect(settings.localLedger).toBe(true);
  expect(settings.FEE_BASIS_POINTS).toBe(500);
});

test("a market with a public address refuses to take test money", () => {
  const open = { NODE_ENV: "production", APP_URL: "https://market.example" };
  expect(() => parseEnv(open)).toThrow("must not take test money");
  expect(parseEnv({ ...open, SOLANA_RPC_URL: "https://rpc.example" }).localLedger).toBe(false);
});

test("a setting that cannot be used is named", () => {
  expect(() => parseEnv({ FEE_BASIS_POINTS: "10001" })).toThrow("FEE_BASIS_POINTS");
});

test("an empty setting counts as not set", () => {
  expect(parseEnv({ PORT: "" }).PORT).toBe(3000);
});
