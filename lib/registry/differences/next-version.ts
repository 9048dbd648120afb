import type { Bump } from "@/lib/registry/differences/difference";

const CORE = /^(\d+)\.(\d+)\.(\d+)/;

/** The least number that makes a step from a semantic version; null for another kind of version. */
export function nextVersion(from: string, bump: Bump): string | null {
  const parts = CORE.exec(from)?.slice(1).map(BigInt);
  if (!parts) return null;
  const [major = 0n, minor = 0n, patch = 0n] = parts;
  if (bump === "major") return `${major + 1n}.0.0`;
  return bump === "minor" ? `${major}.${minor + 1n}.0` : `${major}.${minor}.${patch + 1n}`;
}
