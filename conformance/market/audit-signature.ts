import { randomBytes, sign } from "node:crypto";
import { getAudit } from "@/lib/audits/get-audit";
import { AUDIT_POLICY } from "@/lib/audits/audit-statement";
import { preAuthEncoding, IN_TOTO_PAYLOAD_TYPE } from "@/lib/attestation/dsse";
import { DAY_MS, fakeClock, systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { buildSkillPackage, publishNow, uniqueName } from "@/lib/testing/builders";
import {
  audit,
  makeSigner,
  prepare,
  send,
  signatureOf,
  VALIDITY_DAYS,
  withdrawRole,
  type Signer,
} from "./signers";

interface Scene {
  name: string;
  author: Signer;
  verifier: Signer;
  versionId: string;
}

interface Statement {
  subject: [{ name: string; digest: { sha256: string } }];
  predicate: Record<string, unknown>;
}

/** What happens between the statement and its arrival; gives the id of the audit that was recorded. */
type Tampering = (scene: Scene) => Promise<{ auditId: string; clock?: Clock }>;

/** A member of the statement is changed, and the changed text is signed by the right wallet. */
const altered =
  (change: (statement: Statement) => void): Tampering =>
  async ({ verifier, versionId }) => {
    const { payload, ticket } = await prepare(verifier, versionId);
    const statement = JSON.parse(payload) as Statement;
    change(statement);
    const text = toCanonicalJson(statement);
    const signature = sign(null, preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, Buffer.from(text)), verifier.key);
    return send(verifier, versionId, { payload: text, ticket }, signature);
  };

const member = (name: string, value: () => unknown): Tampering =>
  altered(({ predicate }) => void (predicate[name] = value()));

/** The signature over one version's statement is sent for another version. */
const movedTo =
  (makeOther: (scene: Scene) => Promise<string>): Tampering =>
  async (scene) => {
    const { verifier, versionId } = scene;
    const prepared = await prepare(verifier, versionId);
    return send(verifier, await makeOther(scene), prepared, signatureOf(prepared, verifier.key));
  };

const publish = async ({ author, name }: Pick<Scene, "author" | "name">, version: string) =>
  (await publishNow(buildSkillPackage({ name, version }), author)).versionId;

async function changePackage(versionId: string): Promise<void> {
  const { packageDigest } = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  const last = packageDigest.at(-1) === "0" ? "1" : "0";
  await database().skillVersion.update({
    where: { id: versionId },
    data: { packageDigest: `${packageDigest.slice(0, -1)}${last}` },
  });
}

const otherKey: Tampering = async ({ author, verifier, versionId }) => {
  const prepared = await prepare(verifier, versionId);
  return send(verifier, versionId, prepared, signatureOf(prepared, author.key));
};
const brokenSignature: Tampering = async ({ verifier, versionId }) => {
  const prepared = await prepare(verifier, versionId);
  const signature = signatureOf(prepared, verifier.key);
  signature[7] = (signature[7] ?? 0) ^ 1;
  return send(verifier, versionId, prepared, signature);
};
const noSignature: Tampering = async ({ verifier, versionId }) =>
  send(verifier, versionId, await prepare(verifier, versionId), Buffer.alloc(0));
const honest: Tampering = ({ verifier, versionId }) => audit(verifier, versionId);
const stranger: Tampering = async ({ versionId }) => audit(await makeSigner({ enrolled: false }), versionId);
const byAuthor: Tampering = ({ author, versionId }) => audit(author, versionId);
const twice: Tampering = async ({ verifier, versionId }) => {
  const prepared = await prepare(verifier, versionId);
  const signature = signatureOf(prepared, verifier.key);
  await send(verifier, versionId, prepared, signature);
  return send(verifier, versionId, prepared, signature);
};
const otherVerifier: Tampering = async ({ verifier, versionId }) => {
  const other = await makeSigner({ enrolled: true });
  const prepared = await prepare(verifier, versionId);
  return send(other, versionId, prepared, signatureOf(prepared, verifier.key));
};
const withdrawn: Tampering = async ({ verifier, versionId }) => {
  const prepared = await prepare(verifier, versionId);
  const signature = signatureOf(prepared, verifier.key);
  await withdrawRole(verifier);
  return send(verifier, versionId, prepared, signature);
};
const packageChanged: Tampering = async ({ verifier, versionId }) => {
  const prepared = await prepare(verifier, versionId);
  const signature = signatureOf(prepared, verifier.key);
  await changePackage(versionId);
  return send(verifier, versionId, prepared, signature);
};
const ranOut: Tampering = async ({ verifier, versionId }) => {
  const { auditId } = await audit(verifier, versionId);
  const clock = fakeClock(systemClock.now());
  clock.advanceMs((VALIDITY_DAYS + 1) * DAY_MS);
  return { auditId, clock };
};
const nextVersion = movedTo((scene) => publish(scene, "1.0.1"));
const otherSkill = movedTo((scene) => publish({ ...scene, name: uniqueName("other") }, "1.0.0"));
const otherDigest = altered(({ subject: [first] }) => {
  first.digest.sha256 = "0".repeat(64);
});

const TAMPERINGS: readonly [RegExp, Tampering][] = [
  [/^(none|no_signature|unsigned|missing|missing_signature|empty_signature)$/, noSignature],
  [
    /^(package|one|file|archive)_?(byte|content|bytes)?$|(package|file|entry)_(changed|added|removed|renamed)$/,
    packageChanged,
  ],
  [/^(digest|package_digest|subject|sha256)$/, otherDigest],
  [/^(next|other|another|previous)_version$/, nextVersion],
  [/^(next_)?(minor|major)(_version)?$/, movedTo((scene) => publish(scene, "2.0.0"))],
  [/^(statement_)?(version|version_number)$/, altered(({ subject: [first] }) => void (first.name += "1"))],
  [/^(other|another)_(skill|package)$|^skill$/, otherSkill],
  [
    /^(statement_)?(name|skill_name|slug)$/,
    altered(({ subject: [first] }) => void (first.name = "skill/x@1.0.0")),
  ],
  [/^role_(withdrawn|revoked|removed)$|^(revoked|withdrawn|former)_verifier$|^verifier_revoked$/, withdrawn],
  [/^(other|another|wrong|foreign)_(key|wallet|signer)$|^key$|^wallet$/, otherKey],
  [/^(other|another)_verifier$/, otherVerifier],
  [/^(signature|signature_byte|signature_bytes|\w+_signature|signature_\w+|forged)$/, brokenSignature],
  [
    /^(not_a_verifier|non_verifier|no_verifier|stranger|not_verifier|not_enrolled)$|_(not_a?|non|no)_?verifier$/,
    stranger,
  ],
  [/^(author|self|own_skill|by_author|signed_by_author|author_sign(s|ed)|self_audit)$/, byAuthor],
  [/^(replay|twice|reuse|replayed|resent|duplicate)$/, twice],
  [/^(verifier|verifier_address)$/, member("verifier", () => "11111111111111111111111111111112")],
  [/^verdict$/, member("verdict", () => "challenge")],
  [/^scope$/, member("scope", () => "patch")],
  [/^policy$/, member("policy", () => `${AUDIT_POLICY}x`)],
  [/^note$/, member("note", () => "changed")],
  [
    /^(findings|findings_digest|vetting_report|report)$/,
    member("vettingReport", () => `sha256:${"1".repeat(64)}`),
  ],
  [/^(nonce)$/, member("nonce", () => randomBytes(16).toString("hex"))],
  [/^(genesis|genesis_hash|chain|network|cluster)$/, member("genesisHash", () => "another chain")],
  [/^(issued_at|timestamp|time)$/, member("issuedAt", () => new Date(0).toISOString())],
  [/^(expiry|expires_at|longer_expiry)$/, member("expiresAt", () => new Date(9e12).toISOString())],
  [/^(expired|past_expiry|after_expiry)$/, ranOut],
  [/^(statement|payload|text|message|statement_field)$/, member("note", () => "changed")],
];

/**
 * `audit_signature`: a verifier signs, something is changed on the way, and the market accepts the seal or does not.
 */
export async function runAuditSignature({ tamper }: { tamper: string | null }): Promise<object> {
  const tampering = tamper === null ? honest : TAMPERINGS.find(([pattern]) => pattern.test(tamper))?.[1];
  if (!tampering) throw new Error(`it is not known how to tamper with ${tamper}`);
  const author = await makeSigner({ enrolled: true });
  const name = uniqueName("signed");
  const versionId = await publish({ author, name }, "1.0.0");
  const scene = { name, author, verifier: await makeSigner({ enrolled: true }), versionId };
  try {
    const { auditId, clock } = await tampering(scene);
    return { accepted: (await getAudit(auditId, clock)).counts };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { accepted: false, error_code: error.code };
  }
}
