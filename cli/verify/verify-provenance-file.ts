import { openProvenance, type Provenance } from "@/lib/identity/workloads/provenance-statement";
import type { CommandContext } from "../command";
import { readEnvelope, readPackageFacts, readPublicKey, type FileVerdict } from "./signed-file";

/**
 * Verifies that a market has signed which job of which repository a package came from. What that says is said: the market
 * has checked the CI's token, and has not compared the files with the repository.
 *
 * @throws InputError when a file cannot be read.
 */
export async function verifyProvenanceFile(
  { file, key: given, subject }: { file: string; key: string; subject: string },
  context: CommandContext,
): Promise<FileVerdict> {
  const key = await readPublicKey(given, context.cwd);
  const said = openProvenance(await readEnvelope(file, context), key);
  if (said === null)
    return { ok: false, reason: "this key has signed nothing in it about where a package came from" };
  const { packageDigest: digest } = await readPackageFacts(subject, context.cwd);
  if (digest !== said.packageDigest)
    return { ok: false, reason: `it is for the package ${said.packageDigest}, not ${digest}` };
  return { ok: true, statement: said, lines: describe(said, key) };
}

function describe(said: Provenance, key: string): string[] {
  return [
    `verified: signed by ${key}`,
    `skill        ${said.slug}@${said.version}`,
    `package      ${said.packageDigest}`,
    `repository   ${said.repositoryUrl} (${said.repositoryId})`,
    `commit       ${said.commit}, ${said.ref}`,
    `workflow     ${said.workflow}${said.environment === null ? "" : `, environment ${said.environment}`}, started by ${said.event}`,
    `run          ${said.runUrl}`,
    `issuer       ${said.issuer}`,
    `received     ${said.receivedAt}`,
    said.namesPackage
      ? "The CI's own signature named this package. Nobody has compared its files with the repository."
      : "The market says that this job sent this package. Nobody has compared its files with the repository.",
  ];
}
