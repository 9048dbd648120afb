import { sign } from "node:crypto";
import { enrolVerifier, findEnrolment } from "@/lib/audits/verifiers";
import { prepareAudit, signAudit } from "@/lib/audits/sign-audit";
import { database } from "@/lib/db/client";
import { createAccount } from "@/lib/identity/accounts/create-account";
import type { PlatformKey } from "@/lib/attestation/platform-key";

/** How the demo verifier is called wherever it shows: nobody should take it for a person. */
const DEMO_VERIFIER_NAME = "Demo verifier (this installation)";

interface DemoSealing {
  key: PlatformKey;
  genesisHash: string;
  validityDays: number;
  secret: string;
}

/**
 * Seals a version of the starter catalogue with a real signature of a key this installation keeps. The signature is as
 * checkable as every other; the name says that nobody read the code. Enrols the demo verifier at its first use; false,
 * and no seal, once somebody has ended that enrolment.
 */
export async function sealWithDemoVerifier(versionId: string, options: DemoSealing): Promise<boolean> {
  const { key, ...request } = options;
  const accountId = await findDemoVerifier(key.keyId);
  if (accountId === null) return false;
  const prepared = await prepareAudit({ ...request, accountId, versionId, verdict: "seal", note: null });
  const signature = sign(null, Buffer.from(prepared.message, "base64"), key.privateKey);
  await signAudit({ accountId, versionId, ...prepared, signature, secret: request.secret });
  return true;
}

async function findDemoVerifier(address: string): Promise<string | null> {
  const { accountId: known, state } = await findEnrolment(database(), address);
  if (state === "ended") return null;
  if (state === "enrolled") return known;
  const accountId =
    known ??
    (await createAccount({ username: "demo-verifier", wallet: { address, kind: "demo" } })).accountId;
  await enrolVerifier("operator", { address, displayName: DEMO_VERIFIER_NAME });
  return accountId;
}
