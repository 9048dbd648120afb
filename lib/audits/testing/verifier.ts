import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { enrolVerifier } from "@/lib/audits/verifiers";
import { prepareAudit, type AuditRequest, signAudit, type SignedAudit } from "@/lib/audits/sign-audit";
import { addressOfKey } from "@/lib/chain/solana/ed25519";
import { makeAccount, type TestAccount } from "@/lib/testing/builders";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";

type ScanResult = Partial<Pick<AuditRequest, "verdict" | "note" | "validityDays">>;

export interface TestVerifier extends TestAccount {
  publicKey: KeyObject;
  /** As its wallet signs. */
  sign: (message: Uint8Array) => Uint8Array;
  /** What is handed in for an audit, signed and not yet handed in; a seal for thirty days unless told otherwise. */
  prepare: (versionId: string, judgement?: ScanResult) => Promise<SignedAudit>;
  /** Records an audit; gives its id. */
  audit: (versionId: string, judgement?: ScanResult) => Promise<string>;
}

/** A new account that is enrolled as a verifier and signs with a key of its own. */
export async function makeVerifier(): Promise<TestVerifier> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const account = await makeAccount({ address: addressOfKey(publicKey) });
  await enrolVerifier("operator", { address: account.address, displayName: "Reader" });
  const prepare = async (versionId: string, judgement: ScanResult = {}) => {
    const of = { accountId: account.accountId, versionId };
    const sealed = { verdict: "seal", note: null, validityDays: 30, genesisHash: "test" } as const;
    const prepared = await prepareAudit({ ...sealed, ...judgement, ...of });
    const signature = sign(null, Buffer.from(prepared.message, "base64"), privateKey);
    return { ...of, ...prepared, signature };
  };
  return {
    ...account,
    publicKey,
    sign: (message) => sign(null, message, privateKey),
    prepare,
    audit: async (versionId, judgement) => (await signAudit(await prepare(versionId, judgement))).auditId,
  };
}
