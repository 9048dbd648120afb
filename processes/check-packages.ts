import { closeDatabase } from "@/lib/db/client";
import { assertHoldsPackages } from "@/lib/duties/joining/assert-store";
import { checkStoredPackages } from "@/lib/registry/packages/check-stored-packages";
import { loadConfig } from "./load-config";

// `npm run check-packages`: after a restore, or a fault of the disk, which packages the database names and the store
// does not have whole; after an update, which on offer hold names that no upload may have any more. Ends with 1 when
// there is one.
loadConfig(["DATABASE_URL"], { of: "command" });
try {
  await assertHoldsPackages();
} catch (error) {
  const settings = error instanceof Error && error.name === "SettingsError";
  console.error(
    settings ? error.message : `The store of packages (BLOB_STORE) cannot be read: ${String(error)}`,
  );
  process.exit(1);
}
const { checked, lost, refused } = await checkStoredPackages();
for (const { slug, version, archiveDigest } of lost)
  console.log(`missing or damaged: ${slug}@${version}, ${archiveDigest}`);
for (const { slug, version, path, fault } of refused)
  console.log(`holds what no package may: ${slug}@${version}, ${path}: "${fault.part}" ${fault.reason}`);
console.log(
  `${checked} packages checked, ${lost.length} missing or damaged, ${refused.length} with names that are refused`,
);
process.exitCode = lost.length + refused.length === 0 ? 0 : 1;
await closeDatabase();
