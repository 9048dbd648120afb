import { generateKeyPairSync } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { admitPayment } from "@/lib/running/calls/offer-call";
import { runPaidCall } from "@/lib/running/calls/run-paid-call";
import { CallMarket } from "@/lib/running/testing/call-market";
import { platformKey } from "@/lib/log/attestation/platform-key";

const market = new CallMarket();
const HOUR_MS = 3_600_000;
afterAll(() => delete process.env["PLATFORM_KEY"]);

// A key of a backup from before a rotation, or a machine that was forgotten in one.
test("a process whose key was replaced sells no call and takes no payment: it could sign no receipt for it", async () => {
  const { quote } = await market.offerCall(); // of a process that has the key of today
  const { privateKey } = generateKeyPairSync("ed25519");
  process.env["PLATFORM_KEY"] = String(privateKey.export({ type: "pkcs8", format: "pem" }));
  const [validFrom, validUntil] = [new Date(0), new Date(Date.now() - HOUR_MS)];
  await market.database().platformKey.create({ data: { keyId: platformKey().keyId, validFrom, validUntil } });
  await expect(market.offerCall()).rejects.toMatchObject({ code: "INTERNAL" });
  await expect(admitPayment(quote.id)).rejects.toMatchObject({ code: "INTERNAL" });
  await market.pay(quote); // sent by its wallet: the grant waits for a process that can make the call
  await admitPayment(quote.id);
  await expect(runPaidCall(quote.id)).rejects.toMatchObject({ code: "INTERNAL" });
  delete process.env["PLATFORM_KEY"];
  expect(await runPaidCall(quote.id)).toMatchObject({ state: "DONE" });
  expect((await market.record(quote.id)).grant).toMatchObject({ state: "CONSUMED", attempts: 1 });
});
