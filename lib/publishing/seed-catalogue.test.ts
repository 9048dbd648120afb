import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { sealWithDemoVerifier } from "@/lib/publishing/seed-catalogue";
import { endVerifier } from "@/lib/audits/verifiers";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const database = testDatabase();
testBlobStore();

test("the demo verifier seals until somebody ends its enrolment, and never enrols itself again", async () => {
  const [first, second] = [uniqueName("demo"), uniqueName("demo")];
  const author = await makeAccount();
  const versionOf = async (name: string) => (await publishNow(buildSkillPackage({ name }), author)).versionId;
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = { privateKey, publicKey, keyId: addressOfKey(publicKey) };
  const options = { key, genesisHash: "test", validityDays: 30 };
  expect(await sealWithDemoVerifier(await versionOf(first), options)).toBe(true);
  await endVerifier("operator", key.keyId);
  expect(await sealWithDemoVerifier(await versionOf(second), options)).toBe(false);
  expect([(await getSkill(first)).auditState, (await getSkill(second)).auditState]).toEqual([
    "Audited",
    "Unverified",
  ]);
  expect(await database().verifier.count({ where: { address: key.keyId } })).toBe(1);
});
