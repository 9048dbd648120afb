import { randomBytes, sign } from "node:crypto";
import { getAudit } from "@/lib/audits/seals";
import { AUDIT_POLICY } from "@/lib/audits/audit-statement";
import { preAuthEncoding, IN_TOTO_PAYLOAD_TYPE } from "@/lib/log/attestation/dsse";
import { DAY_MS, fakeClock, systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { RunnerError } from "../runner/conformance-case";
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

/** The right statement, signed in another form than the one that says what it is. */
const signedAs =
  (form: (payload: string) => Uint8Array): Tampering =>
  async ({ verifier, versionId }) => {
    const prepared = await prepare(verifier, versionId);
    return send(verifier, versionId, prepared, sign(null, form(prepared.payload), verifier.key));
  };
const ofAnotherLength =
  (change: (signature: Buffer) => Uint8Array): Tampering =>
  async ({ verifier, versionId }) => {
    const prepared = await prepare(verifier, versionId);
    return send(verifier, versionId, prepared, change(signatureOf(prepared, verifier.key)));
  };
/** The same members in another spelling: the market must not have to guess what was signed. */
const spelledAnew: Tampering = async ({ verifier, versionId }) => {
  const { payload, ticket } = await prepare(verifier, versionId);
  const text = JSON.stringify(JSON.parse(payload), null, 1);
  const signature = sign(null, preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, Buffer.from(text)), verifier.key);
  return send(verifier, versionId, { payload: text, ticket }, signature);
};
const otherTicket: Tampering = async ({ verifier, versionId }) => {
  const prepared = await prepare(verifier, versionId);
  const { ticket } = await prepare(verifier, versionId);
  const signature = signatureOf(prepared, verifier.key);
  return send(verifier, versionId, { payload: prepared.payload, ticket: ticket.toUpperCase() }, signature);
};
const secondSubject = altered(({ subject }) => {
  (subject as Statement["subject"][number][]).push({ name: "skill/y@1.0.0", digest: subject[0].digest });
});

const TAMPERINGS: readonly [RegExp, Tampering][] = [
  [/^(nothing|honest|untampered|valid)$/, honest],
  [
    /^(truncated|short|too_short|cut)(_signature)?$|^signature_(truncated|cut|short)$/,
    ofAnotherLength((all) => all.subarray(0, 63)),
  ],
  [
    /^(padded|long|too_long|extended)(_signature)?$|^signature_(padded|extended|long)$/,
    ofAnotherLength((all) => Buffer.concat([all, Buffer.alloc(1)])),
  ],
  [
    /^(zero|zeros|zeroed|all_zero|all_zeros)(_signature)?$|^signature_zero(s|ed)?$/,
    ofAnotherLength(() => Buffer.alloc(64)),
  ],
  [
    /^(raw_payload|raw_json|plain_payload|not_dsse|no_dsse|without_pae|no_pae|pae|encoding)$/,
    signedAs((payload) => Buffer.from(payload)),
  ],
  [/^(other_)?payload_?type$/, signedAs((payload) => preAuthEncoding("text/plain", Buffer.from(payload)))],
  [/^(whitespace|reformatted|not_canonical|non_canonical|key_order|spelling)$/, spelledAnew],
  [/^(other_|wrong_|forged_)?(ticket|session|challenge)$/, otherTicket],
  [/^(second|extra|other|added)_subject$|^subject_added$/, secondSubject],
  [/^(statement_type|_?type)$/, altered((statement) => void Object.assign(statement, { _type: "other" }))],
  [/^predicate_?type$/, altered((statement) => void Object.assign(statement, { predicateType: "other" }))],
  [/^(extra|added|unknown)_(member|field|claim)$|^(member|field)_added$/, member("extra", () => true)],
  [
    /^(executable|executables|mode|modes|file_mode|executable_bits?|chmod)$/,
    member("executables", () => ["SKILL.md"]),
  ],
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
  [
    /^(signature|signature_byte|signature_bytes|\w+_signature|signature_\w+|forged|flipped_bit|bit_flip|corrupt(ed)?|garbage|malformed|random)$/,
    brokenSignature,
  ],
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
  const name = tamper?.toLowerCase().replace(/[^a-z0-9]+/g, "_") ?? "nothing";
  const tampering = TAMPERINGS.find(([pattern]) => pattern.test(name))?.[1];
  if (!tampering) throw new RunnerError(`does not know the tampering "${tamper}"`);
  const author = await makeSigner({ enrolled: true });
  const skill = uniqueName("signed");
  const versionId = await publish({ author, name: skill }, "1.0.0");
  const scene = { name: skill, author, verifier: await makeSigner({ enrolled: true }), versionId };
  try {
    const { auditId, clock } = await tampering(scene);
    return { accepted: (await getAudit(auditId, clock)).counts };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { accepted: false, error_code: error.code };
  }
}
