import { expect, test } from "vitest";
import { parseEnv } from "@/lib/env";

const TREASURY_ADDRESS = "HSbVu5mQdxrVnFMgT3XMqXHMhwXNHdQ1PGPNEEP1oyq2";

test("without any setting the market runs on the ledger of this machine", () => {
  const settings = parseEnv({});
  expect(settings.localLedger).toBe(true);
  expect(settings.FEE_BASIS_POINTS).toBe(500);
});

test("a market with a public address refuses to take test money", () => {
  const open = { NODE_ENV: "production", APP_URL: "https://market.example" };
  expect(() => parseEnv(open)).toThrow("must not take test money");
  const SERVER_KEY = "a key of this market alone, kept secret";
  const paid = { ...open, SERVER_KEY, SOLANA_RPC_URL: "https://rpc.example" };
  expect(() => parseEnv(paid)).toThrow("needs TREASURY_ADDRESS");
  expect(parseEnv({ ...paid, TREASURY_ADDRESS }).localLedger).toBe(false);
});

test("a setting that cannot be used is named", () => {
  expect(() => parseEnv({ FEE_BASIS_POINTS: "10001" })).toThrow("FEE_BASIS_POINTS");
});

test.each([
  [{ PORT: "abc" }, "PORT needs a whole number, written in digits."],
  [{ PORT: "99999" }, "PORT must be at most 65535."],
  [{ FEE_BASIS_POINTS: "-1" }, "FEE_BASIS_POINTS must be at least 0."],
  [{ BOND_LAMPORTS: "0.5" }, "BOND_LAMPORTS needs a whole number, written in digits."],
  [{ FAUCET_LAMPORTS: "0" }, "FAUCET_LAMPORTS must be more than 0."],
  [{ RUNNER: "vm" }, "RUNNER must be one of auto, bwrap, gvisor, docker, remote, disabled."],
  [{ RUNNER: "remote" }, "RUNNER=remote needs RUNNER_URL and RUNNER_SECRET."],
  [{ RUNNER_CONCURRENCY: "0" }, "RUNNER_CONCURRENCY must be at least 1."],
  [{ SOLANA_RPC_URL: "devnet" }, "SOLANA_RPC_URL needs a whole address, as .env.example shows it."],
  [{ METRICS_TOKEN: " " }, "METRICS_TOKEN is blank: leave it out instead."],
  [{ SERVER_KEY: "short" }, "SERVER_KEY needs at least 32 characters."],
  [{ TREASURY_ADDRESS: "me" }, "TREASURY_ADDRESS needs the base58 address of a Solana account."],
  [{ BOND_ARBITER_ADDRESS: "me" }, "BOND_ARBITER_ADDRESS needs the base58 address"],
  [
    { ADMINISTRATOR_ADDRESSES: "me, you" },
    "ADMINISTRATOR_ADDRESSES needs base58 addresses, separated by commas.",
  ],
  [{ BLOB_STORE: "blobs" }, "BLOB_STORE begins with file: or s3://, such as file:.data/blobs."],
  [{ DOCKER_IMAGES: "python3" }, "DOCKER_IMAGES is missing a part."],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of fatal,"],
  [{ DATABASE_CONNECTIONS: "many" }, "DATABASE_CONNECTIONS needs a whole number, written in digits."],
])("what is wrong with %j is told in a sentence, once, with where to mend it", (set, sentence) => {
  const said = () => parseEnv(set);
  expect(said).toThrow(sentence);
  expect(said).toThrow(/^Settings are not usable\. [^.].*Mend it in the environment or in \.env/);
  expect(said).not.toThrow(/Invalid|expected|NaN|(DOCKER_IMAGES .*){2}/);
});

test("an empty setting counts as not set", () => {
  expect(parseEnv({ PORT: "" }).PORT).toBe(3000);
});

test("a market with a public address refuses the demo key, and a short one anywhere", () => {
  const open = {
    NODE_ENV: "production",
    APP_URL: "https://market.example",
    SOLANA_RPC_URL: "https://rpc.example",
    TREASURY_ADDRESS,
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
