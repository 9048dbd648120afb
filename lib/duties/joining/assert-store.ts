import { randomBytes } from "node:crypto";
import { blobStore } from "@/lib/platform/blobs/current-blob-store";
import { env, unusableSettings } from "@/lib/platform/config/env";
import { database } from "@/lib/db/client";
import { sha256Digest } from "@/lib/kernel/digest";
import { sampleStoredPackages } from "@/lib/registry/packages/check-stored-packages";
import {
  insertFingerprints,
  readFingerprints,
  upsertFingerprint,
} from "@/lib/duties/joining/settings-repository";

const NAME = "BLOB_STORE";

/**
 * Makes sure that the store of this process is the market's. The market has put a mark into it, which another store
 * does not have, and at least one of some packages is there. Throws a sentence (SettingsError) if not, or what the
 * store says when it is away.
 */
export async function assertStoreIsTheMarkets(): Promise<void> {
  await assertHoldsPackages();
  await blobStore().closeToOthers?.();
  const mark = (await readFingerprints(database())).get(NAME);
  if (mark === undefined) return markStore();
  if (!(await blobStore().has(sha256Digest(markBytes(mark)))))
    throw unusableSettings([
      `BLOB_STORE (${placeOfStore()}) is not the store of this market: name that one, or mount it. If the packages were moved here, run npm run accept-settings.`,
    ]);
}

/** Makes the store of this process the market's, once the packages are in it. */
export async function acceptStore(): Promise<void> {
  await assertHoldsPackages();
  const mark = (await readFingerprints(database())).get(NAME) ?? newMark();
  await blobStore().put(markBytes(mark));
  await upsertFingerprint(database(), { name: NAME, fingerprint: mark });
}

/** Throws a sentence (SettingsError) when packages are expected in the store and there are none. */
export async function assertHoldsPackages(): Promise<void> {
  const { expected, found } = await sampleStoredPackages();
  if (expected > 0 && found === 0)
    throw unusableSettings([
      `BLOB_STORE (${placeOfStore()}) holds none of the packages that the database names: name the store that has them, mount it, or put its backup there.`,
    ]);
}

async function markStore(): Promise<void> {
  const mark = newMark();
  await blobStore().put(markBytes(mark));
  await insertFingerprints(database(), [{ name: NAME, fingerprint: mark }]);
  // Somebody else may have come first, with a store of their own.
  if ((await readFingerprints(database())).get(NAME) !== mark) {
    await blobStore().delete(sha256Digest(markBytes(mark)));
    return assertStoreIsTheMarkets();
  }
}

const newMark = () => randomBytes(16).toString("hex");
const markBytes = (mark: string) => Buffer.from(`The packages of an Emporion market are here: ${mark}\n`);

/** Without what stands behind a question mark, or credentials. */
const placeOfStore = () =>
  env()
    .BLOB_STORE.replace(/[?].*$/, "")
    .replace(/\/\/[^/@]*@/, "//");
