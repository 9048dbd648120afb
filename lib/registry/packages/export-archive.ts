import { offThread } from "@/lib/kernel/threads/off-thread";
import { readAcceptedArchive } from "@/lib/package";
import { exportPackage } from "@/lib/registry/packages/export-package";
import type { CheckProfile } from "@/lib/skill-format";

interface ArchiveExport {
  bytes: Uint8Array;
  dialect: CheckProfile;
  options: { dropOthers?: boolean };
}

/** `exportPackage` of a stored archive, in a thread; null for an archive that cannot be read. */
export const exportArchive = offThread("export-archive", ({ bytes, dialect, options }: ArchiveExport) => {
  const read = readAcceptedArchive(bytes);
  return read.ok ? exportPackage(read.package, dialect, options) : null;
});
