import { findRunnableById } from "@/lib/running/runnable-repository";

/**
 * Whether a published version is neither withdrawn nor of a skill in quarantine; asked again and again while it is in
 * use, in one statement.
 */
export async function isOffered(versionId: string): Promise<boolean> {
  const version = await findRunnableById(versionId);
  return version?.quarantineReason === null && version.yankReason === null;
}
