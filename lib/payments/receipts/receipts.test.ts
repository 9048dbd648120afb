import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import {
  IN_TOTO_PAYLOAD_TYPE,
  isEnvelope,
  preAuthEncoding,
  signEnvelope,
  type DsseEnvelope,
} from "@/lib/log/attestation/dsse";
import { systemClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { consumeGrant, takeGrant } from "@/lib/payments/grants/grants";
import { digestJson, toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { loadPlatformKey, type PlatformKey } from "@/lib/log/attestation/platform-key";
import { getReceipt, issueReceipt, type FinishedRun } from "@/lib/payments/receipts/receipts";
import { verifyReceipt } from "@/lib/payments/receipts/receipt-statement";
import { submitPayment } from "@/lib/payments/settlement/submit-payment";
import { PaidMarket } from "@/lib/payments/testing/paid-market";

const market = new PaidMarket();
let key: PlatformKey;

beforeAll(() => {
  const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  key = loadPlatformKey({ pem, file: "" });
});

/** A paid call that has just been run, as the running domain leaves it. */
async function runPaidCall(end: "done" | "still_running" = "done") {
  const quote = await market.quote();
  await submitPayment({ quoteId: quote.id, rawTransaction: market.sign(quote) }, market.context);
  const runId = newId("run");
  const { versionId, inputDigest, payerAddress } = quote;
  await market
    .database()
    .run.create({ data: { id: runId, versionId, input: {}, inputDigest, payerAddress } });
  await takeGrant({ quoteId: quote.id, runId });
  if (end === "done") await consumeGrant({ runId, end });
  const run: FinishedRun = {
    id: runId,
    skillSlug: "csv-profile",
    skillVersion: "1.0.0",
    inputDigest,
    outputDigest: digestJson({ text: "HELLO" }),
    startedAt: new Date("2026-11-21T00:00:00Z"),
    finishedAt: new Date("2026-11-21T00:00:01Z"),
    runner: "bwrap",
    isolation: "shared kernel, own namespaces, no network",
    runnerFacts: { kernel: "6.1", networkAccess: false },
  };
  return { quote, run };
}

const issue = (run: FinishedRun) => issueReceipt(run, { key, clock: systemClock });

function envelopeOf(receipt: { envelope: unknown }): DsseEnvelope {
  if (!isEnvelope(receipt.envelope)) throw new Error("the stored envelope is not one");
  return receipt.envelope;
}

test("a receipt names who paid what to whom, for which package, input and output, and verifies offline", async () => {
  const { quote, run } = await runPaidCall();
  const receipt = await issue(run);
  const verdict = verifyReceipt(receipt.envelope, key.keyId);
  if (!verdict.ok) throw new Error(verdict.reason);
  expect(verdict.statement.subject).toEqual([
    { name: "skill/csv-profile@1.0.0", digest: { sha256: "ab".repeat(32) } },
  ]);
  const settlement = await market.database().settlement.findUniqueOrThrow({ where: { quoteId: quote.id } });
  expect(verdict.statement.predicate.payment).toEqual({
    quote: quote.id,
    transaction: settlement.signature,
    genesisHash: await market.context.connection.genesisHash(),
    commitment: "confirmed",
    payer: market.buyer.publicKey.toBase58(),
    payee: market.creator.publicKey.toBase58(),
    treasury: market.treasury.publicKey.toBase58(),
    reference: quote.reference,
    priceLamports: "50000",
    creatorLamports: "47500",
    feeLamports: "2500",
    excessLamports: "0",
  });
  expect(verdict.statement.predicate.run).toMatchObject({
    id: run.id,
    inputDigest: quote.inputDigest,
    runner: "bwrap",
  });
  expect(await getReceipt(receipt.id)).toEqual(receipt);
});

test("a run has one receipt, however often and at once it is asked for", async () => {
  const { run } = await runPaidCall();
  const receipts = await Promise.all(Array.from({ length: 4 }, () => issue(run)));
  expect(new Set(receipts.map((each) => each.payload)).size).toBe(1);
  expect(await issue(run)).toEqual(receipts[0]);
});

test("a run that has not used its grant, or ran on another input, gets no receipt", async () => {
  const { run } = await runPaidCall("still_running");
  await expect(issue(run)).rejects.toMatchObject({ code: "GRANT_NOT_FOUND" });
  const finished = (await runPaidCall()).run;
  await expect(issue({ ...finished, inputDigest: digestJson({}) })).rejects.toMatchObject({
    code: "GRANT_NOT_FOUND",
  });
  await expect(issue({ ...finished, id: newId("run") })).rejects.toMatchObject({ code: "GRANT_NOT_FOUND" });
});

test("openssl verifies the receipt with the published key", async () => {
  const { run } = await runPaidCall();
  const envelope = envelopeOf(await issue(run));
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "receipt-test-"));
  const file = (name: string) => path.join(directory, name);
  fs.writeFileSync(file("key.pem"), key.publicKey.export({ type: "spki", format: "pem" }));
  fs.writeFileSync(
    file("pae"),
    preAuthEncoding(envelope.payloadType, Buffer.from(envelope.payload, "base64")),
  );
  fs.writeFileSync(file("sig"), Buffer.from(envelope.signatures[0]?.sig ?? "", "base64"));
  const keyArguments = ["-pubin", "-inkey", file("key.pem"), "-in", file("pae"), "-sigfile", file("sig")];
  const said = execFileSync("openssl", ["pkeyutl", "-verify", "-rawin", ...keyArguments], {
    encoding: "utf8",
  });
  expect(said).toContain("Signature Verified Successfully");
  fs.rmSync(directory, { recursive: true });
});

test("changed, re-signed, re-spelled and unbalanced receipts are told apart", async () => {
  const { run } = await runPaidCall();
  const receipt = await issue(run);
  const envelope = envelopeOf(receipt);
  const signing = { payloadType: IN_TOTO_PAYLOAD_TYPE, key: key.privateKey, keyId: key.keyId };
  const resign = (text: string) => signEnvelope(Buffer.from(text), signing);
  const reason = (value: unknown, publicKey = key.keyId) => {
    const verdict = verifyReceipt(value, publicKey);
    return verdict.ok ? "ok" : verdict.reason;
  };
  expect(reason(resign(receipt.payload))).toBe("ok");
  const cheaper = receipt.payload.replace('"priceLamports":"50000"', '"priceLamports":"40000"');
  expect(reason({ ...envelope, payload: Buffer.from(cheaper).toString("base64") })).toBe("signature_invalid");
  expect(reason(envelope, market.buyer.publicKey.toBase58())).toBe("signature_invalid");
  expect(reason(resign(cheaper))).toBe("amounts_do_not_add_up");
  expect(reason(resign(JSON.stringify(JSON.parse(receipt.payload), null, 1)))).toBe("not_canonical");
  expect(reason(resign(toCanonicalJson({ ...JSON.parse(receipt.payload), extra: 1 })))).toBe("not_a_receipt");
  expect(reason(resign("{"))).toBe("not_a_receipt");
  expect(reason(null)).toBe("signature_invalid");
});

test("an unknown receipt is RECEIPT_NOT_FOUND", async () => {
  await expect(getReceipt("rcp_none")).rejects.toMatchObject({ code: "RECEIPT_NOT_FOUND" });
});
