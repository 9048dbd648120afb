import { database } from "@/lib/db/client";
import { sha256Hex } from "@/lib/kernel/digest";
import { selectFilesOfSkill } from "@/lib/registry/packages/files-repository";

/**
 * The newest published version of a skill whose files have a fingerprint as the `clawhub` client computes it:
 * SHA-256 over `path:sha256` of each file, by path, without files the client leaves out (names that begin with a
 * dot, node_modules).
 */
export async function findVersionByFingerprint(skillId: string, fingerprint: string): Promise<string | null> {
  const versions = await selectFilesOfSkill(database(), skillId);
  return versions.find(({ files }) => fingerprintOf(files) === fingerprint)?.version ?? null;
}

/** The fingerprint itself; 64 hexadecimal digits. */
function fingerprintOf(files: readonly { path: string; sha256: string }[]): string {
  const lines = files
    .filter(({ path }) => !path.split("/").some((part) => part.startsWith(".") || part === "node_modules"))
    .sort((left, right) => left.path.localeCompare(right.path))
    .map(({ path, sha256 }) => `${path}:${sha256}`);
  return sha256Hex(lines.join("\n"));
}
