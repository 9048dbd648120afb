import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import {
  checkReceipt,
  type Finding,
  type ShownReceipt,
  type TextsAtHand,
} from "@/components/site/behaviour/check-receipt";
import { IN_TOTO_PAYLOAD_TYPE, signEnvelope } from "@/lib/log/attestation/dsse";
import { digestJson, toCanonicalJson } from "@/lib/kernel/json/canonical-json";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
const PAYMENT = { priceLamports: "50000", creatorLamports: "47500", feeLamports: "2500" };

function receipt({ run = {}, payment = {} } = {}): ShownReceipt {
  const predicate = {
    receiptId: "rcp_1",
    run: {
      id: "run_1",
      inputDigest: digestJson({ n: 1 }),
      outputDigest: digestJson({ b: 2, a: "é" }),
      ...run,
    },
    payment: { ...PAYMENT, ...payment },
  };
  const payload = Buffer.from(toCanonicalJson({ predicate }));
  const envelope = signEnvelope(payload, { payloadType: IN_TOTO_PAYLOAD_TYPE, key: privateKey, keyId: "k" });
  return { id: "rcp_1", publicKeyPem: pem, envelope };
}

const GOOD: Finding[] = ["signed", "amounts"];
const other = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }).toString();
const changed = (given: ShownReceipt): ShownReceipt => {
  const payload = Buffer.from(
    Buffer.from(given.envelope.payload, "base64").toString().replace("run_1", "run_2"),
  ).toString("base64");
  return { ...given, envelope: { ...given.envelope, payload } };
};

test.each<[string, ShownReceipt, TextsAtHand, Finding[]]>([
  ["without texts", receipt(), {}, [...GOOD, "noTexts"]],
  ["with both", receipt(), { input: { n: 1 }, output: { a: "é", b: 2 } }, [...GOOD, "input", "output"]],
  [
    "with the input as it was given to the skill",
    receipt({ run: { appliedInputDigest: digestJson({ n: 1, m: 0 }) } }),
    { input: { m: 0, n: 1 } },
    [...GOOD, "input"],
  ],
  [
    "with other texts",
    receipt(),
    { input: { n: 2 }, output: { b: 2 } },
    [...GOOD, "otherInput", "otherOutput"],
  ],
  [
    "with an output of null",
    receipt({ run: { outputDigest: digestJson(null) } }),
    { output: null },
    [...GOOD, "output"],
  ],
  ["with what the browser kept", receipt(), { stored: { b: 2, a: "é" } }, [...GOOD, "storedOutput"]],
  ["with another kept output", receipt(), { stored: 1 }, [...GOOD, "otherStoredOutput"]],
  ["and the shown output comes first", receipt(), { output: 1, stored: 1 }, [...GOOD, "otherOutput"]],
  ["of another id", { ...receipt(), id: "rcp_2" }, {}, ["failed"]],
  ["whose parts are too little", receipt({ payment: { feeLamports: "2499" } }), {}, ["failed"]],
  ["whose parts are too much", receipt({ payment: { feeLamports: "2501" } }), {}, ["failed"]],
  ["that was changed after it was signed", changed(receipt()), {}, ["failed"]],
  ["of another key", { ...receipt(), publicKeyPem: other }, {}, ["failed"]],
  ["of a key that the market does not list", { ...receipt(), publicKeyPem: null }, {}, ["failed"]],
  ["where a key cannot be read", { ...receipt(), publicKeyPem: "-----BEGIN-----AAAA" }, {}, ["unable"]],
])("a receipt %s", async (_name, shown, texts, findings) => {
  const textsOf = (runId: string) => (runId === "run_1" ? texts : {});
  expect(await checkReceipt(shown, textsOf)).toEqual(findings);
});
