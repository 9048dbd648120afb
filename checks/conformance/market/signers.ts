import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { endVerifier, enrolVerifier } from "@/lib/audits/verifiers";
import { prepareAudit, type PreparedAudit, signAudit } from "@/lib/audits/sign-audit";
import type { Verdict } from "@/lib/audits/audit-statement";
import { makeAccount, uniqueName } from "@/lib/testing/builders";
import { addressOfKey } from "@/lib/chain/solana/ed25519";

export const VALIDITY_DAYS = 365;
process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for these runs";
const GENESIS_HASH = "conformance";

/** Somebody with an account and the key of its wallet. */
export interface Signer {
  accountId: string;
  address: string;
  key: KeyObject;
}

export async function makeSigner({ enrolled }: { enrolled: boolean }): Promise<Signer> {
  const { privateKey: key, publicKey } = generateKeyPairSync("ed25519");
  const address = addressOfKey(publicKey);
  const { accountId } = await makeAccount({ address });
  if (enrolled) await enrolVerifier("operator", { address, displayName: uniqueName("verifier") });
  return { accountId, address, key };
}

export const withdrawRole = (signer: Signer) => endVerifier("operator", signer.address);

export const prepare = (signer: Signer, versionId: string, verdict: Verdict = "seal") =>
  prepareAudit({
    accountId: signer.accountId,
    versionId,
    verdict,
    note: null,
    validityDays: VALIDITY_DAYS,
    genesisHash: GENESIS_HASH,
  });

export const signatureOf = ({ message }: PreparedAudit, key: KeyObject) =>
  sign(null, Buffer.from(message, "base64"), key);

export const send = (
  signer: Signer,
  versionId: string,
  { payload, ticket }: Pick<PreparedAudit, "payload" | "ticket">,
  signature: Uint8Array,
) => signAudit({ accountId: signer.accountId, versionId, payload, ticket, signature });

/** The whole way from the statement to the record. */
export async function audit(signer: Signer, versionId: string): Promise<{ auditId: string }> {
  const prepared = await prepare(signer, versionId);
  return send(signer, versionId, prepared, signatureOf(prepared, signer.key));
}
