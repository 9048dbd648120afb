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
  const SERVER_KEY = "a key of this market alone, kept secret";
  expect(parseEnv({ ...open, SERVER_KEY, SOLANA_RPC_URL: "https://rpc.example" }).localLedger).toBe(false);
});

test("a setting that cannot be used is named", () => {
  expect(() => parseEnv({ FEE_BASIS_POINTS: "10001" })).toThrow("FEE_BASIS_POINTS");
});

test("an empty setting counts as not set", () => {
  expect(parseEnv({ PORT: "" }).PORT).toBe(3000);
});

test("a market with a public address refuses the demo key, and a short one anywhere", () => {
  const open = {
    NODE_ENV: "production",
    APP_URL: "https://market.example",
    SOLANA_RPC_URL: "https://rpc.example",
  };
  expect(() => parseEnv(open)).toThrow("SERVER_KEY");
  expect(() => parseEnv({ ...open, SERVER_KEY: parseEnv({}).SERVER_KEY })).toThrow("SERVER_KEY");
  expect(() => parseEnv({ SERVER_KEY: "short" })).toThrow("SERVER_KEY");
});

test("mails are shown instead of sent only on one's own machine with test money", () => {
  expect(parseEnv({ NODE_ENV: "production" }).demonstration).toBe(true);
  expect(parseEnv({ SOLANA_RPC_URL: "https://rpc.example" }).demonstration).toBe(false);
  expect(parseEnv({ APP_URL: "https://market.example" }).demonstration).toBe(false);
});
