import { type AuditStatement, verifySeal } from "@/lib/audits/audit-statement";
import { coveredDigest, coveredFiles, pairFiles } from "@/lib/audits/review/covered-files";
import type { CommandContext } from "../command";
import {
  readEnvelope,
  readPackageFacts,
  readPublicKey,
  type FileVerdict,
  type PackageFacts,
} from "./signed-file";

const REASONS: Readonly<Record<string, string>> = {
  signature_invalid: "the signature was not made by this verifier over these bytes",
  not_a_statement: "what is signed is not an audit statement",
  not_canonical: "what is signed is not in canonical form",
  another_package: "the statement is about another package",
  other_executables: "other files may be run than those of the package that was sealed",
  another_signer: "the statement names another verifier",
  expired: "the statement has expired",
};

/**
 * Verifies a verifier's statement over a package. A statement that is no seal (changes requested, a challenge) is
 * verified as what it is, and its verdict is the first thing said.
 *
 * @throws InputError when a file cannot be read.
 */
export async function verifySealFile(
  { file, verifier, subject, base }: SealQuestion,
  context: CommandContext,
): Promise<FileVerdict> {
  const verifierAddress = await readPublicKey(verifier, context.cwd);
  const facts = await readPackageFacts(subject, context.cwd);
  const envelope = await readEnvelope(file, context);
  const result = verifySeal(envelope, { verifierAddress, ...facts, now: context.clock.now() });
  if (!result.ok) return { ok: false, reason: REASONS[result.reason] ?? result.reason };
  const { predicate, subject: subjects } = result.statement;
  if (predicate.verdict !== "seal") {
    return { ok: false, reason: `the statement is genuine, but its verdict is ${predicate.verdict}` };
  }
  const cover = await verifyCover(predicate, { facts, base }, context);
  if (!cover.ok) return cover;
  const lines = [
    `verified: sealed by ${predicate.verifier}`,
    `skill     ${subjects[0].name}`,
    `package   ${facts.packageDigest}`,
    ...cover.lines,
    ...(predicate.confidential === true
      ? ["access    read under confidentiality, with the owner's right"]
      : []),
    `issued    ${predicate.issuedAt}`,
    `expires   ${predicate.expiresAt}`,
    `vetting   ${predicate.vettingReport ?? "no report"}`,
    ...describeChecklist(predicate),
    ...(predicate.note === null ? [] : [`note      ${predicate.note}`]),
  ];
  return { ok: true, statement: result.statement, lines };
}

export interface SealQuestion {
  file: string;
  verifier: string;
  /** Digest, archive or directory of the package. */
  subject: string;
  /** The same of the package whose difference was read. */
  base?: string | undefined;
}

type Predicate = AuditStatement["predicate"];
type Cover = { ok: true; lines: string[] } | { ok: false; reason: string };

/**
 * What was read, in words; the list of covered files is compared where both packages are at hand.
 *
 * @throws InputError when the base cannot be read.
 */
async function verifyCover(
  { scope, base: named, coveredFiles: signed }: Predicate,
  { facts, base }: { facts: PackageFacts; base: string | undefined },
  { cwd }: CommandContext,
): Promise<Cover> {
  if (scope === "full") {
    if (base !== undefined)
      return { ok: false, reason: "the seal is a full one: it rests on no other package" };
    if (signed !== undefined && signed.digest !== facts.packageDigest)
      return { ok: false, reason: "the files that the statement covers are not those of the package" };
    return { ok: true, lines: [`read      every file${signed === undefined ? "" : ` (${signed.count})`}`] };
  }
  if (named === undefined)
    return base === undefined
      ? { ok: true, lines: ["read      changes since a version that the statement does not name"] }
      : { ok: false, reason: "the statement does not name what the changes were read against" };
  const lines = [
    `read      changes since ${named.version}${signed === undefined ? "" : `: files ${signed.count}`}`,
    `base      ${named.packageDigest}`,
    `rests on  the seal whose statement has the digest ${named.statementDigest}`,
  ];
  if (base === undefined) return { ok: true, lines };
  const before = await readPackageFacts(base, cwd);
  if (before.packageDigest !== named.packageDigest)
    return {
      ok: false,
      reason: `the changes were read against ${named.packageDigest}, not ${before.packageDigest}`,
    };
  if (before.files === null || facts.files === null || signed === undefined) return { ok: true, lines };
  const covered = coveredFiles(pairFiles(before.files, facts.files), scope);
  if (coveredDigest(covered) !== signed.digest)
    return { ok: false, reason: "the files that the statement covers are not those that differ" };
  const listed = covered.map(({ status, path }) => `  ${status.padEnd(8)}${path}`);
  return { ok: true, lines: [...lines, ...listed] };
}

function describeChecklist({ checklist }: Predicate): string[] {
  if (checklist === undefined) return [];
  return [
    `verifier  ${checklist.verifier.join(", ") || "nothing"}`,
    `market    ${checklist.market.join(", ") || "nothing"}`,
  ];
}
