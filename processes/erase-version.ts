import { parseArgs } from "node:util";
import { closeDatabase } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { eraseVersion, type Erasure } from "@/lib/ownership/erasure/erase-version";
import { loadConfig } from "./load-config";

// Deletes the text of a version for good, where somebody who may has ordered it. Killed, it is run again.
loadConfig(["DATABASE_URL"], { of: "command" });
const USAGE = "npm run erase-version -- SKILL VERSION --reason TEXT";
const { values, positionals } = read();
const [skill, version, ...more] = positionals;
if (skill === undefined || version === undefined || more.length > 0 || !values.reason?.trim()) {
  console.error(`Give the name of a skill, one version, and why: ${USAGE}`);
  process.exitCode = 2;
} else {
  try {
    const onStep = (step: string) => console.log(`done: ${step}`);
    describe(await eraseVersion({ skill, version, reason: values.reason }, { onStep }));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
await closeDatabase();

function read(): { values: { reason?: string | undefined }; positionals: string[] } {
  try {
    return parseArgs({ options: { reason: { type: "string" } }, allowPositionals: true });
  } catch {
    return { values: {}, positionals: [] };
  }
}

function describe({
  slug,
  version: number,
  packageDigest,
  deletedBlobs,
  sharedWith,
  wasErased,
}: Erasure): void {
  const again = wasErased ? " was erased before, and" : "";
  console.log(
    `${slug} ${number} (${packageDigest})${again} is erased: ${deletedBlobs} files of the store deleted.`,
  );
  if (sharedWith.length > 0)
    console.log(
      `The same bytes are still those of ${sharedWith.join(", ")}: erase these too if the order covers them.`,
    );
  console.log(
    "Backups still hold the text, and so do those who downloaded it: see docs/operating.md, Backups.",
  );
}
