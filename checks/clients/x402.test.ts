import { generateKeyPairSync } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CleanHome, printResults } from "./testing/stock-client";
import { startMarket } from "./testing/stock-market";
import { TEST_TOKEN_MINT } from "@/lib/chain/ledger/test-token";
import { CallMarket } from "@/lib/running/testing/call-market";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";

const url = await startMarket();
const { privateKey } = generateKeyPairSync("ed25519");
const market = new CallMarket({
  X402_MINT: TEST_TOKEN_MINT,
  X402_UNITS_PER_SOL: "150000000",
  X402_FEE_PAYER_KEY: String(privateKey.export({ type: "pkcs8", format: "pem" })),
});

beforeAll(async () => {
  await market.rpc("requestAirdrop", [currentSettlement().token?.feePayer.keyId, 1_000_000_000]);
  await market.rpc("requestTokenAirdrop", [market.creator.publicKey.toBase58(), 1]);
});
afterAll(printResults);

test("mppx with @solana/mpp, and @x402/core with @x402/svm, pay for a tool over MCP", async () => {
  const script = path.join(import.meta.dirname, "mcp-paid.mjs");
  const around = { APP_URL: url, SOLANA_RPC_URL: market.url };
  const name = "mppx, @solana/mpp, @x402/core, @x402/svm over MCP (checks/clients/mcp-paid.mjs)";
  const running = new CleanHome().script(name, script, [market.skill.slug], around);
  const { code, text } = await running.finished;
  expect(text).toContain("MPP: 50000 lamports, asked by the answer of the tool");
  expect(text).toContain("MPP: 50000 lamports, asked by the error -32042");
  expect(text).toContain("x402: 7500 units");
  expect(code).toBe(0);
});

test("whoever knows the market's address alone finds what can be paid for, and pays it over HTTP and MCP", async () => {
  const script = path.join(import.meta.dirname, "x402-find.mjs");
  const around = { APP_URL: url, SOLANA_RPC_URL: market.url };
  const name = "@x402/fetch, @x402/extensions, mppx, MCP (checks/clients/x402-find.mjs)";
  const { code, text } = await new CleanHome().script(name, script, [], around).finished;
  expect(text).toContain("/.well-known/x402.json and bazaar: 7500 units over HTTP");
  expect(text).toContain("/openapi.json: x-payment-info, paid by MPP over HTTP");
  expect(text).toContain("search of MCP: 7500 units over MCP");
  expect(code).toBe(0);
});

test("@x402/fetch with @x402/svm pays a call in a token; its replays and its key get the stored answer", async () => {
  const before = {
    settled: await market.database().settlement.count({ where: { tokenMint: TEST_TOKEN_MINT } }),
    granted: await market.database().grant.count(),
  };
  const script = path.join(import.meta.dirname, "x402.mjs");
  const around = { APP_URL: url, SOLANA_RPC_URL: market.url };
  const running = new CleanHome().script(
    "@x402/fetch (checks/clients/x402.mjs)",
    script,
    [market.skill.slug],
    around,
  );
  const { code, text } = await running.finished;
  expect(text).toMatch(/exact: 7500 units in \d+ ms, 16 replays gave run run_/);
  expect(text).toContain("idempotency key: the stored answer, and 409 for another request");
  expect(text).toContain("a payer without tokens: refused, nothing moved");
  expect(code).toBe(0);
  expect(await market.database().settlement.count({ where: { tokenMint: TEST_TOKEN_MINT } })).toBe(
    before.settled + 2,
  );
  expect(await market.database().grant.count()).toBe(before.granted + 2);
});
