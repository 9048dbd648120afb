import { UsageError, type CommandContext } from "../command";
import { openEverything } from "../open-package";
import { readPublicKey, type FileVerdict } from "./signed-file";
import { verifySealFile } from "./verify-seal-file";

const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * Verifies a package at hand against the digest a market names or a verifier has sealed. Every file of a directory
 * counts: compiled code in `__pycache__` runs in the place of the source beside it.
 *
 * @throws InputError when a file cannot be read, UsageError when the digest is none.
 */
export async function verifyPackageFile(
  { file, digest, seal, verifier }: PackageQuestion,
  context: CommandContext,
): Promise<FileVerdict> {
  if (digest !== undefined && !DIGEST.test(digest))
    throw new UsageError(`--digest is sha256: and 64 hexadecimal digits, not ${digest}`);
  const found = (await openEverything(file, context.cwd)).digest;
  if (digest !== undefined && found !== digest)
    return {
      ok: false,
      reason: `the package has the digest ${found}, not ${digest}; every file counts, also in __pycache__ and .git`,
    };
  if (seal === undefined || verifier === undefined)
    return { ok: true, statement: { package: found }, lines: [`verified: ${found}`] };
  const verifierAddress = await readPublicKey(verifier, context.cwd);
  return verifySealFile({ file: seal, verifier: verifierAddress, subject: file }, context);
}

interface PackageQuestion {
  /** Archive or directory. */
  file: string;
  digest?: string | undefined;
  /** Envelope of a verifier's statement, or the answer of GET /v1/audits/ID. */
  seal?: string | undefined;
  verifier?: string | undefined;
}
