import { verifySeal } from "@/lib/audits/seals/verify-seal";
import type { CommandContext } from "../command";
import { readEnvelope, readPackageFacts, readPublicKey, type FileVerdict } from "./signed-file";

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
  { file, verifier, subject }: { file: string; verifier: string; subject: string },
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
  const lines = [
    `verified: sealed by ${predicate.verifier}`,
    `skill     ${subjects[0].name}`,
    `package   ${facts.packageDigest}`,
    `scope     ${predicate.scope}`,
    `issued    ${predicate.issuedAt}`,
    `expires   ${predicate.expiresAt}`,
    `vetting   ${predicate.vettingReport ?? "no report"}`,
    ...(predicate.note === null ? [] : [`note      ${predicate.note}`]),
  ];
  return { ok: true, statement: result.statement, lines };
}
