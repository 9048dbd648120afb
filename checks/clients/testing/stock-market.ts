import { generateKeyPairSync, sign } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { enrolVerifier } from "@/lib/audits/verifiers";
import { prepareAudit, signAudit } from "@/lib/audits/sign-audit";
import { quarantineSkill } from "@/lib/moderation/quarantine";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  publishNow,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";
import { answerWith } from "@/processes/answer-request";

/**
 * A market that listens as the web process does, with the same way of telling the agent API from pages; a page is
 * answered 404. Returns its address, which is also its public one.
 */
export async function startMarket(): Promise<string> {
  process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
  const answer = answerWith((_request, response) => {
    response.writeHead(404).end("a page");
    return Promise.resolve();
  }, 0);
  const server = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env["APP_URL"] = url;
  return url;
}

/** Publishes a free skill with a verifier's seal; returns the address of the wallet that signed. */
export async function publishSealed(parts: SkillParts, creator: TestAccount): Promise<string> {
  const { versionId } = await publishNow(buildSkillPackage(parts), creator);
  return sealVersion(versionId);
}

/** Publishes a skill that an administrator then puts into quarantine. */
export async function publishQuarantined(name: string, creator: TestAccount): Promise<void> {
  await publishNow(buildSkillPackage({ name }), creator);
  const actor = await makeAdministrator();
  await quarantineSkill({ actor, skill: name, reason: "It sends secrets away." });
}

export async function sealVersion(versionId: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const address = addressOfKey(publicKey);
  const { accountId } = await makeAccount({ address });
  await enrolVerifier("operator", { address, displayName: "Reader" });
  const request = { verdict: "seal" as const, note: null, validityDays: 1, genesisHash: "test" };
  const prepared = await prepareAudit({ ...request, accountId, versionId });
  const signature = sign(null, Buffer.from(prepared.message, "base64"), privateKey);
  await signAudit({ accountId, versionId, ...prepared, signature });
  return address;
}
